package dev.sluice.host.roce;

import dev.sluice.cc.SenderRole;
import dev.sluice.cc.ldcp.RttResponder;
import dev.sluice.cc.rcm.NotificationPoint;
import dev.sluice.requirement.Requirement;
import dev.sluice.wire.ip.Ip;
import dev.sluice.wire.roce.Bth;
import dev.sluice.wire.roce.RttMessage;

/**
 * What a queue pair sends back of itself as it takes packets: CNPs of its notification point, with
 * its timer, which each packet for the queue pair passes first; and, where LDCP is spoken by rates,
 * responses to requests that measure a round trip.
 */
final class Notifying implements NotificationPoint.Sink, RttResponder.Sink {
  /** Where packets go on to. */
  @FunctionalInterface
  interface Taker {
    void take(byte[] octets, int at, int packet);
  }

  private final QueuePair qp;
  private final RoceNic nic;
  private final NotificationPoint point;

  /** Where LDCP is spoken by rates, what answers requests; it is asked nothing elsewhere. */
  private final RttResponder responder = new RttResponder();

  private final Taker taker;

  private int timer = -1;

  /** The packet in hand, and its base header. */
  private byte[] octets;

  private int at;
  private int packet;

  /** That of a queue pair with such an algorithm. */
  Notifying(QueuePair qp, SenderRole role, Taker taker) {
    this.qp = qp;
    nic = qp.nic;
    this.taker = taker;
    Notices notices = nic.params.notices();
    long named = nic.points.rcm.named(qp.peerQp);
    point = new NotificationPoint(notices.params(), named, notices.areSent(), nic.loop.nowPs());
    if (role instanceof LdcpRate) {
      nic.rates.follow(point, responder, qp.number, qp.peer, qp.peerQp);
    } else {
      nic.rcm.follow(point, qp.number, qp.peer, qp.peerQp);
    }
  }

  /** A packet has come whose ICRC is right: what is spoilt on its way the fabric drops. */
  void came(byte[] frame, int bth, int number) {
    octets = frame;
    at = bth;
    packet = number;
    int ecn = Ip.ecn(nic.packets.octets(), nic.packets.at(number));
    nic.points.rcm.see(point, nic.loop.nowPs(), Bth.opcode(frame, bth), ecn, this);
    followTimer();
  }

  @Override
  public void deliver() {
    taker.take(octets, at, packet);
  }

  @Override
  @Requirement({"RCM-3", "RCM-4"})
  public void sendCnp(long qp, int ecn) {
    int dscp = nic.params.notices().dscp();
    boolean isIpv6 = this.qp.service.isIpv6();
    nic.host.send(nic.frames.cnp(this.qp.peer, dscp, isIpv6, this.qp.sourcePort, ecn, (int) qp));
    if (nic.observer != null) {
      nic.observer.cnpSent(nic.loop.nowPs(), nic.number, this.qp.peer);
    }
  }

  /** A request to measure a round trip has come. */
  @Requirement("LDCP-13")
  void requested(long number) {
    responder.respond(number, this);
  }

  @Override
  @Requirement("LDCP-13")
  public void respond(long number) {
    long answered = nic.points.ldcp.answered(number);
    nic.host.send(
        nic.frames.rtt(
            qp.peer, qp.service, qp.sourcePort, RttMessage.RESPONSE, qp.peerQp, answered));
  }

  private void followTimer() {
    long duePs = point.timerPs();
    if (duePs == SenderRole.NEVER_PS) {
      if (timer >= 0) {
        nic.loop.cancel(timer);
      }
      return;
    }
    if (timer < 0) {
      timer = nic.loop.timer(nic.host.handler(subject -> ring(), null), 0);
    }
    if (nic.loop.deadlinePs(timer) != duePs) {
      nic.loop.set(timer, duePs);
    }
  }

  private void ring() {
    point.cnpTimer(nic.loop.nowPs(), this);
    followTimer();
  }
}
