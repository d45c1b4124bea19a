package dev.sluice.uet.ccc;

import dev.sluice.requirement.Requirement;

/**
 * What the two algorithms of a source let a CCC send: NSCC by a window, RCCC by credit. Whoever
 * sends asks here, and nowhere else.
 *
 * <p>How they come to their window and credit is theirs; here is only the rule by which a packet
 * fits both.
 *
 * @param ownSize whether the window must have room for the packet, not for an MTU
 * @param overdraft whether any credit is enough, not only what covers the packet
 * @param mtu largest nominal size of a packet in bytes
 */
public record SendPermission(boolean ownSize, boolean overdraft, long mtu) {

  /** Whether a window has room for so many bytes beside those in flight. */
  @Requirement("CCC-12")
  static boolean hasRoom(long window, long inflight, long bytes) {
    return Math.addExact(inflight, bytes) <= window;
  }

  /**
   * Whether NSCC allows the next packet.
   *
   * @param window NSCC's congestion window in bytes
   * @param nsccInflight bytes in flight as NSCC counts them
   * @param size nominal size of the packet
   */
  @Requirement({"UET-1", "CCC-12"})
  public boolean nsccCanSend(long window, long nsccInflight, long size) {
    return hasRoom(window, nsccInflight, ownSize ? size : mtu);
  }

  /**
   * Whether RCCC allows the next packet.
   *
   * @param credit bytes that RCCC lets out; with {@code overdraft} it may be below 0 by less than a
   *     packet
   * @param cost credit that the packet takes: its size, or 0 for one sent again on the credit that
   *     it had
   */
  @Requirement({"UET-1", "CCC-12", "RCCC-6"})
  public boolean rcccCanSend(long credit, long cost) {
    return overdraft ? credit > 0 : cost <= credit;
  }
}
