package dev.sluice.model.validate;

import dev.sluice.model.tlc.LogJudge;
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

  /**
   * Judges every behaviour of a log.
   *
   * @throws BadLog if the log does not say what it takes
   * @throws IOException if the module cannot be used, or the process has ended
   */
  public List<Judged> judge(EventLog log) throws BadLog, IOException {
    return judge(projection.behaviours(log));
  }

  /** Judges behaviours of this specification, one after another. */
  List<Judged> judge(List<Behaviour> behaviours) throws IOException {
    List<Judged> judged = new ArrayList<>();
    for (Behaviour behaviour : behaviours) {
      judged.add(judge(behaviour));
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
