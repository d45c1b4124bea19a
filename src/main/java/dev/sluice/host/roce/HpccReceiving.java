package dev.sluice.host.roce;

import dev.sluice.cc.hpcc.HpccParams;
import dev.sluice.cc.hpcc.HpccReceiver;
import dev.sluice.cc.hpcc.HpccWindow;
import dev.sluice.cc.hpcc.LinkRecords;
import dev.sluice.requirement.Requirement;
import dev.sluice.wire.telemetry.AckTelemetry;

/**
 * The receiving half of HPCC++ for a queue pair that answers. It keeps what the newest packet with
 * telemetry has brought until an answer leaves, which takes it along; or has {@link HpccReceiver}
 * work out a window of it, and keeps that. Where notifications bring telemetry back, an answer
 * takes none along, and where responses tell of one link, {@link LinkRecords} says of which.
 */
final class HpccReceiving implements HpccReceiver.Sink {
  private final HpccEnds ends;
  private final HpccParams params;
  private final HpccReceiver receiver;

  /** Null where this end hears of no link. */
  private final LinkRecords links;

  private final RoceFaultPoints points;

  private AckTelemetry waits = AckTelemetry.NONE;

  HpccReceiving(HpccEnds ends, HpccParams params, long nowPs, RoceFaultPoints points) {
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
   * @param ahead how many packets it is ahead of the one that is missing first: 0, that one
   * @param head where its telemetry begins; −1: it has none
   */
  @Requirement({"HPCC-10", "HPCC-11"})
  void came(long nowPs, long ahead, byte[] octets, int head) {
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
    long seq = Math.floorMod(receiver.expected() + ahead, params.modulus());
    String refused = points.receive(receiver, nowPs, seq, u, tauPs, this);
    if (refused != null) {
      throw new IllegalStateException(refused);
    }
  }

  /** What the packet has gathered whose telemetry begins there. */
  AckTelemetry gathered(byte[] octets, int head) {
    return AckTelemetry.of(ends.format(), octets, head);
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
  public void acknowledge(long seq, long w) {
    if (w != HpccWindow.ABSENT) {
      waits = AckTelemetry.of(w);
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
