package dev.sluice.cli;

import dev.sluice.model.Model;
import dev.sluice.model.ModelResult.Status;
import dev.sluice.model.ModelTable;
import dev.sluice.model.Systems;
import dev.sluice.model.graph.StateGraph;
import dev.sluice.model.tlc.Housing;
import dev.sluice.model.tlc.LogVerdict.Accepted;
import dev.sluice.model.tlc.Tlc;
import dev.sluice.model.validate.BadLog;
import dev.sluice.model.validate.EventLog;
import dev.sluice.model.validate.Exercised;
import dev.sluice.model.validate.JudgePool;
import dev.sluice.model.validate.Judged;
import dev.sluice.model.validate.Projection;
import dev.sluice.model.validate.SpecJudge;
import dev.sluice.model.validate.Validation;
import dev.sluice.scenario.BadScenario;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * What the running system exercises of each specification: small runs of every ready scenario are
 * judged, and the kinds of their steps held against those of the models' transitions.
 */
final class LogCoverage {
  /** Graphs with more transitions are left out: taking each apart costs as much as replaying it. */
  private static final int LARGEST = 500_000;

  private final List<Projection> projections = Systems.projections();
  private final Map<String, Exercised> bySpec = new TreeMap<>();

  LogCoverage() {
    projections.forEach(each -> bySpec.put(each.spec(), new Exercised(each)));
  }

  /** Takes in a model's transitions. Thread-safe. */
  void graph(Model model, StateGraph graph) {
    Exercised coverage = bySpec.get(model.module());
    if (coverage != null && model.replayed() && graph.transitions() <= LARGEST) {
      synchronized (coverage) {
        coverage.model(graph);
      }
    }
  }

  /** Has the system run and TLC judge, and says what came of it. */
  Part judge(ModelTable table, Tlc tlc, Scratch scratch, int jobs) throws InterruptedException {
    ExecutorService threads = Executors.newFixedThreadPool(jobs);
    try (JudgePool pool =
        new Validation(tlc, table).counting().pool(Housing.BRIEF, jobs, scratch.judges())) {
      Map<String, EventLog> logs = LoggedRuns.all();
      List<Future<List<String>>> judged = new ArrayList<>();
      for (Projection projection : projections) {
        judged.add(threads.submit(() -> pool.through(projection, judge -> all(judge, logs))));
      }
      List<String> problems = new ArrayList<>();
      for (Future<List<String>> each : judged) {
        problems.addAll(each.get());
      }
      return part(logs.size(), problems);
    } catch (BadScenario | IOException | ExecutionException failed) {
      return new Part("logs", Status.NOT_DECIDED, "not judged: " + failed.getMessage(), List.of());
    } finally {
      threads.shutdownNow();
    }
  }

  private List<String> all(SpecJudge judge, Map<String, EventLog> logs) throws BadLog, IOException {
    List<String> problems = new ArrayList<>();
    Exercised coverage = bySpec.get(judge.spec());
    for (Map.Entry<String, EventLog> log : logs.entrySet()) {
      for (Judged judged : judge.judge(log.getValue())) {
        problem(log.getKey(), judged).ifPresent(problems::add);
        if (judged.isAccepted()) {
          coverage.log((Accepted) judged.verdict());
        }
      }
    }
    return problems;
  }

  /** Returns why a run of the system is not, or not as a whole, a behaviour; empty if it is. */
  static Optional<String> problem(String log, Judged judged) {
    return judged.isAccepted()
        ? Optional.empty()
        : Optional.of(
            log
                + ", "
                + judged.spec()
                + ": "
                + judged
                    .why()
                    .orElseGet(
                        () -> "rejected at event " + judged.rejected().orElseThrow().number()));
  }

  private Part part(int logs, List<String> problems) {
    TextTable table =
        new TextTable(
            "specification",
            ">steps in logs",
            ">transitions",
            ">of a kind in logs",
            ">kinds",
            ">in logs",
            ">actions",
            ">in logs");
    List<String> never = new ArrayList<>();
    long steps = 0;
    for (Projection projection : projections) {
      Exercised.Summary summary = bySpec.get(projection.spec()).summary();
      steps += summary.steps();
      table.row(
          List.of(
              projection.spec(),
              Words.count(summary.steps()),
              Words.count(summary.transitions()),
              Words.count(summary.seen()),
              Words.count(summary.kinds()),
              Words.count(summary.kindsSeen()),
              Words.count(summary.actions().size()),
              Words.count(summary.actions().size() - summary.never().size())));
      for (String action : summary.never()) {
        String why = projection.untold().get(action);
        String name = projection.spec() + "." + action;
        if (why == null) {
          problems.add(name + ": no log has it, and nothing says why");
        } else {
          never.add("  " + name + ": " + why);
        }
      }
    }
    List<String> details = new ArrayList<>(table.lines());
    details.add("Actions in no log:");
    details.addAll(never);
    return new Part(
        "logs",
        problems.isEmpty() ? Status.AS_EXPECTED : Status.FAILED,
        Words.some(steps, "step", "steps")
            + " of "
            + Words.some(logs, "run", "runs")
            + " of the system are steps of the specifications",
        problems,
        details);
  }
}
