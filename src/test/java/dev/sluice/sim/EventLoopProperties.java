package dev.sluice.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/**
 * The loop does what a sorted map of all deadlines would do, whatever is set, moved or cancelled.
 */
class EventLoopProperties {
  /** Moves its own and other timers at random, and keeps the sorted map beside the loop. */
  private static final class World {
    private record Key(long due, long order) implements Comparable<Key> {
      @Override
      public int compareTo(Key other) {
        return due != other.due ? Long.compare(due, other.due) : Long.compare(order, other.order);
      }
    }

    final EventLoop loop = new EventLoop();
    final RandomStream chance;
    final int[] timers;
    final TreeMap<Key, Integer> expected = new TreeMap<>();
    final Key[] current;
    final List<String> wrong = new ArrayList<>();
    long orders;
    long happened;

    World(long seed, int count) {
      chance = RandomStream.of(seed);
      timers = new int[count];
      current = new Key[count];
      for (int i = 0; i < count; i++) {
        timers[i] = loop.timer(this::fire, i);
      }
    }

    void fire(int subject) {
      Map.Entry<Key, Integer> first = expected.pollFirstEntry();
      if (first == null || first.getValue() != subject || first.getKey().due != loop.nowPs()) {
        wrong.add(subject + " at " + loop.nowPs() + " instead of " + first);
      }
      current[subject] = null;
      happened++;
      act(2);
    }

    void act(int most) {
      for (long n = chance.below(most + 1L); n > 0; n--) {
        int i = (int) chance.below(timers.length);
        if (current[i] != null) {
          expected.remove(current[i]);
          current[i] = null;
        }
        if (chance.below(4) == 0) {
          loop.cancel(timers[i]);
        } else {
          long due = loop.nowPs() + chance.below(6); // few instants, many ties
          loop.set(timers[i], due);
          current[i] = new Key(due, orders++);
          expected.put(current[i], i);
        }
      }
    }
  }

  @Property(seed = "20260113", tries = 300)
  void eventsComeInOrderOfTimeAndThenOfSetting(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 60) int count) {
    World world = new World(seed, count);
    for (int round = 0; round < 20; round++) {
      world.act(3 * count);
      RunEnd end = world.loop.run(Long.MAX_VALUE - 1, 50);
      assertThat(world.wrong).isEmpty();
      assertThat(end == RunEnd.IDLE).isEqualTo(world.expected.isEmpty());
    }
    assertThat(world.loop.firedEvents()).isEqualTo(world.happened);
  }

  @Property(seed = "20260114", tries = 200)
  void aTimerThatOnlyMovesLaterHoldsOneEntry(@ForAll @IntRange(min = 1, max = 1000) int moves) {
    EventLoop loop = new EventLoop();
    int timer = loop.timer(subject -> {}, 0);
    for (int i = 0; i < moves; i++) {
      loop.set(timer, 100L * i);
    }
    assertThat(loop.pendingEntries()).isEqualTo(1);
    loop.run(Long.MAX_VALUE - 1, 10);
    assertThat(loop.firedEvents()).isEqualTo(1);
    assertThat(loop.nowPs()).isEqualTo(100L * (moves - 1));
  }
}
