package dev.sluice.host.uet;

import dev.sluice.requirement.Requirement;

/**
 * Wait of a trimmed packet before its retransmission, if neither an answer nor credit limits it.
 */
@Requirement("UET-8")
public enum HoldBack {
  /**
   * A base RTT, each time twice as long, up to the retransmission timeout; and as long by chance.
   */
  DOUBLING,
  /** A base RTT each time, and as long by chance. */
  STEADY,
  /** It goes again at once. */
  OFF
}
