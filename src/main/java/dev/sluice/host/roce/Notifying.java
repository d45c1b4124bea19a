package dev.sluice.host.roce;

import dev.sluice.cc.SenderRole;
import dev.sluice.cc.rcm.NotificationPoint;
import dev.sluice.requirement.Requirement;
import dev.sluice.wire.ip.Ip;
import dev.sluice.wire.roce.Bth;

/**
 * The notification point of a queue pair, with its frames and its timer. Each packet for the queue
 * pair passes it first.
 */
final class Notifying implements NotificationPoint.Sink {
  /** Where packets go on to. */
  @FunctionalInterface
  interface Taker {
    void take(byte[] octets, int at, int packet);
  }

  private final RoceNic nic;
  private final int peer;
  private final boolean isIpv6;
  private final int sourcePort;
  private final NotificationPoint point;
  private final Taker taker;

  private int timer = -1;

  /** The packet in hand, and its base header. */
  private byte[] octets;

  private int at;
  private int packet;

  /** The notification point of a queue pair whose other end is {@code peerQp} of that host. */
  Notifying(
      RoceNic nic, int number, int peer, int peerQp, Service service, int sourcePort, Taker taker) {
    this.nic = nic;
    this.peer = peer;
    this.isIpv6 = service.isIpv6();
    this.sourcePort = sourcePort;
    this.taker = taker;
    Notices notices = nic.params.notices();
    long named = nic.points.named(peerQp);
    point = new NotificationPoint(notices.params(), named, notices.areSent(), nic.loop.nowPs());
    nic.rcm.follow(point, number, peer, peerQp);
  }

  /** A packet has come whose ICRC is right: what is spoilt on its way the fabric drops. */
  void came(byte[] frame, int bth, int number) {
    octets = frame;
    at = bth;
    packet = number;
    int ecn = Ip.ecn(nic.packets.octets(), nic.packets.at(number));
    nic.points.see(point, nic.loop.nowPs(), Bth.opcode(frame, bth), ecn, this);
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
    nic.host.send(nic.frames.cnp(peer, dscp, isIpv6, sourcePort, ecn, (int) qp));
    if (nic.observer != null) {
      nic.observer.cnpSent(nic.loop.nowPs(), nic.number, peer);
    }
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
