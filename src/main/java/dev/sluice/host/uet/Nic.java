package dev.sluice.host.uet;

import dev.sluice.cc.SenderRole;
import dev.sluice.cc.nscc.Average;
import dev.sluice.cc.nscc.NsccParams;
import dev.sluice.cc.nscc.NsccWindow;
import dev.sluice.cc.rccc.CreditParams;
import dev.sluice.fabric.Packets;
import dev.sluice.host.Addresses;
import dev.sluice.host.Connection;
import dev.sluice.host.Host;
import dev.sluice.host.Transport;
import dev.sluice.requirement.Requirement;
import dev.sluice.sim.EventLoop;
import dev.sluice.uet.ccc.Ccc;
import dev.sluice.wire.ip.Ipv4;
import dev.sluice.wire.uet.Control;
import dev.sluice.wire.uet.ControlType;
import dev.sluice.wire.uet.PacketType;
import dev.sluice.wire.uet.Prologue;

/** One host's NIC: what comes from the link is sorted here, and what the link asks for is found. */
final class Nic implements Transport {
  final Host host;
  final int number;
  final String name;
  final NicParams params;
  final Packets packets;
  final EventLoop loop;
  final Frames frames;
  final FaultPoints points;
  final long rateBps;

  /** Bytes that a packet counts for beyond its payload. */
  final long extra;

  final Ccc.Params cccParams;
  final CreditParams creditParams;
  final SpecLog log;
  NicObserver observer;

  final SourceSide source;
  final TargetSide target;
  private final NicSystem system;

  Nic(NicSystem system, Host host, NicParams params, FaultPoints points) {
    this.system = system;
    this.host = host;
    number = host.number();
    this.params = params;
    this.points = points;
    packets = this.host.packets();
    loop = system.loop();
    name = this.host.name();
    rateBps = this.host.rateBps();
    extra = params.overheadBytes();
    frames = new Frames(packets, Addresses.of(number), params.codePoints().control());
    boolean isUnlimited =
        params.congestionControl() == CongestionControl.NONE || params.publishedWindow();
    cccParams =
        new Ccc.Params(
            number,
            params.baseRttPs(),
            isUnlimited ? 1_000_000 : params.maxWndNumerator(),
            isUnlimited ? 1 : params.maxWndDenominator(),
            params.initialCwndBytes(),
            params.initialLimit(),
            false);
    creditParams = system.alike(params.credit(rateBps));
    log = new SpecLog(this);
    source = new SourceSide(this);
    target = new TargetSide(this);
    this.host.speaks(this);
  }

  /** A host's name in the topology. */
  String nameOf(int of) {
    return host.nameOf(of);
  }

  /** The window that a CCC just configured begins with. */
  @Requirement({"CCC-13", "NSCC-3", "NSCC-4"})
  SenderRole window(Ccc configured) {
    return switch (params.congestionControl()) {
      case NONE, RCCC -> SenderRole.fixed(configured.maxWnd());
      case FIXED_WINDOW -> SenderRole.fixed(configured.cwnd());
      case NSCC, NSCC_AND_RCCC ->
          new NsccHost(new NsccWindow(nsccParams(configured), loop.nowPs()), points);
    };
  }

  private NsccParams nsccParams(Ccc configured) {
    long there = host.rateBps(configured.flow().destination());
    long packet = params.mtuBytes() + extra;
    long num = params.maxWndNumerator();
    long den = params.maxWndDenominator();
    long slower = Math.min(rateBps, there);
    long again = params.publishedWindow() ? rateBps : slower;
    if (params.isSourceDocuments()) {
      NsccParams nscc =
          NsccParams.sourceDocuments(
              rateBps,
              there,
              params.baseRttPs(),
              packet,
              configured.cwnd(),
              params.scalingFactor(),
              params.thetaPs() == 0 ? params.baseRttPs() : params.thetaPs());
      nscc = nscc.withMaxWnd(slower, again, num, den);
      nscc = nscc.with(nscc.readings().withSignals(params.signals()));
      return params.publishedWindow() ? nscc.with(nscc.readings().withMoreRoomNeeded()) : nscc;
    }
    NsccParams nscc =
        NsccParams.uet10(
            rateBps, there, params.baseRttPs(), params.mtuBytes(), packet, params.trimming());
    nscc = nscc.withMaxWnd(slower, again, num, den).withAckTrigger(params.ackTriggerBytes());
    nscc = nscc.with(Average.of(params.delayWeight()));
    if (params.publishedWindow()) {
      nscc = nscc.with(nscc.readings().withMoreRoomNeeded());
    }
    if (params.initialCwndBytes() > 0) {
      nscc = nscc.withInitial(configured.cwnd());
    }
    return params.congestionControl().rccc() ? nscc.with(nscc.readings().withRccc()) : nscc;
  }

  @Override
  public Connection connection(byte[] octets, int ip) {
    int at = ip + Frames.PDS;
    int type = Prologue.type(octets, at);
    return type == PacketType.RUD_REQ || type == PacketType.RUD_CC_REQ
        ? target.connection(octets, at)
        : source.connection(octets, at);
  }

  @Override
  public void deliver(byte[] octets, int ip, int packet) {
    int at = ip + Frames.PDS;
    int from = Addresses.host(Ipv4.source(octets, ip));
    switch (Prologue.type(octets, at)) {
      case PacketType.RUD_REQ, PacketType.RUD_CC_REQ -> target.request(octets, ip, packet, from);
      case PacketType.ACK_CC -> source.acks.ack(octets, at, from);
      case PacketType.NACK -> source.losses.nack(octets, at, from);
      case PacketType.CONTROL -> {
        switch (Control.controlType(octets, at)) {
          case ControlType.CLOSE_COMMAND -> target.close(octets, ip, from);
          case ControlType.ACK_REQUEST -> target.ackRequest(octets, at, from);
          case ControlType.CREDIT_REQUEST -> target.granting.creditRequest(octets, at, from);
          case ControlType.CREDIT -> source.acks.credit(octets, at, from);
          default -> {}
        }
      }
      default -> {}
    }
  }

  void completed(int flow) {
    system.completed(flow, loop.nowPs());
  }
}
