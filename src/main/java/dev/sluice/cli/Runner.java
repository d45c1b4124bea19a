package dev.sluice.cli;

import dev.sluice.model.Lane;
import dev.sluice.model.Model;
import dev.sluice.model.ModelCheck;
import dev.sluice.model.ModelCheck.Limits;
import dev.sluice.model.ModelResult;
import dev.sluice.model.ModelResult.Status;
import dev.sluice.model.graph.StateGraph;
import dev.sluice.model.tlc.Tlc;
import dev.sluice.model.tlc.TlcOutput.HowFar;
import dev.sluice.trace.DiskTrouble;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Checks many models, several at a time, and is done with all of them even where some go wrong.
 *
 * <p>The longest begin first, so that no long one is left alone at the end; and so models that must
 * hold come before the controls, and never into a process in which a planted fault was before them.
 * Those of the full lane come last, one at a time, since each takes the whole machine. A signal
 * ends what runs and starts nothing more; what was decided by then is still told.
 */
final class Runner {
  private static final long GRACE_MILLIS = 1000;

  private final Session session;
  private final Tlc tlc;
  private final ModelCheck check;
  private final Scratch scratch;
  private final int jobs;
  private final Function<Model, Limits> limits;
  private final boolean failFast;

  /** Told what happens while models are checked; called on the threads that check them. */
  interface Watcher {
    /** The check of a model begins: nothing of the model has been read for it. */
    default void begins(Model model) {}

    /** A model's graph was read whole. */
    default void graph(Model model, StateGraph graph) {}

    /** A model's search has come this far. */
    default void progress(Model model, HowFar howFar) {}

    /**
     * A model is done; its folder still holds all that TLC wrote, and is deleted afterwards.
     *
     * @param folder {@code null} where there is none
     */
    default void done(Done done, Path folder) throws IOException {}
  }

  /**
   * A runner.
   *
   * @param library folders in which modules are found
   * @param jobs how many models at a time
   * @param failFast whether the first model that is not as expected ends the run
   */
  Runner(
      Session session,
      Tlc tlc,
      List<Path> library,
      Scratch scratch,
      int jobs,
      Function<Model, Limits> limits,
      boolean failFast) {
    this.session = session;
    this.tlc = tlc;
    this.check = new ModelCheck(tlc, library);
    this.scratch = scratch;
    this.jobs = jobs;
    this.limits = limits;
    this.failFast = failFast;
  }

  /**
   * Checks models; the results come in the order of the models given. A model that was not checked
   * has no result if the run failed fast, and otherwise that of an interrupted one.
   */
  List<Done> run(List<Model> models, Watcher watcher) throws InterruptedException {
    BlockingQueue<Optional<Done>> finished = new LinkedBlockingQueue<>();
    session
        .interrupts()
        .onSignal(
            () -> {
              tlc.stop();
              finished.add(Optional.empty());
            });
    Map<Model, Done> results = new HashMap<>();
    List<Model> longestFirst = new ArrayList<>(models);
    longestFirst.sort(Comparator.comparingLong(Runner::expectedWork).reversed());
    List<Model> together =
        longestFirst.stream().filter(model -> model.lane() != Lane.FULL).toList();
    List<Model> alone = longestFirst.stream().filter(model -> model.lane() == Lane.FULL).toList();
    if (batch(together, jobs, watcher, finished, results)) {
      batch(alone, 1, watcher, finished, results);
    }
    List<Done> inOrder = new ArrayList<>();
    boolean failed =
        failFast && results.values().stream().anyMatch(done -> isUnexpected(done.status()));
    for (Model model : models) {
      if (failed && !results.containsKey(model)) {
        continue;
      }
      inOrder.add(results.getOrDefault(model, interrupted(model, List.of())));
    }
    return inOrder;
  }

