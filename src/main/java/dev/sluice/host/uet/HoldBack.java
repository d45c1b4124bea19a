package dev.sluice.host.uet;

import dev.sluice.requirement.Requirement;

/**
 * Wait of a trimmed packet before its retransmission, if neither an answer nor credit limits it.
 */
@Requirement("UET-8")
public enum HoldBack {
  /**
   * One base RTT, doubled each time up to the retransmission timeout; at random, up to twice that.
   */
  DOUBLING,
  /** One base RTT each time; at random, up to twice that. */
  STEADY,
  /** No wait. */
  OFF
}
