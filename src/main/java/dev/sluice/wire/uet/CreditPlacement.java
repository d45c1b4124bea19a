package dev.sluice.wire.uet;

import dev.sluice.requirement.Requirement;
import dev.sluice.wire.Octets;

/**
 * Where the 24 bits of a credit stand in the 32 bits that a Control packet has for its payload. No
 * public text says so; what is left over is 0.
 */
@Requirement({"UET-3", "X16"})
public enum CreditPlacement {
  /** In the last three octets: the payload as a number of 32 bits is the credit. */
  LAST(0),
  /** In the first three octets, as in an ACK_CC. */
  FIRST(8);

  private final int shift;

  CreditPlacement(int shift) {
    this.shift = shift;
  }

  /** The payload that carries a credit. */
  public int payload(int credit) {
    return Octets.fitting(credit, Octets.MAX_U24) << shift;
  }

  /** The credit that a payload carries. */
  public int credit(int payload) {
    return payload >>> shift & Octets.MAX_U24;
  }

  /** What of a payload is no part of the credit. */
  int leftOver(int payload) {
    return payload & ~(Octets.MAX_U24 << shift);
  }
}
