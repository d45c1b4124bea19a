package dev.sluice.wire.ip;

import dev.sluice.wire.Octets;

/**
 * A TCP header without options.
 *
 * @param sourcePort 16 bits
 * @param destinationPort 16 bits
 * @param sequence sequence number, 32 bits
 * @param acknowledgment acknowledgment number, 32 bits
 * @param flags {@link #ACK} and others, 12 bits with the reserved ones
 * @param window 16 bits
 * @param checksum over addresses, header and data; always there, 16 bits
 * @param urgent 16 bits
 */
public record TcpHeader(
    int sourcePort,
    int destinationPort,
    int sequence,
    int acknowledgment,
    int flags,
    int window,
    int checksum,
    int urgent) {
  /** Octets of the header. */
  public static final int SIZE = 20;

  /** The protocol number. */
  public static final int PROTOCOL = 6;

  /** Flag: the acknowledgment number counts. */
  public static final int ACK = 0x10;

  private static final int WORDS = SIZE / 4;
  private static final int CHECKSUM_AT = 16;

  public TcpHeader {
    Octets.fitting(sourcePort, 0xFFFF);
    Octets.fitting(destinationPort, 0xFFFF);
    Octets.fitting(flags, 0xFFF);
    Octets.fitting(window, 0xFFFF);
    Octets.fitting(checksum, 0xFFFF);
    Octets.fitting(urgent, 0xFFFF);
  }

  /** Writes the header, and answers where the data begin. */
  public int put(byte[] octets, int at) {
    Octets.putU16(octets, at, sourcePort);
    Octets.putU16(octets, at + 2, destinationPort);
    Octets.putBits32(octets, at + 4, sequence);
    Octets.putBits32(octets, at + 8, acknowledgment);
    Octets.putU16(octets, at + 12, WORDS << 12 | flags);
    Octets.putU16(octets, at + 14, window);
    Octets.putU16(octets, at + CHECKSUM_AT, checksum);
    Octets.putU16(octets, at + 18, urgent);
    return at + SIZE;
  }

  /** Reads a header; that it is all there, and has no options, is the caller's to check. */
  public static TcpHeader read(byte[] octets, int at) {
    return new TcpHeader(
        Octets.u16(octets, at),
        Octets.u16(octets, at + 2),
        Octets.bits32(octets, at + 4),
        Octets.bits32(octets, at + 8),
        Octets.u16(octets, at + 12) & 0xFFF,
        Octets.u16(octets, at + 14),
        Octets.u16(octets, at + CHECKSUM_AT),
        Octets.u16(octets, at + 18));
  }

  /** Octets of the header as it says itself, options included; below 20 it lies. */
  public static int size(byte[] octets, int at) {
    return (octets[at + 12] >> 4 & 0xF) << 2;
  }

  /** Fills in the checksum of a segment that stands there in full. */
  public static void seal(byte[] octets, int ipAt) {
    int at = ipAt + Ip.size(octets, ipAt);
    Octets.putU16(octets, at + CHECKSUM_AT, 0);
    Octets.putU16(octets, at + CHECKSUM_AT, InternetChecksum.of(sum(octets, ipAt, at)));
  }

  /** Whether the checksum of a segment that stands there in full is right. */
  public static boolean isIntact(byte[] octets, int ipAt) {
    int at = ipAt + Ip.size(octets, ipAt);
    return InternetChecksum.folded(sum(octets, ipAt, at)) == 0xFFFF;
  }

  /**
   * Rewrites two octets of the data, as a switch does, and carries the checksum along.
   *
   * @param tcpAt where the header begins
   * @param at of the first of them, an even number of octets behind that
   */
  public static void rewrite16(byte[] octets, int tcpAt, int at, int value) {
    int checksum = Octets.u16(octets, tcpAt + CHECKSUM_AT);
    int before = Octets.u16(octets, at);
    Octets.putU16(octets, at, value);
    Octets.putU16(octets, tcpAt + CHECKSUM_AT, InternetChecksum.updated(checksum, before, value));
  }

  private static long sum(byte[] octets, int ipAt, int at) {
    boolean v4 = Ip.version(octets, ipAt) == 4;
    int length = Ip.packetLength(octets, ipAt) - (at - ipAt);
    long sum = (long) PROTOCOL + length;
    sum = InternetChecksum.add(sum, octets, ipAt + (v4 ? 12 : 8), v4 ? 8 : 32);
    return InternetChecksum.add(sum, octets, at, length);
  }
}
