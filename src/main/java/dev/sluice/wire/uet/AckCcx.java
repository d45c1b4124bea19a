package dev.sluice.wire.uet;

import dev.sluice.requirement.Requirement;
import dev.sluice.wire.Octets;

/**
 * ACK_CCX: as {@link AckCc}, with sixteen octets of congestion state, whose meaning is not public.
 *
 * @param ack the first twelve octets
 * @param ccType what the state means
 * @param ccFlags 4 bits
 * @param mpr how many PSN the receiver tracks; see {@link Mpr}
 * @param sackPsnOffset signed, from cackPsn to the base of the bitmap
 * @param sackBitmap bit N set: base + N has arrived; clear: nothing is said
 * @param ccStateHigh the first eight octets of congestion state
 * @param ccStateLow the last eight
 */
@Requirement("UET-3")
public record AckCcx(
    Ack ack,
    int ccType,
    int ccFlags,
    int mpr,
    int sackPsnOffset,
    long sackBitmap,
    long ccStateHigh,
    long ccStateLow)
    implements UetPacket {
  /** Octets of the header. */
  public static final int SIZE = 40;

  public AckCcx {
    AckCc.checkExtension(ccType, ccFlags, mpr, sackPsnOffset);
  }

  @Override
  public int type() {
    return PacketType.ACK_CCX;
  }

  @Override
  public int size() {
    return SIZE;
  }

  @Override
  public int put(byte[] octets, int at) {
    Ack.putRaw(octets, at, PacketType.ACK_CCX, ack);
    AckCc.putExtension(octets, at, ccType, ccFlags, mpr, sackPsnOffset, sackBitmap);
    Octets.putBits64(octets, at + AckCc.STATE, ccStateHigh);
    Octets.putBits64(octets, at + AckCc.STATE + 8, ccStateLow);
    return at + SIZE;
  }

  /** Reads a header; that it is an ACK_CCX, and all there, is the caller's to check. */
  public static AckCcx read(byte[] octets, int at) {
    return new AckCcx(
        Ack.read(octets, at),
        AckCc.ccType(octets, at),
        AckCc.ccFlags(octets, at),
        AckCc.mpr(octets, at),
        AckCc.sackPsnOffset(octets, at),
        AckCc.sackBitmap(octets, at),
        Octets.bits64(octets, at + AckCc.STATE),
        Octets.bits64(octets, at + AckCc.STATE + 8));
  }
}
