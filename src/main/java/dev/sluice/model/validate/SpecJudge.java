package dev.sluice.model.validate;

import dev.sluice.model.tlc.LogJudge;
import dev.sluice.model.tlc.Tlc;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A TLC process that judges any number of logs through one specification; for one thread. */
public final class SpecJudge implements Closeable {
  private static final int HEAP_MIB = 1024;

  private final Projection projection;
  private final Path module;
  private final LogJudge judge;
  private final boolean counts;

  /**
   * Starts the process.
   *
   * @param folder an empty folder for what it writes
   * @param counts whether kinds of steps are counted
   */
  SpecJudge(
      Tlc tlc, Projection projection, Path modules, List<Path> library, Path folder, boolean counts)
      throws IOException, InterruptedException {
    this.counts = counts;
    this.projection = projection;
    this.module = modules.resolve(projection.spec() + "Log.tla");
    this.judge = tlc.judge(library, folder, HEAP_MIB);
  }

  /**
   * Judges every behaviour of a log.
   *
   * @throws BadLog if the log does not say what it takes
   * @throws IOException if the module cannot be used, or the process has ended
   */
  public List<Judged> judge(EventLog log) throws BadLog, IOException {
    List<Judged> judged = new ArrayList<>();
    for (Behaviour behaviour : projection.behaviours(log)) {
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

  /** Ends the process. */
  @Override
  public void close() {
    judge.close();
  }
}
