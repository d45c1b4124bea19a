package dev.sluice.nic;

/**
 * What decides on the size of a CCC's window at the sender: NSCC, or nothing. The CCC counts what
 * is in flight, and has each packet fit.
 */
interface SendWindow {
  /** The window in bytes, now. */
  long cwnd();

  /** A packet has left. */
  default void onSend(long nowPs, long bytes) {}

  /**
   * An acknowledgment has come.
   *
   * @param bytes newly acknowledged
   * @param rttPs the round trip that it measured, or −1
   * @param marked whether it brings a mark
   */
  default void onAck(long nowPs, long bytes, long rttPs, boolean marked) {}

  /** A packet was refused as trimmed, at the last hop or before it. */
  default void onTrimmed(long nowPs, long bytes, boolean lastHop) {}

  /** A packet was given up for lost. */
  default void onLoss(long nowPs, long bytes) {}

  /** Whether the next acknowledgment should be asked for. */
  default boolean wantsAck(long inFlight) {
    return false;
  }

  /** A window that stays as it is. */
  static SendWindow fixed(long bytes) {
    return () -> bytes;
  }
}
