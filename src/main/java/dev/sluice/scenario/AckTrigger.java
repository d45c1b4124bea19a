package dev.sluice.scenario;

import dev.sluice.cc.BaseRtt;
import dev.sluice.cc.Bdp;
import dev.sluice.fabric.Topology;
import dev.sluice.requirement.Requirement;
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
  /** ACK_Gen_Trigger of public UET, in bytes of payload. */
  private static final long PUBLIC_BYTES = 16_384;

  /**
   * An acknowledgment on a link: Ethernet with preamble, gap and check sequence 38, IPv4 20, UDP 8,
   * ACK_CC 28.
   */
  private static final long ACK_FRAME_BYTES = 94;

  /** What a target took is told in these units, rounded up, and taken off a sample. */
  private static final long SERVICE_TIME_UNIT_PS = 128_000;

  private AckTrigger() {}

  /** What holds where nothing holds senders back but credit. */
  static long publicBytes() {
    return PUBLIC_BYTES;
  }

  /**
   * The public trigger, or the most whole packets with which the slowest host's window fills its
   * link on the shortest path there may be; 0, for every packet, where none does.
   *
   * @param mtu payload of a packet, in bytes
   * @param overhead what a window counts of a packet beyond its payload, in bytes
   * @param frame a packet on a link, in bytes
   * @param configBaseRttPs the configured base RTT, above which no window's measure rises
   * @param commitPs how long memory takes to commit a packet
   * @param maxWndPercent the largest window, in percent of the BDP
   */
  @Requirement("UET-2")
  static long bytes(
      Topology topology,
      int mtu,
      int overhead,
      long frame,
      long configBaseRttPs,
      long commitPs,
      long maxWndPercent) {
    BaseRtt.Path path = shortest(topology);
    long rate = path.links().get(0).rateBps();
    long there = BaseRtt.oneWay(path, frame).totalPs();
    long back = BaseRtt.oneWay(path, ACK_FRAME_BYTES).totalPs();
    long rttPs = Math.addExact(there, back);
    long measuredPs = Math.min(configBaseRttPs, Math.max(1, rttPs - SERVICE_TIME_UNIT_PS));
    long packet = (long) mtu + overhead;
    long window = Bdp.bytes(rate, rate, measuredPs, maxWndPercent, 100) / packet * packet;
    long needed = Bdp.bytes(rate, rate, Math.addExact(rttPs, commitPs));
    // The packet with which the target answers is not held back itself.
    long packets = window < needed ? 0 : 1 + (window - needed) / packet;
    return packets <= 1 ? 0 : Math.min(PUBLIC_BYTES, packets * mtu);
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
