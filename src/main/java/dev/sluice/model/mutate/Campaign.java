package dev.sluice.model.mutate;

import dev.sluice.model.BadTable;
import dev.sluice.model.Model;
import dev.sluice.model.tlc.TlcJar;
import dev.sluice.model.tlc.TlcRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Runs mutants of specifications, several at a time, and keeps what becomes of each at once. */
public final class Campaign implements AutoCloseable {
  /** Running every model first is worth it if at least one mutant in this many is to be run. */
  private static final int MANY = 4;

  /** So many mutants of a small specification take as long as the start of a process. */
  private static final int WORTH_A_PROCESS = 20;

  private final Suite suite;
  private final TlcJar jar;
  private final Settings settings;
  private final int jobs;
  private final Path scratch;
  private final Map<String, Baseline> baselines;
  private final List<Workshop> open = new ArrayList<>();
  private boolean stopped;
  private Exception failed;

  /** The workshop of the first run, which can go on with mutants; {@code null} if there is none. */
  private Workshop spare;

  /** Told of each mutant that was run; called on the threads that run them. */
  public interface Watcher {
    /**
     * A mutant's fate is known.
     *
     * @param finished how many of this run are, with this one
     */
    void done(Mutant mutant, Fate fate, int finished);
  }

  /**
   * A campaign.
   *
   * @param jobs how many mutants at a time
   * @param scratch an empty folder; whoever made it deletes it
   */
  public Campaign(Suite suite, TlcJar jar, Settings settings, int jobs, Path scratch) {
    this(suite, jar, settings, jobs, scratch, Workshop.shared());
  }

  private Campaign(
      Suite suite,
      TlcJar jar,
      Settings settings,
      int jobs,
      Path scratch,
      Map<String, Baseline> baselines) {
    this.baselines = baselines;
    this.suite = suite;
    this.jar = jar;
    this.settings = settings;
    this.jobs = jobs;
    this.scratch = scratch;
  }

  /** Returns a campaign with other settings that goes on from the first run of this one. */
  public Campaign with(Settings other) {
    Campaign next = new Campaign(suite, jar, other, jobs, scratch, baselines);
    if (spare != null) {
      next.spare = next.opened(spare);
      spare = null;
    }
    return next;
  }

  /** Ends the process of the first run, if no mutant has needed it. */
  @Override
  public void close() {
    if (spare != null) {
      spare.close();
    }
  }

  /** Returns the number of workshops for mutants: each takes a process that has to start. */
  private int workshops(Mutable specification, int mutants) {
    int most = Math.min(jobs, mutants);
    return specification.isOwn() ? Math.min(most, 1 + mutants / WORTH_A_PROCESS) : most;
  }

  /** The mutants of a specification, in the order of its text. */
  public static List<Mutant> mutants(Mutable specification) {
    return Mutator.of(specification);
  }

  /** Ends what runs. What is known by then stays known. */
  public void stop() {
    synchronized (open) {
      stopped = true;
      open.forEach(Workshop::stop);
    }
  }

  /**
   * Runs the one model of a specification without a mutant.
   *
   * @param parts the folder for the parts of its claims, as {@code probe.Probe} leaves them
   * @return the run, whether the model holds or not
   */
  public TlcRun first(Mutable specification, Path parts)
      throws BadTable, IOException, InterruptedException {
    Path folder = Files.createDirectories(scratch.resolve("first"));
    Map<String, String> sums = Workshop.shared();
    spare = opened(new Workshop(specification, suite, settings, jar, folder, baselines, sums));
    return spare.first(specification.models().get(0), parts);
  }

  /**
   * Runs mutants.
   *
   * @param results the folder in which what became of them is written down
   * @param fresh whether what is known already is to be forgotten, and {@link #kept} not asked
   * @return what became of each, in the order given; after {@link #stop} not of all
   * @throws BadTable if a model without any mutant is not as the table says
   * @throws IOException if the machine failed; of what it cut short nothing is kept
   */
  public Map<Mutant, Fate> run(
      Mutable specification, List<Mutant> mutants, Path results, boolean fresh, Watcher watcher)
      throws BadTable, IOException, InterruptedException {
    Ledger ledger =
        new Ledger(
            written(results, specification),
            specification,
            mutants(specification),
            settings,
            search(),
            fresh);
    Results kept = kept(specification);
    Map<Mutant, Fate> known = new HashMap<>();
    Deque<Mutant> waiting = new ArrayDeque<>();
    for (Mutant mutant : mutants) {
      Fate fate = ledger.fate(mutant);
      fate = fate == null && !fresh ? kept.of(mutant) : fate;
      if (fate == null) {
        waiting.add(mutant);
      } else {
        known.put(mutant, fate);
      }
    }
    if (!waiting.isEmpty()) {
      Path folder = Files.createDirectories(scratch.resolve(specification.module()));
      Map<String, String> sums = Workshop.shared();
      List<Workshop> workshops = new ArrayList<>();
      try {
        if (spare != null && spare.isOf(specification)) {
          workshops.add(spare.under(settings));
          spare = null;
        }
        for (int i = workshops.size(); i < workshops(specification, waiting.size()); i++) {
          Path place = Files.createDirectories(folder.resolve("workshop-" + i));
          workshops.add(
              opened(new Workshop(specification, suite, settings, jar, place, baselines, sums)));
        }
        if (MANY * waiting.size() > Mutator.of(specification).size()) {
          measure(specification, workshops);
        }
        int total = waiting.size();
        each(
            workshops,
            waiting,
            (workshop, mutant) -> {
              Fate fate = workshop.fate(mutant);
              int finished;
              synchronized (waiting) {
                if (isStopped()) {
                  return; // what was cut short says nothing
                }
                ledger.enter(mutant, fate);
                finished = total - waiting.size();
              }
              watcher.done(mutant, fate, finished);
            });
      } finally {
        workshops.forEach(Workshop::close);
        synchronized (open) {
          open.removeAll(workshops);
        }
      }
    }
    Map<Mutant, Fate> fates = new LinkedHashMap<>();
    for (Mutant mutant : mutants) {
      Fate fate = known.getOrDefault(mutant, ledger.fate(mutant));
      if (fate != null) {
        fates.put(mutant, fate);
      }
    }
    return fates;
  }

