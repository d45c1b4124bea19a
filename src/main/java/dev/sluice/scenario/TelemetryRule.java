package dev.sluice.scenario;

import dev.sluice.cc.DequeueRole;
import dev.sluice.cc.PortVerdict;
import dev.sluice.cc.hpcc.Stamp;
import dev.sluice.cc.hpcc.TelemetryUnits;
import dev.sluice.fabric.PortRules;
import dev.sluice.fabric.TelemetryWriter;
import dev.sluice.fabric.Topology;
import dev.sluice.requirement.Requirement;
import dev.sluice.wire.telemetry.TelemetryFormat;
import java.util.Arrays;
import java.util.List;

/**
 * What all switches of a fabric write into packets that leave them. A switch's id is its place
 * among all nodes, from 1 on; beyond 4,095 ids begin again.
 *
 * @param format of packets that carry the header
 * @param units what numbers count
 * @param countsReceived whether what has come for a port stands in place of what it has sent
 */
public record TelemetryRule(TelemetryFormat format, TelemetryUnits units, boolean countsReceived) {
  private static final int NO_TCP = -1;
  private static final long MBPS = 1_000_000;

  /**
   * The queue of a port, with what the switch writes besides.
   *
   * @param node the switch
   * @throws IllegalArgumentException if a port's speed has no code
   */
  @Requirement({"HPCC-1", "HPCC-21"})
  PortRules.Queue at(Topology topology, int node, PortRules.Queue queue) {
    List<Long> speeds =
        Arrays.stream(topology.portsOf(node))
            .mapToObj(port -> topology.link(port).rateBps() / MBPS)
            .distinct()
            .toList();
    int id = 1 + node % Stamp.MOST_ID;
    DequeueRole writer = new TelemetryWriter(format, NO_TCP, units, id, speeds);
    DequeueRole writes = countsReceived ? received(writer) : writer;
    return queue.leaving(queue.leaving().map(marks -> both(writes, marks)).orElse(writes));
  }

  /** What has come for a port is what it has sent, and what still waits. */
  private static DequeueRole received(DequeueRole of) {
    return (now, queued, waited, sent, psPerByte, ecn, draw, octets, at, length) ->
        of.onDequeue(now, queued, waited, sent + queued, psPerByte, ecn, draw, octets, at, length);
  }

  private static DequeueRole both(DequeueRole writes, DequeueRole marks) {
    return (now, queued, waited, sent, psPerByte, ecn, draw, octets, at, length) -> {
      PortVerdict none =
          writes.onDequeue(now, queued, waited, sent, psPerByte, ecn, draw, octets, at, length);
      return none == PortVerdict.PASS
          ? marks.onDequeue(now, queued, waited, sent, psPerByte, ecn, draw, octets, at, length)
          : none;
    };
  }
}
