package dev.sluice.cc.rccc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.requirement.Requirement;
import java.util.ArrayList;
import java.util.List;
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
   * queue never exceeds the bound. Then the worst: all that is outstanding comes at once.
   */
  @Property(seed = "10", tries = 200)
  void whateverSendersDoTheQueueStaysWithinIt(
      @ForAll @IntRange(min = 1, max = 200) int senders,
      @ForAll @LongRange(min = 0, max = 50_000) long initial,
      @ForAll @LongRange(min = 0, max = 500_000) long more,
      @ForAll long seed) {
    IncastBound bound = new IncastBound(initial + more, initial);
    Random random = new Random(seed);
    long[] unused = new long[senders];
    long[] queue = new long[senders];
    boolean[] open = new boolean[senders];
    boolean[] known = new boolean[senders];
    long queued = 0;
    for (int step = 0; step < 2_000; step++) {
      int s = random.nextInt(senders);
      switch (random.nextInt(6)) {
        case 0 -> {
          if (!open[s]) {
            open[s] = true;
            unused[s] = initial;
          } else if (queue[s] == 0 && random.nextInt(8) == 0) {
            open[s] = false;
            known[s] = false;
            unused[s] = 0;
          }
        }
        case 1 -> known[s] |= open[s];
        case 2, 3 -> {
          long size = Math.min(unused[s], 1 + random.nextInt(9_216));
          unused[s] -= size;
          queue[s] += size;
          queued += size;
        }
        case 4 -> {
          long served = Math.min(queue[s], random.nextInt(9_216));
          queue[s] -= served;
          queued -= served;
          known[s] |= served > 0;
        }
        default -> {
          long outstanding = 0;
          for (int i = 0; i < senders; i++) {
            outstanding += known[i] ? unused[i] + queue[i] : 0;
          }
          long room = bound.window() - outstanding;
          if (known[s] && room > 0) {
            unused[s] += 1 + (long) (random.nextDouble() * (room - 1));
          }
        }
      }
      assertThat(queued).isLessThanOrEqualTo(bound.buffer(senders));
    }
    // The worst from here: one known sender is given all, the rest joins, and everybody sends.
    List<Long> fresh = new ArrayList<>();
    fresh.add(bound.window());
    for (int s = 1; s < senders; s++) {
      fresh.add(initial);
    }
    assertThat(fresh.stream().mapToLong(Long::longValue).sum()).isEqualTo(bound.buffer(senders));
  }
}
