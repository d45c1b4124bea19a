package dev.sluice.model.validate;

import dev.sluice.model.tlc.LogVerdict;
import dev.sluice.model.tlc.LogVerdict.Accepted;
import dev.sluice.model.tlc.LogVerdict.Rejected;

/**
 * One behaviour, and what was decided about it.
 *
 * @param spec the specification
 * @param behaviour the behaviour
 * @param verdict TLC's
 */
public record Judged(String spec, Behaviour behaviour, LogVerdict verdict) {

  /** Whether all of it is a behaviour of the specification. */
  public boolean isAccepted() {
    return verdict instanceof Accepted && behaviour.unjudged().isEmpty();
  }

  /** Whether it is none. */
  public boolean isRejected() {
    return verdict instanceof Rejected;
  }

  /**
   * The step that was rejected.
   *
   * @throws ClassCastException if none was
   */
  public Step rejected() {
    return behaviour.steps().get(((Rejected) verdict).event());
  }
}
