package dev.sluice.conformance;

import dev.sluice.conformance.Case.Result;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Plays cases in several processes of one implementation at once.
 *
 * <p>Each process plays a group of cases of one role, in which configurations alternate. The groups
 * do not depend on the number of processes, and thus no result does.
 */
public final class CasePool {
  /** A group has at least so many cases, unless it is the last one. */
  private static final int GROUP = 40;

  /** It also has at least so many requests, so that the start of a process is a small part. */
  private static final int GROUP_REQUESTS = 2_400;

  private final CaseRunner runner;
  private final int jobs;

  /**
   * Makes a pool.
   *
   * @param runner a runner whose implementation is known; its own process, if there is one, ends
   * @param jobs processes at once, from 1 on
   */
  public CasePool(CaseRunner runner, int jobs) {
    this.runner = runner;
    this.jobs = jobs;
  }

  /**
   * Plays all cases; those after the end of {@code goesOn} have not run.
   *
   * <p>If the implementation declares that two runs of a case are the same, the first case of each
   * group and each case that fails are played twice.
   *
   * @param done takes each result when it is there, one at a time
   * @return the results in the order of the cases
   */
  public List<Result> run(List<Case> cases, BooleanSupplier goesOn, Consumer<Result> done) {
    runner.close();
    Map<Case, Result> results = new IdentityHashMap<>();
    Consumer<Result> each =
        result -> {
          synchronized (results) {
            results.put(result.of(), result);
            if (result.verdict() != CaseVerdict.NOT_RUN) {
              done.accept(result);
            }
          }
        };
    ExecutorService workers = Executors.newFixedThreadPool(jobs);
    try {
      List<Future<?>> all = new ArrayList<>();
      groups(cases).forEach(group -> all.add(workers.submit(() -> play(group, goesOn, each))));
      for (Future<?> one : all) {
        one.get();
      }
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException fault
          ? fault
          : new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("the wait for cases was interrupted", e);
    } finally {
      workers.shutdownNow();
    }
    return cases.stream().map(results::get).toList();
  }

  private void play(List<Case> group, BooleanSupplier goesOn, Consumer<Result> done) {
    try (CaseRunner own = runner.another()) {
      boolean isFirst = true;
      for (Case each : group) {
        Result result = goesOn.getAsBoolean() ? own.checked(each, isFirst) : null;
        // A signal ends the processes, and the case that is being played fails for that reason.
        done.accept(
            result != null && goesOn.getAsBoolean()
                ? result
                : each.notPlayed(CaseVerdict.NOT_RUN, "interrupted"));
        isFirst = false;
      }
    }
  }

  /** Returns the groups, each with the cases of one process in their order. */
  static List<List<Case>> groups(List<Case> cases) {
    Map<String, List<Case>> roles = new LinkedHashMap<>();
    for (Case each : cases) {
      roles.computeIfAbsent(each.player().role().name(), fresh -> new ArrayList<>()).add(each);
    }
    List<List<Case>> groups = new ArrayList<>();
    for (List<Case> role : roles.values()) {
      role.sort(Comparator.comparingLong(Case::seed));
      int from = 0;
      int requests = 0;
      for (int to = 1; to <= role.size(); to++) {
        requests += role.get(to - 1).steps();
        if (to == role.size() || to - from >= GROUP && requests >= GROUP_REQUESTS) {
          groups.add(List.copyOf(role.subList(from, to)));
          from = to;
          requests = 0;
        }
      }
    }
    return groups;
  }
}
