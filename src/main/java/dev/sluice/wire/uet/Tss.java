package dev.sluice.wire.uet;

import dev.sluice.requirement.Requirement;
import dev.sluice.wire.Octets;

/**
 * The security header. What follows it is not read here: it may be encrypted.
 *
 * @param head the first word: type, SP, a reserved bit, AN, and the SDI
 * @param ssi the source's id if SP is set, else 0
 * @param tsc epoch and counter
 */
@Requirement({"UET-3", "X7"})
public record Tss(int head, int ssi, long tsc) implements UetPacket {
  /** Octets without SSI. */
  public static final int SIZE = 12;

  /** Octets with SSI. */
  public static final int SIZE_WITH_SSI = 16;

  private static final int SP = 0x0400_0000;

  /** The reserved bit of the first word. */
  static final int RESERVED = 0x0200_0000;

  private static final int AN = 0x0100_0000;

  public Tss {
    if (head >>> 27 != PacketType.TSS) {
      throw new IllegalArgumentException(PacketType.name(head >>> 27) + " is not TSS");
    }
    if ((head & SP) == 0) {
      Octets.fitting(ssi, 0);
    }
  }

  /** A header from its parts, without SSI. */
  public static Tss of(boolean an, int sdi, long tsc) {
    int head = PacketType.TSS << 27 | (an ? AN : 0) | Octets.fitting(sdi, 0xFF_FFFF);
    return new Tss(head, 0, tsc);
  }

  /** The same header with an SSI. */
  public Tss withSsi(int ssi) {
    return new Tss(head | SP, ssi, tsc);
  }

  @Override
  public int type() {
    return PacketType.TSS;
  }

  @Override
  public int size() {
    return size(head);
  }

  /** Octets of the header whose first word this is. */
  static int size(int head) {
    return (head & SP) == 0 ? SIZE : SIZE_WITH_SSI;
  }

  /** The AN bit. */
  public boolean an() {
    return (head & AN) != 0;
  }

  /** The id of the security domain. */
  public int sdi() {
    return head & 0xFF_FFFF;
  }

  /** The epoch, the first 16 bits of TSC. */
  public int epoch() {
    return (int) (tsc >>> 48);
  }

  /** The counter, the last 48 bits of TSC. */
  public long counter() {
    return tsc & 0xFFFF_FFFF_FFFFL;
  }

  @Override
  public int put(byte[] octets, int at) {
    Octets.putBits32(octets, at, head);
    int next = at + 4;
    if (size() == SIZE_WITH_SSI) {
      Octets.putBits32(octets, next, ssi);
      next += 4;
    }
    Octets.putBits64(octets, next, tsc);
    return next + 8;
  }

  /** Reads a header; that it is TSS, and all there, is the caller's to check. */
  public static Tss read(byte[] octets, int at) {
    int head = Octets.bits32(octets, at);
    return size(head) == SIZE
        ? new Tss(head, 0, Octets.bits64(octets, at + 4))
        : new Tss(head, Octets.bits32(octets, at + 4), Octets.bits64(octets, at + 8));
  }
}
