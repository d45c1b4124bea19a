package dev.sluice.model.replay;

import java.util.List;
import java.util.Map;

/**
 * What a replay found.
 *
 * @param states distinct states of the model
 * @param transitions transitions of the model
 * @param replayed transitions that the kernels took to exactly the model's successor
 * @param walked transitions that living kernels took at least once; 0 where the replay from copies
 *     parted already
 * @param steps steps of living kernels, transitions that were walked before included
 * @param lives how often new kernels were made to be walked
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
    int walked,
    long steps,
    int lives,
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
   * Whether every transition was replayed, living kernels walked, and nothing parted. A replay of
   * nothing is not faithful: zero transitions are a failure, and so are zero steps.
   */
  public boolean faithful() {
    return transitions > 0
        && replayed == transitions
        && steps > 0
        && mismatched == 0
        && unknown.isEmpty()
        && variablesMissing.isEmpty();
  }
}
