package dev.sluice.model.validate;

import dev.sluice.trace.LogValue;
import dev.sluice.trace.Value;
import java.util.ArrayList;
import java.util.List;

/** Sets of numbers that a log tells as ranges: first and last of each. */
final class Ranges {
  /** A number that is in no set: what is told is no range, or one of too many numbers. */
  private static final int NOWHERE = -1;

  /** The most numbers of a set. */
  private static final long MOST = 200_000;

  private Ranges() {}

  /** The set. */
  static Value set(LogValue ranges) {
    return Value.set(numbers(ranges, 0));
  }

  /** The same, as the first from a number on that is missing, and those beyond it. */
  static Value countedFrom(int first, LogValue ranges) {
    int next = first;
    if (ranges instanceof LogValue.Items items
        && !items.items().isEmpty()
        && isRange(items.items().get(0))
        && number(items.items().get(0), 0) == first) {
      next = Math.toIntExact(number(items.items().get(0), 1) + 1);
    }
    return Value.rec(
        Value.field("next", Value.of(next)),
        Value.field("early", Value.set(numbers(ranges, next))));
  }

  private static List<Value> numbers(LogValue ranges, int from) {
    List<Value> all = new ArrayList<>();
    List<LogValue> items = ranges instanceof LogValue.Items list ? list.items() : List.of(ranges);
    for (LogValue range : items) {
      if (!isRange(range) || number(range, 1) - Math.max(from, number(range, 0)) >= MOST) {
        return List.of(Value.of(NOWHERE));
      }
      for (long number = Math.max(from, number(range, 0)); number <= number(range, 1); number++) {
        all.add(Value.of((int) number));
      }
    }
    return all;
  }

  private static boolean isRange(LogValue value) {
    return value instanceof LogValue.Items ends
        && ends.items().size() == 2
        && ends.items().stream().allMatch(LogValue.Num.class::isInstance)
        && number(value, 0) >= 0
        && number(value, 0) <= number(value, 1)
        && number(value, 1) < Integer.MAX_VALUE;
  }

  private static long number(LogValue range, int at) {
    return ((LogValue.Num) ((LogValue.Items) range).items().get(at)).value();
  }
}
