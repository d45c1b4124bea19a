package dev.sluice.model.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.trace.Value;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Parts of a world as the specification would show them. */
class TwinTest {
  @Test
  void aSetOfNumbersIsShownInWhateverOrderItIsKept() {
    Twin.Part<Set<Integer>> part = Twin.Part.set("pending", world -> world);
    Object one = part.of().apply(Set.of(3, 1, 2));
    assertThat(one)
        .as("equal content is an equal part")
        .isEqualTo(part.of().apply(Set.of(2, 3, 1)));
    assertThat(part.value().apply(one)).isEqualTo(Value.set(Value.of(1), Value.of(2), Value.of(3)));
  }

  @Test
  void numbersAreEqualByContentAndToNothingElse() {
    Numbers one = new Numbers(new long[] {1, 2});
    assertThat(one).isEqualTo(new Numbers(new long[] {1, 2}));
    assertThat(one).hasSameHashCodeAs(new Numbers(new long[] {1, 2}));
    assertThat(one).isNotEqualTo(new Numbers(new long[] {1, 3}));
    assertThat(one).isNotEqualTo(new Numbers(new long[] {1}));
    assertThat(one.equals(Value.of(1))).as("a number is no row of numbers").isFalse();
  }
}
