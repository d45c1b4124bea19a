package dev.sluice.wire.uet;

import dev.sluice.requirement.Requirement;
import dev.sluice.units.WrappingCounter;
import dev.sluice.wire.Octets;

/**
 * The congestion state of an ACK_CC whose cc_type is {@link CcType#CC_NSCC}.
 *
 * @param serviceTime time between arrival and acknowledgment in units of 128 ns; 0 is not valid
 * @param restoreCwnd the rc flag
 * @param rcvCwndPend the destination's penalty, 0 to 127
 * @param rcvdBytes octets received on the PDC, cumulative, in units of 256 B, modulo 2²⁴
 * @param oooCount packets out of order right now; {@link #OOO_NOT_COMPUTED}
 */
@Requirement("UET-3")
public record NsccState(
    int serviceTime, boolean restoreCwnd, int rcvCwndPend, int rcvdBytes, int oooCount) {
  /** The value of ooo_count that says nothing. */
  public static final int OOO_NOT_COMPUTED = 0xFFFF;

  /** Octets that one unit of rcvd_bytes counts. */
  public static final int RCVD_BYTES_UNIT = 256;

  /** Picoseconds that one unit of service_time counts. */
  public static final long SERVICE_TIME_UNIT_PS = 128_000;

  private static final int RESTORE = 0x80;

  public NsccState {
    Octets.fitting(serviceTime, 0xFFFF);
    Octets.fitting(rcvCwndPend, 0x7F);
    Octets.fitting(rcvdBytes, Octets.MAX_U24);
    Octets.fitting(oooCount, 0xFFFF);
  }

  /**
   * The field for a time in the receiver: rounded down, but at least 1, since 0 says that there is
   * none; 0xFFFF for all that is longer than can be said.
   */
  public static int serviceTime(long ps) {
    if (ps < 0) {
      throw new IllegalArgumentException("a service time of " + ps + " ps");
    }
    return (int) Math.max(1, Math.min(ps / SERVICE_TIME_UNIT_PS, 0xFFFF));
  }

  /** The field for octets received: rounded up, modulo 2²⁴. */
  public static int rcvdBytes(long bytes) {
    long units = Math.floorDiv(bytes + RCVD_BYTES_UNIT - 1, RCVD_BYTES_UNIT);
    return (int) WrappingCounter.wire(units, WrappingCounter.MODULUS_24);
  }

  /** Octets by which a field is ahead of the last one; 0 if it is stale or repeated. */
  public static long gainBytes(int last, int next) {
    return WrappingCounter.progress(next, last, WrappingCounter.MODULUS_24) * RCVD_BYTES_UNIT;
  }

  /** The state as its 64 bits. */
  public long bits() {
    return (long) serviceTime << 48
        | (restoreCwnd ? (long) RESTORE << 40 : 0)
        | (long) rcvCwndPend << 40
        | (long) rcvdBytes << 16
        | oooCount;
  }

  /** The state in 64 bits; all of them mean something. */
  public static NsccState of(long bits) {
    return new NsccState(
        (int) (bits >>> 48),
        (bits >>> 40 & RESTORE) != 0,
        (int) (bits >>> 40) & 0x7F,
        (int) (bits >>> 16) & Octets.MAX_U24,
        (int) bits & 0xFFFF);
  }

  /**
   * Writes the state into an ACK_CC.
   *
   * @param at where the ACK_CC begins
   */
  public static void put(
      byte[] octets,
      int at,
      int serviceTime,
      boolean restoreCwnd,
      int rcvCwndPend,
      int rcvdBytes,
      int oooCount) {
    int state = at + AckCc.STATE;
    Octets.putU16(octets, state, serviceTime);
    Octets.putU8(
        octets, state + 2, (restoreCwnd ? RESTORE : 0) | Octets.fitting(rcvCwndPend, 0x7F));
    Octets.putU24(octets, state + 3, rcvdBytes);
    Octets.putU16(octets, state + 6, oooCount);
  }

  /** The service time in an ACK_CC that begins at {@code at}. */
  public static int serviceTime(byte[] octets, int at) {
    return Octets.u16(octets, at + AckCc.STATE);
  }

  /** The rc flag in an ACK_CC. */
  public static boolean restoreCwnd(byte[] octets, int at) {
    return (octets[at + AckCc.STATE + 2] & RESTORE) != 0;
  }

  /** The destination's penalty in an ACK_CC. */
  public static int rcvCwndPend(byte[] octets, int at) {
    return octets[at + AckCc.STATE + 2] & 0x7F;
  }

  /** Octets received in an ACK_CC, in units of 256 B. */
  public static int rcvdBytes(byte[] octets, int at) {
    return Octets.u24(octets, at + AckCc.STATE + 3);
  }

  /** Packets out of order, in an ACK_CC of either kind. */
  public static int oooCount(byte[] octets, int at) {
    return Octets.u16(octets, at + AckCc.STATE + 6);
  }
}
