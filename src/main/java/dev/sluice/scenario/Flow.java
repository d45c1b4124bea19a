package dev.sluice.scenario;

/**
 * A flow: one write from a host into another's memory, or one read from there.
 *
 * @param from the source's number: who asks
 * @param to the target's number
 * @param bytes how much
 * @param startPs when it is asked for
 * @param trafficClass of its data
 * @param job the job that asks
 * @param isRead whether the data comes from the target
 */
public record Flow(
    int from, int to, long bytes, long startPs, int trafficClass, int job, boolean isRead) {
  /** A write in traffic class 0, of job 0. */
  public Flow(int from, int to, long bytes, long startPs) {
    this(from, to, bytes, startPs, 0, 0, false);
  }
}
