package dev.sluice.cc;

import dev.sluice.requirement.Requirement;

/**
 * The part that an algorithm plays at the sending host, for one context: signals go in, and the
 * host asks before each packet whether it may leave, and when.
 *
 * <p>It is a thin shell that its host makes around a kernel: it holds the kernel's state between
 * two signals, and nothing else. Numbers are bytes and picoseconds, so that a signal costs no
 * object. What an algorithm does not hear, it does not override; what a host cannot give (telemetry
 * on a fabric without, notifications in a protocol without), it never calls.
 *
 * <p>A host with several algorithms on asks them all: a packet leaves when each allows it, not
 * before the latest time that any of them names.
 */
public interface SenderRole {
  /** In place of a time: not until something else happens. */
  long NEVER_PS = Long.MAX_VALUE;

  /** In place of a window: this algorithm does not bound what is in flight. */
  long UNBOUNDED = Long.MAX_VALUE;

  /** Bytes that may be in flight, now. */
  long cwnd();

  /** Whether a packet of so many bytes may leave, beside what {@link #cwnd} says to it. */
  @Requirement({"CCC-12", "CCC-15"})
  default boolean mayTransmit(long bytes) {
    return true;
  }

  /**
   * When the next packet may leave: at once, unless packets are spaced out. This is all that a rate
   * is, and a window below one packet.
   */
  default long notBeforePs(long nowPs) {
    return nowPs;
  }

  /** A packet leaves. */
  default void onSend(long nowPs, long bytes) {}

  /**
   * What the frame of the packet that leaves takes on a link, all counted; told before {@link
   * #onSend}, by hosts whose algorithms keep to a rate: {@link Pacer}.
   */
  default void onFrame(long nowPs, long frameBytes) {}

  /** Whether the packet just sent must ask for its acknowledgment. */
  default boolean requestsAck() {
    return false;
  }

  /** Whether the next packet is to be sent in the class that switches drop first. */
  default boolean isDroppable() {
    return false;
  }

  /**
   * An acknowledgment has come.
   *
   * @param received newly received, as the target counts it
   * @param freed taken out of flight by it
   * @param marked congestion was experienced
   * @param rttPs the round trip that it measured, or 0
   */
  default void onAck(long nowPs, long received, long freed, boolean marked, long rttPs) {}

  /**
   * What the switches of one path wrote into a packet, brought back by an acknowledgment; told
   * before {@link #onAck} of that acknowledgment.
   *
   * @param hops records, each of as many numbers as the algorithm's codec makes of one; the host
   *     uses the array again
   * @param length numbers in it that count
   */
  default void onTelemetry(long nowPs, long[] hops, int length) {}

  /** A notification of congestion has come, in a packet of its own. */
  default void onNotification(long nowPs) {}

  /**
   * A packet in flight was refused.
   *
   * @param code the protocol's own code for the reason
   * @param rttPs the round trip that the answer measured, or 0
   */
  default void onNack(long nowPs, long bytes, int code, long rttPs) {}

  /** A packet was given up for lost. */
  default void onLoss(long nowPs, long bytes) {}

  /** When {@link #onTimer} is to be called; asked anew after each signal. */
  default long timerPs() {
    return NEVER_PS;
  }

  /** The time that {@link #timerPs} named has come. */
  default void onTimer(long nowPs) {}

  /** A window that stays as it is. */
  static SenderRole fixed(long bytes) {
    return () -> bytes;
  }
}
