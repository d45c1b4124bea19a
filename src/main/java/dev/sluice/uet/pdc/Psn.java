package dev.sluice.uet.pdc;

/**
 * Packet sequence numbers: they count modulo a power of two on the wire (2³²), modulo something
 * small in a model, and are compared only by their distance from a PDC's first.
 */
public final class Psn {
  /** PSNs have 32 bits on the wire. */
  public static final long WIRE_MODULUS = 1L << 32;

  /** Packets that may leave before the first ACK_CC: their field with SYN has 12 bits. */
  public static final int WIRE_SYN_WINDOW = 1 << 12;

  private Psn() {}

  /** The PSN that many packets after {@code start}. */
  public static long at(long start, long offset, long modulus) {
    return Math.floorMod(Math.addExact(start, offset), modulus);
  }

  /** How many packets {@code psn} is after {@code start}. */
  public static long offset(long psn, long start, long modulus) {
    return Math.floorMod(Math.subtractExact(psn, start), modulus);
  }
}
