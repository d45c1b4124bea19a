package dev.sluice.cli;

import com.sun.management.OperatingSystemMXBean;
import dev.sluice.model.Model;
import dev.sluice.model.ModelCheck;
import dev.sluice.model.Systems;
import dev.sluice.model.graph.GraphBroken;
import dev.sluice.model.graph.GraphReader;
import dev.sluice.model.graph.StateGraph;
import dev.sluice.model.replay.Replay;
import dev.sluice.model.replay.ReplayReport;
import dev.sluice.model.tlc.Housing;
import dev.sluice.model.tlc.Reporting;
import dev.sluice.model.tlc.Tlc;
import dev.sluice.model.tlc.TlcOptions;
import dev.sluice.model.tlc.TlcRequest;
import dev.sluice.model.tlc.TlcRun;
import dev.sluice.model.tlc.Verdict;
import dev.sluice.model.tlc.probe.Probe;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * What streaming and replaying a graph cost, beside what TLC costs alone.
 *
 * <p>Each round checks the same model twice: once by TLC with nothing added, once with the graph
 * streamed, read and replayed. CPU time is that of all processes: TLC's own as it leaves it at its
 * end, and this one's over reading and replaying, garbage collection and compilation included. The
 * two are taken in turn, so that a machine whose speed drifts bends both alike, and only their
 * ratio is judged.
 */
final class GraphBench {
  /** What the ratio may be at most. */
  static final double LIMIT = 2.0;

  /** Where the ratio should get to. */
  static final double GOAL = 1.3;

  /**
   * One round.
   *
   * @param plainNanos CPU of TLC alone
   * @param streamNanos CPU of TLC while it streams
   * @param replayNanos CPU of this process for reading the graph and replaying it
   * @param plainKib peak resident memory of TLC alone
   * @param streamKib peak resident memory of TLC while it streams
   */
  record Round(long plainNanos, long streamNanos, long replayNanos, long plainKib, long streamKib) {
    double ratio() {
      return (double) (streamNanos + replayNanos) / plainNanos;
    }
  }

  /**
   * All rounds of one model.
   *
   * @param states distinct states
   * @param transitions transitions, all of them replayed in each round
   * @param attempts action instances tried in each round, disabled ones included
   * @param rounds in order
   */
  record Result(int states, int transitions, long attempts, List<Round> rounds) {
    Result {
      rounds = List.copyOf(rounds);
    }

    /** The ratio in the middle. */
    double ratio() {
      double[] sorted = rounds.stream().mapToDouble(Round::ratio).sorted().toArray();
      int middle = sorted.length / 2;
      return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
  }

  private final Tlc tlc;
  private final List<Path> library;
  private final int workers;
  private final int heapMib;

  GraphBench(Tlc tlc, List<Path> library, int workers, int heapMib) {
    this.tlc = tlc;
    this.library = List.copyOf(library);
    this.workers = workers;
    this.heapMib = heapMib;
  }

  /**
   * Measures one model.
   *
   * @param scratch a folder for the runs' files; each run's are deleted after it
   * @throws Refusal if a run does not end as it must: then there is nothing to measure
   */
  Result measure(Model model, int rounds, Scratch scratch, Consumer<String> progress)
      throws Refusal, IOException, InterruptedException {
    List<Round> done = new ArrayList<>();
    ReplayReport report = null;
    for (int round = 1; round <= rounds; round++) {
      progress.accept("round " + round + " of " + rounds + ": TLC alone");
      Path plainFolder = scratch.folder();
      TlcRun plain = run(model, plainFolder, false);
      ModelCheck.delete(plainFolder);
      progress.accept("round " + round + " of " + rounds + ": TLC, stream and replay");
      Path streamFolder = scratch.folder();
      TlcRun stream = run(model, streamFolder, true);
      long before = ownCpuNanos();
      report = replay(model, stream);
      long replayNanos = ownCpuNanos() - before;
      ModelCheck.delete(streamFolder);
      done.add(
          new Round(
              plain.cpuNanos(), stream.cpuNanos(), replayNanos, plain.peakKib(), stream.peakKib()));
    }
    return new Result(
        report.states(),
        report.transitions(),
        report.replayed() + report.refused() + report.absent(),
        done);
  }

  private TlcRun run(Model model, Path folder, boolean stream)
      throws Refusal, IOException, InterruptedException {
    TlcRun run =
        tlc.run(
            new TlcRequest(
                model.rootModule(),
                model.config(),
                library,
                workers,
                heapMib,
                0,
                stream ? Reporting.GRAPH : Reporting.NOTHING,
                Housing.LONG,
                TlcOptions.NONE),
            folder,
            progress -> {});
    if (!(run.verdict() instanceof Verdict.Holds)) {
      throw Refusal.notDecided(model.id() + " does not hold here: " + run.verdict());
    }
    return run;
  }

  private static ReplayReport replay(Model model, TlcRun run) throws Refusal, IOException {
    StateGraph graph;
    try {
      graph = GraphReader.read(run.graph());
    } catch (GraphBroken e) {
      throw Refusal.notDecided(e.getMessage());
    }
    ReplayReport report = Replay.run(graph, Systems.twin(model.replay(), graph.constants()));
    if (!report.faithful()) {
      throw Refusal.notDecided(
          model.id()
              + ": "
              + report.replayed()
              + " of "
              + report.transitions()
              + " transitions replayed; run sluice replay "
              + model.id());
    }
    return report;
  }

  /** Returns the CPU time of this process so far, or 0 if the JVM cannot tell. */
  static long ownCpuNanos() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
        ? system.getProcessCpuTime()
        : 0;
  }

  /** This process's peak resident memory in KiB, or 0 where the system does not tell. */
  static long ownPeakKib() {
    return Probe.peakKib();
  }
}
