package dev.sluice.wire.uet;

import dev.sluice.requirement.Requirement;

/** What the congestion state of an ACK_CC means. */
@Requirement({"UET-3", "PDC-9"})
public final class CcType {
  /** State of NSCC; see {@link NsccState}. */
  public static final int CC_NSCC = 0;

  /** Credit of RCCC; see {@link CreditState}. */
  public static final int CC_CREDIT = 1;

  /** The first of the two numbers that anybody may use. */
  static final int PROPRIETARY = 14;

  private CcType() {}
}
