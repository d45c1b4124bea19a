package dev.sluice.wire.roce;

import dev.sluice.wire.Octets;

/**
 * Where a WRITE goes, or what a READ wants.
 *
 * @param virtualAddress where it begins in the receiver's memory, 64 bits
 * @param rKey the key to that memory, 32 bits
 * @param dmaLength bytes of the whole message, 32 bits, unsigned
 */
public record Reth(long virtualAddress, int rKey, long dmaLength) {
  /** Octets of the header. */
  public static final int SIZE = 16;

  public Reth {
    if (dmaLength < 0 || dmaLength > 0xFFFF_FFFFL) {
      throw new IllegalArgumentException(dmaLength + " does not fit into 32 bits");
    }
  }

  /** Writes the header, and answers where the next one begins. */
  public int put(byte[] octets, int at) {
    return put(octets, at, virtualAddress, rKey, dmaLength);
  }

  /** Writes a header, and answers where the next one begins. */
  public static int put(byte[] octets, int at, long virtualAddress, int rKey, long dmaLength) {
    Octets.putBits64(octets, at, virtualAddress);
    Octets.putBits32(octets, at + 8, rKey);
    Octets.putBits32(octets, at + 12, (int) dmaLength);
    return at + SIZE;
  }

  /** Reads a header; that it is all there is the caller's to check. */
  public static Reth read(byte[] octets, int at) {
    return new Reth(virtualAddress(octets, at), rKey(octets, at), dmaLength(octets, at));
  }

  /** Where it begins in the receiver's memory. */
  public static long virtualAddress(byte[] octets, int at) {
    return Octets.bits64(octets, at);
  }

  /** The key to that memory. */
  public static int rKey(byte[] octets, int at) {
    return Octets.bits32(octets, at + 8);
  }

  /** Bytes of the whole message. */
  public static long dmaLength(byte[] octets, int at) {
    return Octets.u32(octets, at + 12);
  }
}
