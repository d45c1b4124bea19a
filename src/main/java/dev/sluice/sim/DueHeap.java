package dev.sluice.sim;

import java.util.Arrays;

/** Entries in a four-ary heap, the one that is due first at its root; see {@link Calendar}. */
final class DueHeap {
  /** Pairs: when, and the order among those of the same time. */
  private long[] pairs = new long[2 * 64];

  private int size;

  int size() {
    return size;
  }

  long firstDue() {
    return pairs[0];
  }

  long firstOrder() {
    return pairs[1];
  }

  /** Adds an entry at the end and lets it rise to its place. */
  void add(long due, long order) {
    if (2 * size == pairs.length) {
      pairs = Arrays.copyOf(pairs, 2 * pairs.length);
    }
    int hole = size++;
    while (hole > 0) {
      int parent = (hole - 1) >> 2;
      long parentDue = pairs[2 * parent];
      long parentOrder = pairs[2 * parent + 1];
      if (parentDue < due || (parentDue == due && parentOrder < order)) {
        break;
      }
      pairs[2 * hole] = parentDue;
      pairs[2 * hole + 1] = parentOrder;
      hole = parent;
    }
    pairs[2 * hole] = due;
    pairs[2 * hole + 1] = order;
  }

  /** Takes the root away, and lets the last entry sink from there to its place. */
  void removeFirst() {
    int count = --size;
    long due = pairs[2 * count];
    long order = pairs[2 * count + 1];
    int hole = 0;
    while (true) {
      int child = 4 * hole + 1;
      if (child >= count) {
        break;
      }
      int least = child;
      long leastDue = pairs[2 * child];
      long leastOrder = pairs[2 * child + 1];
      int end = Math.min(child + 4, count);
      for (int other = child + 1; other < end; other++) {
        long otherDue = pairs[2 * other];
        if (otherDue < leastDue || (otherDue == leastDue && pairs[2 * other + 1] < leastOrder)) {
          least = other;
          leastDue = otherDue;
          leastOrder = pairs[2 * other + 1];
        }
      }
      if (due < leastDue || (due == leastDue && order < leastOrder)) {
        break;
      }
      pairs[2 * hole] = leastDue;
      pairs[2 * hole + 1] = leastOrder;
      hole = least;
    }
    pairs[2 * hole] = due;
    pairs[2 * hole + 1] = order;
  }
}
