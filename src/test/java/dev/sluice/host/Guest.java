package dev.sluice.host;

import dev.sluice.cc.Ecn;
import dev.sluice.cc.SenderRole;
import dev.sluice.fabric.Packets;
import dev.sluice.fabric.PlainHeader;
import dev.sluice.sim.EventHandler;

/**
 * A toy transport: packets of one size with numbers, each acknowledged by itself; a packet whose
 * number the target refuses once, and a timer for what is never answered. It has every signal that
 * a {@link SenderRole} can hear, and knows no algorithm.
 */
final class Guest implements Transport {
  static final int HEADER = 64;
  static final int PACKET = 1_000;
  static final long RTO_PS = 4_000_000;

  /** The class of data; that of data to be dropped first; that of answers. */
  static final int DATA = 0;

  static final int DROPPABLE = 8;
  static final int ANSWER = 46;

  /** What switches read of a frame; what is the guest's own stands behind that. */
  static final PlainHeader FORMAT = new PlainHeader();

  private static final int KIND = PlainHeader.LEAST_BYTES;
  private static final int IS_MARKED = KIND + 1;
  private static final int NUMBER = 16;
  static final int STAMP = 20;

  private static final int PUSH = 0;
  private static final int ACK = 1;
  private static final int NACK = 2;
  private static final int NOTIFICATION = 3;

  private final Host host;
  private final int refuses;
  private boolean hasRefused;
  private final EventHandler timeout;
  Line line;

  /** A host that refuses the packet of one number once. */
  Guest(Host host, int refuses) {
    this.host = host;
    this.refuses = refuses;
    timeout = host.handler(subject -> line.timeout(), subject -> line);
    host.speaks(this);
  }

  /** A connection to another host, over which so many packets go. */
  Line open(int to, int packets, SenderRole role) {
    line = new Line(to, packets, role);
    return line;
  }

  void feed() {
    host.feed();
  }

  /** One connection, with the sender that it has for itself. */
  final class Line extends Connection {
    private static final int FLYING = 1;
    private static final int LOST = 2;
    private static final int DONE = 3;

    private final Turns turns;
    private final int to;
    private final int packets;
    private final int timer = host.loop().timer(timeout, 0);
    private int sent;
    private int chosen;
    private long inflight;
    int done;

    private Line(int to, int packets, SenderRole role) {
      super(new Flight());
      this.to = to;
      this.packets = packets;
      turns = new Turns();
      turns.role(role);
    }

    @Override
    protected Sender sender() {
      return turns;
    }

    void begin() {
      turns.wake();
    }

    void end() {
      host.loop().release(timer);
      turns.end();
    }

    private boolean choose() {
      for (chosen = 0; chosen < sent; chosen++) {
        if (flight.standing(chosen) == LOST) {
          return true;
        }
      }
      return sent < packets;
    }

    private final class Turns extends Sender {
      private Turns() {
        super(host);
      }

      @Override
      public long inflight() {
        return inflight;
      }

      @Override
      protected boolean maySend() {
        return choose() && fits(PACKET);
      }

      @Override
      protected int dscp(boolean droppable) {
        return droppable ? DROPPABLE : DATA;
      }

      @Override
      protected int send(long atPs, boolean droppable) {
        if (chosen == sent) {
          flight.put(sent, 0, this, (long) sent * PACKET, PACKET);
          sent++;
        }
        int number = chosen;
        flight.sent(number, atPs, 0);
        flight.stand(number, FLYING);
        inflight += PACKET;
        sent(atPs, PACKET);
        goesOn(maySend());
        if (!host.loop().isSet(timer)) {
          host.loop().set(timer, atPs + RTO_PS);
        }
        return frame(
            to, PUSH, droppable ? DROPPABLE : DATA, number, requestsAck(), PACKET - HEADER);
      }
    }

    private void out(int number, int standing) {
      inflight -= PACKET;
      flight.stand(number, standing);
    }

    private void answered(byte[] octets, int at) {
      int number = get(octets, at + NUMBER, 4);
      if (octets[at + KIND] == NOTIFICATION) {
        turns.notified();
      } else if (flight.standing(number) == FLYING) {
        long rttPs = host.nowPs() - flight.sentAt(number);
        if (octets[at + KIND] == ACK) {
          out(number, DONE);
          done++;
          long[] hop = {get(octets, at + STAMP, 4), get(octets, at + STAMP + 4, 4)};
          turns.toldTelemetry(hop, hop.length);
          turns.acknowledged(PACKET, PACKET, octets[at + IS_MARKED] == 1, rttPs);
        } else {
          out(number, LOST);
          turns.refused(PACKET, 7, rttPs);
        }
        if (done == packets) {
          host.loop().cancel(timer);
        }
      }
      turns.wake();
    }

    private void timeout() {
      for (int number = 0; number < sent; number++) {
        if (flight.standing(number) == FLYING && flight.sentAt(number) + RTO_PS <= host.nowPs()) {
          out(number, LOST);
          turns.lost(PACKET);
        }
      }
      turns.wake();
      long next = Long.MAX_VALUE;
      for (int number = 0; number < sent; number++) {
        if (flight.standing(number) == FLYING) {
          next = Math.min(next, flight.sentAt(number) + RTO_PS);
        }
      }
      if (next != Long.MAX_VALUE && !host.loop().isSet(timer)) {
        host.loop().set(timer, next);
      }
    }
  }

  @Override
  public Connection connection(byte[] octets, int at) {
    return octets[at + KIND] == PUSH ? null : line;
  }

  @Override
  public void deliver(byte[] octets, int at, int packet) {
    if (octets[at + KIND] != PUSH) {
      line.answered(octets, at);
      return;
    }
    int from = PlainHeader.source(octets, at);
    int number = get(octets, at + NUMBER, 4);
    int ecn = FORMAT.ecn(octets, at);
    byte[] stamp = java.util.Arrays.copyOfRange(octets, at + STAMP, at + STAMP + 8);
    boolean refused = number == refuses && !hasRefused;
    hasRefused |= refused;
    int answer = frame(from, refused ? NACK : ACK, ANSWER, number, ecn == Ecn.CE, 0);
    System.arraycopy(stamp, 0, host.packets().octets(), host.packets().at(answer) + STAMP, 8);
    host.send(answer);
    if (ecn == Ecn.CE) {
      host.send(frame(from, NOTIFICATION, ANSWER, number, true, 0));
    }
  }

  private int frame(int to, int kind, int dscp, int number, boolean flag, int payload) {
    Packets packets = host.packets();
    int packet = packets.allocate(HEADER);
    byte[] octets = packets.octets();
    int at = packets.at(packet);
    java.util.Arrays.fill(octets, at, at + HEADER, (byte) 0);
    int ecn = kind == PUSH ? Ecn.ECT_0 : Ecn.NOT_ECT;
    PlainHeader.write(packets, packet, host.number(), to, dscp, ecn, 0);
    octets[at + KIND] = (byte) kind;
    put(octets, at + NUMBER, number);
    octets[at + IS_MARKED] = (byte) (flag ? 1 : 0);
    packets.payload(packet, 0, number, payload);
    return packet;
  }

  static void put(byte[] octets, int at, int value) {
    for (int i = 0; i < 4; i++) {
      octets[at + i] = (byte) (value >>> 24 - 8 * i);
    }
  }

  private static int get(byte[] octets, int at, int count) {
    int value = 0;
    for (int i = 0; i < count; i++) {
      value = value << 8 | octets[at + i] & 0xFF;
    }
    return value;
  }
}
