package dev.sluice.fabric;

/**
 * What has become of all frames so far.
 *
 * @param sent handed over by hosts
 * @param repeated made by links that repeat
 * @param delivered handed to hosts
 * @param dropped gone, for whatever reason
 * @param marked given congestion experienced
 * @param trimmed cut down to their headers
 * @param hops frames that have begun on a link
 */
public record FabricCounts(
    long sent, long repeated, long delivered, long dropped, long marked, long trimmed, long hops) {
  /** Frames that are still in queues or on links. */
  public long inFlight() {
    return sent + repeated - delivered - dropped;
  }
}
