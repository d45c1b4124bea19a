package dev.sluice.host.uet;

import dev.sluice.requirement.Requirement;

/**
 * How long a packet that was trimmed waits before it goes again, where neither an answer of its
 * target nor credit limits that.
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
