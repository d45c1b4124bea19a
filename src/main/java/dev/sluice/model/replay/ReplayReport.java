package dev.sluice.model.replay;

import java.util.List;
import java.util.Map;

/**
 * What a replay found.
 *
 * @param states distinct states of the model
 * @param transitions transitions of the model
 * @param replayed transitions that the kernels took to exactly the model's successor
 * @param refused disabled instances that a kernel refused, its state unchanged
 * @param absent disabled instances for which the network had nothing to offer
 * @param mismatched places where model and kernels part, all of them counted
 * @param mismatches the first of them in breadth-first order, at most one for each action and kind
 * @param actionCounts transitions by action name, zero included
 * @param unwitnessed actions that the kernels know and that never fire in the model
 * @param unknown actions of the model that the kernels do not know
 * @param variablesMissing variables that only one of the two sides has
 */
public record ReplayReport(
    int states,
    int transitions,
    int replayed,
    long refused,
    long absent,
    long mismatched,
    List<Mismatch> mismatches,
    Map<String, Integer> actionCounts,
    List<String> unwitnessed,
    List<String> unknown,
    List<String> variablesMissing) {
  public ReplayReport {
    mismatches = List.copyOf(mismatches);
    unwitnessed = List.copyOf(unwitnessed);
    unknown = List.copyOf(unknown);
    variablesMissing = List.copyOf(variablesMissing);
  }

  /**
   * Whether every transition was replayed and nothing parted. A replay of nothing is not faithful:
   * zero transitions are a failure.
   */
  public boolean faithful() {
    return transitions > 0
        && replayed == transitions
        && mismatched == 0
        && unknown.isEmpty()
        && variablesMissing.isEmpty();
  }
}
