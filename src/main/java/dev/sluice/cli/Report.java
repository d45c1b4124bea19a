package dev.sluice.cli;

import dev.sluice.model.ModelResult;
import dev.sluice.model.ModelResult.Status;
import dev.sluice.model.tlc.Verdict;
import java.util.ArrayList;
import java.util.List;

/** Prints what a command found out: the table, what is not as it must be, and why. */
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
  void print(RunResult result) {
    new ModelTableText(terminal, eachControl, !result.parts().isEmpty())
        .lines(result.models())
        .forEach(terminal::line);
    parts(result);
    problems(result);
    result.models().forEach(this::explain);
    terminal.line("");
    terminal.line(verdict(result));
  }

  private void parts(RunResult result) {
    if (!result.parts().isEmpty()) {
      terminal.line("");
    }
    for (Part part : result.parts()) {
      String mark = String.format("%-5s", ModelTableText.mark(part.status()));
      String painted =
          switch (part.status()) {
            case AS_EXPECTED -> terminal.good(mark);
            case NOT_DECIDED, INTERRUPTED -> terminal.doubtful(mark);
            default -> terminal.bad(mark);
          };
      terminal.line(painted + " " + part.name() + ": " + part.summary());
      part.details().forEach(line -> terminal.line("      " + line));
    }
  }

  private void problems(RunResult result) {
    List<String> problems = new ArrayList<>();
    result.models().forEach(done -> problems.addAll(done.problems()));
    result.parts().forEach(part -> problems.addAll(part.problems()));
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

  private String verdict(RunResult result) {
    List<Done> all = result.models();
    long good = all.stream().filter(done -> done.status() == Status.AS_EXPECTED).count();
    long transitions = 0;
    long replayed = 0;
    for (Done done : all) {
      if (done.result().replay() != null) {
        transitions += done.result().replay().transitions();
        replayed += done.result().replay().replayed();
      }
    }
    String counts =
        good
            + " of "
            + Words.some(all.size(), "model", "models")
            + " as expected"
            + (transitions > 0
                ? ", "
                    + Words.count(replayed)
                    + " of "
                    + Words.some(transitions, "transition", "transitions")
                    + " replayed"
                : "");
    String words =
        switch (result.status()) {
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
