package dev.sluice.cli;

import dev.sluice.conformance.Case;
import dev.sluice.conformance.CaseOutcome;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * Passes on the first failure of each kind as soon as all cases before it are done, so that the
 * order is that of the cases, however many processes play them.
 */
final class FirstFailures {
  private final List<Case> cases;
  private final UnaryOperator<CaseOutcome> judged;
  private final Consumer<CaseOutcome> first;
  private final Map<String, CaseOutcome> waiting = new HashMap<>();
  private final Set<String> kinds = new HashSet<>();
  private int at;

  /**
   * Begins without an outcome.
   *
   * @param cases all cases in their order
   * @param judged returns an outcome as the known failures make it
   * @param first takes the first failure of each kind
   */
  FirstFailures(List<Case> cases, UnaryOperator<CaseOutcome> judged, Consumer<CaseOutcome> first) {
    this.cases = cases;
    this.judged = judged;
    this.first = first;
  }

  /** Returns the kind of a failure. */
  static String kind(CaseOutcome of) {
    return of.of().player().role().name() + " " + of.verdict();
  }

  /** Takes the outcome of a case. */
  void add(CaseOutcome outcome) {
    waiting.put(outcome.of().name(), judged.apply(outcome));
    while (at < cases.size() && waiting.containsKey(cases.get(at).name())) {
      CaseOutcome next = waiting.remove(cases.get(at).name());
      if (next.verdict().isFailure() && kinds.add(kind(next))) {
        first.accept(next);
      }
      at++;
    }
  }
}
