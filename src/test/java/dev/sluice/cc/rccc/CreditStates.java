package dev.sluice.cc.rccc;

/** What only a planted fault does to the kernels of this room. */
public final class CreditStates {
  private CreditStates() {}

  /** Forgets what the last division left over. */
  public static void dropRemainder(CreditGranter granter) {
    granter.remainder = 0;
  }

  /** Adds to the credit that a context has seen, and to nothing else. */
  public static void gain(CreditSpender spender, long bytes) {
    spender.credit += bytes;
  }
}
