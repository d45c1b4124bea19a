package dev.sluice.scenario;

/**
 * A flow: one write from a host into another's memory, or one read from there.
 *
 * @param from the number of the host that asks
 * @param to of the host whose memory is written or read
 * @param bytes how much
 * @param startPs when it is asked for
 * @param trafficClass of its data
 * @param job the job that asks
 * @param isRead whether it is a read: the data go the other way
 */
public record PlannedFlow(
    int from, int to, long bytes, long startPs, int trafficClass, int job, boolean isRead) {
  /** The host that the data come from, as in {@link dev.sluice.uet.ccc.Flow}. */
  public int source() {
    return isRead ? to : from;
  }

  /** The host that the data go to. */
  public int destination() {
    return isRead ? from : to;
  }

  /** A write in traffic class 0, of job 0. */
  public PlannedFlow(int from, int to, long bytes, long startPs) {
    this(from, to, bytes, startPs, 0, 0, false);
  }
}
