package dev.sluice.nic;

import dev.sluice.cc.Effect;
import dev.sluice.cc.Outcome;

/** How a host takes what a kernel answers. */
final class Kernels {
  private Kernels() {}

  /** The next state of a call that this host must be allowed to make. */
  static <S> S next(Outcome<S> outcome) {
    if (outcome instanceof Outcome.Accepted<S> accepted) {
      return accepted.next();
    }
    throw new IllegalStateException(
        "a kernel refused: " + ((Outcome.Refused<S>) outcome).because());
  }

  /** After a call in place that this host must be allowed to make; null: it was. */
  static void done(String refused) {
    if (refused != null) {
      throw new IllegalStateException("a kernel refused: " + refused);
    }
  }

  /** Whether the call was accepted. */
  static boolean isAccepted(Outcome<?> outcome) {
    return outcome instanceof Outcome.Accepted;
  }

  /** The last effect of an accepted call; null if it has none. */
  static Effect lastEffect(Outcome<?> outcome) {
    return ((Outcome.Accepted<?>) outcome).lastEffect();
  }
}
