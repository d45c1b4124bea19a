package dev.sluice.cc.rccc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.requirement.Requirement;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

@Requirement("RCCC-10")
class IncastBoundProperties {
  /** The figures of FIND-6: with a window of one initial credit, N of them. */
  @Example
  @Requirement("FIND-6")
  void withAWindowOfOneInitialCreditItIsOneForEachSender() {
    IncastBound bound = new IncastBound(12_500, 12_500);
    assertThat(bound.buffer(64)).isEqualTo(64 * 12_500);
    assertThat(bound.senders(1_000_000)).isEqualTo(80);
    assertThat(new IncastBound(87_500, 12_500).buffer(64)).isEqualTo(875_000);
  }

  /** 64 senders at 100 Gb/s with packets of 4,222 B, a base RTT of 6 µs and a slice of 1 µs. */
  @Example
  @Requirement({"RCCC-10", "RCCC-15"})
  void theWindowKeepsTheLinkBusyAndTheTimeoutOutlastsTheQueue() {
    long rate = 100_000_000_000L;
    // 12.5 kB in a microsecond, seven of them; each sender may hold 4,221 B that are no packet
    long window = IncastBound.busyWindow(64, rate, 7_000_000, 4_222);
    assertThat(window).isEqualTo(87_500 + 64 * 4_221).isEqualTo(357_644);
    // a queue of 875,000 B and a frame: 879,222 B, at 80 ps each; and the first time after that
    IncastBound bound = new IncastBound(87_500, 12_500);
    assertThat(bound.timeoutPs(64, rate, 6_000_000, 4_222))
        .isEqualTo(6_000_000 + 879_222 * 80 + 1)
        .isEqualTo(76_337_761);
  }

