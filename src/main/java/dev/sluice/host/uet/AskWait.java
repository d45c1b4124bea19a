package dev.sluice.host.uet;

import dev.sluice.requirement.Requirement;

/**
 * How long a context that lacks credit waits before it asks again. A request is needed only after
 * the loss of a grant, and takes time on the target's link: it must not come before the grant that
 * is due anyway. So the wait is twice as long as the last grant took, as with retransmission timers
 * by Karn's algorithm: each request doubles the wait, and only a grant that came unasked tells how
 * long a grant takes.
 */
@Requirement("FIND-16")
final class AskWait {
  private static final long NONE = -1;

  private final long leastPs;
  private final long mostPs;
  private long waitPs;

  /**
   * When it began to lack credit, or when credit came last if that was later; NONE if it does not.
   */
  private long sincePs = NONE;

  /** Whether it has asked since then. */
  private boolean hasAsked;

  /** When the next request is due. */
  private long duePs;

  /**
   * A wait that is the shortest one at first.
   *
   * @param leastPs the shortest wait, positive
   * @param mostPs the longest wait that requests make; a grant that takes longer makes a longer one
   */
  AskWait(long leastPs, long mostPs) {
    this.leastPs = leastPs;
    this.mostPs = Math.max(leastPs, mostPs);
    waitPs = leastPs;
  }

  /** The context lacks credit, from this instant if it did not before. */
  void lacks(long atPs) {
    if (sincePs == NONE) {
      begin(atPs);
    }
  }

  /** The context has the credit that it needs, or nothing to send. */
  void ends() {
    sincePs = NONE;
  }

  /** Credit has come, which may be too little. */
  void creditCame(long atPs) {
    if (sincePs != NONE) {
      if (!hasAsked) {
        waitPs = Math.max(leastPs, 2 * (atPs - sincePs));
      }
      begin(atPs);
    }
  }

  /** The context asks. */
  void asks(long atPs) {
    hasAsked = true;
    waitPs = Math.max(waitPs, Math.min(2 * waitPs, mostPs));
    duePs = atPs + waitPs;
  }

  /** When the next request is due, while the context lacks credit. */
  long duePs() {
    return duePs;
  }

  private void begin(long atPs) {
    sincePs = atPs;
    hasAsked = false;
    duePs = atPs + waitPs;
  }
}
