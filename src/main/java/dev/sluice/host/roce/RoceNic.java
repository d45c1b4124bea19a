package dev.sluice.host.roce;

import dev.sluice.cc.SenderRole;
import dev.sluice.cc.rcm.NotificationPoint;
import dev.sluice.cc.rcm.ReactionPoint;
import dev.sluice.fabric.Packets;
import dev.sluice.host.Addresses;
import dev.sluice.host.Host;
import dev.sluice.host.Sender;
import dev.sluice.host.Transport;
import dev.sluice.host.roce.connection.QueuePair;
import dev.sluice.host.roce.connection.RoceFrames;
import dev.sluice.host.roce.connection.Service;
import dev.sluice.host.roce.hpcc.HpccEnds;
import dev.sluice.host.roce.hpcc.HpccNic;
import dev.sluice.host.roce.hpcc.HpccSending;
import dev.sluice.host.roce.ldcp.LdcpNic;
import dev.sluice.host.roce.ldcp.LdcpRate;
import dev.sluice.host.roce.ldcp.LdcpSender;
import dev.sluice.host.roce.rcm.Notifying;
import dev.sluice.host.roce.rcm.RcmNic;
import dev.sluice.host.roce.rcm.Reaction;
import dev.sluice.kernel.Listener;
import dev.sluice.requirement.Requirement;
import dev.sluice.roce.Completion;
import dev.sluice.roce.Requester;
import dev.sluice.roce.RequesterParams;
import dev.sluice.roce.Responder;
import dev.sluice.sim.EventLoop;
import dev.sluice.trace.EventSink;
import dev.sluice.wire.ip.Ecn;
import dev.sluice.wire.ip.Ip;
import dev.sluice.wire.roce.Bth;
import dev.sluice.wire.roce.Icrc;
import dev.sluice.wire.roce.Opcode;
import dev.sluice.wire.roce.RttMessage;
import dev.sluice.wire.telemetry.TelemetryReturn;
import java.util.ArrayList;
import java.util.List;

/** One host's NIC: frames go to their queue pairs. */
final class RoceNic implements Transport {
  /** Queue pairs 0 and 1 are for management. */
  private static final int FIRST_QP = 2;

  final Host host;
  final int number;
  final RoceParams params;
  final Packets packets;
  final EventLoop loop;
  final RoceFrames frames;
  final RcTransportLog log;

  /** What it has of each algorithm. */
  final RcmNic rcm;

  final LdcpNic ldcp;
  final HpccNic hpcc;

  RoceFaultPoints points = RoceFaultPoints.NONE;
  RoceObserver observer;

  private final RoceSystem system;

  /** By number, from {@link #FIRST_QP} on: one end of a connection of either kind. */
  private final List<ConnectionEnd> queuePairs = new ArrayList<>();

  RoceNic(RoceSystem system, Host host, RoceParams params) {
    this.system = system;
    this.host = host;
    this.params = params;
    number = host.number();
    packets = host.packets();
    loop = host.loop();
    HpccEnds ends = params.hpcc();
    frames =
        new RoceFrames(packets, number, ends.format(), ends.isNotified() ? ends.noticePort() : 0);
    log = new RcTransportLog(host);
    rcm = new RcmNic(host, frames, params.notices(), this::cnpSent);
    ldcp = new LdcpNic(host, frames, params.acks(), params.mtu(), params.timeoutPs(), this::moved);
    hpcc = new HpccNic(host, frames, ends, this::told);
    host.speaks(this);
  }

  /** The number of the queue pair that is made next. */
  int nextQp() {
    return FIRST_QP + queuePairs.size();
  }

