package dev.sluice.wire.ip;

import dev.sluice.requirement.Requirement;
import dev.sluice.wire.Octets;

/**
 * An IPv4 header without options.
 *
 * <p>Packets are never fragmented: identification and fragment offset are 0, and DF is set.
 *
 * @param dscp traffic class, 6 bits
 * @param ecn congestion notification, 2 bits
 * @param packetLength octets of the packet, header included, 16 bits
 * @param hopLimit time to live, 8 bits
 * @param protocol what follows, 8 bits
 * @param source address
 * @param destination address
 */
@Requirement("PDC-8")
public record Ipv4(
    int dscp, int ecn, int packetLength, int hopLimit, int protocol, int source, int destination)
    implements IpHeader {
  /** Octets of the header. */
  public static final int SIZE = 20;

  private static final int VERSION_AND_SIZE = 0x45;
  private static final int DO_NOT_FRAGMENT = 0x4000;

  public Ipv4 {
    Octets.fitting(dscp, 0x3F);
    Octets.fitting(ecn, 0x3);
    Octets.fitting(packetLength, 0xFFFF);
    Octets.fitting(hopLimit, 0xFF);
    Octets.fitting(protocol, 0xFF);
  }

  @Override
  public int size() {
    return SIZE;
  }

  @Override
  public int put(byte[] octets, int at) {
    return put(octets, at, dscp, ecn, packetLength, hopLimit, protocol, source, destination);
  }

  /** Writes a header with its checksum, and answers where the next one begins. */
  public static int put(
      byte[] octets,
      int at,
      int dscp,
      int ecn,
      int packetLength,
      int hopLimit,
      int protocol,
      int source,
      int destination) {
    int trafficClass = Octets.fitting(dscp, 0x3F) << 2 | Octets.fitting(ecn, 3);
    int first = VERSION_AND_SIZE << 24 | trafficClass << 16 | Octets.fitting(packetLength, 0xFFFF);
    int third = Octets.fitting(hopLimit, 0xFF) << 24 | Octets.fitting(protocol, 0xFF) << 16;
    long sum = unsigned(first) + unsigned(third) + unsigned(source) + unsigned(destination);
    Octets.putBits32(octets, at, first);
    Octets.putBits32(octets, at + 4, DO_NOT_FRAGMENT);
    Octets.putBits32(octets, at + 8, third | InternetChecksum.of(sum + DO_NOT_FRAGMENT));
    Octets.putBits32(octets, at + 12, source);
    Octets.putBits32(octets, at + 16, destination);
    return at + SIZE;
  }

  private static long unsigned(int word) {
    return word & 0xFFFF_FFFFL;
  }

  /** Reads a header; its version and size are the caller's to check. */
  public static Ipv4 read(byte[] octets, int at) {
    return new Ipv4(
        dscp(octets, at),
        ecn(octets, at),
        packetLength(octets, at),
        hopLimit(octets, at),
        protocol(octets, at),
        source(octets, at),
        destination(octets, at));
  }

  /** Octets of the header as it says itself, options included; below 20 it lies. */
  public static int size(byte[] octets, int at) {
    return (octets[at] & 0xF) << 2;
  }

  /** The traffic class. */
  public static int dscp(byte[] octets, int at) {
    return Octets.u8(octets, at + 1) >> 2;
  }

  /** The congestion notification. */
  public static int ecn(byte[] octets, int at) {
    return octets[at + 1] & 3;
  }

  /** Octets of the packet, header included. */
  public static int packetLength(byte[] octets, int at) {
    return Octets.u16(octets, at + 2);
  }

  /** Whether the packet is a piece of a larger one. */
  public static boolean isFragment(byte[] octets, int at) {
    return (Octets.u16(octets, at + 6) & 0x3FFF) != 0;
  }

  /** Time to live. */
  public static int hopLimit(byte[] octets, int at) {
    return Octets.u8(octets, at + 8);
  }

  /** What follows. */
  public static int protocol(byte[] octets, int at) {
    return Octets.u8(octets, at + 9);
  }

  /** The checksum that the header carries. */
  public static int checksum(byte[] octets, int at) {
    return Octets.u16(octets, at + 10);
  }

  /** Where the packet comes from. */
  public static int source(byte[] octets, int at) {
    return Octets.bits32(octets, at + 12);
  }

  /** Where the packet goes. */
  public static int destination(byte[] octets, int at) {
    return Octets.bits32(octets, at + 16);
  }

  /** Whether the header's checksum is right. */
  public static boolean isIntact(byte[] octets, int at) {
    return InternetChecksum.folded(InternetChecksum.add(0, octets, at, size(octets, at))) == 0xFFFF;
  }

  /** Rewrites traffic class and congestion notification, and carries the checksum along. */
  static void setDscpAndEcn(byte[] octets, int at, int dscp, int ecn) {
    int before = Octets.u16(octets, at);
    Octets.putU8(octets, at + 1, Octets.fitting(dscp, 0x3F) << 2 | Octets.fitting(ecn, 3));
    carryChecksum(octets, at, before, Octets.u16(octets, at));
  }

  /** Rewrites the packet's length, and carries the checksum along. */
  static void setPacketLength(byte[] octets, int at, int packetLength) {
    int before = packetLength(octets, at);
    Octets.putU16(octets, at + 2, packetLength);
    carryChecksum(octets, at, before, packetLength);
  }

  private static void carryChecksum(byte[] octets, int at, int before, int after) {
    Octets.putU16(octets, at + 10, InternetChecksum.updated(checksum(octets, at), before, after));
  }
}
