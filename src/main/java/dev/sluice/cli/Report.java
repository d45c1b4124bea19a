package dev.sluice.cli;

import dev.sluice.model.ModelResult;
import dev.sluice.model.ModelResult.Status;
import dev.sluice.model.tlc.Verdict;
import java.util.List;

/** Prints what came of the models: the table, what is not as it must be, and why. */
final class Report {
  private final Terminal terminal;
  private final boolean eachControl;
  private final boolean eachCounterexample;

  /**
   * A printer.
   *
   * @param eachControl whether every control has a line of its own
   * @param eachCounterexample whether counterexamples that were expected are printed too
   */
  Report(Terminal terminal, boolean eachControl, boolean eachCounterexample) {
    this.terminal = terminal;
    this.eachControl = eachControl;
    this.eachCounterexample = eachCounterexample;
  }

  /** Prints it all, and the verdict as the last line. */
  void print(List<Done> all) {
    new ModelTableText(terminal, eachControl).lines(all).forEach(terminal::line);
    problems(all);
    all.forEach(this::explain);
    terminal.line("");
    terminal.line(verdict(all));
  }

  private void problems(List<Done> all) {
    List<String> problems = all.stream().flatMap(done -> done.problems().stream()).toList();
    if (!problems.isEmpty()) {
      terminal.line("");
      terminal.line(terminal.strong("Not as expected:"));
      problems.forEach(problem -> terminal.line("  " + problem));
    }
  }

  private void explain(Done done) {
    ModelResult result = done.result();
    boolean unexpected = result.status() != Status.AS_EXPECTED;
    if (result.counterexample() != null
        && !result.counterexample().steps().isEmpty()
        && (unexpected || eachCounterexample)) {
      terminal.line("");
      terminal.line(terminal.strong(done.model().id() + ": " + violated(result)));
      CounterexampleText.lines(result.counterexample()).forEach(terminal::line);
    }
    if (result.replay() != null && !result.replay().mismatches().isEmpty()) {
      terminal.line("");
      terminal.line(
          terminal.strong(
              done.model().id()
                  + ": model and kernels part in "
                  + Words.some(result.replay().mismatched(), "place", "places")
                  + "; the nearest of each kind:"));
      result
          .replay()
          .mismatches()
          .forEach(
              mismatch -> {
                terminal.line("");
                MismatchText.lines(mismatch).forEach(terminal::line);
              });
    }
  }

  private static String violated(ModelResult result) {
    return result.verdict() instanceof Verdict.Violated violated
        ? violated.kind().words()
            + (violated.property().isEmpty() ? "" : " " + violated.property())
            + " is violated"
        : result.outcome();
  }

  private String verdict(List<Done> all) {
    Status worst = ModelTableText.worst(all);
    long good = all.stream().filter(done -> done.status() == Status.AS_EXPECTED).count();
    long replayed =
        all.stream()
            .filter(done -> done.result().replay() != null)
            .mapToLong(done -> done.result().replay().replayed())
            .sum();
    String counts =
        good
            + " of "
            + Words.some(all.size(), "model", "models")
            + " as expected"
            + (replayed > 0
                ? ", " + Words.some(replayed, "transition", "transitions") + " replayed"
                : "");
    String words =
        switch (worst) {
          case AS_EXPECTED -> terminal.good("AS EXPECTED");
          case NOT_DECIDED -> terminal.doubtful("NOT DECIDED");
          case FAILED -> terminal.bad("FAILED");
          case BAD_INPUT -> terminal.bad("BAD INPUT");
          case INTERRUPTED -> terminal.doubtful("INTERRUPTED");
          case FAULT -> terminal.bad("FAULT OF SLUICE");
        };
    return words + ": " + counts;
  }
}
