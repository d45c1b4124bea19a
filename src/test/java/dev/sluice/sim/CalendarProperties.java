package dev.sluice.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.PriorityQueue;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** The calendar does what a plain heap would do, however near or far, thin or dense entries lie. */
class CalendarProperties {
  private record Entry(long due, long order) {}

  private static final class World {
    final Calendar calendar = new Calendar();
    final PriorityQueue<Entry> expected =
        new PriorityQueue<>(Comparator.comparing(Entry::due).thenComparing(Entry::order));
    final RandomStream chance;
    long now;
    long orders;

    World(long seed) {
      chance = RandomStream.of(seed);
    }

    /**
     * Adds something a little or a lot later; the scale changes, and half have a time in common.
     */
    void add(int scale) {
      long ahead = chance.below(2) == 0 ? 0 : chance.below(1L << scale);
      long due = (now + ahead >> scale / 2 << scale / 2) + (1L << scale / 2);
      Entry entry = new Entry(due, chance.below(8) == 0 ? -orders++ : orders++);
      calendar.add(entry.due, entry.order);
      expected.add(entry);
    }

    void takeFirst() {
      Entry first = expected.poll();
      assertThat(calendar.firstDue()).isEqualTo(first.due);
      assertThat(calendar.firstOrder()).isEqualTo(first.order);
      calendar.removeFirst();
      now = first.due;
    }
  }

  @Property(seed = "20261120", tries = 60)
  void entriesComeInOrder(@ForAll long seed, @ForAll @IntRange(min = 0, max = 44) int firstScale) {
    World world = new World(seed);
    for (int phase = 0; phase < 6; phase++) {
      int scale = phase == 0 ? firstScale : (int) world.chance.below(44);
      int held = 1 << (int) world.chance.below(11);
      for (int step = 0; step < 3_000; step++) {
        while (world.expected.size() < held) {
          world.add(scale);
        }
        world.takeFirst();
        assertThat(world.calendar.size()).isEqualTo(world.expected.size());
      }
    }
    while (!world.expected.isEmpty()) {
      world.takeFirst();
    }
    assertThat(world.calendar.isEmpty()).isTrue();
  }
}
