package dev.sluice.host.uet;

import dev.sluice.cc.SenderRole;
import dev.sluice.cc.nscc.NsccParams;
import dev.sluice.cc.nscc.NsccWindow;
import dev.sluice.cc.rccc.CreditParams;
import dev.sluice.fabric.Fabric;
import dev.sluice.fabric.HostSide;
import dev.sluice.fabric.Packets;
import dev.sluice.host.Addresses;
import dev.sluice.requirement.Requirement;
import dev.sluice.sim.EventLoop;
import dev.sluice.sim.RandomStream;
import dev.sluice.uet.ccc.Ccc;
import dev.sluice.wire.ip.Ipv4;
import dev.sluice.wire.uet.Control;
import dev.sluice.wire.uet.ControlType;
import dev.sluice.wire.uet.PacketType;
import dev.sluice.wire.uet.Prologue;

/** One host's NIC: what comes from the link is sorted here, and what the link asks for is found. */
final class Nic implements HostSide {
  final int host;
  final String name;
  final NicParams params;
  final Fabric fabric;
  final Packets packets;
  final EventLoop loop;
  final Frames frames;
  final Pieces pieces;
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

  Nic(NicSystem system, int host, NicParams params, Pieces pieces) {
    this.system = system;
    this.host = host;
    this.params = params;
    this.pieces = pieces;
    fabric = system.fabric();
    packets = fabric.packets();
    loop = system.loop();
    name = nameOf(host);
    rateBps = rateBps(host);
    extra = params.overheadBytes();
    frames = new Frames(packets, Addresses.of(host), params.codePoints().control());
    boolean isUnlimited =
        params.congestionControl() == CongestionControl.NONE || params.publishedWindow();
    cccParams =
        new Ccc.Params(
            host,
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
  }

  /** The rate of a host's link. */
  long rateBps(int of) {
    return fabric.topology().hostRateBps(of);
  }

  /** A host's name in the topology. */
  String nameOf(int of) {
    return fabric.topology().hostName(of);
  }

  RandomStream chance(String purpose) {
    return system.streams().stream("nic/" + name + "/" + purpose);
  }

  /** The window that a CCC just configured begins with. */
  @Requirement({"CCC-13", "NSCC-3", "NSCC-4"})
  SenderRole window(Ccc configured) {
    return switch (params.congestionControl()) {
      case NONE, RCCC -> SenderRole.fixed(configured.maxWnd());
      case FIXED_WINDOW -> SenderRole.fixed(configured.cwnd());
      case NSCC, NSCC_AND_RCCC ->
          new NsccHost(new NsccWindow(nsccParams(configured), loop.nowPs()), pieces);
    };
  }

  private NsccParams nsccParams(Ccc configured) {
    long there = rateBps(configured.flow().destination());
    long packet = params.mtuBytes() + extra;
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
      nscc = nscc.with(nscc.readings().withSignals(params.signals()));
      return params.publishedWindow() ? nscc.with(nscc.readings().withMoreRoomNeeded()) : nscc;
    }
    NsccParams nscc =
        NsccParams.uet10(
            rateBps, there, params.baseRttPs(), params.mtuBytes(), packet, params.trimming());
    if (params.publishedWindow()) {
      nscc = nscc.withMaxWndOf(rateBps).with(nscc.readings().withMoreRoomNeeded());
    }
    if (params.initialCwndBytes() > 0) {
      nscc = nscc.withInitial(configured.cwnd());
    }
    return params.congestionControl().rccc() ? nscc.with(nscc.readings().withRccc()) : nscc;
  }

  @Override
  public int pull(long atPs) {
    return source.pull(atPs);
  }

  @Override
  public long lookAt(int packet, int step) {
    if (packet == Packets.NONE) {
      return source.lookAtNext(step);
    }
    byte[] octets = packets.octets();
    int at = packets.at(packet) + Frames.PDS;
    int type = Prologue.type(octets, at);
    long seen = packets.payloadOffset(packet);
    return type == PacketType.RUD_REQ || type == PacketType.RUD_CC_REQ
        ? seen + target.lookAt(octets, at, step)
        : seen + source.lookAt(octets, at, step);
  }

  @Override
  public void deliver(int packet, long atPs) {
    byte[] octets = packets.octets();
    int ip = packets.at(packet);
    int at = ip + Frames.PDS;
    int from = Addresses.host(Ipv4.source(octets, ip));
    switch (Prologue.type(octets, at)) {
      case PacketType.RUD_REQ, PacketType.RUD_CC_REQ -> target.request(octets, ip, packet, from);
      case PacketType.ACK_CC -> source.ack(octets, at, from);
      case PacketType.NACK -> source.nack(octets, at, from);
      case PacketType.CONTROL -> {
        switch (Control.controlType(octets, at)) {
          case ControlType.CLOSE_COMMAND -> target.close(octets, ip, from);
          case ControlType.ACK_REQUEST -> target.ackRequest(octets, at, from);
          case ControlType.CREDIT_REQUEST -> target.creditRequest(octets, at, from);
          case ControlType.CREDIT -> source.credit(octets, at, from);
          default -> {}
        }
      }
      default -> {}
    }
    source.feed();
  }

  /** Sends a frame beside the data. */
  void control(int packet) {
    fabric.send(host, packet);
  }

  void feed() {
    source.feed();
  }

  void completed(int flow) {
    system.completed(flow, loop.nowPs());
  }
}
