package dev.sluice.nic;

import dev.sluice.cc.nscc.NackReason;

/**
 * What decides on the size of a CCC's window at the sender: NSCC, or nothing. The CCC itself counts
 * what is in flight, and has each packet fit.
 */
interface SendWindow {
  /** The window in bytes, now. */
  long cwnd();

  /** Whether a packet may be sent, beside what the CCC says to it. */
  default boolean mayTransmit(long bytes) {
    return true;
  }

  /** A packet leaves. */
  default void onSend(long bytes) {}

  /**
   * An acknowledgment has come.
   *
   * @param received newly received, as the target counts it
   * @param freed out of flight
   * @param rttPs the round trip that it measured, or 0
   */
  default void onAck(
      long nowPs,
      long received,
      long freed,
      boolean marked,
      long rttPs,
      int penalty,
      boolean restore) {}

  /** A packet in flight was refused. */
  default void onNack(long nowPs, long bytes, NackReason reason, long rttPs) {}

  /** A packet was given up for lost. */
  default void onLoss(long bytes) {}

  /** Whether the packet just sent must ask for its acknowledgment. */
  default boolean requestsAck() {
    return false;
  }

  /** A window that stays as it is. */
  static SendWindow fixed(long bytes) {
    return () -> bytes;
  }
}
