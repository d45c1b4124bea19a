package dev.sluice.wire.uet;

import dev.sluice.requirement.Requirement;
import dev.sluice.wire.Octets;

/**
 * RUD_REQ and ROD_REQ, and with congestion state RUD_CC_REQ and ROD_CC_REQ.
 *
 * @param type one of the four
 * @param next what follows; see {@link NextHdr}
 * @param flags {@link #RETX}, {@link #AR}, {@link #SYN}
 * @param clearPsnOffset signed, from psn to the PSN up to which the target may forget responses
 * @param psn packet sequence number
 * @param spdcid the sender's id of the PDC
 * @param dpdcid the target's id of the PDC, or with SYN a {@link SynField}
 * @param cccId the sender's id of the CCC; 0 in a request without congestion state
 * @param creditTarget what the sender wants to send, in the quantum of the profile; 0 likewise. The
 *     kernel that computes it also decides what a target beyond 24 bits becomes; here it is refused
 */
@Requirement({"UET-3", "PDC-7", "X8"})
public record Request(
    int type,
    int next,
    int flags,
    int clearPsnOffset,
    int psn,
    int spdcid,
    int dpdcid,
    int cccId,
    int creditTarget)
    implements UetPacket {
  /** Octets without congestion state. */
  public static final int SIZE = 12;

  /** Octets with congestion state. */
  public static final int SIZE_WITH_CC = 16;

  /** Flag: this PSN was sent before. */
  public static final int RETX = 0x10;

  /** Flag: an acknowledgment is asked for. */
  public static final int AR = 0x08;

  /** Flag: the sender does not know the target's PDC id yet. */
  public static final int SYN = 0x04;

  /** Flags that no request has. */
  static final int RESERVED_FLAGS = 0x63;

  public Request {
    if (!PacketType.isRequest(type)) {
      throw new IllegalArgumentException(PacketType.name(type) + " is no request");
    }
    Octets.fitting(next, 0xF);
    Octets.fitting(flags, 0x7F);
    if (clearPsnOffset != (short) clearPsnOffset) {
      throw new IllegalArgumentException("clear_psn_offset " + clearPsnOffset);
    }
    Octets.fitting(spdcid, 0xFFFF);
    Octets.fitting(dpdcid, 0xFFFF);
    Octets.fitting(cccId, PacketType.carriesCccState(type) ? 0xFF : 0);
    Octets.fitting(creditTarget, PacketType.carriesCccState(type) ? Octets.MAX_U24 : 0);
  }

  @Override
  public int size() {
    return PacketType.headerSize(type);
  }

  /** Whether the sender does not know the target's PDC id yet. */
  public boolean syn() {
    return (flags & SYN) != 0;
  }

  /** Up to where the target may forget responses. */
  @Requirement("X5")
  public int clearPsn() {
    return psn + clearPsnOffset;
  }

  /** The first PSN of the PDC; has a meaning with SYN only. */
  public int startPsn() {
    return psn - SynField.psnOffset(dpdcid);
  }

  @Override
  public int put(byte[] octets, int at) {
    int end = put(octets, at, type, next, flags, clearPsnOffset, psn, spdcid, dpdcid);
    return PacketType.carriesCccState(type) ? putCccState(octets, at, cccId, creditTarget) : end;
  }

  /** Writes the part that all four have, and answers where it ends. */
  public static int put(
      byte[] octets,
      int at,
      int type,
      int next,
      int flags,
      int clearPsnOffset,
      int psn,
      int spdcid,
      int dpdcid) {
    Prologue.put(octets, at, type, next, flags);
    Octets.putS16(octets, at + 2, clearPsnOffset);
    Octets.putBits32(octets, at + 4, psn);
    Octets.putU16(octets, at + 8, spdcid);
    Octets.putU16(octets, at + 10, dpdcid);
    return at + SIZE;
  }

  /** Writes the congestion state of a request that has it, and answers where the header ends. */
  public static int putCccState(byte[] octets, int at, int cccId, int creditTarget) {
    Octets.putU8(octets, at + 12, cccId);
    Octets.putU24(octets, at + 13, creditTarget);
    return at + SIZE_WITH_CC;
  }

  /**
   * Gives a request that was written with SYN the target's id of the PDC instead, as a
   * retransmission after the first acknowledgment needs it.
   */
  @Requirement({"PDC-3", "PDC-6"})
  public static void setDpdcid(byte[] octets, int at, int dpdcid) {
    Prologue.setFlags(octets, at, Prologue.flags(octets, at) & ~SYN);
    Octets.putU16(octets, at + 10, dpdcid);
  }

  /** Marks a request as sent before. */
  public static void setRetx(byte[] octets, int at) {
    Prologue.setFlags(octets, at, Prologue.flags(octets, at) | RETX);
  }

  /** Gives a request another PSN, as the answer to a NACK that wants another Start_PSN. */
  public static void setPsn(byte[] octets, int at, int psn) {
    Octets.putBits32(octets, at + 4, psn);
  }

  /** Reads a header; that it is a request, and all there, is the caller's to check. */
  public static Request read(byte[] octets, int at) {
    int type = Prologue.type(octets, at);
    boolean cc = PacketType.carriesCccState(type);
    return new Request(
        type,
        Prologue.next(octets, at),
        Prologue.flags(octets, at),
        clearPsnOffset(octets, at),
        psn(octets, at),
        spdcid(octets, at),
        dpdcid(octets, at),
        cc ? cccId(octets, at) : 0,
        cc ? creditTarget(octets, at) : 0);
  }

  /** Whether the sender does not know the target's PDC id yet. */
  public static boolean syn(byte[] octets, int at) {
    return (octets[at + 1] & SYN) != 0;
  }

  /** Whether an acknowledgment is asked for. */
  public static boolean ar(byte[] octets, int at) {
    return (octets[at + 1] & AR) != 0;
  }

  /** Whether this PSN was sent before. */
  public static boolean retx(byte[] octets, int at) {
    return (octets[at + 1] & RETX) != 0;
  }

  /** Signed, from psn to the clear PSN. */
  public static int clearPsnOffset(byte[] octets, int at) {
    return Octets.s16(octets, at + 2);
  }

  /** Up to where the target may forget responses. */
  public static int clearPsn(byte[] octets, int at) {
    return psn(octets, at) + clearPsnOffset(octets, at);
  }

  /** The packet sequence number. */
  public static int psn(byte[] octets, int at) {
    return Octets.bits32(octets, at + 4);
  }

  /** The sender's id of the PDC. */
  public static int spdcid(byte[] octets, int at) {
    return Octets.u16(octets, at + 8);
  }

  /** The target's id of the PDC, or with SYN a {@link SynField}. */
  public static int dpdcid(byte[] octets, int at) {
    return Octets.u16(octets, at + 10);
  }

  /** The first PSN of the PDC; has a meaning with SYN only. */
  public static int startPsn(byte[] octets, int at) {
    return psn(octets, at) - SynField.psnOffset(dpdcid(octets, at));
  }

  /** The sender's id of the CCC, in a request with congestion state. */
  public static int cccId(byte[] octets, int at) {
    return Octets.u8(octets, at + 12);
  }

  /** What the sender wants to send, in a request with congestion state. */
  public static int creditTarget(byte[] octets, int at) {
    return Octets.u24(octets, at + 13);
  }
}
