package dev.sluice.requirement;

import java.util.Arrays;

/** The line numbers of a text's characters. */
final class LineNumbers {
  private final int[] breaks;

  LineNumbers(String text) {
    int[] found = new int[64];
    int count = 0;
    for (int at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
      if (count == found.length) {
        found = Arrays.copyOf(found, 2 * count);
      }
      found[count++] = at;
    }
    breaks = Arrays.copyOf(found, count);
  }

  /** Returns the line of the character at an offset, counted from 1. */
  int of(int offset) {
    int found = Arrays.binarySearch(breaks, offset);
    return 1 + (found < 0 ? -found - 1 : found);
  }
}
