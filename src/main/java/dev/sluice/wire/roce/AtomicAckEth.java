package dev.sluice.wire.roce;

import dev.sluice.wire.Octets;

/**
 * What an ATOMIC has found.
 *
 * @param original the eight bytes as they were before, 64 bits
 */
public record AtomicAckEth(long original) {
  /** Octets of the header. */
  public static final int SIZE = 8;

  /** Writes the header, and answers where the next one begins. */
  public int put(byte[] octets, int at) {
    Octets.putBits64(octets, at, original);
    return at + SIZE;
  }

  /** Reads a header; that it is all there is the caller's to check. */
  public static AtomicAckEth read(byte[] octets, int at) {
    return new AtomicAckEth(Octets.bits64(octets, at));
  }
}
