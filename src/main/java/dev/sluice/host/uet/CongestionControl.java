package dev.sluice.host.uet;

import dev.sluice.requirement.Requirement;

/** Which algorithms a CCC hosts. */
@Requirement({"CCC-13", "CCC-15"})
public enum CongestionControl {
  /** None: only the range of PSNs that a PDC may have outstanding holds a sender back. */
  NONE(false, false),
  /** A window of a constant size at the sender. */
  FIXED_WINDOW(false, false),
  /** The sender's window by network signals. */
  NSCC(true, false),
  /** The receiver's credits. */
  RCCC(false, true),
  /** Both; a packet needs room in the window and credit. */
  NSCC_AND_RCCC(true, true);

  private final boolean nscc;
  private final boolean rccc;

  CongestionControl(boolean nscc, boolean rccc) {
    this.nscc = nscc;
    this.rccc = rccc;
  }

  /** Whether the sender's window follows the network's signals. */
  public boolean nscc() {
    return nscc;
  }

  /** Whether the receiver grants credit. */
  public boolean rccc() {
    return rccc;
  }
}
