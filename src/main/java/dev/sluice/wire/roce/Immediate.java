package dev.sluice.wire.roce;

import dev.sluice.wire.Octets;

/**
 * Four octets that a SEND or a WRITE hands to the receiver's application.
 *
 * @param data 32 bits
 */
public record Immediate(int data) {
  /** Octets of the header. */
  public static final int SIZE = 4;

  /** Writes the header, and answers where the next one begins. */
  public int put(byte[] octets, int at) {
    Octets.putBits32(octets, at, data);
    return at + SIZE;
  }

  /** Reads a header; that it is all there is the caller's to check. */
  public static Immediate read(byte[] octets, int at) {
    return new Immediate(Octets.bits32(octets, at));
  }
}
