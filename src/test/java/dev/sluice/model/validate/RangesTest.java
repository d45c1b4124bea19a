package dev.sluice.model.validate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.trace.LogValue;
import dev.sluice.trace.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sets of numbers that a log tells by their first and last. */
class RangesTest {
  private static LogValue range(long... ends) {
    return new LogValue.Items(LongStream.of(ends).<LogValue>mapToObj(LogValue::of).toList());
  }

  private static LogValue ranges(LogValue... all) {
    return new LogValue.Items(Arrays.asList(all));
  }

  private static Value numbers(int... all) {
    List<Value> values = new ArrayList<>();
    for (int each : all) {
      values.add(Value.of(each));
    }
    return Value.set(values);
  }

  @Test
  void theNumbersOfARangeAreFromItsFirstToItsLast() {
    assertThat(Ranges.set(ranges(range(3, 5), range(9, 9)))).isEqualTo(numbers(3, 4, 5, 9));
    assertThat(Ranges.set(ranges())).isEqualTo(Value.EMPTY_SET);
  }

  @Test
  void countingGoesOnBehindTheRangeThatBeginsThere() {
    assertThat(Ranges.countedFrom(1, ranges(range(1, 4), range(6, 7))).toString())
        .isEqualTo("[early |-> {6, 7}, next |-> 5]");
    assertThat(Ranges.countedFrom(1, ranges(range(2, 3))).toString())
        .isEqualTo("[early |-> {2, 3}, next |-> 1]");
    assertThat(Ranges.countedFrom(0, ranges()).toString()).isEqualTo("[early |-> {}, next |-> 0]");
  }

  /** Tells an invalid range: its set has a number that nothing has. */
  @ParameterizedTest
  @CsvSource({"5, 3", "-2, 3", "0, 2147483647", "0, 300000"})
  void aRangeThatCannotBeIsNotEmpty(long first, long last) {
    Value nowhere = numbers(-1);
    assertThat(Ranges.set(ranges(range(1, 2), range(first, last))))
        .as("the set %d to %d, behind 1 and 2", first, last)
        .isEqualTo(nowhere);
    assertThat(Ranges.countedFrom(1, ranges(range(1, 2), range(first, last))).toString())
        .as("counted from 1, behind 1 and 2, %d to %d", first, last)
        .isEqualTo("[early |-> {-1}, next |-> 3]");
    assertThat(Ranges.countedFrom(1, ranges(range(first, last))).toString())
        .as("counted from 1, %d to %d", first, last)
        .contains("early |-> {-1}");
  }

  @Test
  void whatIsNoRangeIsNotEmpty() {
    for (LogValue none :
        List.of(
            range(1),
            range(1, 2, 3),
            LogValue.of(7),
            LogValue.of("1..2"),
            ranges(LogValue.of("1"), LogValue.of("2")))) {
      assertThat(Ranges.set(ranges(none))).as("the set of %s", none).isEqualTo(numbers(-1));
    }
  }

  /** Counts a range on that is too long for a set, and sets of as many numbers as they may have. */
  @Test
  void aSetHasTwoHundredThousandNumbersAtMost() {
    assertThat(Ranges.countedFrom(0, ranges(range(0, 250_000))).toString())
        .as("a range that is counted")
        .isEqualTo("[early |-> {}, next |-> 250001]");
    assertThat(Ranges.set(ranges(range(0, 200_000)))).as("one too many").isEqualTo(numbers(-1));
    assertThat(((Value.Set) Ranges.set(ranges(range(1, 200_000)))).items())
        .as("as many as there may be")
        .hasSize(200_000);
  }
}
