package dev.sluice.cli;

import dev.sluice.model.Lane;
import dev.sluice.model.Model;
import dev.sluice.model.ModelCheck.Limits;
import dev.sluice.model.coverage.ModelCounts;
import dev.sluice.model.coverage.QuickLane;
import dev.sluice.model.graph.StateGraph;
import dev.sluice.model.tlc.Tlc;
import dev.sluice.model.tlc.TlcJar;
import dev.sluice.model.tlc.TlcOutput.HowFar;
import dev.sluice.model.tlc.TlcRun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;

/** Has models checked, with everything that needs to be there for it and is cleared away after. */
final class Checks {
  private final Session session;
  private final RunOptions options;
  private final ModelCounts counts;
  private final boolean failFast;

  Checks(Session session, RunOptions options) {
    this(session, options, ModelCounts.NONE, false);
  }

  /**
   * Checks.
   *
   * @param counts a measure of the work of controls, for estimates of the time left
   * @param failFast whether the first model that is not as expected ends the run
   */
  Checks(Session session, RunOptions options, ModelCounts counts, boolean failFast) {
    this.session = session;
    this.options = options;
    this.counts = counts;
    this.failFast = failFast;
  }

  /**
   * Checks models.
   *
   * @param task one word for the progress shown
   * @param library folders in which modules are found
   * @param replay whether graphs are replayed
   * @param pins whether outcomes are held against the table
   * @param also told the same as the progress is
   * @return in the order given; after a run that was ended early only the models that were checked
   */
  List<Done> run(
      String task,
      List<Model> models,
      List<Path> library,
      boolean replay,
      boolean pins,
      Runner.Watcher also)
      throws Refusal, InterruptedException {
    // With the full lane there is time for a process each: that what is shared changes nothing is
    // shown there, against the same pins.
    boolean share = pins && models.stream().noneMatch(model -> model.lane() == Lane.FULL);
    return run(task, models, library, model -> options.limits(model, replay, pins, share), also);
  }

  /**
   * Checks models, each within limits of its own.
   *
   * @return in the order given
   */
  List<Done> run(
      String task,
      List<Model> models,
      List<Path> library,
      Function<Model, Limits> limits,
      Runner.Watcher also)
      throws Refusal, InterruptedException {
    TlcJar jar = options.jar(session);
    options.lookForCode(session, library);
    long begun = session.nanos().getAsLong();
    List<Done> all;
    try (Scratch scratch = Scratch.open(session)) {
      Tlc tlc = new Tlc(jar, scratch.shared());
      Runner runner = new Runner(session, tlc, library, scratch, options.jobs(), limits, failFast);
      try (Progress progress =
          new Progress(session, task, models, model -> QuickLane.work(model, counts))) {
        all = runner.run(models, both(progress, also));
      } finally {
        tlc.rest();
      }
    }
    usage(all, session.nanos().getAsLong() - begun);
    return all;
  }

  private void usage(List<Done> all, long nanos) {
    long cpu = 0;
    long peak = 0;
    for (Done done : all) {
      TlcRun run = done.result().run();
      if (run != null) {
        cpu += Math.max(0, run.cpuNanos());
        peak = Math.max(peak, run.peakKib());
      }
    }
    session
        .terminal()
        .tell(
            Words.some(all.size(), "model", "models")
                + " in "
                + Words.seconds(nanos)
                + " s; TLC took "
                + Words.seconds(cpu)
                + " s of CPU time, and at most "
                + Words.count(peak >> 10)
                + " MiB in one process");
  }

  private static Runner.Watcher both(Runner.Watcher first, Runner.Watcher second) {
    return new Runner.Watcher() {
      @Override
      public void begins(Model model) {
        first.begins(model);
        second.begins(model);
      }

      @Override
      public void graph(Model model, StateGraph graph) {
        first.graph(model, graph);
        second.graph(model, graph);
      }

      @Override
      public void progress(Model model, HowFar howFar) {
        first.progress(model, howFar);
        second.progress(model, howFar);
      }

      @Override
      public void done(Done done, Path folder) throws IOException {
        first.done(done, folder);
        second.done(done, folder);
      }
    };
  }
}
