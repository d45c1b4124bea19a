package dev.sluice.wire.uet;

import dev.sluice.requirement.Requirement;
import dev.sluice.wire.Octets;
import dev.sluice.wire.ip.Ip;
import dev.sluice.wire.ip.Udp;

/**
 * The entropy value of a packet, by which switches choose its path, and the header that carries it
 * where there is no UDP.
 *
 * @param value 16 bits
 * @param reserved 16 bits
 */
@Requirement({"UET-3", "UET-6"})
public record Entropy(int value, int reserved) {
  /** Octets of the header between IP and PDS in a packet without UDP. */
  public static final int SIZE = 4;

  /** Octets that a packet counts for beyond its transport size. */
  private static final int NOMINAL_EXTRA = 40;

  public Entropy {
    Octets.fitting(value, 0xFFFF);
    Octets.fitting(reserved, 0xFFFF);
  }

  /** Writes the header, and answers where the next one begins. */
  public static int put(byte[] octets, int at, int value) {
    Octets.putU16(octets, at, value);
    Octets.putU16(octets, at + 2, 0);
    return at + SIZE;
  }

  /** Reads the header. */
  public static Entropy read(byte[] octets, int at) {
    return new Entropy(Octets.u16(octets, at), Octets.u16(octets, at + 2));
  }

  /**
   * The entropy value of a UET packet: the UDP source port, or that of the native header.
   *
   * @param ipAt where the IP header begins
   */
  public static int of(byte[] octets, int ipAt) {
    return Octets.u16(octets, ipAt + Ip.size(octets, ipAt)); // first field of either header
  }

  /** Where the PDS header begins. */
  public static int pdsAt(byte[] octets, int ipAt) {
    return ipAt
        + Ip.size(octets, ipAt)
        + (Ip.protocol(octets, ipAt) == Ip.UDP ? Udp.SIZE : Entropy.SIZE);
  }

  /**
   * What the packet counts for in backlog and flight: from the UDP or entropy header to its end,
   * and 40 octets.
   */
  @Requirement("UET-1")
  public static int nominalSize(byte[] octets, int ipAt) {
    return Ip.packetLength(octets, ipAt) - Ip.size(octets, ipAt) + NOMINAL_EXTRA;
  }
}
