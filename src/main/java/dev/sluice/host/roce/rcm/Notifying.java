package dev.sluice.host.roce.rcm;

import dev.sluice.cc.SenderRole;
import dev.sluice.cc.rcm.NotificationPoint;
import dev.sluice.fabric.Packets;
import dev.sluice.host.roce.connection.QueuePair;
import dev.sluice.kernel.Listener;
import dev.sluice.requirement.Requirement;
import dev.sluice.sim.EventLoop;
import dev.sluice.wire.ip.Ip;
import dev.sluice.wire.roce.Bth;
import dev.sluice.wire.roce.Cnp;
import dev.sluice.wire.roce.Icrc;
import dev.sluice.wire.roce.WellKnown;

/**
 * The notification point of a queue pair, with its timer: each packet for the queue pair passes it
 * first, and it sends CNPs back.
 */
public final class Notifying implements NotificationPoint.Sink {
  /** Where packets go on to. */
  @FunctionalInterface
  public interface Taker {
    /**
     * A packet has passed.
     *
     * @param at where its base header begins
     */
    void take(byte[] octets, int at, int packet);
  }

  private final QueuePair of;
  private final RcmNic nic;
  private final EventLoop loop;
  private final NotificationPoint point;

  private final Taker taker;

  private int timer = -1;

  /** The packet in hand, and its base header. */
  private byte[] octets;

  private int at;
  private int packet;

  /**
   * That of a queue pair.
   *
   * @param listener hears of it; null: nobody
   */
  public Notifying(RcmNic nic, QueuePair of, Listener<NotificationPoint> listener, Taker taker) {
    this.nic = nic;
    this.of = of;
    this.taker = taker;
    loop = nic.host.loop();
    Notices notices = nic.notices;
    long named = nic.points.named(of.peerQp());
    point = new NotificationPoint(notices.params(), named, notices.areSent(), loop.nowPs());
    point.tell(listener);
  }

  /** A packet has come whose ICRC is right: what is spoilt on its way the fabric drops. */
  public void came(byte[] frame, int bth, int number) {
    octets = frame;
    at = bth;
    packet = number;
    Packets packets = nic.host.packets();
    int ecn = Ip.ecn(packets.octets(), packets.at(number));
    nic.points.see(point, loop.nowPs(), Bth.opcode(frame, bth), ecn, this);
    followTimer();
  }

  @Override
  public void deliver() {
    taker.take(octets, at, packet);
  }

  @Override
  @Requirement({"RCM-3", "RCM-4"})
  public void sendCnp(long qp, int ecn) {
    int size = Cnp.SIZE + Icrc.SIZE;
    int cnp = nic.frames.bare(of, nic.notices.dscp(), WellKnown.PORT, ecn, size);
    Cnp.put(
        nic.host.packets().octets(), nic.frames.behindUdp(cnp), WellKnown.DEFAULT_P_KEY, (int) qp);
    nic.host.send(cnp);
    nic.sent.accept(of.peer());
  }

  private void followTimer() {
    long duePs = point.timerPs();
    if (duePs == SenderRole.NEVER_PS) {
      if (timer >= 0) {
        loop.cancel(timer);
      }
      return;
    }
    if (timer < 0) {
      timer = loop.timer(nic.host.handler(subject -> ring(), null), 0);
    }
    if (loop.deadlinePs(timer) != duePs) {
      loop.set(timer, duePs);
    }
  }

  private void ring() {
    point.cnpTimer(loop.nowPs(), this);
    followTimer();
  }
}
