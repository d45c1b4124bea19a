package dev.sluice.wire.telemetry;

import dev.sluice.requirement.Requirement;
import dev.sluice.wire.Octets;

/**
 * The header of IFA 2.0 behind IP (draft-kumar-ippm-ifa-08), whose protocol number becomes {@value
 * #PROTOCOL}.
 *
 * @param version 2, 4 bits
 * @param gns the namespace of all records; {@link #BY_HOP} if each record names its own, 4 bits
 * @param nextHeader what IP said before, 8 bits
 * @param flags 8 bits
 * @param maxLength words of records that a packet may have, 8 bits
 */
@Requirement("HPCC-16")
public record IfaHeader(int version, int gns, int nextHeader, int flags, int maxLength) {
  /** Octets of the header. */
  public static final int SIZE = 4;

  /** The protocol number, one of those for experiments. */
  public static final int PROTOCOL = 253;

  /** The version. */
  public static final int VERSION = 2;

  /** The namespace stands in each record. */
  public static final int BY_HOP = 0xF;

  public IfaHeader {
    Octets.fitting(version, 0xF);
    Octets.fitting(gns, 0xF);
    Octets.fitting(nextHeader, 0xFF);
    Octets.fitting(flags, 0xFF);
    Octets.fitting(maxLength, 0xFF);
  }

  /** Writes the header, and answers where the next one begins. */
  public int put(byte[] octets, int at) {
    Octets.putU8(octets, at, version << 4 | gns);
    Octets.putU8(octets, at + 1, nextHeader);
    Octets.putU8(octets, at + 2, flags);
    Octets.putU8(octets, at + 3, maxLength);
    return at + SIZE;
  }

  /** Reads a header; that it is all there is the caller's to check. */
  public static IfaHeader read(byte[] octets, int at) {
    int first = Octets.u8(octets, at);
    return new IfaHeader(
        first >> 4,
        first & 0xF,
        Octets.u8(octets, at + 1),
        Octets.u8(octets, at + 2),
        Octets.u8(octets, at + 3));
  }
}
