package dev.sluice.wire.uet;

import dev.sluice.requirement.Requirement;
import dev.sluice.wire.Octets;

/**
 * RUDI_REQ and RUDI_RESP: reliable and idempotent, without a PDC.
 *
 * @param type one of the two
 * @param next what follows; see {@link NextHdr}
 * @param flags 0x20 marked, in responses; 0x10 sent before
 * @param reserved 16 bits
 * @param pktId tells the packet from others
 */
@Requirement("UET-3")
public record Rudi(int type, int next, int flags, int reserved, int pktId) implements UetPacket {
  /** Octets of the header. */
  public static final int SIZE = 8;

  public Rudi {
    if (type != PacketType.RUDI_REQ && type != PacketType.RUDI_RESP) {
      throw new IllegalArgumentException(PacketType.name(type) + " is not RUDI");
    }
    Octets.fitting(next, 0xF);
    Octets.fitting(flags, 0x7F);
    Octets.fitting(reserved, 0xFFFF);
  }

  /** Flags that a packet of this type does not have. */
  int reservedFlags() {
    return type == PacketType.RUDI_RESP ? 0x4F : 0x6F;
  }

  @Override
  public int size() {
    return SIZE;
  }

  @Override
  public int put(byte[] octets, int at) {
    Prologue.put(octets, at, type, next, flags);
    Octets.putU16(octets, at + 2, reserved);
    Octets.putBits32(octets, at + 4, pktId);
    return at + SIZE;
  }

  /** Reads a header; that it is RUDI, and all there, is the caller's to check. */
  public static Rudi read(byte[] octets, int at) {
    return new Rudi(
        Prologue.type(octets, at),
        Prologue.next(octets, at),
        Prologue.flags(octets, at),
        Octets.u16(octets, at + 2),
        Octets.bits32(octets, at + 4));
  }
}
