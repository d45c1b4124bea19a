package dev.sluice.host.roce.rcm;

import dev.sluice.cc.rcm.NotificationPoint;
import dev.sluice.host.Host;
import dev.sluice.host.roce.connection.QueuePair;
import dev.sluice.host.roce.connection.RoceFrames;
import dev.sluice.kernel.Listener;
import dev.sluice.trace.EventSink;
import java.util.function.IntConsumer;

/**
 * What the NIC of one host has of RoCEv2 congestion management: how it answers marks, its log, and
 * where tests put faults. Each queue pair has a {@link Notifying} of it, and a {@link Reaction}
 * where it is selected for that algorithm.
 */
public final class RcmNic {
  final Host host;
  final RoceFrames frames;
  final Notices notices;
  final IntConsumer sent;
  RcmFaultPoints points = RcmFaultPoints.NONE;

  private final RcmLoopLog log;

  /**
   * That of a host, whose queue pairs are still to be made.
   *
   * @param sent hears to which host a CNP leaves
   */
  public RcmNic(Host host, RoceFrames frames, Notices notices, IntConsumer sent) {
    this.host = host;
    this.frames = frames;
    this.notices = notices;
    this.sent = sent;
    log = new RcmLoopLog(host, notices);
  }

  /** Puts faulty pieces into the queue pairs that are made from now on. */
  public void plant(RcmFaultPoints faults) {
    points = faults;
  }

  /** Tells a log of the queue pairs that are made from now on; null for nobody. */
  public void log(EventSink sink) {
    log.to(sink);
  }

  /** A reaction point is a queue pair's. */
  public void joins(Reaction role, QueuePair of) {
    role.plant(points);
    log.follow(role, of);
  }

  /** What hears of a queue pair's notification point as the log has it; null for nobody. */
  public Listener<NotificationPoint> listener(QueuePair of) {
    return log.follow(of);
  }
}
