package dev.sluice.wire.ip;

import dev.sluice.wire.Octets;

/** The ones' complement sum of 16-bit words that IPv4 and UDP use. */
final class InternetChecksum {
  private InternetChecksum() {}

  /** Adds the words of a range to a sum; an odd last octet counts as if a 0 followed. */
  static long add(long sum, byte[] octets, int from, int length) {
    int at = from;
    int end = from + length;
    for (; at + 4 <= end; at += 4) {
      sum += Octets.u32(octets, at); // two words at once: 2^16 is 1 in this arithmetic
    }
    for (; at + 2 <= end; at += 2) {
      sum += Octets.u16(octets, at);
    }
    return at < end ? sum + (Octets.u8(octets, at) << 8) : sum;
  }

  /** The checksum that goes with a sum. */
  static int of(long sum) {
    return ~folded(sum) & 0xFFFF;
  }

  /** The checksum after one 16-bit word has changed. */
  static int updated(int checksum, int before, int after) {
    return of((~checksum & 0xFFFFL) + (~before & 0xFFFF) + after);
  }

  /** The sum folded into 16 bits; 0xFFFF for a range that holds its own, right checksum. */
  static int folded(long sum) {
    long folded = (sum & 0xFFFF_FFFFL) + (sum >>> 32);
    while (folded > 0xFFFF) {
      folded = (folded & 0xFFFF) + (folded >>> 16);
    }
    return (int) folded;
  }
}
