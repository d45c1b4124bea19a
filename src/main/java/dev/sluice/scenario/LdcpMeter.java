package dev.sluice.scenario;

import dev.sluice.cc.Ecn;
import dev.sluice.fabric.DropReason;
import dev.sluice.fabric.FabricObserver;
import dev.sluice.fabric.Packets;
import dev.sluice.fabric.Topology;
import dev.sluice.requirement.Requirement;
import dev.sluice.wire.ip.Ip;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Takes the means of a run of LDCP: of its queue, its windows, its marks and its load. */
final class LdcpMeter implements FabricObserver {
  private static final long MILLION = 1_000_000;
  private static final long MILLI = 1_000;
  private static final long PS_PER_NANO = 1_000;
  private static final long BIT_PS_PER_BYTE_SECOND = 8_000_000_000_000L;

  private final Scenario scenario;
  private final LdcpPlan plan;
  private final Topology topology;
  private final Packets packets;
  private final int ofLdcp;

  /** Of each port: frames that came to its queue, what they found there, and what has left. */
  private final long[] came;

  private final long[] found;
  private final long[] left;

  private long acknowledged;
  private long marked;

  /** Of each host its windows so far, one for each destination. */
  private final List<List<Held>> windows = new ArrayList<>();

  private long capableDrops;

  LdcpMeter(Scenario scenario, LdcpPlan plan, Packets packets) {
    this.scenario = scenario;
    this.plan = plan;
    this.packets = packets;
    topology = scenario.topology();
    ofLdcp = scenario.queues().classes().classOf(plan.dscp());
    came = new long[topology.ports()];
    found = new long[came.length];
    left = new long[came.length];
    for (int host = 0; host < topology.hosts(); host++) {
      windows.add(new ArrayList<>(1));
    }
  }

  private boolean isObserved(long atPs) {
    return atPs >= plan.fromPs() && atPs < plan.untilPs();
  }

  @Override
  public void enqueued(long atPs, int port, int packet, int trafficClass, long queueBytes) {
    if (trafficClass == ofLdcp && isObserved(atPs)) {
      came[port]++;
      found[port] += queueBytes == 0 ? 0 : queueBytes - packets.frameBytes(packet);
    }
  }

  @Override
  public void dequeued(long atPs, int port, int packet, int trafficClass, long queueBytes) {
    if (isObserved(atPs)) {
      left[port] += packets.frameBytes(packet);
    }
  }

  @Override
  @Requirement({"LDCP-8", "LDCP-9"})
  public void dropped(long atPs, int port, int packet, DropReason why) {
    boolean ofSwitch = why == DropReason.NO_ROOM || why == DropReason.ROLE;
    if (ofSwitch && Ip.ecn(packets.octets(), packets.at(packet)) != Ecn.NOT_ECT) {
      capableDrops++;
    }
  }

  /** A window over time: what it is now, in millionths of a packet, since when, and the sum. */
  private static final class Held {
    private final int destination;
    private long cw;
    private long sincePs;
    private long nanos;
    private long sum;

    Held(int destination) {
      this.destination = destination;
    }

    void until(long atPs) {
      long time = Math.max(0, atPs - sincePs) / PS_PER_NANO;
      nanos += time;
      sum += time * cw / MILLI;
      sincePs = Math.max(sincePs, atPs);
    }

    /** Its mean, in millionths of a packet. */
    long mean() {
      return nanos == 0 ? cw : Figures.ratio(sum, nanos) / MILLI;
    }
  }

  private Held held(int host, int destination) {
    List<Held> own = windows.get(host);
    for (Held each : own) {
      if (each.destination == destination) {
        return each;
      }
    }
    own.add(new Held(destination));
    return own.get(own.size() - 1);
  }

  /** An acknowledgment has moved a window. */
  void windowMoved(
      long atPs, int host, int destination, long count, boolean ece, long cw, long one) {
    if (isObserved(atPs)) {
      acknowledged += count;
      marked += ece ? count : 0;
    }
    Held held = held(host, destination);
    if (held.cw > 0 && atPs > plan.fromPs()) {
      held.until(Math.min(atPs, plan.untilPs()));
    } else {
      held.sincePs = Math.max(plan.fromPs(), atPs);
    }
    held.cw = cw * MILLION / one;
  }

  /** Whether frames find more at a port than at another, or, of equals, more of them leave it. */
  private boolean isFuller(int port, int than) {
    return found[port] != found[than] ? found[port] > found[than] : left[port] > left[than];
  }

  /** Returns the figures of a run that ended then; without a switch queue and load are −1. */
  LdcpResult result(long endPs) {
    int port = -1;
    for (int each = 0; each < came.length; each++) {
      boolean atSwitch = !topology.isHost(topology.portFrom(each));
      if (atSwitch && (port < 0 || isFuller(each, port))) {
        port = each;
      }
    }
    List<Held> all = windows.stream().flatMap(List::stream).toList();
    all.forEach(each -> each.until(Math.min(endPs, plan.untilPs())));
    long mean = (long) all.stream().mapToLong(Held::mean).average().orElse(-1);
    long share = Figures.ratio(marked, acknowledged);
    if (port < 0) { // one link joins two hosts, and a host's own queue does not count
      return new LdcpResult("", -1, share, mean, -1, capableDrops, Optional.empty());
    }
    long time = Math.min(endPs, plan.untilPs()) - plan.fromPs();
    long rateBps = topology.link(port).rateBps();
    long sending = left[port] * (BIT_PS_PER_BYTE_SECOND / rateBps);
    Optional<LdcpClosedForm> closed = LdcpClosedForm.of(scenario, plan);
    return new LdcpResult(
        found[port] == 0 ? "" : topology.portName(port),
        came[port] == 0 ? 0 : found[port] / came[port],
        share,
        mean,
        time <= 0 ? -1 : Math.min(MILLION, Figures.ratio(sending, time)),
        capableDrops,
        closed);
  }
}
