package dev.sluice.fabric;

/**
 * Where in a frame's header octets a switch finds what it needs, and all that it may change.
 *
 * <p>The fabric reads destination, DSCP, flow and entropy once, when a host sends the frame; the
 * ECN codepoint it reads from the octets at each queue that asks for it.
 */
public interface HeaderFormat {
  /** The number of the host that the header is addressed to, or −1 if there is none. */
  int destination(byte[] octets, int at);

  /** The six bits that choose the traffic class. */
  int dscp(byte[] octets, int at);

  /** The two ECN bits, see {@link dev.sluice.cc.Ecn}. */
  int ecn(byte[] octets, int at);

  /** Sets both ECN bits, and whatever must follow them, such as a checksum. */
  void markCe(byte[] octets, int at);

  /** A number that is the same for all frames of a flow: addresses, protocol, destination port. */
  long flow(byte[] octets, int at);

  /** The 16 bits by which the sender spreads a flow over paths. */
  int entropy(byte[] octets, int at);

  /**
   * Cuts the frame down to what is left of it after trimming, and gives it another DSCP.
   *
   * @param headerBytes how long the header is now
   * @return how long what is left is, at most as long
   */
  int trim(byte[] octets, int at, int headerBytes, int dscp);
}
