package dev.sluice.cc.nscc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sluice.requirement.Requirement;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

/** Which entropy value comes next, and what a mark has to do with it. */
class EntropyValuesTest {
  @Test
  @Requirement({"NSCC-10", "NSCC-11"})
  void aMarkOnTheValueInUseChangesItAndOneOnAnotherDoesNot() {
    EntropyValues values = new EntropyValues(EntropyPolicy.STICKY, 8, 5);
    assertThat(values.send()).isNull();
    assertThat(values.next()).isEqualTo(5);
    assertThat(values.changesOn(5)).isTrue();
    assertThat(values.mark(5, 3)).isNull();
    assertThat(values.next()).isEqualTo(1); // 5 + 1 + 3, of eight
    assertThat(values.changesOn(5)).isFalse();
    assertThat(values.mark(5, 3)).isNull();
    assertThat(values.next()).isEqualTo(1);
  }

  @Test
  @Requirement("NSCC-10")
  void eachDrawIsAnotherOfTheOtherValues() {
    Set<Integer> drawn = new HashSet<>();
    for (int draw = 0; draw < 7; draw++) {
      EntropyValues values = new EntropyValues(EntropyPolicy.STICKY, 8, 5);
      assertThat(values.mark(5, draw)).isNull();
      drawn.add(values.next());
    }
    assertThat(drawn).containsExactlyInAnyOrder(0, 1, 2, 3, 4, 6, 7);
  }

  @Test
  @Requirement({"NSCC-10", "NSCC-11"})
  void theOnlyValueOfItsSetStays() {
    EntropyValues values = new EntropyValues(EntropyPolicy.STICKY, 1, 0);
    assertThat(values.changesOn(0)).as("there is nothing to draw").isFalse();
    assertThat(values.mark(0, 0)).isNull();
    assertThat(values.next()).isZero();
    assertThat(values.broken()).isNull();
  }

  @Test
  @Requirement({"NSCC-10", "UET-6"})
  void aSprayedValueThatBroughtAMarkIsPassedOverOnce() {
    EntropyValues values = new EntropyValues(EntropyPolicy.SPRAYED, 4, 2);
    assertThat(values.mark(3, 0)).isNull();
    assertThat(values.mark(0, 0)).isNull();
    assertThat(values.changesOn(2)).isFalse();
    assertThat(sent(values)).isEqualTo(2);
    assertThat(sent(values)).isEqualTo(1);
    assertThat(sent(values)).isEqualTo(2);
    assertThat(sent(values)).isEqualTo(3);
  }

  private static int sent(EntropyValues values) {
    int next = values.next();
    assertThat(values.send()).isNull();
    assertThat(values.broken()).isNull();
    return next;
  }

  @Test
  @Requirement("NSCC-10")
  void whatNoHostMayAskIsRefused() {
    for (EntropyPolicy policy : EntropyPolicy.values()) {
      EntropyValues values = new EntropyValues(policy, 8, 5);
      EntropyValues before = values.copy();
      assertThat(values.mark(-1, 0)).isNotBlank();
      assertThat(values.mark(8, 0)).isNotBlank();
      assertThat(values).usingRecursiveComparison().isEqualTo(before);
    }
    EntropyValues values = new EntropyValues(EntropyPolicy.STICKY, 8, 5);
    assertThat(values.mark(5, 7)).isNotBlank();
    assertThat(values.mark(5, -1)).isNotBlank();
    assertThat(values.next()).isEqualTo(5);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new EntropyValues(EntropyPolicy.STICKY, 6, 0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new EntropyValues(EntropyPolicy.STICKY, 4, 4));
  }

  /** A set as a queue, and those of it that are to be passed over. */
  @Property(seed = "66", tries = 200)
  @Requirement({"NSCC-10", "UET-6"})
  void sprayedValuesFollowAPlainQueue(
      @ForAll @IntRange(max = 9) int logOfCount, @ForAll @LongRange(min = 0) long seed) {
    Random random = new Random(seed);
    int count = 1 << logOfCount;
    int first = random.nextInt(count);
    EntropyValues values = new EntropyValues(EntropyPolicy.SPRAYED, count, first);
    Deque<Integer> queue = new ArrayDeque<>();
    for (int k = 0; k < count; k++) {
      queue.add((first + k) % count);
    }
    Set<Integer> avoided = new HashSet<>();
    int marks = 1 + random.nextInt(4);
    for (int i = 0; i < 4 * count + 20; i++) {
      if (random.nextInt(4) < marks) {
        int value = random.nextInt(count);
        assertThat(values.mark(value, 0)).isNull();
        avoided.add(value);
      }
      if (random.nextInt(8) == 0) {
        EntropyValues twin = values.copy();
        for (int value = 0; value < count; value++) {
          assertThat(twin.isAvoided(value)).isEqualTo(values.isAvoided(value));
        }
        assertThat(twin.mark(queue.peek(), 0)).isNull(); // of no concern to the other
        values.copy().send();
      }
      if (random.nextInt(3) > 0) {
        while (avoided.remove(queue.peek())) {
          queue.add(queue.remove());
        }
        assertThat(sent(values)).isEqualTo(queue.peek());
        queue.add(queue.remove());
      }
      assertThat(values.ev()).isEqualTo(queue.peek());
      for (int value = 0; value < count && i % 16 == 0; value++) {
        assertThat(values.isAvoided(value)).isEqualTo(avoided.contains(value));
      }
    }
  }
}