  @Example
  void refusesWhatIsOutOfRange() {
    assertThatThrownBy(() -> new IncastBound(1, 2)).hasMessageContaining("window 1");
    assertThatThrownBy(() -> new IncastBound(1, -1)).hasMessageContaining("initial credit -1");
    assertThatThrownBy(() -> new IncastBound(1, 1).buffer(0)).hasMessageContaining("senders 0");
    assertThatThrownBy(() -> new IncastBound(1, Long.MAX_VALUE / 2 + 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new IncastBound(1L << 62, 1L << 62).buffer(3))
        .isInstanceOf(ArithmeticException.class);
    assertThat(new IncastBound(5, 0).senders(5)).isEqualTo(Long.MAX_VALUE);
  }

  /** Each is the other's inverse: one octet less is for one sender less. */
  @Property(seed = "6")
  void theBufferIsTheLeastForItsSenders(
      @ForAll @LongRange(min = 1, max = 1L << 24) long initial,
      @ForAll @LongRange(min = 0, max = 1L << 24) long more,
      @ForAll @LongRange(min = 1, max = 1L << 20) long senders) {
    IncastBound bound = new IncastBound(initial + more, initial);
    assertThat(bound.senders(bound.buffer(senders))).isEqualTo(senders);
    assertThat(bound.senders(bound.buffer(senders) - 1)).isEqualTo(senders - 1);
  }

  /**
   * A receiver that grants within the window, and senders that do as they like, at full size: the
   * queue never exceeds the bound.
   */
  @Property(seed = "10", tries = 200)
  void whateverSendersDoTheQueueStaysWithinIt(
      @ForAll @IntRange(min = 1, max = 200) int senders,
      @ForAll @LongRange(min = 0, max = 50_000) long initial,
      @ForAll @LongRange(min = 0, max = 500_000) long more,
      @ForAll long seed) {
    IncastBound bound = new IncastBound(initial + more, initial);
    Random random = new Random(seed);
    Incast incast = new Incast(senders, bound);
    for (int step = 0; step < 2_000; step++) {
      int s = random.nextInt(senders);
      switch (random.nextInt(6)) {
        case 0 -> {
          if (!incast.open[s]) {
            if (!incast.closing[s]) {
              incast.join(s);
            }
          } else if (random.nextInt(8) == 0) {
            incast.leave(s);
          }
          if (random.nextInt(8) == 0) {
            incast.forget(random.nextInt(senders));
          }
        }
        case 1 -> incast.ask(s);
        case 2, 3 -> incast.send(s, 1 + random.nextInt(9_216));
        case 4 -> incast.serve(s, random.nextInt(9_216));
        default -> incast.grant(s, (long) (random.nextDouble() * incast.mayGrant()));
      }
      assertThat(incast.queued).isLessThanOrEqualTo(bound.buffer(senders));
    }
  }

  /**
   * The worst that the rules allow, from nothing: one sender is given all that the window holds, a
   * slice at a time, and sends none of it; the others join; then everybody sends.
   */
  @Property(seed = "11", tries = 200)
  void thereIsAnOrderInWhichTheQueueIsExactlyThatLong(
      @ForAll @IntRange(min = 1, max = 200) int senders,
      @ForAll @LongRange(min = 0, max = 50_000) long initial,
      @ForAll @LongRange(min = 0, max = 500_000) long more,
      @ForAll @LongRange(min = 1, max = 100_000) long slice) {
    IncastBound bound = new IncastBound(initial + more, initial);
    Incast incast = new Incast(senders, bound);
    incast.join(0);
    incast.ask(0);
    while (incast.mayGrant() > 0) {
      incast.grant(0, Math.min(slice, incast.mayGrant()));
    }
    for (int s = 1; s < senders; s++) {
      incast.join(s);
    }
    for (int s = 0; s < senders; s++) {
      while (incast.unused[s] > 0) {
        incast.send(s, 9_216);
      }
    }
    assertThat(incast.queued).isEqualTo(bound.buffer(senders));
  }

  /** The actions of {@code RcccIncast}, in octets; one that is not enabled does nothing. */
  private static final class Incast {
    private final long initial;
    private final long window;
    private final long[] unused;
    private final long[] queue;
    private final boolean[] open;
    private final boolean[] closing;
    private final boolean[] known;
    private final long[] counted;
    private long queued;

    private Incast(int senders, IncastBound bound) {
      initial = bound.initial();
      window = bound.window();
      unused = new long[senders];
      queue = new long[senders];
      open = new boolean[senders];
      closing = new boolean[senders];
      known = new boolean[senders];
      counted = new long[senders];
    }

    private void join(int s) {
      open[s] = true;
      unused[s] = initial;
    }

    private void ask(int s) {
      if (open[s]) {
        comesIn(s, 0);
      }
    }

    private void comesIn(int s, long octets) {
      counted[s] = (known[s] ? counted[s] : initial) - octets;
      known[s] = true;
    }

    private void send(int s, long atMost) {
      long octets = Math.min(unused[s], atMost);
      unused[s] -= octets;
      queue[s] += octets;
      queued += octets;
    }

    private void serve(int s, long atMost) {
      long octets = Math.min(queue[s], atMost);
      queue[s] -= octets;
      queued -= octets;
      if (octets > 0) {
        comesIn(s, octets);
      }
    }

    private long mayGrant() {
      long outstanding = 0;
      for (int s = 0; s < unused.length; s++) {
        outstanding += known[s] ? counted[s] : 0;
      }
      return Math.max(0, window - outstanding);
    }

    private void grant(int s, long octets) {
      if (known[s] && octets <= mayGrant()) {
        counted[s] += octets;
        unused[s] += open[s] ? octets : 0;
      }
    }

    private void leave(int s) {
      if (queue[s] == 0) {
        open[s] = false;
        closing[s] = true;
        unused[s] = 0;
      }
    }

    private void forget(int s) {
      if (closing[s]) {
        closing[s] = false;
        known[s] = false;
        counted[s] = 0;
      }
    }
  }
}