  /** A queue pair that asks another host's. Here its kernel begins: who logs, listens from here. */
  RequestingQp asking(int peer, int peerQp, long firstPsn, Service service) {
    RequesterParams agreed =
        new RequesterParams(
            RequesterParams.MODULUS,
            firstPsn,
            params.window(),
            params.ackEvery(),
            params.depth(),
            params.retries(),
            params.rnrRetries());
    RequestingQp made =
        new RequestingQp(
            this, new QueuePair(nextQp(), peer, peerQp, service), new Requester(agreed));
    queuePairs.add(made);
    return made;
  }

  /**
   * A queue pair that another host's asks; the same of its kernel.
   *
   * @param asks how the other host is configured, as far as both have to agree on it
   */
  void answering(RoceParams asks, int peer, int peerQp, long firstPsn, Service service) {
    Responder responder =
        new Responder(RequesterParams.MODULUS, firstPsn, params.receives(), asks.depth());
    queuePairs.add(
        new RespondingQp(
            this, new QueuePair(nextQp(), peer, peerQp, service), responder, asks.window()));
  }

  /** The congestion control of a queue pair. */
  SenderRole role(ConnectionEnd of) {
    SenderRole role = params.role(of.qp.service(), host.rateBps());
    if (role instanceof Reaction point) {
      rcm.joins(point, of.qp);
    } else if (role instanceof LdcpRate rate) {
      ldcp.joins(rate, of.qp, of::isAtRest);
    } else if (role instanceof LdcpSender window) {
      ldcp.joins(window);
    } else if (role instanceof HpccSending sending) {
      hpcc.joins(sending);
    }
    return role;
  }

  /**
   * The codepoint of a frame in the making. A reaction point names it only as the frame leaves,
   * since it counts what the frame takes of the link.
   */
  int codepoint(Sender by, QueuePair of) {
    return by.role() instanceof Reaction ? Ecn.NOT_ECT : of.service().ecn();
  }

  /** A packet leaves in this frame; its reaction point, where it has one, names the codepoint. */
  @Requirement({"RCM-1", "RCM-10"})
  void leaves(Sender by, long atPs, long bytes, int frame) {
    by.sent(atPs, bytes, host.frameBytes(frame));
    if (by.role() instanceof Reaction point
        && Ip.ecn(packets.octets(), packets.at(frame)) != point.ecn()) {
      Ip.setEcn(packets.octets(), packets.at(frame), point.ecn());
    }
  }

  /** What packets pass first that come to a queue pair with such an algorithm. */
  Notifying notifying(QueuePair of, SenderRole role, Notifying.Taker taker) {
    boolean answersEach = params.notices().params().intervalPs() == 0;
    Listener<NotificationPoint> listener =
        role instanceof LdcpRate rate ? ldcp.listener(rate, of, answersEach) : rcm.listener(of);
    return new Notifying(rcm, of, listener, taker);
  }

  /** Has it be faulty. */
  void plant(RoceFaultPoints faults) {
    points = faults;
    rcm.plant(faults.rcm);
    ldcp.plant(faults.ldcp);
    hpcc.plant(faults.hpcc);
  }

  /** Tells a log of all queue pairs that are made from now on; null for nobody. */
  void log(EventSink sink) {
    log.to(sink);
    rcm.log(sink);
    ldcp.log(sink);
    hpcc.log(sink);
  }

  private void cnpSent(int peer) {
    if (observer != null) {
      observer.cnpSent(loop.nowPs(), number, peer);
    }
  }

  private void moved(LdcpSender window, int peer, long n) {
    if (observer != null) {
      observer.windowMoved(
          loop.nowPs(),
          number,
          peer,
          n,
          window.isMarked(),
          window.cw(),
          window.one(),
          window.inFlight());
    }
  }

  private void told(HpccSending window, int peer) {
    if (observer != null) {
      observer.windowTold(
          loop.nowPs(),
          number,
          peer,
          window.w(),
          window.utilisationMillionths(),
          window.inFlight());
    }
  }

  @Override
  public boolean takes(byte[] octets, int ip) {
    return Ip.protocol(octets, ip) == Ip.UDP && frames.takes(octets, ip);
  }

