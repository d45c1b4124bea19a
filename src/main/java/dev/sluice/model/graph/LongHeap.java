package dev.sluice.model.graph;

import java.util.Arrays;

/** Binary heap of longs, the smallest first. */
final class LongHeap {
  private long[] items = new long[64];
  private int size;

  boolean isEmpty() {
    return size == 0;
  }

  void clear() {
    size = 0;
  }

  void add(long item) {
    if (size == items.length) {
      items = Arrays.copyOf(items, 2 * size);
    }
    int place = size++;
    while (place > 0) {
      int parent = (place - 1) >>> 1;
      if (items[parent] <= item) {
        break;
      }
      items[place] = items[parent];
      place = parent;
    }
    items[place] = item;
  }

  /** Removes the smallest item; the heap must not be empty. */
  long remove() {
    long smallest = items[0];
    long last = items[--size];
    int place = 0;
    for (int child = 1; child < size; child = 2 * place + 1) {
      if (child + 1 < size && items[child + 1] < items[child]) {
        child++;
      }
      if (last <= items[child]) {
        break;
      }
      items[place] = items[child];
      place = child;
    }
    items[place] = last;
    return smallest;
  }
}
