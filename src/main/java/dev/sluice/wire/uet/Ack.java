package dev.sluice.wire.uet;

import dev.sluice.requirement.Requirement;
import dev.sluice.wire.Octets;

/**
 * ACK, and the twelve octets with which ACK_CC and ACK_CCX begin.
 *
 * @param next what follows; see {@link NextHdr}
 * @param flags {@link #M}, {@link #RETX}, {@link #P}, and the two bits of {@link #req}
 * @param ackPsnOffset signed, from cackPsn to the PSN acknowledged; with P the probe's opaque value
 * @param cackPsn cumulative: every PSN up to this one has arrived
 * @param spdcid this end's id of the PDC: what the peer must send as DPDCID from now on
 * @param dpdcid the peer's id of the PDC
 */
@Requirement({"UET-3", "PDC-6"})
public record Ack(int next, int flags, int ackPsnOffset, int cackPsn, int spdcid, int dpdcid)
    implements UetPacket {
  /** Octets of the header. */
  public static final int SIZE = 12;

  /** Flag: the packet acknowledged was marked by a switch. */
  public static final int M = 0x20;

  /** Flag: the packet acknowledged was a retransmission. */
  public static final int RETX = 0x10;

  /** Flag: this answers a probe. */
  public static final int P = 0x08;

  /** Request in the flags: none. */
  public static final int REQ_NONE = 0;

  /** Request in the flags: forget responses. */
  public static final int REQ_CLEAR = 0x02;

  /** Request in the flags: close the PDC. */
  public static final int REQ_CLOSE = 0x04;

  /** Where the request stands in the flags; both bits set are reserved. */
  public static final int REQ_MASK = 0x06;

  /** Reserved, or on a closing ACK a sign that an expected PSN follows; never sent. */
  static final int DISPUTED_FLAG = 0x40;

  /** Flags that no ACK has. */
  static final int RESERVED_FLAGS = 0x01;

  public Ack {
    Octets.fitting(next, 0xF);
    Octets.fitting(flags, 0x7F);
    if (ackPsnOffset != (short) ackPsnOffset) {
      throw new IllegalArgumentException("ack_psn_offset " + ackPsnOffset);
    }
    Octets.fitting(spdcid, 0xFFFF);
    Octets.fitting(dpdcid, 0xFFFF);
  }

  @Override
  public int type() {
    return PacketType.ACK;
  }

  @Override
  public int size() {
    return SIZE;
  }

  /** The PSN that this acknowledges; has no meaning with P. */
  public int ackPsn() {
    return cackPsn + ackPsnOffset;
  }

  @Override
  public int put(byte[] octets, int at) {
    return putRaw(octets, at, PacketType.ACK, this);
  }

  static int putRaw(byte[] octets, int at, int type, Ack ack) {
    Prologue.put(octets, at, type, ack.next, ack.flags);
    Octets.putS16(octets, at + 2, ack.ackPsnOffset);
    Octets.putBits32(octets, at + 4, ack.cackPsn);
    Octets.putU16(octets, at + 8, ack.spdcid);
    Octets.putU16(octets, at + 10, ack.dpdcid);
    return at + SIZE;
  }

  /** Whether the distance of two PSN fits into ack_psn_offset. */
  @Requirement("D6")
  public static boolean fits(int ackPsn, int cackPsn) {
    int offset = Psn32.distance(cackPsn, ackPsn);
    return offset == (short) offset;
  }

  /**
   * Writes the twelve octets of an acknowledgment of any type, and answers where they end.
   *
   * @param ackPsn the PSN acknowledged; how far it is from cackPsn is written, and must fit
   */
  @Requirement("D6")
  public static int put(
      byte[] octets,
      int at,
      int type,
      int next,
      int flags,
      int ackPsn,
      int cackPsn,
      int spdcid,
      int dpdcid) {
    Prologue.put(octets, at, type, next, flags);
    Octets.putS16(octets, at + 2, Psn32.distance(cackPsn, ackPsn));
    Octets.putBits32(octets, at + 4, cackPsn);
    Octets.putU16(octets, at + 8, spdcid);
    Octets.putU16(octets, at + 10, dpdcid);
    return at + SIZE;
  }

  /** Turns the acknowledgment just written into the answer to a probe. */
  public static void setProbe(byte[] octets, int at, int probeOpaque) {
    Prologue.setFlags(octets, at, Prologue.flags(octets, at) | P);
    Octets.putU16(octets, at + 2, probeOpaque);
  }

  /** Reads the twelve octets; that it is an acknowledgment is the caller's to check. */
  public static Ack read(byte[] octets, int at) {
    return new Ack(
        Prologue.next(octets, at),
        Prologue.flags(octets, at),
        Octets.s16(octets, at + 2),
        cackPsn(octets, at),
        spdcid(octets, at),
        dpdcid(octets, at));
  }

  /** Whether the packet acknowledged was marked by a switch. */
  public static boolean m(byte[] octets, int at) {
    return (octets[at + 1] & M) != 0;
  }

  /** Whether the packet acknowledged was a retransmission. */
  public static boolean retx(byte[] octets, int at) {
    return (octets[at + 1] & RETX) != 0;
  }

  /** Whether this answers a probe, so that there is no ackPsn. */
  public static boolean p(byte[] octets, int at) {
    return (octets[at + 1] & P) != 0;
  }

  /** What is asked for: {@link #REQ_NONE}, {@link #REQ_CLEAR}, {@link #REQ_CLOSE}. */
  public static int req(byte[] octets, int at) {
    return octets[at + 1] & REQ_MASK;
  }

  /** The PSN that this acknowledges. */
  public static int ackPsn(byte[] octets, int at) {
    return cackPsn(octets, at) + Octets.s16(octets, at + 2);
  }

  /** The opaque value of the probe that this answers. */
  public static int probeOpaque(byte[] octets, int at) {
    return Octets.u16(octets, at + 2);
  }

  /** Every PSN up to this one has arrived. */
  public static int cackPsn(byte[] octets, int at) {
    return Octets.bits32(octets, at + 4);
  }

  /** The id of the PDC at the end that sends this. */
  public static int spdcid(byte[] octets, int at) {
    return Octets.u16(octets, at + 8);
  }

  /** The id of the PDC at the end that receives this. */
  public static int dpdcid(byte[] octets, int at) {
    return Octets.u16(octets, at + 10);
  }
}
