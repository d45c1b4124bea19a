package dev.sluice.wire.uet;

import dev.sluice.requirement.Requirement;
import dev.sluice.wire.Octets;

/**
 * NACK, and the sixteen octets with which NACK_CCX begins.
 *
 * @param next what follows; see {@link NextHdr}
 * @param flags {@link #M}, {@link #RETX}, {@link #NT}
 * @param code why; see {@link NackCode}
 * @param vendorCode anything
 * @param nackPsn the PSN not taken, or with NT the id of the RUDI packet
 * @param spdcid this end's id of the PDC, 0 if there is none
 * @param dpdcid the peer's id of the PDC
 * @param payload depends on the code
 */
@Requirement("UET-3")
public record Nack(
    int next, int flags, int code, int vendorCode, int nackPsn, int spdcid, int dpdcid, int payload)
    implements UetPacket {
  /** Octets of the header. */
  public static final int SIZE = 16;

  /** Flag: the packet was marked by a switch. */
  public static final int M = 0x20;

  /** Flag: the packet was a retransmission. */
  public static final int RETX = 0x10;

  /** Flag: the packet was RUDI; else RUD or ROD. */
  public static final int NT = 0x08;

  /** Flags that no NACK has. */
  static final int RESERVED_FLAGS = 0x47;

  public Nack {
    Octets.fitting(next, 0xF);
    Octets.fitting(flags, 0x7F);
    Octets.fitting(code, 0xFF);
    Octets.fitting(vendorCode, 0xFF);
    Octets.fitting(spdcid, 0xFFFF);
    Octets.fitting(dpdcid, 0xFFFF);
  }

  @Override
  public int type() {
    return PacketType.NACK;
  }

  @Override
  public int size() {
    return SIZE;
  }

  @Override
  public int put(byte[] octets, int at) {
    return put(octets, at, PacketType.NACK);
  }

  int put(byte[] octets, int at, int type) {
    put(octets, at, type, flags, code, nackPsn, spdcid, dpdcid, payload);
    Prologue.put(octets, at, type, next, flags);
    Octets.putU8(octets, at + 3, vendorCode);
    return at + SIZE;
  }

  /** Writes the sixteen octets of a NACK of either type, and answers where they end. */
  public static int put(
      byte[] octets,
      int at,
      int type,
      int flags,
      int code,
      int nackPsn,
      int spdcid,
      int dpdcid,
      int payload) {
    Prologue.put(octets, at, type, NextHdr.NONE, flags);
    Octets.putU8(octets, at + 2, code);
    Octets.putU8(octets, at + 3, 0);
    Octets.putBits32(octets, at + 4, nackPsn);
    Octets.putU16(octets, at + 8, spdcid);
    Octets.putU16(octets, at + 10, dpdcid);
    Octets.putBits32(octets, at + 12, payload);
    return at + SIZE;
  }

  /** Reads the sixteen octets; that it is a NACK is the caller's to check. */
  public static Nack read(byte[] octets, int at) {
    return new Nack(
        Prologue.next(octets, at),
        Prologue.flags(octets, at),
        code(octets, at),
        Octets.u8(octets, at + 3),
        nackPsn(octets, at),
        spdcid(octets, at),
        dpdcid(octets, at),
        payload(octets, at));
  }

  /** Whether the packet was marked by a switch. */
  public static boolean m(byte[] octets, int at) {
    return (octets[at + 1] & M) != 0;
  }

  /** Whether the packet was a retransmission. */
  public static boolean retx(byte[] octets, int at) {
    return (octets[at + 1] & RETX) != 0;
  }

  /** Whether the packet was RUDI. */
  public static boolean nt(byte[] octets, int at) {
    return (octets[at + 1] & NT) != 0;
  }

  /** Why; see {@link NackCode}. */
  public static int code(byte[] octets, int at) {
    return Octets.u8(octets, at + 2);
  }

  /** The PSN not taken. */
  public static int nackPsn(byte[] octets, int at) {
    return Octets.bits32(octets, at + 4);
  }

  /** The id of the PDC at the end that sends this; 0 if there is none. */
  public static int spdcid(byte[] octets, int at) {
    return Octets.u16(octets, at + 8);
  }

  /** The id of the PDC at the end that receives this. */
  public static int dpdcid(byte[] octets, int at) {
    return Octets.u16(octets, at + 10);
  }

  /** What depends on the code. */
  public static int payload(byte[] octets, int at) {
    return Octets.bits32(octets, at + 12);
  }
}
