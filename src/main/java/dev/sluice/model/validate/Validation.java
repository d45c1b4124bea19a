package dev.sluice.model.validate;

import dev.sluice.model.ModelTable;
import dev.sluice.model.tlc.Tlc;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Has TLC decide whether logs are behaviours of the specifications. Thread-safe. */
public final class Validation {
  /** An event's case in a log module. */
  private static final Pattern CASE = Pattern.compile("e\\.do = \"(\\w+)\"");

  private final Tlc tlc;
  private final Path modules;
  private final List<Path> library;
  private final boolean counts;

  /**
   * @param tlc which TLC decides
   * @param table the project whose specifications and log modules are used
   */
  public Validation(Tlc tlc, ModelTable table) {
    this(tlc, table.root().resolve("spec/uet/log"), table.library(), false);
  }

  private Validation(Tlc tlc, Path modules, List<Path> library, boolean counts) {
    this.tlc = tlc;
    this.modules = modules;
    this.library = library;
    this.counts = counts;
  }

  /** The same, which counts the kinds of steps as well. */
  public Validation counting() {
    return new Validation(tlc, modules, library, true);
  }

  /** All projections, in the order in which specifications are listed. */
  public static List<Projection> projections() {
    return List.of(
        new CccLifecycleProjection(),
        new PdcHandshakeProjection(),
        new CreditConservationProjection(),
        new NsccWindowProjection(),
        new CccSchedulingProjection());
  }

  /** The actions that a log can tell of: those that the log module has a case for. */
  public SortedSet<String> actions(Projection projection) throws IOException {
    String module = Files.readString(modules.resolve(projection.spec() + "Log.tla"));
    SortedSet<String> actions = new TreeSet<>();
    Matcher cases = CASE.matcher(module);
    while (cases.find()) {
      actions.add(cases.group(1));
    }
    return actions;
  }

  /**
   * Starts a process that judges logs through one specification.
   *
   * @param folder an empty folder for what it writes
   * @throws InterruptedException if the driver was stopped
   */
  public SpecJudge through(Projection projection, Path folder)
      throws IOException, InterruptedException {
    return new SpecJudge(tlc, projection, modules, library, folder, counts);
  }

  /**
   * Judges a log through several specifications, each in a TLC process of its own.
   *
   * @param log the log
   * @param projections what to look through
   * @param processes how many may run at a time
   * @param folder an empty folder for what the processes write
   * @return by projections, and within one by behaviours
   * @throws BadLog if the log does not say what it takes
   * @throws IOException if a process cannot be started, or a module cannot be used
   * @throws InterruptedException if the driver was stopped
   */
  public List<Judged> judge(EventLog log, List<Projection> projections, int processes, Path folder)
      throws BadLog, IOException, InterruptedException {
    ExecutorService pool = Executors.newFixedThreadPool(processes);
    try {
      List<Future<List<Judged>>> judged = new ArrayList<>();
      for (Projection projection : projections) {
        judged.add(pool.submit(() -> judge(log, projection, folder)));
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
      } else if (cause instanceof RuntimeException fault) {
        throw fault;
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
    try (SpecJudge judge =
        through(projection, Files.createDirectories(folder.resolve(projection.spec())))) {
      for (Behaviour behaviour : behaviours) {
        judged.add(judge.judge(behaviour));
      }
    }
    return judged;
  }
}
