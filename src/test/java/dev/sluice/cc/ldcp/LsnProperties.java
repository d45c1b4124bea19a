package dev.sluice.cc.ldcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.requirement.Requirement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * LSNs that wrap against a plain model of one space, whose numbers do not: both are told the same,
 * and must decide the same, at full size and with as few LSNs as are safe.
 */
class LsnProperties {
  private static final long MTU = 4_096;

  /** A message on its way: by its number that does not wrap, and how many have overtaken it. */
  private static final class Message {
    private final boolean data;
    private final boolean nak;
    private final long at;
    private final long bytes;
    private int passed;

    Message(boolean data, boolean nak, long at, long bytes) {
      this.data = data;
      this.nak = nak;
      this.at = at;
      this.bytes = bytes;
    }
  }

  /** A space: both kernels, the plain model of each, and the way there and back. */
  private static final class Space implements LsnWindow.Sink, LsnReceiver.Sink {
    private final Random random;
    private final LsnParams params;
    private final long first;
    private final LsnWindow window;
    private final LsnReceiver receiver;
    private final List<Message> there = new ArrayList<>();
    private final List<Message> back = new ArrayList<>();

    /** The sizes of all packets, so that one that is sent again has the size that it had. */
    private final List<Long> ends = new ArrayList<>();

    private long acked;
    private long next;
    private long sent;
    private long expected;
    private boolean told;
    private boolean owes;

    private long leftWith = -1;
    private long freed;
    private int taken;
    private long answered = -1;
    private long missed = -1;

    Space(Random random, LsnParams params) {
      this.random = random;
      this.params = params;
      first = params.modulus() - 1 - random.nextInt(20_000);
      window = new LsnWindow(params, first);
      receiver = new LsnReceiver(params, first);
    }

    private long wire(long at) {
      return (first + at) % params.modulus();
    }

    @Override
    public void send(long lsn, long bytes, boolean again) {
      assertThat(again).isEqualTo(next < sent);
      leftWith = lsn;
    }

    @Override
    public void freed(long bytes) {
      freed = bytes;
    }

    @Override
    public void take() {
      taken++;
    }

    @Override
    public void acknowledge(long lsn) {
      answered = lsn;
    }

    @Override
    public void missing(long lsn) {
      missed = lsn;
    }

    private long sizeAt(long at) {
      for (int i = ends.size() - 1; i >= 0 && ends.get(i) > at; i--) {
        if (i == 0 || ends.get(i - 1) <= at) {
          return ends.get(i) - at;
        }
      }
      return 1 + random.nextInt((int) MTU);
    }

    void transmit() {
      long bytes = sizeAt(next);
      boolean fits = next - acked + bytes <= params.window();
      String refused = window.transmit(bytes, params.window(), this);
      assertThat(refused == null).isEqualTo(fits);
      if (fits) {
        assertThat(leftWith).isEqualTo(wire(next));
        there.add(new Message(true, false, next, bytes));
        next += bytes;
        if (next > sent) {
          sent = next;
          ends.add(sent);
        }
      }
    }

    /** A message, which may have overtaken others, comes; it may be lost, or come once more. */
    private Message from(List<Message> way, int losses) {
      int most = 0;
      while (most + 1 < way.size() && way.get(most).passed < params.overtake()) {
        most++;
      }
      int i = random.nextInt(most + 1);
      if (random.nextInt(100) < losses) {
        way.remove(i);
        return null;
      }
      way.subList(0, i).forEach(one -> one.passed++);
      return random.nextInt(100) < losses ? way.get(i) : way.remove(i);
    }

    void comes(int losses) {
      Message came = from(there, losses);
      if (came == null) {
        return;
      }
      boolean busy = random.nextInt(3) == 0;
      answered = -1;
      missed = -1;
      int before = taken;
      assertThat(receiver.receive(wire(came.at), came.bytes, busy, this)).isNull();
      assertThat(taken - before).isEqualTo(came.at == expected ? 1 : 0);
      if (came.at > expected) {
        assertThat(answered).isEqualTo(-1);
        assertThat(missed).isEqualTo(told ? -1 : wire(expected));
        if (!told) {
          back.add(new Message(false, true, expected, 0));
        }
        told = true;
      } else {
        if (came.at == expected) {
          expected += came.bytes;
          told = false;
          owes = busy;
        } else {
          owes = false;
        }
        assertThat(missed).isEqualTo(-1);
        assertThat(answered).isEqualTo(owes ? -1 : wire(expected));
        if (!owes) {
          back.add(new Message(false, false, expected, 0));
        }
      }
    }

