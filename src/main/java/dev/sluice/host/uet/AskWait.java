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

  /** Start of the lack, or the last credit's arrival if that is later; NONE if nothing lacks. */
  private long sincePs = NONE;

  /** True if a request has left since then. */
  private boolean hasAsked;

  /** Time of the next request. */
  private long duePs;

  /**
   * Makes a wait, the shortest one at first.
   *
   * @param leastPs the shortest wait, positive
   * @param mostPs the longest wait that requests make; a grant that takes longer makes a longer one
   */
  AskWait(long leastPs, long mostPs) {
    this.leastPs = leastPs;
    this.mostPs = Math.max(leastPs, mostPs);
    waitPs = leastPs;
  }

  /** Begins to wait, unless the context lacks credit already. */
  void lacks(long atPs) {
    if (sincePs == NONE) {
      begin(atPs);
    }
  }

  /** Ends the wait: the context has the credit that it needs, or nothing to send. */
  void ends() {
    sincePs = NONE;
  }

  /** Takes the time of a grant that has come, which may be too little. */
  void creditCame(long atPs) {
    if (sincePs != NONE) {
      if (!hasAsked) {
        waitPs = Math.max(leastPs, 2 * (atPs - sincePs));
      }
      begin(atPs);
    }
  }

  /** Doubles the wait, as the context asks. */
  void asks(long atPs) {
    hasAsked = true;
    waitPs = Math.max(waitPs, Math.min(2 * waitPs, mostPs));
    duePs = atPs + waitPs;
  }

  /** Returns the time of the next request, while the context lacks credit. */
  long duePs() {
    return duePs;
  }

  private void begin(long atPs) {
    sincePs = atPs;
    hasAsked = false;
    duePs = atPs + waitPs;
  }
}
