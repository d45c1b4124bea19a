package dev.sluice.wire.ip;

import dev.sluice.wire.Octets;

/**
 * A UDP header.
 *
 * <p>In flight the checksum is 0, because the payload is not there to be summed up; {@link
 * #seal(byte[], int)} fills it in where a packet is written out in full.
 *
 * @param sourcePort the entropy value of a UET packet, 16 bits
 * @param destinationPort 16 bits
 * @param length octets from this header to the end of the packet, 16 bits
 * @param checksum 0 means that there is none, 16 bits
 */
public record Udp(int sourcePort, int destinationPort, int length, int checksum) {
  /** Octets of the header. */
  public static final int SIZE = 8;

  public Udp {
    Octets.fitting(sourcePort, 0xFFFF);
    Octets.fitting(destinationPort, 0xFFFF);
    Octets.fitting(length, 0xFFFF);
    Octets.fitting(checksum, 0xFFFF);
  }

  /** Writes a header without a checksum, and answers where the next one begins. */
  public static int put(byte[] octets, int at, int sourcePort, int destinationPort, int length) {
    Octets.putU16(octets, at, sourcePort);
    Octets.putU16(octets, at + 2, destinationPort);
    Octets.putU16(octets, at + 4, length);
    Octets.putU16(octets, at + 6, 0);
    return at + SIZE;
  }

  /** Reads a header. */
  public static Udp read(byte[] octets, int at) {
    return new Udp(
        sourcePort(octets, at),
        destinationPort(octets, at),
        length(octets, at),
        checksum(octets, at));
  }

  /** The source port: in UET the entropy value. */
  public static int sourcePort(byte[] octets, int at) {
    return Octets.u16(octets, at);
  }

  /** The destination port. */
  public static int destinationPort(byte[] octets, int at) {
    return Octets.u16(octets, at + 2);
  }

  /** Octets from this header to the end of the packet. */
  public static int length(byte[] octets, int at) {
    return Octets.u16(octets, at + 4);
  }

  /** The checksum; 0 means that there is none. */
  public static int checksum(byte[] octets, int at) {
    return Octets.u16(octets, at + 6);
  }

  /** Changes the length, and takes away the checksum that does not hold any more. */
  public static void setLength(byte[] octets, int at, int length) {
    Octets.putU16(octets, at + 4, length);
    Octets.putU16(octets, at + 6, 0);
  }

  /**
   * Rewrites two octets behind the header, as a switch does, and carries the checksum along; where
   * there is none, there is none after.
   *
   * @param udpAt where the header begins
   * @param at of the first of them, an even number of octets behind that
   */
  public static void rewrite16(byte[] octets, int udpAt, int at, int value) {
    carry(octets, udpAt, Octets.u16(octets, at), value);
    Octets.putU16(octets, at, value);
  }

  /**
   * Lets the packet grow by zeros that begin and end at even places, and carries the checksum
   * along.
   *
   * @param udpAt where the header begins
   * @param by how many octets, an even number
   */
  public static void grow(byte[] octets, int udpAt, int by) {
    int before = length(octets, udpAt);
    Octets.putU16(octets, udpAt + 4, before + by);
    carry(octets, udpAt, before, before + by); // as it stands in the header
    carry(octets, udpAt, before, before + by); // and once more, as it counts beside the addresses
  }

  private static void carry(byte[] octets, int udpAt, int before, int after) {
    int checksum = checksum(octets, udpAt);
    if (checksum != 0) {
      int carried = InternetChecksum.updated(checksum, before, after);
      Octets.putU16(octets, udpAt + 6, carried == 0 ? 0xFFFF : carried);
    }
  }

  /** Fills in the checksum of a packet that stands there in full, payload included. */
  public static void seal(byte[] octets, int ipAt) {
    int at = ipAt + Ip.size(octets, ipAt);
    Octets.putU16(octets, at + 6, 0);
    int checksum = InternetChecksum.of(sum(octets, ipAt, at));
    Octets.putU16(octets, at + 6, checksum == 0 ? 0xFFFF : checksum);
  }

  /** Whether the checksum of a packet that stands there in full is right, or there is none. */
  public static boolean isIntact(byte[] octets, int ipAt) {
    int at = ipAt + Ip.size(octets, ipAt);
    return checksum(octets, at) == 0 || InternetChecksum.folded(sum(octets, ipAt, at)) == 0xFFFF;
  }

  /** The sum over addresses, protocol, length, header and payload. */
  private static long sum(byte[] octets, int ipAt, int at) {
    boolean v4 = Ip.version(octets, ipAt) == 4;
    int length = length(octets, at);
    long sum = (long) Ip.UDP + length;
    sum = InternetChecksum.add(sum, octets, ipAt + (v4 ? 12 : 8), v4 ? 8 : 32);
    return InternetChecksum.add(sum, octets, at, length);
  }
}
