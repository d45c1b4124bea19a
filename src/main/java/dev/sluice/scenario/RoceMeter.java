package dev.sluice.scenario;

import dev.sluice.host.roce.RoceObserver;
import dev.sluice.roce.Completion;
import dev.sluice.roce.ResponseKind;

/** Counts what reliable connections do, and tells a run's {@link Meter} of their flows. */
final class RoceMeter implements RoceObserver {

  private final Meter meter;

  /** Of each flow of RoCEv2 its number in the scenario. */
  private final int[] flowOf;

  private int completed;
  private long failed;
  private long acknowledgments;
  private long naks;
  private long rnrNaks;
  private long timeouts;
  private long cnpsSent;
  private long cnpsReceived;
  private long leastRateBps = -1;

  /** Null in a run without LDCP. */
  private final LdcpMeter ldcp;

  /** The same of HPCC++. */
  private final HpccMeter hpcc;

  private final int mtu;

  RoceMeter(Meter meter, LdcpMeter ldcp, HpccMeter hpcc, Scenario scenario) {
    this.meter = meter;
    this.ldcp = ldcp;
    this.hpcc = hpcc;
    mtu = scenario.roce().mtu();
    flowOf = scenario.flowsOf(true);
  }

  RoceResult result() {
    return flowOf.length == 0
        ? RoceResult.NONE
        : new RoceResult(
            flowOf.length,
            completed,
            failed,
            acknowledgments,
            naks,
            rnrNaks,
            timeouts,
            cnpsSent,
            cnpsReceived,
            leastRateBps);
  }

  @Override
  public void flowEnded(long atPs, int flow, Completion how) {
    if (how == Completion.DONE) {
      completed++;
      meter.completed(atPs, flowOf[flow]);
    } else {
      failed++;
      meter.failed(atPs, flowOf[flow]);
    }
  }

  @Override
  public void packetSent(long atPs, int host, int flow, long number, int bytes, boolean again) {
    if (bytes > 0) { // and does not only ask
      meter.sent(again);
    }
  }

  @Override
  public void packetDelivered(long atPs, int host, int flow, int bytes, boolean marked) {
    meter.came(atPs, flowOf[flow], bytes);
  }

  @Override
  public void responded(long atPs, int host, int destination, ResponseKind kind, long rttPs) {
    switch (kind) {
      case ACK -> acknowledgments++;
      case NAK -> naks++;
      case RNR -> rnrNaks++;
      default -> {}
    }
    meter.measured(rttPs);
  }

  @Override
  public void windowMoved(
      long atPs,
      int host,
      int destination,
      long count,
      boolean ece,
      long cw,
      long one,
      long inFlight) {
    ldcp.windowMoved(atPs, host, destination, count, ece, cw, one);
    meter.windowChanged(atPs, host, destination, cw * mtu / one, inFlight * mtu);
  }

  @Override
  public void windowTold(
      long atPs, int host, int destination, long w, long uMillionths, long inFlight) {
    hpcc.windowTold(atPs, w, uMillionths);
    meter.windowChanged(
        atPs, host, destination, w / HpccUnits.PARTS_OF_BYTE, inFlight / HpccUnits.PARTS_OF_BYTE);
  }

  @Override
  public void timedOut(long atPs, int host, int destination) {
    timeouts++;
  }

  @Override
  public void cnpSent(long atPs, int host, int destination) {
    cnpsSent++;
  }

  @Override
  public void cnpReceived(long atPs, int host, long rateBps) {
    cnpsReceived++;
    if (rateBps >= 0 && (leastRateBps < 0 || rateBps < leastRateBps)) {
      leastRateBps = rateBps;
    }
  }
}
