package dev.sluice.scenario;

import dev.sluice.cc.BaseRtt;
import dev.sluice.fabric.LongestPath;
import dev.sluice.fabric.Topology;

/**
 * The round trip without a queue that an algorithm is configured with: what {@code base-rtt} of its
 * table says, or that of a whole packet and its acknowledgment over the longest path. That path is
 * looked for once, and not for each queue pair.
 */
final class AcknowledgedRtt {
  private final Section table;
  private final Topology topology;
  private final int frameBytes;
  private final int ackBytes;
  private final long leastPs;

  /** In picoseconds; 0 until somebody has asked. */
  private long ps;

  /**
   * That of a table.
   *
   * @param frameBytes what a whole packet of data takes on a link, all counted
   * @param ackBytes the same of an acknowledgment
   * @param leastPs what it is at least where the table does not say, in picoseconds
   */
  AcknowledgedRtt(Section table, Topology topology, int frameBytes, int ackBytes, long leastPs) {
    this.table = table;
    this.topology = topology;
    this.frameBytes = frameBytes;
    this.ackBytes = ackBytes;
    this.leastPs = leastPs;
  }

  /** In picoseconds. */
  long ps() {
    if (ps == 0) {
      ps = table.number("base-rtt", 0);
      if (ps == 0) {
        BaseRtt.Path path = LongestPath.of(topology, frameBytes);
        ps = Math.max(leastPs, BaseRtt.acknowledgedPs(path, frameBytes, ackBytes));
      }
    }
    return ps;
  }
}
