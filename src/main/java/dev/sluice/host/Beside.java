package dev.sluice.host;

/**
 * Two transports of one host: a frame that the first one does not take is the other one's.
 *
 * @param first is asked
 * @param second takes all else
 */
record Beside(Transport first, Transport second) implements Transport {
  @Override
  public void deliver(byte[] octets, int at, int packet) {
    of(octets, at).deliver(octets, at, packet);
  }

  @Override
  public Connection connection(byte[] octets, int at) {
    return of(octets, at).connection(octets, at);
  }

  private Transport of(byte[] octets, int at) {
    return first.takes(octets, at) ? first : second;
  }
}
