package dev.sluice.scenario;

import dev.sluice.cc.BaseRtt;
import dev.sluice.cc.Bdp;
import dev.sluice.cc.nscc.NsccParams;
import dev.sluice.fabric.Topology;
import dev.sluice.host.uet.NicSystem;
import dev.sluice.requirement.Requirement;
import dev.sluice.wire.uet.NsccState;
import java.util.List;

/**
 * How much a target may leave unacknowledged so that a window of NSCC still fills its link.
 *
 * <p>What is in flight covers the round trip, the commit to memory and what the target holds back,
 * and is never more than the window. Public UET shrinks the largest window with the base RTT that
 * is measured, on which neither the commit nor the wait for more packets shows. So on the shortest
 * paths a window holds less than that: at 100 Gb/s over one switch it has nine packets, and with 16
 * KiB held back ten would be in flight.
 */
final class AckTrigger {
  private AckTrigger() {}

  /**
   * The public trigger, or the most whole packets with which the slowest host's window fills its
   * link on the shortest path there may be; 0, for every packet, where none does.
   *
   * @param mtu payload of a packet, in bytes
   * @param overhead what a window counts of a packet beyond its payload, in bytes
   * @param tag what frames are longer by for a VLAN tag, in bytes
   * @param configBaseRttPs the configured base RTT, above which no window's measure rises
   * @param commitPs how long memory takes to commit a packet
   * @param maxWndPercent the largest window, in percent of the BDP
   */
  @Requirement("UET-2")
  static long bytes(
      Topology topology,
      int mtu,
      int overhead,
      int tag,
      long configBaseRttPs,
      long commitPs,
      long maxWndPercent) {
    BaseRtt.Path path = shortest(topology);
    long rate = path.links().get(0).rateBps();
    int frame = mtu + Scenario.HEADER_BYTES + tag;
    long rttPs = BaseRtt.acknowledgedPs(path, frame, NicSystem.ACK_FRAME_BYTES + tag);
    // What a target took is taken off a sample, and it tells of one unit at least.
    long measuredPs =
        Math.min(configBaseRttPs, Math.max(1, rttPs - NsccState.SERVICE_TIME_UNIT_PS));
    long packet = (long) mtu + overhead;
    long window = Bdp.bytes(rate, rate, measuredPs, maxWndPercent, 100) / packet * packet;
    long needed = Bdp.bytes(rate, rate, Math.addExact(rttPs, commitPs));
    // The packet with which the target answers is not held back itself.
    long packets = window < needed ? 0 : 1 + (window - needed) / packet;
    return packets <= 1 ? 0 : Math.min(NsccParams.ACK_GEN_TRIGGER_BYTES, packets * mtu);
  }

  /** From the slowest host's link over the quickest switch to the quickest host's. */
  private static BaseRtt.Path shortest(Topology topology) {
    long slowest = Long.MAX_VALUE;
    long fastest = 0;
    long length = Long.MAX_VALUE;
    long fec = Long.MAX_VALUE;
    long latency = Long.MAX_VALUE;
    boolean switched = true;
    for (int host = 0; host < topology.hosts(); host++) {
      BaseRtt.Link link = topology.link(topology.hostPort(host));
      slowest = Math.min(slowest, link.rateBps());
      fastest = Math.max(fastest, link.rateBps());
      length = Math.min(length, link.lengthMm());
      fec = Math.min(fec, link.fecPs());
      switched &= !topology.isHost(topology.attachedTo(host));
    }
    for (int node = 0; node < topology.nodes(); node++) {
      if (!topology.isHost(node)) {
        latency = Math.min(latency, topology.switchSpec(node).latencyPs());
      }
    }
    BaseRtt.Link first = new BaseRtt.Link(slowest, length, fec);
    return switched
        ? new BaseRtt.Path(List.of(first, new BaseRtt.Link(fastest, length, fec)), List.of(latency))
        : new BaseRtt.Path(List.of(first), List.of());
  }
}
