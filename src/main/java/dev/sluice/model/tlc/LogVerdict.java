package dev.sluice.model.tlc;

import dev.sluice.model.tlc.probe.Misfit;
import dev.sluice.trace.StepKind;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;

/** Whether a log is a behaviour of a specification. */
public sealed interface LogVerdict {

  /**
   * It is: every event was consumed, and every invariant and action property held.
   *
   * @param events how many
   * @param widest the largest number of states that the system might have been in at a time
   * @param variables the log module's variables
   * @param kinds how many steps were of each kind; empty unless it was asked to count; steps that
   *     the log leaves in doubt are not counted
   */
  record Accepted(int events, int widest, Set<String> variables, SortedMap<StepKind, Integer> kinds)
      implements LogVerdict {}

  /**
   * It is not.
   *
   * @param event the first event that does not fit, from 0
   * @param broken the invariant or action property that it breaks; empty where no step fits it
   * @param states in how many states the system might have been before it, as far as the log tells
   * @param before one of them: variables with their values, as TLC writes them
   * @param misfit the conjunct that stops the event there
   * @param fitting later events that would have fitted in its place, from 0
   */
  record Rejected(
      int event,
      String broken,
      int states,
      Map<String, String> before,
      Optional<Misfit> misfit,
      List<Integer> fitting)
      implements LogVerdict {}

  /**
   * It cannot be said: a number is too wide for TLC, or the constants are none of the module's.
   *
   * @param event where, from 0; −1 for the constants
   * @param why a sentence
   */
  record Undecided(int event, String why) implements LogVerdict {
    /** Whether it is the constants that will not do: an assumption about them is false. */
    public boolean isOfConstants() {
      return event < 0 && !why.contains("verflow");
    }
  }
}
