package dev.sluice.wire.uet;

import dev.sluice.requirement.Requirement;
import dev.sluice.wire.Octets;

/**
 * The congestion state of an ACK_CC whose cc_type is {@link CcType#CC_CREDIT}.
 *
 * @param credit cumulative, in the quantum of the profile, modulo 2²⁴
 * @param oooCount packets out of order right now
 */
@Requirement({"PDC-9", "UET-3", "X8"})
public record CreditState(int credit, int oooCount) {
  /** The reserved bits between the two fields. */
  static final long RESERVED = 0xFF_FFFFL << 16;

  public CreditState {
    Octets.fitting(credit, Octets.MAX_U24);
    Octets.fitting(oooCount, 0xFFFF);
  }

  /** The state as its 64 bits, the reserved ones 0. */
  public long bits() {
    return (long) credit << 40 | oooCount;
  }

  /** The state in 64 bits, whatever the reserved ones are. */
  public static CreditState of(long bits) {
    return new CreditState((int) (bits >>> 40), (int) bits & 0xFFFF);
  }

  /**
   * Writes the state into an ACK_CC.
   *
   * @param at where the ACK_CC begins
   */
  public static void put(byte[] octets, int at, int credit, int oooCount) {
    int state = at + AckCc.STATE;
    Octets.putU24(octets, state, credit);
    Octets.putU24(octets, state + 3, 0);
    Octets.putU16(octets, state + 6, oooCount);
  }

  /** The credit in an ACK_CC that begins at {@code at}. */
  public static int credit(byte[] octets, int at) {
    return Octets.u24(octets, at + AckCc.STATE);
  }

  /** Packets out of order, in an ACK_CC of either kind. */
  public static int oooCount(byte[] octets, int at) {
    return Octets.u16(octets, at + AckCc.STATE + 6);
  }
}
