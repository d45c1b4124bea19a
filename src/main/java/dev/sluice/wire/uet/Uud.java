package dev.sluice.wire.uet;

import dev.sluice.requirement.Requirement;
import dev.sluice.wire.Octets;

/**
 * UUD_REQ: unreliable, and not under congestion control.
 *
 * @param next what follows; see {@link NextHdr}
 * @param flags it has none; all 7 bits are reserved
 * @param reserved 16 bits
 */
@Requirement("UET-3")
public record Uud(int next, int flags, int reserved) implements UetPacket {
  /** Octets of the header. */
  public static final int SIZE = 4;

  public Uud {
    Octets.fitting(next, 0xF);
    Octets.fitting(flags, 0x7F);
    Octets.fitting(reserved, 0xFFFF);
  }

  @Override
  public int type() {
    return PacketType.UUD_REQ;
  }

  @Override
  public int size() {
    return SIZE;
  }

  @Override
  public int put(byte[] octets, int at) {
    Prologue.put(octets, at, PacketType.UUD_REQ, next, flags);
    Octets.putU16(octets, at + 2, reserved);
    return at + SIZE;
  }

  /** Reads a header; that it is UUD, and all there, is the caller's to check. */
  public static Uud read(byte[] octets, int at) {
    return new Uud(
        Prologue.next(octets, at), Prologue.flags(octets, at), Octets.u16(octets, at + 2));
  }
}
