package dev.sluice.model;

import dev.sluice.model.replay.ReplayReport;
import dev.sluice.model.tlc.TlcRun;
import dev.sluice.model.tlc.Verdict;
import dev.sluice.trace.Counterexample;
import dev.sluice.trace.Value;
import java.util.List;
import java.util.Map;

/**
 * What came of one model.
 *
 * @param model the row it answers
 * @param status the worst of everything found
 * @param outcome in a few words: {@code holds}, {@code caught by …}, {@code violates …}
 * @param problems one sentence for each thing that is not as it must be
 * @param notes sentences that are worth knowing, and no problem
 * @param warnings sentences that qualify the outcome: TLC's warnings, and Sluice's own
 * @param states distinct states, or −1 where the search did not come to its end
 * @param depth breadth-first depth, or −1; of a specification of somebody else's as TLC counts it
 * @param transitions transitions, or −1; of a specification of somebody else's those that two
 *     disjuncts of an action give count twice
 * @param length states of the counterexample, or −1
 * @param actionCounts transitions by action name; they add up to {@code transitions}
 * @param constants the model's constants as TLC evaluated them; empty where they were not evaluated
 * @param replay what the replay found, or {@code null} where none was made
 * @param counterexample the behaviour that TLC found, arguments filled in where they can be found;
 *     {@code null} where there is none
 * @param run TLC's run, or {@code null} where it could not even be started
 */
public record ModelResult(
    Model model,
    Status status,
    String outcome,
    List<String> problems,
    List<String> notes,
    List<String> warnings,
    int states,
    int depth,
    int transitions,
    int length,
    Map<String, Integer> actionCounts,
    Map<String, Value> constants,
    ReplayReport replay,
    Counterexample counterexample,
    TlcRun run) {
  public ModelResult {
    problems = List.copyOf(problems);
    notes = List.copyOf(notes);
    warnings = List.copyOf(warnings);
    actionCounts = java.util.Collections.unmodifiableMap(new java.util.TreeMap<>(actionCounts));
    constants = java.util.Collections.unmodifiableMap(new java.util.TreeMap<>(constants));
  }

  /** How bad it is, and the exit code that stands for it; the worst comes last. */
  public enum Status {
    /** As expected. */
    AS_EXPECTED(0),
    /** Cut short: time, memory, disk, a killed process. */
    NOT_DECIDED(3),
    /** A verdict is not the expected one, a count has drifted, or a replay parted. */
    FAILED(1),
    /** The input cannot be checked. */
    BAD_INPUT(2),
    /** Interrupted from outside. */
    INTERRUPTED(130),
    /** A fault of Sluice itself. */
    FAULT(70);

    private final int exitCode;

    Status(int exitCode) {
      this.exitCode = exitCode;
    }

    /** The process exit code that stands for it. */
    public int exitCode() {
      return exitCode;
    }

    /** The worse of two. */
    public Status or(Status other) {
      return compareTo(other) >= 0 ? this : other;
    }
  }

  /** The verdict of the run, or {@code null}. */
  public Verdict verdict() {
    return run == null ? null : run.verdict();
  }
}
