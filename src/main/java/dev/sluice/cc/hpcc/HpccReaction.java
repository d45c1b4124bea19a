package dev.sluice.cc.hpcc;

import dev.sluice.requirement.Requirement;

/** With which acknowledgments a sender moves its window, and with which its reference. */
@Requirement("HPCC-4")
public enum HpccReaction {
  /** The draft's: the window with each, and the reference once a round. */
  BOTH,

  /** For comparison: both with each. One congestion is reacted to by each that tells of it. */
  ACK,

  /** For comparison: both once a round. What comes within it moves U alone. */
  ROUND;

  /** Returns whether an acknowledgment with telemetry moves the window. */
  public boolean movesWindow(boolean closes) {
    return closes || this != ROUND;
  }

  /** Returns whether an acknowledgment with telemetry moves the reference. */
  public boolean movesReference(boolean closes) {
    return closes || this == ACK;
  }
}
