package dev.sluice.wire.uet;

import dev.sluice.requirement.Requirement;
import dev.sluice.wire.Octets;

/** The two octets with which every PDS header begins: type, next_hdr or ctl_type, flags. */
@Requirement("UET-3")
public final class Prologue {
  /** Octets of the prologue. */
  public static final int SIZE = 2;

  private Prologue() {}

  /**
   * Writes a prologue.
   *
   * @param type 5 bits; see {@link PacketType}
   * @param next next_hdr, or ctl_type in a Control packet, 4 bits
   * @param flags 7 bits, whose meaning depends on the type
   */
  public static void put(byte[] octets, int at, int type, int next, int flags) {
    int word = Octets.fitting(type, 0x1F) << 11 | Octets.fitting(next, 0xF) << 7 | checked(flags);
    Octets.putU16(octets, at, word);
  }

  private static int checked(int flags) {
    return Octets.fitting(flags, 0x7F);
  }

  /** The type; see {@link PacketType}. */
  public static int type(byte[] octets, int at) {
    return Octets.u8(octets, at) >> 3;
  }

  /** The kind of SES header that follows, or in a Control packet its {@link ControlType}. */
  public static int next(byte[] octets, int at) {
    return Octets.u16(octets, at) >> 7 & 0xF;
  }

  /** The flags. */
  public static int flags(byte[] octets, int at) {
    return octets[at + 1] & 0x7F;
  }

  /** Sets flags of a header that stands already, as a retransmission does. */
  public static void setFlags(byte[] octets, int at, int flags) {
    Octets.putU8(octets, at + 1, octets[at + 1] & 0x80 | checked(flags));
  }
}
