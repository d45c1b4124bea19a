package dev.sluice.host;

import dev.sluice.wire.ip.Ip;
import dev.sluice.wire.ip.Ipv4;
import dev.sluice.wire.ip.Ipv6;

/**
 * The fabric addresses of hosts: IPv4, 10.0.0.1 for host 0 and on from there; and IPv6, the same
 * numbers behind fd00::, so fd00::a00:1 for host 0.
 */
public final class Addresses {
  /** The first half of every IPv6 address. */
  public static final long PREFIX = 0xFD00L << 48;

  private static final int FIRST = 10 << 24 | 1;

  private Addresses() {}

  /** The fabric address of a host. */
  public static int of(int host) {
    return FIRST + host;
  }

  /** The second half of a host's IPv6 address. */
  public static long low(int host) {
    return of(host) & 0xFFFF_FFFFL;
  }

  /** The host of a fabric address; negative or beyond all hosts if it is nobody's. */
  public static int host(int address) {
    return address - FIRST;
  }

  /** The host that a packet of either version goes to; negative or too large if there is none. */
  public static int destination(byte[] octets, int at) {
    return Ip.version(octets, at) == 4
        ? host(Ipv4.destination(octets, at))
        : host(Ipv6.destinationHigh(octets, at), Ipv6.destinationLow(octets, at));
  }

  /**
   * The host that a packet of either version comes from; negative or too large if there is none.
   */
  public static int source(byte[] octets, int at) {
    return Ip.version(octets, at) == 4
        ? host(Ipv4.source(octets, at))
        : host(Ipv6.sourceHigh(octets, at), Ipv6.sourceLow(octets, at));
  }

  private static int host(long high, long low) {
    return high == PREFIX && low >>> Integer.SIZE == 0 ? host((int) low) : -1;
  }
}