  /** Checks some models, and says whether all were: false after a signal. */
  private boolean batch(
      List<Model> models,
      int atATime,
      Watcher watcher,
      BlockingQueue<Optional<Done>> finished,
      Map<Model, Done> results)
      throws InterruptedException {
    ArrayDeque<Model> waiting = new ArrayDeque<>(models);
    List<Thread> workers = new ArrayList<>();
    for (int i = 0; i < Math.min(atATime, models.size()); i++) {
      Thread worker =
          new Thread(
              () -> {
                for (Model model = next(waiting); model != null; model = next(waiting)) {
                  Done done = one(model, watcher);
                  // Of what was cut short it is told how far it was, if that is known.
                  if (done.status() != Status.INTERRUPTED || !done.problems().isEmpty()) {
                    finished.add(Optional.of(done));
                  }
                }
              },
              "check " + i);
      worker.setDaemon(true); // a replay that is under way must not hold up an interrupted process
      worker.start();
      workers.add(worker);
    }
    for (int left = models.size(); left > 0; left--) {
      Optional<Done> done = finished.take();
      if (done.isEmpty()) {
        settle(workers);
        finished.forEach(late -> late.ifPresent(known -> results.put(known.model(), known)));
        return false;
      }
      results.put(done.get().model(), done.get());
      if (failFast && isUnexpected(done.get().status())) {
        tlc.stop();
        synchronized (waiting) {
          waiting.clear();
        }
        settle(workers);
        return false;
      }
    }
    return true;
  }

  private static boolean isUnexpected(Status status) {
    return status != Status.AS_EXPECTED && status != Status.INTERRUPTED;
  }

  /** Lets those finish that are about to; a long replay is not waited for. */
  private void settle(List<Thread> workers) throws InterruptedException {
    long end = session.nanos().getAsLong() + TimeUnit.MILLISECONDS.toNanos(GRACE_MILLIS);
    for (Thread worker : workers) {
      long left = TimeUnit.NANOSECONDS.toMillis(end - session.nanos().getAsLong());
      worker.join(Math.max(1, left));
    }
  }

  private Model next(ArrayDeque<Model> waiting) {
    synchronized (waiting) {
      return session.interrupts().signalled() ? null : waiting.poll();
    }
  }

  /** One model; whatever goes wrong with it becomes its result. */
  private Done one(Model model, Watcher watcher) {
    Stopwatch watch = new Stopwatch(session.nanos());
    Path folder = null;
    Done done;
    try {
      folder = scratch.folder();
      watcher.begins(model);
      ModelResult result =
          check.check(
              model,
              limits.apply(model),
              folder,
              graph -> watcher.graph(model, graph),
              howFar -> watcher.progress(model, howFar),
              watch::enter);
      boolean cut = result.status() == Status.NOT_DECIDED && session.interrupts().signalled();
      done = cut ? interrupted(model, result.problems()) : watch.done(result);
    } catch (InterruptedException e) {
      done = interrupted(model, List.of());
    } catch (IOException e) {
      done =
          Done.without(
              model,
              Status.NOT_DECIDED,
              "not decided",
              List.of(
                  model.id()
                      + ": "
                      + DiskTrouble.notUsable(Scratch.base(session.environment()), e)));
    } catch (OutOfMemoryError e) {
      done =
          Done.without(
              model,
              Status.NOT_DECIDED,
              "not decided",
              List.of(
                  model.id()
                      + ": Sluice itself ran out of memory; allow more with"
                      + " JAVA_TOOL_OPTIONS=-Xmx8g"));
    } catch (RuntimeException | Error e) {
      e.printStackTrace(session.terminal().err());
      done =
          Done.without(
              model,
              Status.FAULT,
              "fault of Sluice",
              List.of(model.id() + ": Sluice failed on this model: " + e));
    }
    try {
      if (done.status() != Status.INTERRUPTED) {
        watcher.done(done, folder);
      }
      if (folder != null) {
        ModelCheck.delete(folder);
      }
    } catch (IOException e) {
      session
          .terminal()
          .tell(model.id() + ": what TLC wrote cannot be kept or deleted: " + DiskTrouble.why(e));
    }
    return done;
  }

  private static Done interrupted(Model model, List<String> problems) {
    return Done.without(model, Status.INTERRUPTED, "interrupted", problems);
  }

  /** Transitions where they are known; a control is short, whatever it searches. */
  private static long expectedWork(Model model) {
    return model.mustHold() ? Math.max(model.transitions(), 1) : 0;
  }
}
