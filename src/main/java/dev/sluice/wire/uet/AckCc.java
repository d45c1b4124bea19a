package dev.sluice.wire.uet;

import dev.sluice.requirement.Requirement;
import dev.sluice.wire.Octets;

/**
 * ACK_CC: an acknowledgment with selective acknowledgments and congestion state.
 *
 * <p>The static methods of {@link Ack} read the first twelve octets; those of {@link NsccState} and
 * {@link CreditState} read the last eight. The SACK part and the cc_type stand at the same place in
 * {@link AckCcx}.
 *
 * @param ack the first twelve octets
 * @param ccType what the state means; see {@link CcType}
 * @param ccFlags 4 bits
 * @param mpr how many PSN the receiver tracks; see {@link Mpr}
 * @param sackPsnOffset signed, from cackPsn to the base of the bitmap
 * @param sackBitmap bit N set: base + N has arrived; clear: nothing is said
 * @param ccState the eight octets of congestion state
 */
@Requirement({"UET-3", "PDC-9"})
public record AckCc(
    Ack ack, int ccType, int ccFlags, int mpr, int sackPsnOffset, long sackBitmap, long ccState)
    implements UetPacket {
  /** Octets of the header. */
  public static final int SIZE = 32;

  /** Where the congestion state begins within the header. */
  static final int STATE = 24;

  public AckCc {
    checkExtension(ccType, ccFlags, mpr, sackPsnOffset);
  }

  static void checkExtension(int ccType, int ccFlags, int mpr, int sackPsnOffset) {
    Octets.fitting(ccType, 0xF);
    Octets.fitting(ccFlags, 0xF);
    Octets.fitting(mpr, 0xFF);
    if (sackPsnOffset != (short) sackPsnOffset) {
      throw new IllegalArgumentException("sack_psn_offset " + sackPsnOffset);
    }
  }

  @Override
  public int type() {
    return PacketType.ACK_CC;
  }

  @Override
  public int size() {
    return SIZE;
  }

  /** The PSN that bit 0 of the bitmap stands for. */
  public int sackBase() {
    return ack.cackPsn() + sackPsnOffset;
  }

  @Override
  public int put(byte[] octets, int at) {
    Ack.putRaw(octets, at, PacketType.ACK_CC, ack);
    putExtension(octets, at, ccType, ccFlags, mpr, sackPsnOffset, sackBitmap);
    Octets.putBits64(octets, at + STATE, ccState);
    return at + SIZE;
  }

  static void putExtension(
      byte[] octets, int at, int ccType, int ccFlags, int mpr, int sackPsnOffset, long sackBitmap) {
    Octets.putU8(octets, at + 12, Octets.fitting(ccType, 0xF) << 4 | Octets.fitting(ccFlags, 0xF));
    Octets.putU8(octets, at + 13, mpr);
    Octets.putS16(octets, at + 14, sackPsnOffset);
    Octets.putBits64(octets, at + 16, sackBitmap);
  }

  /**
   * Writes what follows the first twelve octets, up to the congestion state, which {@link
   * NsccState#put} or {@link CreditState#put} writes.
   *
   * @param sackBase the PSN that bit 0 of the bitmap stands for
   */
  public static void putSack(
      byte[] octets, int at, int ccType, int mpr, int sackBase, long sackBitmap) {
    int offset = Psn32.distance(Ack.cackPsn(octets, at), sackBase);
    putExtension(octets, at, ccType, 0, mpr, offset, sackBitmap);
  }

  /** Reads a header; that it is an ACK_CC, and all there, is the caller's to check. */
  public static AckCc read(byte[] octets, int at) {
    return new AckCc(
        Ack.read(octets, at),
        ccType(octets, at),
        ccFlags(octets, at),
        mpr(octets, at),
        sackPsnOffset(octets, at),
        sackBitmap(octets, at),
        Octets.bits64(octets, at + STATE));
  }

  /** What the congestion state means; see {@link CcType}. */
  public static int ccType(byte[] octets, int at) {
    return Octets.u8(octets, at + 12) >> 4;
  }

  /** Flags of the congestion state. */
  public static int ccFlags(byte[] octets, int at) {
    return octets[at + 12] & 0xF;
  }

  /** How many PSN the receiver tracks; see {@link Mpr}. */
  public static int mpr(byte[] octets, int at) {
    return Octets.u8(octets, at + 13);
  }

  /** Signed, from cackPsn to the base of the bitmap. */
  public static int sackPsnOffset(byte[] octets, int at) {
    return Octets.s16(octets, at + 14);
  }

  /** The PSN that bit 0 of the bitmap stands for. */
  public static int sackBase(byte[] octets, int at) {
    return Ack.cackPsn(octets, at) + sackPsnOffset(octets, at);
  }

  /** What has arrived beyond the cumulative acknowledgment. */
  public static long sackBitmap(byte[] octets, int at) {
    return Octets.bits64(octets, at + 16);
  }

  /** Whether the bitmap says that a PSN has arrived. False says nothing, above all not "lost". */
  @Requirement("UET-3")
  public static boolean saysReceived(byte[] octets, int at, int psn) {
    int bit = Psn32.distance(sackBase(octets, at), psn);
    return bit >= 0 && bit < Long.SIZE && (sackBitmap(octets, at) >>> bit & 1) != 0;
  }
}
