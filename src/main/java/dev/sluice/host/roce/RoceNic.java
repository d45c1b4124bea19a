package dev.sluice.host.roce;

import dev.sluice.cc.SenderRole;
import dev.sluice.cc.hpcc.FlowCount;
import dev.sluice.cc.rcm.ReactionPoint;
import dev.sluice.fabric.Packets;
import dev.sluice.host.Addresses;
import dev.sluice.host.Host;
import dev.sluice.host.Sender;
import dev.sluice.host.Transport;
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
import dev.sluice.wire.telemetry.AckTelemetry;
import dev.sluice.wire.telemetry.RoceProbe;
import dev.sluice.wire.telemetry.RoceResponse;
import dev.sluice.wire.telemetry.TelemetryReturn;
import java.util.ArrayList;
import java.util.List;

/** One host's NIC: frames go to their queue pairs. */
final class RoceNic implements Transport {
  /** Queue pairs 0 and 1 are for management. */
  private static final int FIRST_QP = 2;

  private static final int PORTS = 0x4000;
  private static final int FIRST_PORT = 0xC000;

  final Host host;
  final int number;
  final RoceParams params;
  final Packets packets;
  final EventLoop loop;
  final RoceFrames frames;
  final RcTransportLog log = new RcTransportLog(this);
  final RcmLoopLog rcm = new RcmLoopLog(this);
  final EventRateLog rates = new EventRateLog(this);
  final FastStartLog first = new FastStartLog(this);
  final PawaWindowLog ldcp = new PawaWindowLog(this);
  final LsnSpaceLog spaces = new LsnSpaceLog(this);
  final HpccWindowLog windows = new HpccWindowLog(this);
  final TelemetryRecordsLog records = new TelemetryRecordsLog(this);
  private final List<ConnectionLog> logs =
      List.of(log, rcm, rates, first, ldcp, spaces, windows, records);

  /** Of HPCC++, what counts the flows that come to this host; null where nothing does. */
  final FlowCount flows;

  RoceFaultPoints points = RoceFaultPoints.NONE;
  RoceObserver observer;

  private final RoceSystem system;

  /** By number, from {@link #FIRST_QP} on: one end of a connection of either kind. */
  private final List<QueuePair> queuePairs = new ArrayList<>();

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
    flows = params.hpcc().flows();
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
        new RequestingQp(this, nextQp(), peer, peerQp, service, new Requester(agreed));
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
        new RespondingQp(this, nextQp(), peer, peerQp, service, responder, asks.window()));
  }

  /** The congestion control of a queue pair. */
  SenderRole role(QueuePair of) {
    SenderRole role = params.role(of.service, host.rateBps());
    if (role instanceof Reaction point) {
      point.plant(points.rcm);
      rcm.follow(point, of.number, of.peer, of.peerQp);
    } else if (role instanceof LdcpRate rate) {
      rate.of(of);
      rates.follow(rate, of.number, of.peer, of.peerQp);
    } else if (role instanceof LdcpSender window) {
      window.plant(points.ldcp);
    } else if (role instanceof HpccSending sending) {
      sending.plant(points.hpcc);
    }
    return role;
  }

  /** The UDP source port of a queue pair's frames, of the dynamic range: it chooses their path. */
  static int sourcePort(int queuePair, int peerQp) {
    return FIRST_PORT + (queuePair * 31 + peerQp & PORTS - 1);
  }

  /** Tells a log of all queue pairs that are made from now on; null for nobody. */
  void log(EventSink sink) {
    logs.forEach(each -> each.to(sink));
  }

  /** Tells the observer of a window of LDCP that has heard of so many packets, if of any. */
  void moved(LdcpSender window, int peer, long n, boolean ece) {
    if (observer != null && n > 0) {
      observer.windowMoved(
          loop.nowPs(), number, peer, n, ece, window.cw(), window.one(), window.inFlight());
    }
  }

  @Override
  public boolean takes(byte[] octets, int ip) {
    return Ip.protocol(octets, ip) == Ip.UDP && frames.takes(octets, ip);
  }

  @Override
  public QueuePair connection(byte[] octets, int ip) {
    int index = frames.queuePair(octets, ip) - FIRST_QP;
    return index < 0 || index >= queuePairs.size() ? null : queuePairs.get(index);
  }

  @Override
  public void deliver(byte[] octets, int ip, int packet) {
    int end = ip + packets.headerBytes(packet) - Icrc.SIZE;
    int from = Addresses.source(octets, ip);
    int notification = frames.notification(octets, ip);
    if (notification >= 0) {
      QueuePair told = connection(octets, ip);
      if (told != null && told.peer == from) {
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
    QueuePair to = connection(octets, ip);
    if (params.hpcc().byProbe() && to != null && to.peer == from) {
      probing(to, octets, at, end);
    }
    if (RttMessage.isOne(opcode) && at + RttMessage.SIZE <= end) {
      if (to != null && to.peer == from) {
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
    boolean isCnp = ReactionPoint.isCnp(opcode);
    if (to instanceof RequestingQp asking && asking.peer == from) {
      if (isCnp) {
        notified(asking.sender());
      } else if (Opcode.isResponse(opcode)) {
        asking.notifying.came(octets, at, packet);
      }
    } else if (to instanceof RespondingQp answering && answering.peer == from) {
      if (isCnp) {
        notified(answering.sender()); // it is the responses to READs that are to slow down
      } else if (opcode == Opcode.ACKNOWLEDGE) {
        answering.acknowledged(octets, at, end);
      } else if (!Opcode.isResponse(opcode)) {
        answering.notifying.came(octets, at, packet);
      }
    }
  }

  /** A probe, or what answers one, has come, as far as it is all there. */
  private void probing(QueuePair to, byte[] octets, int at, int end) {
    int opcode = Bth.opcode(octets, at);
    int whole = end + Icrc.SIZE;
    int size = RoceProbe.size(params.hpcc().format().room());
    if (opcode == RoceProbe.OPCODE && at + size <= whole) {
      to.probed(octets, at);
    } else if (opcode == AckTelemetry.NOTICE_OPCODE) {
      to.notice(AckTelemetry.read(octets, at + Bth.SIZE, end));
    } else if (opcode == RoceResponse.OPCODE && at + RoceResponse.SIZE <= whole) {
      to.notice(AckTelemetry.of(RoceResponse.read(octets, at)));
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
    for (QueuePair each : queuePairs) {
      if (!each.isAtRest()) {
        return false;
      }
    }
    return true;
  }

  /** What does not fit together in its kernels; {@code null} if all does. */
  String broken() {
    for (QueuePair each : queuePairs) {
      String broken = each.broken();
      if (broken != null) {
        return each + ": " + broken;
      }
    }
    return null;
  }

  void describe(StringBuilder text) {
    for (QueuePair each : queuePairs) {
      text.append(host.name()).append(' ').append(each).append('\n');
    }
  }
}
