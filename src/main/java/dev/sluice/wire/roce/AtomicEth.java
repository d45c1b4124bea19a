package dev.sluice.wire.roce;

import dev.sluice.wire.Octets;

/**
 * What an ATOMIC does to eight bytes.
 *
 * @param virtualAddress where they are in the receiver's memory, 64 bits
 * @param rKey the key to that memory, 32 bits
 * @param swapOrAdd what is put there, or added, 64 bits
 * @param compare what must be there for a swap, 64 bits
 */
public record AtomicEth(long virtualAddress, int rKey, long swapOrAdd, long compare) {
  /** Octets of the header. */
  public static final int SIZE = 28;

  /** Writes the header, and answers where the next one begins. */
  public int put(byte[] octets, int at) {
    Octets.putBits64(octets, at, virtualAddress);
    Octets.putBits32(octets, at + 8, rKey);
    Octets.putBits64(octets, at + 12, swapOrAdd);
    Octets.putBits64(octets, at + 20, compare);
    return at + SIZE;
  }

  /** Reads a header; that it is all there is the caller's to check. */
  public static AtomicEth read(byte[] octets, int at) {
    return new AtomicEth(
        Octets.bits64(octets, at),
        Octets.bits32(octets, at + 8),
        Octets.bits64(octets, at + 12),
        Octets.bits64(octets, at + 20));
  }
}
