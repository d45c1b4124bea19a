package dev.sluice.scenario;

import dev.sluice.fabric.FabricObserver;
import dev.sluice.fabric.Packets;
import dev.sluice.fabric.Topology;
import java.util.Optional;

/** Looks at a run of HPCC++: at its queues, its loads, its windows, and its U. */
final class HpccMeter implements FabricObserver {
  private static final long MILLION = 1_000_000;
  private static final long BIT_PS_PER_BYTE_SECOND = 8_000_000_000_000L;

  private final Scenario scenario;
  private final HpccPlan plan;
  private final Topology topology;
  private final Packets packets;
  private final int ofHpcc;
  private final Seen[] ports;

  private long told;
  private long windows;
  private long toldU;
  private long us;

  HpccMeter(Scenario scenario, HpccPlan plan, Packets packets) {
    this.scenario = scenario;
    this.plan = plan;
    this.packets = packets;
    topology = scenario.topology();
    ofHpcc = scenario.queues().classes().classOf(plan.dscp());
    ports = new Seen[topology.ports()];
    for (int port = 0; port < ports.length; port++) {
      ports[port] = topology.isHost(topology.portFrom(port)) ? null : new Seen();
    }
  }

  /** What was seen at one port. */
  private final class Seen {
    private final Histogram found = new Histogram();
    private long foundBytes;
    private long leftBytes;

    /** In the T that goes on, its number, and bytes that have begun to leave. */
    private long slice = -1;

    private long sliceBytes;
    private long leastBytes = Long.MAX_VALUE;
    private long mostBytes;

    void leaves(long atPs, int bytes) {
      leftBytes += bytes;
      long now = (atPs - plan.fromPs()) / plan.params().tPs();
      if (now != slice) {
        sliceEnds();
        if (slice >= 0 && now > slice + 1) {
          leastBytes = 0; // one at least in which nothing left
        }
        slice = now;
        sliceBytes = 0;
      }
      sliceBytes += bytes;
    }

    private void sliceEnds() {
      if (slice > 0) { // the first one may be cut
        leastBytes = Math.min(leastBytes, sliceBytes);
        mostBytes = Math.max(mostBytes, sliceBytes);
      }
    }
  }

  private boolean isObserved(long atPs) {
    return atPs >= plan.fromPs() && atPs < plan.untilPs();
  }

  @Override
  public void enqueued(long atPs, int port, int packet, int trafficClass, long queueBytes) {
    if (ports[port] != null && trafficClass == ofHpcc && isObserved(atPs)) {
      long found = queueBytes == 0 ? 0 : queueBytes - packets.frameBytes(packet);
      ports[port].found.add(found);
      ports[port].foundBytes += found;
    }
  }

  @Override
  public void dequeued(long atPs, int port, int packet, int trafficClass, long queueBytes) {
    if (ports[port] != null && isObserved(atPs)) {
      ports[port].leaves(atPs, packets.frameBytes(packet));
    }
  }

  /** An acknowledgment has moved a window. */
  void windowTold(long atPs, long w, long uMillionths) {
    if (isObserved(atPs)) {
      told++;
      windows += w / HpccUnits.PARTS_OF_BYTE;
      if (uMillionths >= 0) {
        toldU++;
        us += uMillionths;
      }
    }
  }

  private long psPerByte(int port) {
    return BIT_PS_PER_BYTE_SECOND / topology.link(port).rateBps();
  }

  /** Returns the figures of a run that ended then; without a switch queue and load are −1. */
  HpccResult result(long endPs) {
    int busiest = -1;
    for (int port = 0; port < ports.length; port++) {
      if (ports[port] != null
          && (busiest < 0
              || ports[port].leftBytes * psPerByte(port)
                  > ports[busiest].leftBytes * psPerByte(busiest))) {
        busiest = port;
      }
    }
    long u = toldU == 0 ? -1 : us / toldU;
    long window = told == 0 ? -1 : windows / told;
    if (busiest < 0) { // one link joins two hosts, and a host's own queue does not count
      return new HpccResult("", -1, -1, -1, -1, -1, -1, u, window, Optional.empty());
    }
    Seen seen = ports[busiest];
    long time = Math.min(endPs, plan.untilPs()) - plan.fromPs();
    long came = seen.found.total();
    long slicePs = plan.params().tPs();
    return new HpccResult(
        topology.portName(busiest),
        came == 0 ? 0 : seen.foundBytes / came,
        seen.found.percentile(99),
        seen.found.largest(),
        time <= 0
            ? -1
            : Math.min(MILLION, Figures.ratio(seen.leftBytes * psPerByte(busiest), time)),
        seen.mostBytes == 0 ? -1 : Figures.ratio(seen.leastBytes * psPerByte(busiest), slicePs),
        seen.mostBytes == 0 ? -1 : Figures.ratio(seen.mostBytes * psPerByte(busiest), slicePs),
        u,
        window,
        HpccClosedForm.of(scenario, plan));
  }
}
