package dev.sluice.model.validate;

import dev.sluice.model.tlc.LogJudge;
import dev.sluice.model.tlc.LogVerdict;
import dev.sluice.model.tlc.Tlc;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Has TLC decide about logs. */
public final class Validation {
  private static final int HEAP_MIB = 1024;

  private final Tlc tlc;
  private final Path modules;
  private final List<Path> library;

  /**
   * One behaviour, and what was decided about it.
   *
   * @param spec the specification
   * @param behaviour the behaviour
   * @param verdict TLC's
   */
  public record Judged(String spec, Behaviour behaviour, LogVerdict verdict) {}

  /**
   * @param tlc which TLC decides
   * @param modules folder of the log modules
   * @param library folders in which modules are found
   */
  public Validation(Tlc tlc, Path modules, List<Path> library) {
    this.tlc = tlc;
    this.modules = modules;
    this.library = List.copyOf(library);
  }

  /** All projections, in the order of the catalogue of specifications. */
  public static List<Projection> projections() {
    return List.of(
        new CccLifecycleProjection(), new PdcHandshakeProjection(), new NsccWindowProjection());
  }

  /**
   * Judges a log through several specifications, each in a TLC process of its own.
   *
   * @param log the log
   * @param projections what to look through
   * @param folder an empty folder for what the processes write
   * @return by projections, and within one by behaviours
   * @throws BadLog if the log does not say what it takes
   * @throws IOException if a process cannot be started, or a module cannot be used
   * @throws InterruptedException if the driver was stopped
   */
  public List<Judged> judge(EventLog log, List<Projection> projections, Path folder)
      throws BadLog, IOException, InterruptedException {
    int workers = Math.min(projections.size(), Runtime.getRuntime().availableProcessors());
    ExecutorService pool = Executors.newFixedThreadPool(Math.max(1, workers));
    try {
      List<Future<List<Judged>>> judged = new ArrayList<>();
      for (Projection projection : projections) {
        Path own = Files.createDirectories(folder.resolve(projection.spec()));
        judged.add(pool.submit(() -> judge(log, projection, own)));
      }
      List<Judged> all = new ArrayList<>();
      for (Future<List<Judged>> each : judged) {
        all.addAll(each.get());
      }
      return all;
    } catch (ExecutionException failed) {
      Throwable cause = failed.getCause();
      if (cause instanceof BadLog bad) {
        throw bad;
      } else if (cause instanceof IOException io) {
        throw io;
      } else if (cause instanceof InterruptedException stopped) {
        throw stopped;
      }
      throw new IllegalStateException(cause);
    } finally {
      pool.shutdownNow();
    }
  }

  private List<Judged> judge(EventLog log, Projection projection, Path folder)
      throws BadLog, IOException, InterruptedException {
    List<Behaviour> behaviours = projection.behaviours(log);
    if (behaviours.isEmpty()) {
      return List.of();
    }
    List<Judged> judged = new ArrayList<>();
    Path module = modules.resolve(projection.spec() + "Log.tla");
    try (LogJudge judge = tlc.judge(library, folder, HEAP_MIB)) {
      for (Behaviour behaviour : behaviours) {
        LogVerdict verdict =
            judge.judge(
                module,
                behaviour.constants(),
                behaviour.steps().stream().map(Step::event).iterator());
        judged.add(new Judged(projection.spec(), behaviour, verdict));
      }
    }
    return judged;
  }

  /** The specifications that a log may be held against. */
  public static List<String> specs() {
    return Arrays.asList(projections().stream().map(Projection::spec).toArray(String[]::new));
  }
}
