package dev.sluice.scenario;

/**
 * The data queue of a switch port in a finished run.
 *
 * @param port its port; empty if there is none
 * @param rateBps rate of the port's link, bit/s
 * @param peakBytes how long it was at most
 * @param p99Bytes what 99 % of the frames there found
 * @param p50Bytes what half of them found
 */
public record PortQueue(String port, long rateBps, long peakBytes, long p99Bytes, long p50Bytes) {
  /** No queue at all. */
  public static final PortQueue NONE = new PortQueue("", 0, 0, 0, 0);
}
