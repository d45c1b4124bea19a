package dev.sluice.uet.ccc;

import dev.sluice.requirement.Requirement;

/**
 * What the algorithms of a source let a CCC send: NSCC by a window, RCCC by credit. Whoever sends
 * asks here, and nowhere else.
 *
 * <p>How they come to their window and credit is theirs; here is only the rule by which a packet
 * fits both.
 *
 * @param ownSize whether the window must have room for the packet, not for an MTU
 * @param overdraft whether any credit is enough, not only what covers the packet
 * @param mtu largest nominal size of a packet in bytes
 */
public record SendPermission(boolean ownSize, boolean overdraft, long mtu) {
  /** What the algorithms of one CCC answer, as they stand now. */
  public interface Algorithms {
    /** Bytes that may be in flight. */
    long window();

    /** Bytes in flight, of all PDCs. */
    long inflight();

    /** Whether the algorithm that moves the window has nothing else against this size, in bytes. */
    boolean lets(long size);

    /**
     * Bytes that RCCC lets out, more than any packet has where it is off; with {@code overdraft} it
     * may be below 0 by less than a packet.
     */
    long credit();
  }

  /** Whether a window has room for so many bytes beside those in flight. */
  @Requirement("CCC-12")
  static boolean hasRoom(long window, long inflight, long bytes) {
    return Math.addExact(inflight, bytes) <= window;
  }

  /**
   * Whether it matters which packet is asked about: where it does not, a whole one stands for it.
   */
  @Requirement("UET-1")
  boolean matters() {
    return ownSize || !overdraft;
  }

  /**
   * The nominal size of the packet that a message sends next: an MTU, or all that is left.
   *
   * @param left bytes that the rest of the message would count if it were one packet
   */
  @Requirement("UET-1")
  public long firstSize(long left) {
    return Math.min(mtu, left);
  }

  /**
   * The credit that a packet takes.
   *
   * @param size its nominal size in bytes
   * @param isPaid whether it was sent before, and goes on the credit that it had
   */
  @Requirement({"UET-1", "RCCC-8"})
  public long cost(long size, boolean isPaid) {
    return isPaid && !overdraft ? 0 : size;
  }

  /**
   * Whether NSCC allows the next packet.
   *
   * @param size its nominal size in bytes
   */
  @Requirement({"UET-1", "CCC-12"})
  private boolean nsccCanSend(Algorithms algorithms, long size) {
    return hasRoom(algorithms.window(), algorithms.inflight(), ownSize ? size : mtu)
        && algorithms.lets(size);
  }

  /**
   * Whether RCCC allows the next packet.
   *
   * @param cost credit that it takes, in bytes
   */
  @Requirement({"UET-1", "CCC-12", "RCCC-6"})
  private boolean rcccCanSend(Algorithms algorithms, long cost) {
    return overdraft ? algorithms.credit() > 0 : cost <= algorithms.credit();
  }

  /**
   * Whether all algorithms allow the next packet.
   *
   * @param size its nominal size in bytes
   * @param cost credit that it takes, in bytes; see {@link #cost}
   */
  @Requirement({"UET-1", "CCC-12", "CCC-15", "RCCC-6"})
  public boolean canSend(Algorithms algorithms, long size, long cost) {
    return nsccCanSend(algorithms, size) && rcccCanSend(algorithms, cost);
  }

  /** Whether credit is all that the next packet has to wait for; as in {@link #canSend}. */
  @Requirement({"CCC-15", "RCCC-15"})
  public boolean lacksCredit(Algorithms algorithms, long size, long cost) {
    return nsccCanSend(algorithms, size) && !rcccCanSend(algorithms, cost);
  }
}
