package dev.sluice.host;

/** The fabric addresses of hosts: IPv4, 10.0.0.1 for host 0 and on from there. */
public final class Addresses {
  private static final int FIRST = 10 << 24 | 1;

  private Addresses() {}

  /** The fabric address of a host. */
  public static int of(int host) {
    return FIRST + host;
  }

  /** The host of a fabric address; negative or beyond all hosts if it is nobody's. */
  public static int host(int address) {
    return address - FIRST;
  }
}
