package dev.sluice.host.roce.ldcp;

import dev.sluice.cc.rcm.NotificationPoint;
import dev.sluice.host.Host;
import dev.sluice.host.roce.connection.QueuePair;
import dev.sluice.host.roce.connection.RoceFrames;
import dev.sluice.kernel.Listener;
import dev.sluice.trace.EventSink;
import java.util.function.BooleanSupplier;

/**
 * What the NIC of one host has of LDCP: how it acknowledges, its logs, and where tests put faults.
 *
 * <p>By windows, a queue pair that asks has {@link LdcpRequests}, and one that answers has {@link
 * LdcpArrivals} and {@link LdcpResponses}; by rates, either has a {@link LdcpRate}.
 */
public final class LdcpNic {
  /** Hears of a window that an answer has moved. */
  @FunctionalInterface
  public interface Moved {
    /**
     * @param peer the host that the window is of packets to
     * @param n packets that the answer has taken out of flight, at least one
     */
    void moved(LdcpSender window, int peer, long n);
  }

  final Host host;
  final LdcpFrames frames;
  final LdcpAcks acks;
  final int mtu;
  final long timeoutPs;
  final FastStartLog first;
  final PawaWindowLog stable;
  final LsnSpaceLog spaces;
  LdcpFaultPoints points = LdcpFaultPoints.NONE;

  private final EventRateLog rates;
  private final Moved moved;

  /**
   * That of a host, whose queue pairs are still to be made.
   *
   * @param mtu path MTU, bytes
   * @param timeoutPs how long nothing must have been acknowledged until all is sent again
   */
  public LdcpNic(
      Host host, RoceFrames frames, LdcpAcks acks, int mtu, long timeoutPs, Moved moved) {
    this.host = host;
    this.frames = new LdcpFrames(frames, host.packets());
    this.acks = acks;
    this.mtu = mtu;
    this.timeoutPs = timeoutPs;
    this.moved = moved;
    first = new FastStartLog(host);
    stable = new PawaWindowLog(host, acks.params());
    spaces = new LsnSpaceLog(host);
    rates = new EventRateLog(host);
  }

  /** Puts faulty pieces into the queue pairs that are made from now on. */
  public void plant(LdcpFaultPoints faults) {
    points = faults;
  }

  /** Tells a log of the queue pairs that are made from now on; null for nobody. */
  public void log(EventSink sink) {
    first.to(sink);
    stable.to(sink);
    spaces.to(sink);
    rates.to(sink);
  }

  /** A window is a queue pair's. */
  public void joins(LdcpSender role) {
    role.plant(points);
  }

  /**
   * A rate is a queue pair's.
   *
   * @param isAtRest whether that has nothing to send, and waits for nothing
   */
  public void joins(LdcpRate role, QueuePair of, BooleanSupplier isAtRest) {
    role.of(this, of, isAtRest);
    rates.follow(role, of);
  }

  /**
   * What hears of the notification point of a queue pair with a rate; null for nobody.
   *
   * @param answersEach whether each mark is answered
   */
  public Listener<NotificationPoint> listener(LdcpRate role, QueuePair of, boolean answersEach) {
    return rates.follow(role, of, answersEach);
  }

  /**
   * An acknowledgment of LSNs of requests alone leaves, or a NAK.
   *
   * @param missing the PSN that is expected
   * @param upTo the LSN before which all has come
   */
  public void acknowledge(QueuePair of, long missing, boolean nak, long upTo, boolean ece) {
    host.send(frames.lsns(of, missing, nak, upTo, ece));
  }

  /** A window has heard of so many packets, if of any. */
  void moved(LdcpSender window, QueuePair of, long n) {
    if (n > 0) {
      moved.moved(window, of.peer(), n);
    }
  }
}