  /** Returns the TLC that runs and the way in which it treats deadlocks, as results name them. */
  private String search() throws IOException {
    Boolean deadlock = suite.options(0).deadlock();
    return (jar.bundled()
            ? Results.BUNDLED
            : jar.path().getFileName() + " " + Files.size(jar.path()))
        + (deadlock == null ? "" : deadlock ? " with deadlocks" : " without deadlocks");
  }

  /**
   * What the checkout keeps of a specification's mutants, as far as it holds for this campaign's
   * settings and TLC.
   */
  public Results kept(Mutable specification) throws IOException {
    Path file = suite.kept(specification.module());
    return Results.read(file, specification, settings, search());
  }

  /**
   * Puts what is known of a specification's mutants where the checkout keeps it.
   *
   * @param results the folder in which {@link #run} has written it down
   */
  public void keep(Mutable specification, Path results) throws IOException {
    List<Mutant> all = mutants(specification);
    Results written =
        Results.read(written(results, specification), specification, settings, search());
    Map<Mutant, Fate> fates = new HashMap<>();
    for (Mutant mutant : all) {
      Fate fate = written.of(mutant);
      if (fate != null) {
        fates.put(mutant, fate);
      }
    }
    Path place = suite.kept(specification.module());
    kept(specification).write(place, specification, all, fates);
  }

  private static Path written(Path results, Mutable specification) {
    return results.resolve(specification.module() + ".ndjson");
  }

  private Workshop opened(Workshop workshop) {
    synchronized (open) {
      open.add(workshop);
      if (stopped) {
        workshop.stop();
      }
    }
    return workshop;
  }

  private boolean isStopped() {
    synchronized (open) {
      return stopped;
    }
  }

  private void measure(Mutable specification, List<Workshop> workshops)
      throws BadTable, IOException, InterruptedException {
    Deque<Model> models = new ArrayDeque<>();
    specification.all().stream()
        .filter(model -> !baselines.containsKey(model.id()))
        .forEach(models::addFirst);
    Map<String, String> wrong = new TreeMap<>();
    each(
        workshops,
        models,
        (workshop, model) -> {
          String sentence = workshop.measure(model);
          synchronized (wrong) {
            if (!sentence.isEmpty()) {
              wrong.put(model.id(), sentence);
            }
          }
        });
    if (!wrong.isEmpty() && !isStopped()) {
      throw new BadTable(
          "without any mutant, models are not as they must be: "
              + String.join("; ", wrong.values()));
    }
  }

  /** What is done with one thing in a workshop. */
  private interface Work<T> {
    void on(Workshop workshop, T thing) throws BadTable, IOException, InterruptedException;
  }

  /**
   * Does something with each thing, in all workshops at a time, until one fails or none is left.
   */
  private <T> void each(List<Workshop> workshops, Deque<T> waiting, Work<T> work)
      throws BadTable, IOException, InterruptedException {
    List<Thread> threads = new ArrayList<>();
    for (Workshop workshop : workshops) {
      Thread thread =
          new Thread(
              () -> {
                try {
                  for (T next = next(waiting); next != null; next = next(waiting)) {
                    work.on(workshop, next);
                  }
                } catch (BadTable | IOException | InterruptedException | RuntimeException e) {
                  fail(e);
                }
              },
              "mutants " + threads.size());
      thread.setDaemon(true);
      thread.start();
      threads.add(thread);
    }
    for (Thread thread : threads) {
      thread.join();
    }
    if (failed instanceof BadTable e) {
      throw e;
    } else if (failed instanceof IOException e) {
      throw e;
    } else if (failed instanceof RuntimeException e) {
      throw e;
    }
  }

  /**
   * What fails first ends all workshops; what fails once they are stopped fails for that reason.
   */
  private void fail(Exception e) {
    synchronized (open) {
      if (!stopped) {
        failed = e;
      }
    }
    stop();
  }

  private <T> T next(Deque<T> waiting) {
    synchronized (waiting) {
      return isStopped() ? null : waiting.poll();
    }
  }
}
