package dev.sluice.cli;

import java.util.ArrayList;
import java.util.List;

/**
 * Outcome of some checks of {@code sluice dev}.
 *
 * @param failed number of checks that failed
 * @param cut number of checks that were begun and did not end
 * @param late number of checks that were not begun, because they would not have ended in time
 * @param good number of checks that are as expected
 * @param lines explanations of failures
 */
record DevOutcome(int failed, int cut, int late, int good, List<String> lines) {
  static final DevOutcome NONE = new DevOutcome(0, 0, 0, 0, List.of());

  DevOutcome {
    lines = List.copyOf(lines);
  }

  /** Returns the outcome of both groups of checks. */
  DevOutcome and(DevOutcome other) {
    List<String> both = new ArrayList<>(lines);
    both.addAll(other.lines);
    return new DevOutcome(
        failed + other.failed, cut + other.cut, late + other.late, good + other.good, both);
  }

  /**
   * Prints the explanations and the verdict.
   *
   * @param used elapsed time in seconds, as text
   * @return the exit code
   */
  int print(Terminal terminal, String used) {
    lines.forEach(terminal::line);
    String end = checks(good) + " as expected in " + used + " s";
    if (late > 0) {
      end += "; " + checks(late) + " not begun for lack of time";
    }
    if (failed > 0 && cut > 0) {
      end += "; " + checks(cut) + " did not end in time";
    }
    if (failed > 0) {
      terminal.line(terminal.bad("FAILED") + ": " + checks(failed) + " failed, " + end);
      return ExitCodes.FAILED;
    } else if (cut > 0) {
      terminal.line(
          terminal.doubtful("NOT DECIDED")
              + ": "
              + checks(cut)
              + " did not end in time, "
              + end
              + "; set --seconds to more");
      return ExitCodes.NOT_DECIDED;
    }
    terminal.line(terminal.good("AS EXPECTED") + ": " + end);
    return ExitCodes.OK;
  }

  private static String checks(int count) {
    return Words.some(count, "check", "checks");
  }
}
