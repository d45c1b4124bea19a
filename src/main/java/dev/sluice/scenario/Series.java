package dev.sluice.scenario;

import java.util.Arrays;

/**
 * How a figure went over time, in at most so many equal steps; with every doubling of the time each
 * step becomes twice as long.
 */
final class Series {
  /** How many steps there are at most. */
  static final int STEPS = 512;

  private static final long SHORTEST_PS = 100_000;

  /** What becomes of several values in one step. */
  enum Keeps {
    /** The largest. */
    LARGEST,
    /** The last. */
    LAST,
    /** Their sum. */
    SUM
  }

  private static final long UNKNOWN = Long.MIN_VALUE;

  private final Keeps keeps;
  private final long[] steps = new long[STEPS];
  private long stepPs = SHORTEST_PS;
  private long last = UNKNOWN;
  private int lastStep = -1;

  Series(Keeps keeps) {
    this.keeps = keeps;
    Arrays.fill(steps, keeps == Keeps.SUM ? 0 : UNKNOWN);
  }

  /** A value at a time; times that fall by less than a step are put where they belong. */
  void add(long atPs, long value) {
    reach(atPs);
    int step = (int) (atPs / stepPs);
    switch (keeps) {
      case SUM -> steps[step] += value;
      case LAST -> steps[step] = value;
      case LARGEST -> {
        // a step begins with what held before it
        if (step > lastStep && last != UNKNOWN) {
          for (int i = lastStep + 1; i <= step; i++) {
            steps[i] = Math.max(steps[i], last);
          }
        }
        steps[step] = Math.max(steps[step], value);
      }
    }
    last = value;
    lastStep = Math.max(lastStep, step);
  }

  /** Makes the steps long enough for a time. */
  void reach(long atPs) {
    while (atPs >= stepPs * STEPS) {
      for (int i = 0; i < STEPS / 2; i++) {
        steps[i] = both(steps[2 * i], steps[2 * i + 1]);
      }
      Arrays.fill(steps, STEPS / 2, STEPS, keeps == Keeps.SUM ? 0 : UNKNOWN);
      stepPs *= 2;
      lastStep = lastStep < 0 ? -1 : lastStep / 2;
    }
  }

  private long both(long first, long second) {
    return switch (keeps) {
      case SUM -> first + second;
      case LAST -> second == UNKNOWN ? first : second;
      case LARGEST -> Math.max(first, second);
    };
  }

  /**
   * What goes on over a time, spread over its steps; for a sum.
   *
   * @param toPs no earlier than the beginning
   */
  void spread(long fromPs, long toPs) {
    reach(toPs);
    for (long at = fromPs; at < toPs; ) {
      long next = Math.min(toPs, (at / stepPs + 1) * stepPs);
      add(at, next - at);
      at = next;
    }
  }

  /**
   * Sums over so many steps at a time; the last one takes in what is left over, if that is less
   * than half of one.
   */
  long[] sums(long untilPs, int stepsEach) {
    reach(untilPs);
    long[] fine = values(untilPs);
    long longPs = stepsEach * stepPs;
    int count = (int) Math.max(1, (untilPs + longPs / 2) / longPs);
    long[] sums = new long[count];
    for (int i = 0; i < fine.length; i++) {
      sums[Math.min(count - 1, i / stepsEach)] += fine[i];
    }
    return sums;
  }

  /** How long a step is. */
  long stepPs() {
    return stepPs;
  }

  /**
   * The values of the steps up to a time; before the first known one 0, and later gaps filled with
   * what held before them.
   */
  long[] values(long untilPs) {
    int count = (int) Math.min(STEPS, untilPs / stepPs + 1);
    long[] values = Arrays.copyOf(steps, count);
    long held = 0;
    for (int i = 0; i < count; i++) {
      if (values[i] == UNKNOWN) {
        values[i] = held;
      } else {
        held = keeps == Keeps.LARGEST && i == lastStep ? last : values[i];
      }
    }
    return values;
  }
}
