package dev.sluice.scenario;

import dev.sluice.cc.BaseRtt;
import dev.sluice.fabric.LongestPath;
import dev.sluice.fabric.Topology;

/**
 * The round trip without a queue of LDCP, by windows or by rates: what {@code base-rtt} says, or
 * that of a whole packet and its acknowledgment over the longest path. That path is looked for
 * once, and not for each queue pair.
 */
final class LdcpRtt {
  private final Section table;
  private final Topology topology;
  private final int frameBytes;
  private final int ackBytes;

  /** In picoseconds; 0 until somebody has asked. */
  private long ps;

  /**
   * That of a table.
   *
   * @param frameBytes what a whole packet of data takes on a link, all counted
   * @param ackBytes the same of an acknowledgment
   */
  LdcpRtt(Section table, Topology topology, int frameBytes, int ackBytes) {
    this.table = table;
    this.topology = topology;
    this.frameBytes = frameBytes;
    this.ackBytes = ackBytes;
  }

  /** In picoseconds. */
  long ps() {
    if (ps == 0) {
      ps = table.number("base-rtt", 0);
      if (ps == 0) {
        BaseRtt.Path path = LongestPath.of(topology, frameBytes);
        ps = BaseRtt.acknowledgedPs(path, frameBytes, ackBytes);
      }
    }
    return ps;
  }
}
