package dev.sluice.fabric;

/** A header of twelve octets with just what a switch needs; of any length from there on. */
public final class PlainHeader implements HeaderFormat {
  /** Its own octets; what stands behind them is the sender's. */
  public static final int LEAST_BYTES = 12;

  private static final int DSCP_ECN = 8;
  private static final int ENTROPY = 10;

  /** Writes it into a frame. */
  public static void write(
      Packets packets, int packet, int from, int to, int dscp, int ecn, int entropy) {
    byte[] octets = packets.octets();
    int at = packets.at(packet);
    put32(octets, at, to);
    put32(octets, at + 4, from);
    octets[at + DSCP_ECN] = (byte) (dscp << 2 | ecn);
    octets[at + ENTROPY] = (byte) (entropy >>> 8);
    octets[at + ENTROPY + 1] = (byte) entropy;
  }

  private static void put32(byte[] octets, int at, int value) {
    octets[at] = (byte) (value >>> 24);
    octets[at + 1] = (byte) (value >>> 16);
    octets[at + 2] = (byte) (value >>> 8);
    octets[at + 3] = (byte) value;
  }

  private static int get32(byte[] octets, int at) {
    return octets[at] << 24
        | (octets[at + 1] & 0xFF) << 16
        | (octets[at + 2] & 0xFF) << 8
        | (octets[at + 3] & 0xFF);
  }

  /** The host that a frame comes from. */
  public static int source(byte[] octets, int at) {
    return get32(octets, at + 4);
  }

  @Override
  public int destination(byte[] octets, int at) {
    return get32(octets, at);
  }

  @Override
  public int dscp(byte[] octets, int at) {
    return (octets[at + DSCP_ECN] & 0xFF) >>> 2;
  }

  @Override
  public int ecn(byte[] octets, int at) {
    return octets[at + DSCP_ECN] & 3;
  }

  @Override
  public void markCe(byte[] octets, int at) {
    octets[at + DSCP_ECN] |= 3;
  }

  @Override
  public long flow(byte[] octets, int at) {
    return (long) source(octets, at) << 32 | get32(octets, at) & 0xFFFFFFFFL;
  }

  @Override
  public int entropy(byte[] octets, int at) {
    return (octets[at + ENTROPY] & 0xFF) << 8 | (octets[at + ENTROPY + 1] & 0xFF);
  }

  @Override
  public int trim(byte[] octets, int at, int headerBytes, int dscp) {
    octets[at + DSCP_ECN] = (byte) (dscp << 2 | octets[at + DSCP_ECN] & 3);
    return Math.min(headerBytes, 24);
  }
}
