package dev.sluice.wire.ip;

import dev.sluice.requirement.Requirement;
import dev.sluice.wire.Octets;

/**
 * An IPv6 header. Extension headers are not in use here.
 *
 * @param dscp traffic class, 6 bits
 * @param ecn congestion notification, 2 bits
 * @param flowLabel 20 bits
 * @param payloadLength octets behind this header, 16 bits
 * @param protocol next header, 8 bits
 * @param hopLimit 8 bits
 * @param sourceHigh first half of the source address
 * @param sourceLow second half
 * @param destinationHigh first half of the destination address
 * @param destinationLow second half
 */
@Requirement("PDC-8")
public record Ipv6(
    int dscp,
    int ecn,
    int flowLabel,
    int payloadLength,
    int protocol,
    int hopLimit,
    long sourceHigh,
    long sourceLow,
    long destinationHigh,
    long destinationLow)
    implements IpHeader {
  /** Octets of the header. */
  public static final int SIZE = 40;

  public Ipv6 {
    Octets.fitting(dscp, 0x3F);
    Octets.fitting(ecn, 0x3);
    Octets.fitting(flowLabel, 0xF_FFFF);
    Octets.fitting(payloadLength, 0xFFFF);
    Octets.fitting(protocol, 0xFF);
    Octets.fitting(hopLimit, 0xFF);
  }

  @Override
  public int size() {
    return SIZE;
  }

  @Override
  public int packetLength() {
    return SIZE + payloadLength;
  }

  @Override
  public int put(byte[] octets, int at) {
    return put(
        octets,
        at,
        dscp,
        ecn,
        flowLabel,
        payloadLength,
        protocol,
        hopLimit,
        sourceHigh,
        sourceLow,
        destinationHigh,
        destinationLow);
  }

  /** Writes a header, and answers where the next one begins. */
  public static int put(
      byte[] octets,
      int at,
      int dscp,
      int ecn,
      int flowLabel,
      int payloadLength,
      int protocol,
      int hopLimit,
      long sourceHigh,
      long sourceLow,
      long destinationHigh,
      long destinationLow) {
    int trafficClass = Octets.fitting(dscp, 0x3F) << 2 | Octets.fitting(ecn, 3);
    Octets.putBits32(
        octets, at, 6 << 28 | trafficClass << 20 | Octets.fitting(flowLabel, 0xF_FFFF));
    Octets.putU16(octets, at + 4, payloadLength);
    Octets.putU8(octets, at + 6, protocol);
    Octets.putU8(octets, at + 7, hopLimit);
    Octets.putBits64(octets, at + 8, sourceHigh);
    Octets.putBits64(octets, at + 16, sourceLow);
    Octets.putBits64(octets, at + 24, destinationHigh);
    Octets.putBits64(octets, at + 32, destinationLow);
    return at + SIZE;
  }

  /** Reads a header; its version is the caller's to check. */
  public static Ipv6 read(byte[] octets, int at) {
    return new Ipv6(
        dscp(octets, at),
        ecn(octets, at),
        flowLabel(octets, at),
        payloadLength(octets, at),
        protocol(octets, at),
        hopLimit(octets, at),
        sourceHigh(octets, at),
        sourceLow(octets, at),
        destinationHigh(octets, at),
        destinationLow(octets, at));
  }

  /** The traffic class. */
  public static int dscp(byte[] octets, int at) {
    return Octets.u16(octets, at) >> 6 & 0x3F;
  }

  /** The congestion notification. */
  public static int ecn(byte[] octets, int at) {
    return Octets.u16(octets, at) >> 4 & 3;
  }

  /** The flow label. */
  public static int flowLabel(byte[] octets, int at) {
    return Octets.bits32(octets, at) & 0xF_FFFF;
  }

  /** Octets behind this header. */
  public static int payloadLength(byte[] octets, int at) {
    return Octets.u16(octets, at + 4);
  }

  /** What follows. */
  public static int protocol(byte[] octets, int at) {
    return Octets.u8(octets, at + 6);
  }

  /** How many more hops the packet may make. */
  public static int hopLimit(byte[] octets, int at) {
    return Octets.u8(octets, at + 7);
  }

  /** Where the packet comes from, first half. */
  public static long sourceHigh(byte[] octets, int at) {
    return Octets.bits64(octets, at + 8);
  }

  /** Where the packet comes from, second half. */
  public static long sourceLow(byte[] octets, int at) {
    return Octets.bits64(octets, at + 16);
  }

  /** Where the packet goes, first half. */
  public static long destinationHigh(byte[] octets, int at) {
    return Octets.bits64(octets, at + 24);
  }

  /** Where the packet goes, second half. */
  public static long destinationLow(byte[] octets, int at) {
    return Octets.bits64(octets, at + 32);
  }

  /** Rewrites traffic class and congestion notification; there is no checksum to carry. */
  static void setDscpAndEcn(byte[] octets, int at, int dscp, int ecn) {
    int trafficClass = Octets.fitting(dscp, 0x3F) << 2 | Octets.fitting(ecn, 3);
    Octets.putBits32(octets, at, 6 << 28 | trafficClass << 20 | flowLabel(octets, at));
  }
}
