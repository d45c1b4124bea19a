package dev.sluice.model.tlc.probe;

import java.util.Arrays;

/** Numbers 64-bit keys in order of arrival, without boxing: an open-addressed table. */
public final class LongIds {
  private long[] keys = new long[1 << 6];
  private int[] ids = filled(keys.length);
  private int size;

  /** The number of a key, or −1. */
  public int find(long key) {
    int mask = keys.length - 1;
    for (int slot = spread(key) & mask; ids[slot] >= 0; slot = slot + 1 & mask) {
      if (keys[slot] == key) {
        return ids[slot];
      }
    }
    return -1;
  }

  /** Gives the next number to a key that has none yet. */
  public int add(long key) {
    if (size * 2 >= keys.length) {
      grow();
    }
    insert(key, size);
    return size++;
  }

  /** How many keys have a number. */
  public int size() {
    return size;
  }

  private void insert(long key, int id) {
    int mask = keys.length - 1;
    int slot = spread(key) & mask;
    while (ids[slot] >= 0) {
      slot = slot + 1 & mask;
    }
    keys[slot] = key;
    ids[slot] = id;
  }

  private void grow() {
    long[] oldKeys = keys;
    int[] oldIds = ids;
    keys = new long[Math.multiplyExact(oldKeys.length, 2)];
    ids = filled(keys.length);
    for (int slot = 0; slot < oldKeys.length; slot++) {
      if (oldIds[slot] >= 0) {
        insert(oldKeys[slot], oldIds[slot]);
      }
    }
  }

  private static int[] filled(int length) {
    int[] array = new int[length];
    Arrays.fill(array, -1);
    return array;
  }

  private static int spread(long key) {
    long mixed = key * 0x9E3779B97F4A7C15L;
    return (int) (mixed >>> 32);
  }
}
