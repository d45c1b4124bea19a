package dev.sluice.wire.roce;

import dev.sluice.wire.Octets;

/**
 * A congestion notification packet: a base header that names the queue pair that is to slow down,
 * and sixteen reserved octets.
 *
 * <p>It is known by its opcode and by nothing else: senders differ in its ECN bits and its DSCP,
 * and some put numbers of their own into the reserved octets.
 *
 * @param base the header in front, whose opcode is {@link Opcode#CNP}
 * @param reservedHigh the first eight of the reserved octets; sent as 0
 * @param reservedLow the other eight
 */
public record Cnp(Bth base, long reservedHigh, long reservedLow) {
  /** Octets of base header and reserved octets. */
  public static final int SIZE = Bth.SIZE + 16;

  public Cnp {
    if (base.opcode() != Opcode.CNP) {
      throw new IllegalArgumentException(Opcode.name(base.opcode()) + " is no CNP");
    }
  }

  /** Writes the packet behind UDP, and answers where the ICRC stands. */
  public int put(byte[] octets, int at) {
    int reserved = base.put(octets, at);
    Octets.putBits64(octets, reserved, reservedHigh);
    Octets.putBits64(octets, reserved + 8, reservedLow);
    return at + SIZE;
  }

  /**
   * Writes a CNP as it is sent here, and answers where the ICRC stands: BECN set, PSN and all
   * reserved bits 0.
   *
   * @param destinationQp the queue pair that is to slow down, 24 bits
   */
  public static int put(byte[] octets, int at, int pKey, int destinationQp) {
    int reserved = Bth.put(octets, at, Opcode.CNP, 0, pKey, destinationQp, 0, 0);
    Octets.putU8(octets, at + 4, Bth.BECN);
    Octets.putBits64(octets, reserved, 0);
    Octets.putBits64(octets, reserved + 8, 0);
    return at + SIZE;
  }

  /** Reads a packet; that it is a CNP, and all there, is the caller's to check. */
  public static Cnp read(byte[] octets, int at) {
    int reserved = at + Bth.SIZE;
    return new Cnp(
        Bth.read(octets, at), Octets.bits64(octets, reserved), Octets.bits64(octets, reserved + 8));
  }
}
