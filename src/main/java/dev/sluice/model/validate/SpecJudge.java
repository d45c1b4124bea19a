package dev.sluice.model.validate;

import dev.sluice.model.tlc.LogJudge;
import dev.sluice.model.tlc.LogNames;
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
    new Vocabulary(projection, names()).check(log);
    return judge(projection.behaviours(log));
  }

  /** Judges behaviours of this specification, one after another. */
  private List<Judged> judge(List<Behaviour> behaviours) throws BadLog, IOException {
    List<Judged> judged = new ArrayList<>();
    for (Behaviour behaviour : behaviours) {
      Judged one = judge(behaviour);
      if (one.verdict() instanceof Undecided undecided && undecided.isOfConstants()) {
        throw new BadLog(
            "the constants of %s for %s will not do: %s"
                .formatted(projection.spec(), behaviour.key(), undecided.why()));
      }
      judged.add(one);
    }
    return judged;
  }

  /** Judges one behaviour. */
  public Judged judge(Behaviour behaviour) throws IOException {
    return new Judged(
        projection.spec(),
        behaviour,
        judge.judge(
            module,
            behaviour.constants(),
            behaviour.steps().stream().map(Step::event).iterator(),
            counts));
  }
}
