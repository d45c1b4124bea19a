package dev.sluice.host.uet;

/**
 * Is told what the NICs do, and must not change it. All methods do nothing unless overridden.
 *
 * <p>Every call comes with its time. Calls about one host come in order of time; {@link
 * #packetSent} may be told up to a link's delay late unless the fabric is punctual, and so may what
 * comes with it. Flows are numbered as {@link NicSystem} numbered them. A CCC is named by its
 * source and destination host.
 */
public interface NicObserver {
  /** A flow's request has reached the NIC that is to serve it. */
  default void flowBegun(long atPs, int flow, int source, int destination, long bytes) {}

  /** The last of a flow is in the target's memory, and the source knows. */
  default void flowCompleted(long atPs, int flow) {}

  /**
   * A data packet leaves.
   *
   * @param packet its number within its PDC
   * @param bytes of payload
   * @param again whether it was sent before
   */
  default void packetSent(
      long atPs, int host, int flow, int pdc, long packet, int bytes, int entropy, boolean again) {}

  /** A data packet has come for the first time. */
  default void packetDelivered(long atPs, int host, int flow, int bytes, boolean marked) {}

  /** A data packet has come that had come before. */
  default void packetRepeated(long atPs, int host, int source) {}

  /**
   * A packet's payload is in memory.
   *
   * @param region and offset: where it went
   * @param fromRegion and fromOffset: where it was read
   */
  default void packetCommitted(
      long atPs,
      int host,
      int flow,
      int region,
      long offset,
      int bytes,
      int fromRegion,
      long fromOffset) {}

  /**
   * A source has taken an acknowledgment in.
   *
   * @param bytes newly acknowledged
   * @param rttPs the round trip that it measured, or 0
   * @param marked whether it brings a mark
   */
  default void acknowledged(
      long atPs, int host, int destination, long bytes, long rttPs, boolean marked) {}

  /** A source has taken a NACK in. */
  default void refused(long atPs, int host, int destination, int code) {}

  /** A packet was given up for lost. */
  default void lossInferred(long atPs, int host, int flow, int pdc, long packet) {}

  /** A retransmission timer of a PDC has found something lost. */
  default void timedOut(long atPs, int host, int destination, int pdc) {}

  /** A CCC has another entropy value. */
  default void entropyChanged(long atPs, int host, int destination, int from, int to) {}

  /** A CCC's window, or what is in flight, has changed; bytes. */
  default void windowChanged(long atPs, int host, int destination, long cwnd, long inFlight) {}

  /**
   * What a CCC knows of its credit has changed.
   *
   * @param credit cumulative, the initial credit included
   * @param backlog not authorised yet, or in {@code uet-1.0} not sent yet
   */
  default void creditChanged(long atPs, int host, int destination, long credit, long backlog) {}

  /** A receiver has granted a sender credit, and so much in all. */
  default void creditGranted(long atPs, int host, int source, long bytes, long total) {}

  /** A PDC has ended, at its source. */
  default void pdcClosed(long atPs, int host, int destination, int pdc) {}
}