  @Override
  public ConnectionEnd connection(byte[] octets, int ip) {
    int index = frames.queuePair(octets, ip) - FIRST_QP;
    return index < 0 || index >= queuePairs.size() ? null : queuePairs.get(index);
  }

  @Override
  public void deliver(byte[] octets, int ip, int packet) {
    int end = ip + packets.headerBytes(packet) - Icrc.SIZE;
    int from = Addresses.source(octets, ip);
    int notification = frames.notification(octets, ip);
    if (notification >= 0) {
      ConnectionEnd told = connection(octets, ip);
      if (told != null && told.qp.peer() == from) {
        told.notified(TelemetryReturn.read(octets, notification));
      }
      return;
    }
    int at = frames.bth(octets, ip);
    if (at + Bth.SIZE > end) {
      ignored(from);
      return;
    }
    int opcode = Bth.opcode(octets, at);
    ConnectionEnd to = connection(octets, ip);
    boolean isPeers = to != null && to.qp.peer() == from;
    if (isPeers) {
      hpcc.came(to, octets, at, end);
    }
    if (RttMessage.isOne(opcode) && at + RttMessage.SIZE <= end) {
      if (isPeers) {
        to.timing(octets, at);
      }
      return;
    } else if (!Opcode.isKnown(opcode)) {
      return;
    }
    if (at + Opcode.headerSize(opcode) + (to == null ? 0 : to.beside(opcode)) > end) {
      ignored(from);
      return;
    }
    if (!isPeers) {
      return;
    }
    boolean isCnp = ReactionPoint.isCnp(opcode);
    if (to instanceof RequestingQp asking) {
      if (isCnp) {
        notified(asking.sender());
      } else if (Opcode.isResponse(opcode)) {
        asking.notifying.came(octets, at, packet);
      }
    } else if (to instanceof RespondingQp answering) {
      if (isCnp) {
        notified(answering.sender()); // it is the responses to READs that are to slow down
      } else if (opcode == Opcode.ACKNOWLEDGE) {
        answering.acknowledged(octets, at, end);
      } else if (!Opcode.isResponse(opcode)) {
        answering.notifying.came(octets, at, packet);
      }
    }
  }

  /** A notification of congestion has come for a queue pair. */
  @Requirement("RCM-5")
  private void notified(Sender sender) {
    sender.notified();
    if (observer != null) {
      observer.cnpReceived(loop.nowPs(), number, rateBps(sender.role()));
    }
    sender.wake();
  }

  /** The rate to which an algorithm holds its queue pair; −1 if it holds it to none. */
  private static long rateBps(SenderRole role) {
    if (role instanceof LdcpRate rate) {
      return rate.rateBps();
    }
    return role instanceof Reaction point ? point.rateBps() : -1;
  }

  /** What a peer has sent cannot be, and is dropped. */
  @Requirement({"RC-16", "LDCP-12"})
  void ignored(int peer) {
    if (observer != null) {
      observer.ignored(loop.nowPs(), number, peer);
    }
  }

  boolean isMarked(int packet) {
    return Ip.ecn(packets.octets(), packets.at(packet)) == Ecn.CE;
  }

  void ended(int flow, Completion how) {
    system.ended(flow, how, loop.nowPs());
  }

  boolean isAtRest() {
    for (ConnectionEnd each : queuePairs) {
      if (!each.isAtRest()) {
        return false;
      }
    }
    return true;
  }

  /** What does not fit together in its kernels; {@code null} if all does. */
  String broken() {
    for (ConnectionEnd each : queuePairs) {
      String broken = each.broken();
      if (broken != null) {
        return each + ": " + broken;
      }
    }
    return null;
  }

  void describe(StringBuilder text) {
    for (ConnectionEnd each : queuePairs) {
      text.append(host.name()).append(' ').append(each).append('\n');
    }
  }
}
