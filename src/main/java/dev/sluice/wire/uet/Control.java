package dev.sluice.wire.uet;

import dev.sluice.requirement.Requirement;
import dev.sluice.wire.Octets;

/**
 * A Control packet: sent beside the requests of a PDC, for its own upkeep and for credit.
 *
 * <p>A Credit packet has PSN 0 and asks for no acknowledgment; where its credit stands in the
 * payload is a {@link CreditPlacement}.
 *
 * @param controlType what it is for; see {@link ControlType}
 * @param flags {@link #ISROD}, {@link #RETX}, {@link #AR}, {@link #SYN}
 * @param probeOpaque comes back in the answer to a probe; else reserved
 * @param psn a sequence number where the type has one, else 0
 * @param spdcid the sender's id of the PDC
 * @param dpdcid the target's id of the PDC, or with SYN a {@link SynField}
 * @param payload depends on the type
 */
@Requirement("UET-3")
public record Control(
    int controlType, int flags, int probeOpaque, int psn, int spdcid, int dpdcid, int payload)
    implements UetPacket {
  /** Octets of the header. */
  public static final int SIZE = 16;

  /** Flag: the PDC is ordered. Some hold it reserved. */
  @Requirement("X4")
  public static final int ISROD = 0x20;

  /** Flag: sent before. */
  public static final int RETX = 0x10;

  /** Flag: an acknowledgment is asked for. */
  public static final int AR = 0x08;

  /** Flag: the sender does not know the target's PDC id yet. */
  public static final int SYN = 0x04;

  /** Flags that no Control packet has. */
  static final int RESERVED_FLAGS = 0x43;

  public Control {
    Octets.fitting(controlType, 0xF);
    Octets.fitting(flags, 0x7F);
    Octets.fitting(probeOpaque, 0xFFFF);
    Octets.fitting(spdcid, 0xFFFF);
    Octets.fitting(dpdcid, 0xFFFF);
  }

  @Override
  public int type() {
    return PacketType.CONTROL;
  }

  @Override
  public int size() {
    return SIZE;
  }

  @Override
  public int put(byte[] octets, int at) {
    put(octets, at, controlType, flags, psn, spdcid, dpdcid, payload);
    Octets.putU16(octets, at + 2, probeOpaque);
    return at + SIZE;
  }

  /** Writes a header with a probe_opaque of 0, and answers where it ends. */
  public static int put(
      byte[] octets,
      int at,
      int controlType,
      int flags,
      int psn,
      int spdcid,
      int dpdcid,
      int payload) {
    Prologue.put(octets, at, PacketType.CONTROL, controlType, flags);
    Octets.putU16(octets, at + 2, 0);
    Octets.putBits32(octets, at + 4, psn);
    Octets.putU16(octets, at + 8, spdcid);
    Octets.putU16(octets, at + 10, dpdcid);
    Octets.putBits32(octets, at + 12, payload);
    return at + SIZE;
  }

  /** Reads a header; that it is a Control packet, and all there, is the caller's to check. */
  public static Control read(byte[] octets, int at) {
    return new Control(
        Prologue.next(octets, at),
        Prologue.flags(octets, at),
        probeOpaque(octets, at),
        psn(octets, at),
        spdcid(octets, at),
        dpdcid(octets, at),
        payload(octets, at));
  }

  /** What it is for; see {@link ControlType}. */
  public static int controlType(byte[] octets, int at) {
    return Prologue.next(octets, at);
  }

  /** Whether the sender does not know the target's PDC id yet. */
  public static boolean syn(byte[] octets, int at) {
    return (octets[at + 1] & SYN) != 0;
  }

  /** Whether an acknowledgment is asked for. */
  public static boolean ar(byte[] octets, int at) {
    return (octets[at + 1] & AR) != 0;
  }

  /** What comes back in the answer to a probe. */
  public static int probeOpaque(byte[] octets, int at) {
    return Octets.u16(octets, at + 2);
  }

  /** A sequence number where the type has one. */
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

  /** What depends on the type: a PSN, a message id, credit. */
  public static int payload(byte[] octets, int at) {
    return Octets.bits32(octets, at + 12);
  }
}
