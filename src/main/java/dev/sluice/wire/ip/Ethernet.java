package dev.sluice.wire.ip;

import dev.sluice.wire.Octets;

/**
 * The Ethernet header that captures put in front of a packet.
 *
 * <p>The simulated fabric routes by IP address and has no MAC addresses of its own. The ones shown
 * are locally administered and made of the last octets of the IP addresses, so that a reader of a
 * capture recognises the hosts. The frame check sequence is left out, as captures do.
 */
public final class Ethernet {
  /** Octets of the header. */
  public static final int SIZE = 14;

  /** Shortest frame without its check sequence; shorter ones are filled up with 0. */
  public static final int SHORTEST = 60;

  /** The type of IPv4. */
  public static final int IPV4 = 0x0800;

  /** The type of IPv6. */
  public static final int IPV6 = 0x86DD;

  private static final long LOCALLY_ADMINISTERED = 0x02L << 40;

  private Ethernet() {}

  /** Writes the header that goes with the IP header behind it; answers where that one begins. */
  public static int put(byte[] octets, int at) {
    int ip = at + SIZE;
    boolean v4 = Ip.version(octets, ip) == 4;
    putMac(octets, at, v4 ? Octets.u32(octets, ip + 16) : Ipv6.destinationLow(octets, ip));
    putMac(octets, at + 6, v4 ? Octets.u32(octets, ip + 12) : Ipv6.sourceLow(octets, ip));
    Octets.putU16(octets, at + 12, v4 ? IPV4 : IPV6);
    return ip;
  }

  /** What follows the header. */
  public static int type(byte[] octets, int at) {
    return Octets.u16(octets, at + 12);
  }

  private static void putMac(byte[] octets, int at, long address) {
    long mac = LOCALLY_ADMINISTERED | address & 0xFF_FFFF_FFFFL;
    Octets.putU16(octets, at, (int) (mac >>> 32));
    Octets.putBits32(octets, at + 2, (int) mac);
  }
}
