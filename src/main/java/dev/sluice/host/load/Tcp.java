package dev.sluice.host.load;

import dev.sluice.wire.Octets;
import dev.sluice.wire.ip.Ipv4;

/**
 * The TCP header of a segment in the middle of a connection: an acknowledgment with data, without
 * options. Nobody answers it, so that its sequence number stays.
 */
public final class Tcp {
  /** Octets of the header. */
  static final int SIZE = 20;

  /** The protocol number. */
  public static final int PROTOCOL = 6;

  private static final int CHECKSUM = 16;
  private static final int LENGTH_AND_FLAGS = SIZE / 4 << 12 | 0x10;

  private Tcp() {}

  /** Writes a header without a checksum, and answers where the data begin. */
  static int put(byte[] octets, int at, int sourcePort, int destinationPort) {
    Octets.putU16(octets, at, sourcePort);
    Octets.putU16(octets, at + 2, destinationPort);
    Octets.putBits32(octets, at + 4, 1);
    Octets.putBits32(octets, at + 8, 1);
    Octets.putU16(octets, at + 12, LENGTH_AND_FLAGS);
    Octets.putU16(octets, at + 14, 0xFFFF);
    Octets.putBits32(octets, at + CHECKSUM, 0);
    return at + SIZE;
  }

  /** Fills in the checksum of a segment behind IPv4 that stands there in full. */
  public static void seal(byte[] octets, int ipAt) {
    int at = ipAt + Ipv4.SIZE;
    int length = Ipv4.packetLength(octets, ipAt) - Ipv4.SIZE;
    Octets.putU16(octets, at + CHECKSUM, 0);
    long sum = PROTOCOL + length;
    for (int i = ipAt + 12; i < ipAt + Ipv4.SIZE; i += 2) {
      sum += Octets.u16(octets, i);
    }
    for (int i = 0; i < length; i++) {
      sum += (long) Octets.u8(octets, at + i) << (i % 2 == 0 ? 8 : 0);
    }
    while (sum > 0xFFFF) {
      sum = (sum & 0xFFFF) + (sum >>> 16);
    }
    Octets.putU16(octets, at + CHECKSUM, (int) ~sum & 0xFFFF);
  }
}
