package dev.sluice.cli;

import dev.sluice.model.ModelResult;
import dev.sluice.model.ModelResult.Status;
import dev.sluice.model.tlc.Verdict;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Prints what a command found out: the table, what is not as it must be, and why. */
final class Report {
  private static final int PRINTED = 200;

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
    print(result, List.of());
  }

  /**
   * Prints it all, and the verdict as the last line.
   *
   * @param covered folders of the modules of which it is told how often each line was evaluated
   */
  void print(RunResult result, List<Path> covered) {
    new ModelTableText(terminal, eachControl, isWhole(result))
        .lines(result.models())
        .forEach(terminal::line);
    parts(result);
    notes(result);
    result.models().forEach(this::printed);
    result
        .models()
        .forEach(
            done -> {
              if (done.result().run() != null) {
                EvaluationsText.lines(done.result().run().coverage(), covered)
                    .forEach(terminal::line);
              }
            });
    problems(result);
    result.models().forEach(this::explain);
    terminal.line("");
    terminal.line(verdict(result));
  }

  private static boolean isWhole(RunResult result) {
    return result.parts().stream().anyMatch(part -> part.name().equals(Part.ACTIONS));
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

  private void notes(RunResult result) {
    for (Done done : result.models()) {
      String id = done.model().id();
      done.result().notes().forEach(note -> terminal.line(id + ": " + note));
      done.warnings().forEach(warning -> terminal.line(id + ": warning: " + warning));
    }
  }

  /** What the specification itself printed: a few hundred lines of it. */
  private void printed(Done done) {
    if (done.result().run() == null) {
      return;
    }
    List<String> lines = new ArrayList<>(done.result().run().printed());
    lines.removeIf(String::isBlank);
    if (lines.isEmpty()) {
      return;
    }
    terminal.line("");
    terminal.line(terminal.strong(done.model().id() + " printed:"));
    lines.stream().limit(PRINTED).forEach(line -> terminal.line("  " + line));
    long more = Math.max(0, lines.size() - PRINTED) + done.result().run().morePrinted();
    if (more > 0) {
      terminal.line("  ... and " + Words.some(more, "line", "lines") + " more");
    }
  }

  private void problems(RunResult result) {
    List<String> problems = new ArrayList<>();
    result.models().forEach(done -> problems.addAll(done.problems()));
    result.parts().forEach(part -> problems.addAll(part.problems()));
    if (!problems.isEmpty()) {
      terminal.line("");
      terminal.line(terminal.strong(isOwn(result) ? "What is wrong:" : "Not as expected:"));
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
      if (result.verdict() instanceof Verdict.Violated violated) {
        violated.further().forEach(further -> explain(done.model().id(), further));
      }
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

  private void explain(String id, Verdict.Violated further) {
    terminal.line("");
    terminal.line(terminal.strong(id + ": " + violated(further)));
    CounterexampleText.lines(further.counterexample()).forEach(terminal::line);
  }

  private static String violated(ModelResult result) {
    if (result.verdict() instanceof Verdict.BadInput) {
      return "the behaviour up to what cannot be evaluated";
    }
    if (result.status() == Status.NOT_DECIDED) {
      return "the behaviour that TLC shows";
    }
    return result.verdict() instanceof Verdict.Violated violated
        ? violated(violated)
        : result.outcome();
  }

  private static String violated(Verdict.Violated violated) {
    return switch (violated.kind()) {
      case INVARIANT, ACTION_PROPERTY, LIVENESS ->
          violated.kind().words()
              + (violated.property().isEmpty() ? "" : " " + violated.property())
              + " is violated";
      default -> violated.kind().words();
    };
  }

  /** Whether these are specifications of somebody else's, of which nothing is expected. */
  private static boolean isOwn(RunResult result) {
    return !result.models().isEmpty()
        && result.models().stream().allMatch(done -> done.model().isOwn());
  }

  private static String good(RunResult result) {
    if (!isOwn(result)) {
      return "AS EXPECTED";
    }
    int warnings = result.models().stream().mapToInt(done -> done.warnings().size()).sum();
    return found(result)
        + (warnings == 0 ? "" : ", but with " + Words.some(warnings, "warning", "warnings"));
  }

  private static String found(RunResult result) {
    // Behaviours drawn at random have no count of states: they show nothing of the others.
    boolean drawn = result.models().stream().anyMatch(done -> done.result().states() < 0);
    return drawn ? "NOTHING FOUND" : "HOLDS";
  }

  private String verdict(RunResult result) {
    List<Done> all = result.models();
    long good = all.stream().filter(done -> done.status() == Status.AS_EXPECTED).count();
    long transitions = result.transitionsOfAll();
    long replayed = 0;
    long walked = 0;
    for (Done done : all) {
      if (done.result().replay() != null) {
        replayed += done.result().replay().replayed();
        walked += done.result().replay().walked();
      }
    }
    String counts =
        Words.count(good)
            + " of "
            + Words.some(all.size(), "model", "models")
            + (isOwn(result) ? " without a fault" : " as expected")
            + (all.stream().anyMatch(done -> done.result().replay() != null)
                ? ", "
                    + Words.count(replayed)
                    + " of "
                    + Words.some(transitions, "transition", "transitions")
                    + " replayed, "
                    + Words.count(walked)
                    + " walked alive"
                : "");
    String words =
        switch (result.status()) {
          case AS_EXPECTED -> terminal.good(good(result));
          case NOT_DECIDED -> terminal.doubtful("NOT DECIDED");
          case FAILED -> terminal.bad("FAILED");
          case BAD_INPUT -> terminal.bad("BAD INPUT");
          case INTERRUPTED -> terminal.doubtful("INTERRUPTED");
          case FAULT -> terminal.bad("FAULT OF SLUICE");
        };
    return words + ": " + counts;
  }
}
