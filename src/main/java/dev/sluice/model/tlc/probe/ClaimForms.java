package dev.sluice.model.tlc.probe;

import java.util.List;
import tlc2.tool.ITool;
import tlc2.tool.TLCState;
import tlc2.util.Context;

/**
 * Forms of one claim that no state or step has violated yet. A form that is violated is dropped, so
 * that only the other forms take time from then on. Thread-safe.
 *
 * <p>A form that replaces a part implies every form that replaces something within that part. The
 * inner forms are therefore evaluated only once the outer one has been violated.
 */
final class ClaimForms {
  private final Formula formula;
  private final Context context;

  /** Number of the first form among the parts of the claim. */
  private final int first;

  /** By form, the form of the part around; 0 if there is none in this formula. */
  private final long[] outer = new long[StrengthenedForms.MOST];

  private long alive;
  private long failed;

  /** Forms that are evaluated: the part around each of them has been exercised. */
  private volatile long open;

  /**
   * Takes the forms of a formula.
   *
   * @param parts all parts of the claim
   * @param first number of the part that the formula's first form replaces
   */
  ClaimForms(Formula formula, Context context, List<ClaimPart> parts, int first) {
    this.formula = formula;
    this.context = context;
    this.first = first;
    this.alive = formula.below();
    for (int i = 0; i < outer.length && first + i < parts.size(); i++) {
      outer[i] = bit(parts.get(first + i).outer()) & alive;
    }
    this.open = opened();
  }

  /** Evaluates the forms in a state, or in a step, and drops those that are violated. */
  void look(ITool tool, TLCState before, TLCState after) {
    long seen = 0;
    for (long forms = open; forms != 0; forms = open & ~seen) {
      Formula.Situation at = new Formula.Situation(tool, before, after);
      long held = formula.holds(forms, Formula.Known.TRUE, context, at);
      long violated = forms & ~held | at.failed();
      if (violated == 0) {
        return;
      }
      drop(violated, at.failed());
      seen |= forms;
    }
  }

  private synchronized void drop(long violated, long unevaluated) {
    alive &= ~violated;
    failed |= unevaluated;
    open = opened();
  }

  private long opened() {
    long forms = 0;
    for (int i = 0; i < outer.length; i++) {
      long form = 1L << i;
      if ((alive & form) != 0 && (alive & outer[i]) == 0) {
        forms |= form;
      }
    }
    return forms;
  }

  /** Returns whether the form of a part has been violated. */
  synchronized boolean isViolated(int part) {
    return (formula.below() & ~alive & bit(part)) != 0;
  }

  /** Returns whether the form of a part could not be evaluated. */
  synchronized boolean isFailed(int part) {
    return (failed & bit(part)) != 0;
  }

  private long bit(int part) {
    int index = part - first;
    return index < 0 || index >= StrengthenedForms.MOST ? 0 : 1L << index;
  }
}
