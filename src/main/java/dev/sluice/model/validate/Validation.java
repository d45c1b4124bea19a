package dev.sluice.model.validate;

import dev.sluice.model.ModelTable;
import dev.sluice.model.tlc.Housing;
import dev.sluice.model.tlc.Tlc;
import dev.sluice.model.validate.Agreements.Disagreement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
  private final List<Path> library;
  private final boolean counts;

  /**
   * @param tlc which TLC decides
   * @param table the project whose specifications and log modules are used
   */
  public Validation(Tlc tlc, ModelTable table) {
    this(tlc, table.library());
  }

  /**
   * @param tlc which TLC decides
   * @param library folders in which modules are looked for, log modules and what they share with
   *     others among them
   */
  public Validation(Tlc tlc, List<Path> library) {
    this(tlc, library, false);
  }

  private Validation(Tlc tlc, List<Path> library, boolean counts) {
    this.tlc = tlc;
    this.library = library;
    this.counts = counts;
  }

  /** The same, which counts the kinds of steps as well. */
  public Validation counting() {
    return new Validation(tlc, library, true);
  }

  /** The actions that a log can tell of: those that the log module has a case for. */
  public SortedSet<String> actions(Projection projection) throws IOException {
    String module = Files.readString(JudgePool.module(projection, library));
    SortedSet<String> actions = new TreeSet<>();
    Matcher cases = CASE.matcher(module);
    while (cases.find()) {
      actions.add(cases.group(1));
    }
    return actions;
  }

  /**
   * Processes to judge with; they start when they are needed.
   *
   * @param housing {@link Housing#LONG} for logs of many ten thousand events, as compiling TLC's
   *     evaluator well then pays; otherwise {@link Housing#BRIEF}
   * @param processes how many there may be at a time, from 1
   * @param folder for what they write; it is made if need be
   */
  public JudgePool pool(Housing housing, int processes, Path folder) {
    return new JudgePool(tlc, library, counts, housing, processes, folder);
  }

  /**
   * The judgment of a log.
   *
   * @param judged by projections, and within one by behaviours
   * @param disagreements of the specifications' parts
   * @param refused by specification, the reason why its part cannot be judged; empty unless the log
   *     is rejected for another part
   */
  public record Result(
      List<Judged> judged, List<Disagreement> disagreements, Map<String, BadLog> refused) {

    /** Returns whether the log is no behaviour of the specifications. */
    public boolean isRejected() {
      return !disagreements.isEmpty() || judged.stream().anyMatch(Judged::isRejected);
    }
  }

  /**
   * Judges a log through several specifications, as many at a time as the pool has processes, and
   * compares their parts.
   *
   * @throws BadLog if the log does not say what it takes, and is not rejected for another part
   * @throws IOException if a process cannot be started, or a module cannot be used
   * @throws InterruptedException if the driver was stopped
   */
  public static Result judge(EventLog log, List<Projection> projections, JudgePool pool)
      throws BadLog, IOException, InterruptedException {
    ExecutorService threads = Executors.newFixedThreadPool(Math.max(1, projections.size()));
    try {
      List<Future<List<Judged>>> judged = new ArrayList<>();
      for (Projection projection : projections) {
        judged.add(threads.submit(() -> judge(log, projection, pool)));
      }
      List<String> specs = projections.stream().map(Projection::spec).toList();
      List<Judged> all = new ArrayList<>();
      Map<String, BadLog> refused = new LinkedHashMap<>();
      for (int i = 0; i < projections.size(); i++) {
        try {
          all.addAll(judged.get(i).get());
        } catch (ExecutionException failed) {
          if (!(failed.getCause() instanceof BadLog bad)) {
            throw failed;
          }
          refused.put(specs.get(i), bad);
        }
      }
      Result result = new Result(all, Agreements.of(log, specs).found(), refused);
      if (!refused.isEmpty() && !result.isRejected()) {
        throw refused.values().iterator().next();
      }
      return result;
    } catch (ExecutionException failed) {
      Throwable cause = failed.getCause();
      if (cause instanceof IOException io) {
        throw io;
      } else if (cause instanceof InterruptedException stopped) {
        throw stopped;
      } else if (cause instanceof RuntimeException fault) {
        throw fault;
      }
      throw new IllegalStateException(cause);
    } finally {
      threads.shutdownNow();
    }
  }

  private static List<Judged> judge(EventLog log, Projection projection, JudgePool pool)
      throws BadLog, IOException, InterruptedException {
    boolean isNamed =
        log.header().constants().containsKey(projection.spec())
            || !log.of(projection.spec()).isEmpty();
    return isNamed
        ? pool.through(projection, judge -> judge.judge(log))
        : List.of(); // no process is kept from others
  }
}
