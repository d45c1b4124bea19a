package dev.sluice.uet.ccc;

import dev.sluice.requirement.Requirement;

/**
 * What the two algorithms of a source let a CCC send: NSCC by a window, RCCC by credit.
 *
 * <p>How they come to their window and credit is theirs; here is only what the scheduling of the
 * CCC reads of it, and what each send takes away.
 *
 * @param window NSCC's congestion window in bytes
 * @param nsccInflight bytes in flight as NSCC counts them
 * @param credit bytes that RCCC allows; where any credit is enough, it may be below 0 by less than
 *     a packet
 */
@Requirement({"UET-1", "CCC-12"})
public record SendPermission(long window, long nsccInflight, long credit) {

  /**
   * Whether both allow the next packet.
   *
   * @param room bytes that the window must have room for: an MTU or, in another reading, what the
   *     packet has
   * @param cost credit that there must be: 1 where any is enough, else what the packet has; 0 for
   *     one sent again on the credit that it had
   */
  public boolean canSend(long room, long cost) {
    return Math.addExact(nsccInflight, room) <= window && credit >= cost;
  }

  /** After a packet of this size was sent, which took so much of the credit. */
  public SendPermission onSend(long size, long cost) {
    return new SendPermission(
        window, Math.addExact(nsccInflight, size), Math.subtractExact(credit, cost));
  }

  /** After NSCC's step of an event that takes so many bytes out of flight. */
  public SendPermission onNscc(long bytes, long newWindow) {
    return new SendPermission(newWindow, Math.subtractExact(nsccInflight, bytes), credit);
  }

  /** After RCCC's step of an event. */
  public SendPermission onRccc(long newCredit) {
    return new SendPermission(window, nsccInflight, newCredit);
  }
}
