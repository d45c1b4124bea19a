package dev.sluice.model.validate;

import dev.sluice.model.tlc.LogJudge;
import dev.sluice.model.tlc.LogNames;
import dev.sluice.model.tlc.LogVerdict;
import dev.sluice.model.tlc.LogVerdict.Undecided;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Judges logs through one specification, with a process that {@link JudgePool} lends. */
public final class SpecJudge {
  private final Projection projection;
  private final Path module;
  private final LogJudge judge;
  private final boolean counts;

  /**
   * @param module the specification's log module
   * @param counts whether kinds of steps are counted
   */
  SpecJudge(Projection projection, Path module, LogJudge judge, boolean counts) {
    this.projection = projection;
    this.module = module;
    this.judge = judge;
    this.counts = counts;
  }

  /** The specification. */
  public String spec() {
    return projection.spec();
  }

  /** The names that the log module looks for in events. */
  public LogNames names() throws IOException {
    return judge.names(module);
  }

  /**
   * Judges every behaviour of a log.
   *
   * @throws BadLog if the log does not say what it takes, or tells what means nothing
   * @throws IOException if the module cannot be used, or the process has ended
   */
  public List<Judged> judge(EventLog log) throws BadLog, IOException {
    Vocabulary vocabulary = new Vocabulary(projection, names());
    vocabulary.check(log);
    Omitted.check(log, spec(), vocabulary);
    List<Judged> judged = judge(behaviours(projection, log), vocabulary, log);
    boolean isWhole = judged.stream().allMatch(Judged::isAccepted);
    if (isWhole && !Omitted.isOmitted(log, Omitted.VALUES)) {
      for (String variable : Compared.of(judged).missing()) {
        if (!Omitted.isOmitted(log, spec() + "." + variable)) {
          throw BadLog.header(
              "omits say nothing of %s.%s, and no event tells it; tell it, or let a sentence of omits begin with \"%s.%s:\""
                  .formatted(spec(), variable, spec(), variable));
        }
      }
    }
    return judged;
  }

  /**
   * Returns the behaviours in a log.
   *
   * @throws BadLog if the log does not say what it takes, or a constant that follows from it is too
   *     large for TLC
   */
  static List<Behaviour> behaviours(Projection projection, EventLog log) throws BadLog {
    try {
      return projection.behaviours(log);
    } catch (ArithmeticException wide) {
      throw new BadLog(
          "a constant of %s that follows from the log does not fit the 32 bits of TLC: %s"
              .formatted(projection.spec(), wide.getMessage()));
    }
  }

  /** Judges behaviours of this specification, one after another. */
  private List<Judged> judge(List<Behaviour> behaviours, Vocabulary vocabulary, EventLog log)
      throws BadLog, IOException {
    List<Judged> judged = new ArrayList<>();
    for (Behaviour behaviour : behaviours) {
      LogVerdict verdict = verdict(behaviour);
      if (verdict instanceof Undecided undecided && undecided.isOfConstants()) {
        throw new BadLog(
            "the constants of %s for %s will not do: %s"
                .formatted(projection.spec(), behaviour.key(), undecided.why()));
      }
      int steps = Judged.steps(behaviour, verdict);
      Compared coverage = vocabulary.coverage(behaviour.steps().subList(0, steps), log);
      judged.add(new Judged(projection.spec(), behaviour, verdict, coverage));
    }
    return judged;
  }

  /** Judges one behaviour. */
  public LogVerdict verdict(Behaviour behaviour) throws IOException {
    return judge.judge(
        module,
        behaviour.constants(),
        behaviour.steps().stream().map(Step::event).iterator(),
        counts);
  }
}
