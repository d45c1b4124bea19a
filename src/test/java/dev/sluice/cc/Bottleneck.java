package dev.sluice.cc;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;

/**
 * A host for any {@link SenderRole}, and the smallest world for it: senders that always have
 * something to send, one link that all of them share, and a target that acknowledges each packet
 * and, where packets are marked, notifies their sender at most once in a while.
 *
 * <p>It knows no algorithm, and asks and tells each role what the interface says, nothing else.
 */
final class Bottleneck {
  static final long PACKET = 4_096;

  private static final long PS_PER_BYTE = 80; // 100 Gb/s
  private static final long BASE_RTT_PS = 6_000_000;
  private static final long NOTIFY_AT_MOST_EVERY_PS = 10_000_000;

  private final long markAbove;
  private final PriorityQueue<Event> events =
      new PriorityQueue<>(Comparator.comparingLong(Event::atPs).thenComparingLong(Event::number));
  private final Deque<Packet> queue = new ArrayDeque<>();
  private final List<Sender> senders = new ArrayList<>();
  private long count;
  private long nowPs;
  private long queued;
  private long delivered;
  private long highestQueue;

  private record Event(long atPs, long number, Runnable what) {}

  private record Packet(Sender from, long sentPs, boolean marked) {}

  /** A sender and its role. */
  final class Sender {
    private final SenderRole role;
    private long inflight;
    private long wakesPs = SenderRole.NEVER_PS;
    private long timerPs = SenderRole.NEVER_PS;
    private long notifiedPs = -NOTIFY_AT_MOST_EVERY_PS;
    private long acked;
    private long sent;

    Sender(SenderRole role) {
      this.role = role;
    }

    long acked() {
      return acked;
    }

    long sentPackets() {
      return sent;
    }

    private void send() {
      while (inflight + PACKET <= role.cwnd() && role.mayTransmit(PACKET)) {
        long notBefore = role.notBeforePs(nowPs);
        if (notBefore > nowPs) {
          wake(notBefore);
          break;
        }
        inflight += PACKET;
        sent++;
        role.onSend(nowPs, PACKET);
        enqueue(new Packet(this, nowPs, queued > markAbove));
      }
      long timer = role.timerPs();
      if (timer != timerPs) {
        timerPs = timer;
        if (timer != SenderRole.NEVER_PS) {
          at(timer, () -> ring(timer));
        }
      }
    }

    private void wake(long when) {
      if (wakesPs != when && when != SenderRole.NEVER_PS) {
        wakesPs = when;
        at(when, this::send);
      }
    }

    private void ring(long when) {
      if (timerPs == when) {
        timerPs = SenderRole.NEVER_PS;
        role.onTimer(nowPs);
        send();
      }
    }

    private void ack(Packet packet, long[] stamp) {
      inflight -= PACKET;
      acked += PACKET;
      role.onTelemetry(nowPs, stamp, stamp.length);
      role.onAck(nowPs, PACKET, PACKET, packet.marked, nowPs - packet.sentPs);
      send();
    }
  }

  Bottleneck(long markAbove) {
    this.markAbove = markAbove;
  }

  Sender add(SenderRole role) {
    Sender sender = new Sender(role);
    senders.add(sender);
    return sender;
  }

  private void at(long when, Runnable what) {
    events.add(new Event(when, count++, what));
  }

  private void enqueue(Packet packet) {
    queue.add(packet);
    queued += PACKET;
    highestQueue = Math.max(highestQueue, queued);
    if (queue.size() == 1) {
      at(nowPs + PACKET * PS_PER_BYTE, this::depart);
    }
  }

  private void depart() {
    Packet packet = queue.remove();
    queued -= PACKET;
    delivered += PACKET;
    long[] stamp = {queued, delivered, nowPs};
    Sender from = packet.from;
    at(nowPs + BASE_RTT_PS - PACKET * PS_PER_BYTE, () -> from.ack(packet, stamp));
    if (packet.marked && nowPs - from.notifiedPs >= NOTIFY_AT_MOST_EVERY_PS) {
      from.notifiedPs = nowPs;
      at(
          nowPs + BASE_RTT_PS / 2,
          () -> {
            from.role.onNotification(nowPs);
            from.send();
          });
    }
    if (!queue.isEmpty()) {
      at(nowPs + PACKET * PS_PER_BYTE, this::depart);
    }
  }

  /** Runs until a time. */
  void runUntil(long endPs) {
    senders.forEach(Sender::send);
    while (!events.isEmpty() && events.peek().atPs() <= endPs) {
      Event event = events.remove();
      nowPs = event.atPs();
      event.what().run();
    }
    nowPs = endPs;
  }

  /** Bytes that the link has carried. */
  long delivered() {
    return delivered;
  }

  /** The longest the queue ever was. */
  long highestQueue() {
    return highestQueue;
  }

  void forgetHighestQueue() {
    highestQueue = queued;
  }

  /** Bytes that the link can carry in a time. */
  static long capacity(long ps) {
    return ps / PS_PER_BYTE;
  }
}
