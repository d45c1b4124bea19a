package dev.sluice.scenario;

import java.util.Arrays;

/** How often which queue was found, in steps of {@value #STEP} bytes. */
final class Histogram {
  /** The grain of all answers but the largest value. */
  static final int STEP = 256;

  private static final int MOST = 1 << 16;

  private int[] counts = new int[4];
  private long largest;

  void add(long bytes) {
    largest = Math.max(largest, bytes);
    int at = (int) Math.min(MOST - 1, (bytes + STEP - 1) / STEP);
    if (at >= counts.length) {
      counts = Arrays.copyOf(counts, Math.min(MOST, Integer.highestOneBit(at) * 2));
    }
    counts[at]++;
  }

  /** The largest value. */
  long largest() {
    return largest;
  }

  /** How many values there are. */
  long total() {
    long total = 0;
    for (int count : counts) {
      total += count;
    }
    return total;
  }

  /** The least value that so many percent of all do not exceed, rounded up to the next step. */
  long percentile(int percent) {
    long wanted = (total() * percent + 99) / 100;
    long seen = 0;
    for (int at = 0; at < counts.length; at++) {
      seen += counts[at];
      if (seen >= wanted) {
        return at == MOST - 1 ? largest : Math.min(largest, (long) at * STEP);
      }
    }
    return largest;
  }
}
