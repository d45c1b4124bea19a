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
 * @param credit bytes that RCCC allows; below 0 by less than a packet after the last one
 */
@Requirement({"UET-1", "CCC-12"})
public record SendPermission(long window, long nsccInflight, long credit) {

  /** Whether both allow one packet more, of whatever size up to {@code mtu}. */
  public boolean canSend(long mtu) {
    return Math.addExact(nsccInflight, mtu) <= window && credit > 0;
  }

  /** After a packet of this size was sent. */
  public SendPermission onSend(long size) {
    return new SendPermission(
        window, Math.addExact(nsccInflight, size), Math.subtractExact(credit, size));
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
