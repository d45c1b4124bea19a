package dev.sluice.cli;

import dev.sluice.model.ModelResult.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A part of a verdict that is not about one model.
 *
 * @param name one word: {@code traces}, {@code requirements}
 * @param summary one line
 * @param problems one sentence for each thing that is not as it must be
 * @param details lines for who wants to know more; none where the summary says it all
 */
record Part(
    String name, Status status, String summary, List<String> problems, List<String> details) {
  /** Name of the part that {@link #actions} returns. */
  static final String ACTIONS = "actions";

  Part {
    problems = List.copyOf(problems);
    details = List.copyOf(details);
  }

  Part(String name, Status status, String summary, List<String> problems) {
    this(name, status, summary, problems, List.of());
  }

  /**
   * Whether every action of every specification fires in some model of it. What a kernel knows and
   * a model does not witness is the replay's to find; here it is the specification's own list.
   */
  static Part actions(List<Done> all) {
    List<String> problems = new ArrayList<>();
    int witnessed = 0;
    int known = 0;
    for (Map.Entry<String, List<Done>> group : ModelTableText.bySpecification(all).entrySet()) {
      Map<String, Integer> actions = ModelTableText.actions(group.getValue());
      known += actions.size();
      for (Map.Entry<String, Integer> action : actions.entrySet()) {
        if (action.getValue() > 0) {
          witnessed++;
        } else {
          problems.add(group.getKey() + ": no model witnesses the action " + action.getKey());
        }
      }
    }
    boolean good = problems.isEmpty() && known > 0;
    return new Part(
        ACTIONS,
        good ? Status.AS_EXPECTED : known == 0 ? Status.NOT_DECIDED : Status.FAILED,
        witnessed + " of " + known + " witnessed",
        problems);
  }
}
