package dev.sluice.host.roce.hpcc;

import dev.sluice.cc.hpcc.FlowCount;
import dev.sluice.cc.hpcc.HpccParams;
import dev.sluice.cc.hpcc.HpccReceiver;
import dev.sluice.cc.hpcc.HpccWindow;
import dev.sluice.cc.hpcc.LinkRecords;
import dev.sluice.kernel.Kernels;
import dev.sluice.requirement.Requirement;
import dev.sluice.wire.telemetry.AckTelemetry;

/**
 * The receiving half of HPCC++ for a queue pair that data come to. It keeps what the newest packet
 * with telemetry has brought until an answer leaves, which takes it along; or has {@link
 * HpccReceiver} work out a window of it, and keeps that. Where notifications bring telemetry back,
 * an answer takes none along, and where responses tell of one link, {@link LinkRecords} says of
 * which.
 */
final class HpccReceiving implements HpccReceiver.Sink {
  private final HpccEnds ends;
  private final HpccParams params;
  private final HpccReceiver receiver;

  /** Null where this end hears of no link. */
  private final LinkRecords links;

  private final HpccFaultPoints points;

  /** Null where flows are not counted. */
  private final FlowCount flows;

  private final long flow;

  private AckTelemetry waits = AckTelemetry.NONE;

  /**
   * That of a queue pair.
   *
   * @param flows what counts the flows of its host's link; null where nothing does
   * @param flow its number there
   */
  HpccReceiving(
      HpccEnds ends,
      HpccParams params,
      long nowPs,
      HpccFaultPoints points,
      FlowCount flows,
      long flow) {
    this.flows = flows;
    this.flow = flow;
    this.ends = ends;
    this.params = params;
    this.points = points;
    receiver = new HpccReceiver(params, ends.atReceiver() ? new HpccWindow(params) : null, nowPs);
    links = ends.receiverKeeps() ? ends.links(params) : null;
  }

  HpccReceiver kernel() {
    return receiver;
  }

  /** What it keeps of links; null where it hears of none. */
  LinkRecords links() {
    return links;
  }

  HpccParams params() {
    return params;
  }

  /**
   * A packet has come.
   *
   * @param isTaken whether it was the one that was missing first, and is not any more; another one
   *     counts as the one before that: how far ahead it is, PSNs do not tell where READs have
   *     several
   * @param head where its telemetry begins; −1: it has none
   */
  @Requirement({"HPCC-10", "HPCC-11"})
  void came(long nowPs, boolean isTaken, byte[] octets, int head) {
    long u = HpccWindow.ABSENT;
    long tauPs = 0;
    if (head >= 0) {
      AckTelemetry brought = AckTelemetry.of(ends.format(), octets, head);
      if (links == null) {
        waits = ends.isNotified() ? AckTelemetry.NONE : brought;
      } else if (points.hear(links, nowPs, brought) == null) {
        u = links.u();
        tauPs = links.tauPs();
      }
    }
    counted(nowPs);
    long seq = Math.floorMod(receiver.expected() - (isTaken ? 0 : 1), params.modulus());
    Kernels.done(points.receive(receiver, nowPs, seq, u, tauPs, this));
  }

  /**
   * The packet, of data or a probe, counts for its flow. A receiver that runs the algorithm goes by
   * the count if its own link is the fullest; another one reports it, and its sender looks at the
   * links.
   */
  @Requirement("HPCC-17")
  private void counted(long nowPs) {
    if (flows == null) {
      return;
    }
    flows.arrive(flow, nowPs); // one more than there is room for changes nothing
    long all = flows.flows(nowPs);
    long n = ends.atReceiver() ? links.counted(all) : all;
    if (n != receiver.n()) {
      Kernels.done(receiver.count(n));
    }
  }

  /**
   * Returns what a probe has gathered that has just come, with the count of flows.
   *
   * @param head where its telemetry begins
   */
  @Requirement({"HPCC-6", "HPCC-9"})
  AckTelemetry gathered(long nowPs, byte[] octets, int head) {
    counted(nowPs);
    return AckTelemetry.of(ends.format(), octets, head).counting(Math.max(0, receiver.n()));
  }

  /**
   * On which hop of what a probe has gathered the fullest link is, by what the one before had.
   *
   * @return from 0; below 0 if none can be measured
   */
  @Requirement("HPCC-12")
  int fullest(long nowPs, AckTelemetry gathered) {
    return points.hear(links, nowPs, gathered) == null ? links.fullest() : -1;
  }

  /** The transport says when an acknowledgment leaves; the window goes with the next one. */
  @Override
  public void acknowledge(long seq, long w, long count) {
    if (w != HpccWindow.ABSENT) {
      waits = AckTelemetry.of(w);
    } else if (count != HpccWindow.ABSENT) {
      waits = waits.counting(count);
    }
  }

  /** What the answer that leaves now takes along. */
  @Requirement("HPCC-10")
  AckTelemetry taken() {
    AckTelemetry taken = waits;
    waits = AckTelemetry.NONE;
    return taken;
  }
}