    void flush() {
      answered = -1;
      assertThat(receiver.flush(this) == null).isEqualTo(owes);
      if (owes) {
        assertThat(answered).isEqualTo(wire(expected));
        back.add(new Message(false, false, expected, 0));
        owes = false;
      }
    }

    void hears(int losses) {
      Message came = from(back, losses);
      if (came == null) {
        return;
      }
      assertThat(window.receiveAck(came.nak, wire(came.at), this)).isNull();
      assertThat(freed).isEqualTo(Math.max(0, came.at - acked));
      if (came.at >= acked) {
        acked = came.at;
        next = came.nak ? came.at : Math.max(next, came.at);
      }
    }

    void timeout() {
      assertThat(window.timeout() == null).isEqualTo(acked < sent);
      next = acked;
    }

    void agrees() {
      assertThat(window.acked()).isEqualTo(wire(acked));
      assertThat(window.next()).isEqualTo(wire(next));
      assertThat(window.sent()).isEqualTo(wire(sent));
      assertThat(window.inFlight()).isEqualTo(next - acked).isLessThanOrEqualTo(params.window());
      assertThat(receiver.expected()).isEqualTo(wire(expected));
      assertThat(receiver.told()).isEqualTo(told);
      assertThat(receiver.owes()).isEqualTo(owes);
      assertThat(window.broken()).isNull();
      assertThat(acked <= expected && expected <= sent).isTrue();
    }

    void step(int losses) {
      int what = random.nextInt(20);
      if (what < 8) {
        transmit();
      } else if (what < 13 && !there.isEmpty()) {
        comes(losses);
      } else if (what < 18 && !back.isEmpty()) {
        hears(losses);
      } else if (what == 18) {
        flush();
      } else if (random.nextInt(8) == 0) {
        timeout();
      }
      agrees();
    }
  }

  private static LsnParams drawn(Random random) {
    long overtake = random.nextInt(4);
    long window = MTU + random.nextInt(146_000);
    long fewest = Math.max(2 * (window + overtake * MTU), (overtake + 1) * window + 1);
    return new LsnParams(
        random.nextBoolean() ? LsnParams.MODULUS_32 : fewest, window, MTU, 16, overtake);
  }

  /** Whatever is lost, comes twice or is overtaken, no LSN is taken for another. */
  @Property(tries = 60, seed = "12")
  @Requirement({"LDCP-12", "LDCP-19"})
  void numbersThatWrapDecideAsThoseThatDoNot(@ForAll long seed) {
    Random random = new Random(seed);
    Space space = new Space(random, drawn(random));
    for (int step = 0; step < 4_000; step++) {
      space.step(10);
    }
  }

  /** Once nothing is lost any more, all that was sent comes, and is acknowledged. */
  @Property(tries = 30, seed = "12")
  @Requirement({"LDCP-12", "LDCP-19"})
  void allComesInTheEnd(@ForAll long seed) {
    Random random = new Random(seed);
    Space space = new Space(random, drawn(random));
    for (int step = 0; step < 1_000; step++) {
      space.step(20);
    }
    long end = space.sent;
    for (int step = 0; step < 20_000 && space.acked < end; step++) {
      if (space.next < end) {
        space.transmit();
      }
      if (!space.there.isEmpty()) {
        space.comes(0);
      }
      space.flush();
      if (!space.back.isEmpty()) {
        space.hears(0);
      } else if (space.there.isEmpty()) {
        space.timeout();
      }
      space.agrees();
    }
    assertThat(space.acked).isEqualTo(end);
    assertThat(space.window.unacknowledged()).isZero();
  }
}
