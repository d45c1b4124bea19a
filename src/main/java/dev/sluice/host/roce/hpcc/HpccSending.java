package dev.sluice.host.roce.hpcc;

import dev.sluice.cc.SenderRole;
import dev.sluice.cc.hpcc.HpccParams;
import dev.sluice.cc.hpcc.HpccSender;
import dev.sluice.cc.hpcc.HpccWindow;
import dev.sluice.cc.hpcc.LinkRecords;
import dev.sluice.kernel.Kernels;
import dev.sluice.requirement.Requirement;
import dev.sluice.wire.telemetry.AckTelemetry;
import java.util.function.LongFunction;

/**
 * The sending half of HPCC++ for a queue pair that sends data: {@link LinkRecords} says what
 * records measure, and {@link HpccSender} what window and pace come of it. Neither is decided here.
 *
 * <p>It counts packets of requests, or of responses to READs, modulo the PSNs' number. Its queue
 * pair tells it of each that leaves and of each answer; so {@link #cwnd} bounds nothing.
 */
public final class HpccSending implements SenderRole {
  private final HpccEnds ends;
  private final HpccParams params;
  private final HpccSender sender;

  /** Null where the receiver runs the algorithm. */
  private final LinkRecords links;

  private HpccFaultPoints points = HpccFaultPoints.NONE;
  private long transmitted;

  /** Packets that the receiver has, by what acknowledgments and notifications have said. */
  private long received;

  private HpccSending(HpccEnds ends, HpccParams params) {
    this.ends = ends;
    this.params = params;
    sender = new HpccSender(params, ends.atReceiver() ? null : new HpccWindow(params), 0);
    links = ends.atReceiver() ? null : ends.links(params);
  }

  /** Makes one for each queue pair that is selected for congestion control. */
  public static LongFunction<SenderRole> windows(HpccEnds ends) {
    return rateBps -> new HpccSending(ends, ends.params().apply(rateBps));
  }

  /** Puts faulty pieces into it. */
  void plant(HpccFaultPoints faults) {
    points = faults;
  }

  // ---------------------------------------------------------------- what the host asks

  @Override
  public long cwnd() {
    return UNBOUNDED;
  }

  @Override
  public boolean mayTransmit(long bytes) {
    return sender.notBeforePs(0) != NEVER_PS;
  }

  @Override
  @Requirement({"HPCC-5", "HPCC-21"})
  public long notBeforePs(long nowPs) {
    return sender.notBeforePs(nowPs);
  }

  /** The kernel that decides. */
  HpccSender kernel() {
    return sender;
  }

  /** What it keeps of links; null where the receiver runs the algorithm. */
  LinkRecords links() {
    return links;
  }

  /** What it is configured with. */
  HpccParams params() {
    return params;
  }

  /** The window, in 2⁻⁹ byte. */
  public long w() {
    return sender.w();
  }

  /** What is in flight, in 2⁻⁹ byte. */
  public long inFlight() {
    return sender.inFlight() * params.size();
  }

  /** U in millionths; −1 where the receiver knows it. */
  public long utilisationMillionths() {
    return sender.window() == null ? -1 : sender.window().u() * 1_000_000 / params.one();
  }

  // ---------------------------------------------------------------- what its queue pair tells

  /**
   * A packet leaves. One that the receiver has by its own account, which the transport sends again,
   * is not in flight.
   *
   * @param packet which one, from 0
   * @return whether it carries the header
   */
  @Requirement({"HPCC-9", "HPCC-10"})
  boolean transmit(long nowPs, long packet) {
    if (packet >= received) {
      Kernels.done(sender.transmit(nowPs, seq -> {}));
    }
    return !ends.byProbe() && transmitted++ % ends.every() == 0;
  }

  /**
   * An answer has come.
   *
   * @param acked packets that are acknowledged by now, or that a notification says are there
   * @param back whether all behind them is to be sent again
   * @param brought what it brings back
   */
  @Requirement({"HPCC-4", "HPCC-10", "HPCC-11", "HPCC-17"})
  void heard(long nowPs, long acked, boolean back, AckTelemetry brought) {
    long u = HpccWindow.ABSENT;
    long tauPs = 0;
    long flows = HpccWindow.ABSENT;
    if (links != null && brought.hasRecords() && points.hear(links, nowPs, brought) == null) {
      u = links.u();
      tauPs = links.tauPs();
      flows = brought.flows() > 0 ? links.counted(brought.flows()) : HpccWindow.ABSENT;
    }
    boolean isWindow = links == null && brought.kind() == AckTelemetry.WINDOW;
    long w = isWindow ? brought.window() : HpccWindow.ABSENT;
    received = Math.max(received, acked);
    Kernels.done(points.receiveAck(sender, received % params.modulus(), w, flows, u, tauPs));
    if (back) {
      goesBack();
    }
  }

  /** Whether probes go out for it, and how long after one the next. */
  @Requirement("HPCC-9")
  boolean hasProbes() {
    return ends.byProbe();
  }

  /** Octets for records in a probe. */
  int room() {
    return ends.format().room();
  }

  /** All that is in flight is to be sent again. */
  @Requirement("HPCC-23")
  void goesBack() {
    if (sender.inFlight() > 0) {
      Kernels.done(sender.goBack());
    }
  }
}
