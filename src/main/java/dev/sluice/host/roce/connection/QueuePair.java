package dev.sluice.host.roce.connection;

/**
 * A queue pair of a host, and the one that it is connected with.
 *
 * @param number of the queue pair at its host
 * @param peer the other end's host
 * @param peerQp the other end's number there
 * @param service how its frames are treated
 */
public record QueuePair(int number, int peer, int peerQp, Service service) {
  private static final int PORTS = 0x4000;
  private static final int FIRST_PORT = 0xC000;

  /** The UDP source port of its frames, of the dynamic range: it chooses their path. */
  public int sourcePort() {
    return FIRST_PORT + (number * 31 + peerQp & PORTS - 1);
  }
}
