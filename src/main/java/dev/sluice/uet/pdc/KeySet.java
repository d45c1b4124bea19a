package dev.sluice.uet.pdc;

import java.util.Arrays;

/** A set of keys, worked on in place. */
public final class KeySet {
  /** The keys as numbers, sorted, from the first place on. */
  private long[] packed = {};

  private int size;

  /** A copy with everything in it. */
  public KeySet copy() {
    KeySet copy = new KeySet();
    copy.packed = packed.clone();
    copy.size = size;
    return copy;
  }

  /** How many keys it has. */
  public int size() {
    return size;
  }

  /** Whether the key is one of them. */
  public boolean contains(PdcKey key) {
    return place(key) >= 0;
  }

  private int place(PdcKey key) {
    return Arrays.binarySearch(packed, 0, size, key.packed());
  }

  /** Puts a key in, if it is not there. */
  public void add(PdcKey key) {
    int at = -place(key) - 1;
    if (at < 0) {
      return;
    }
    if (size == packed.length) {
      packed = Arrays.copyOf(packed, Math.max(1, 2 * size));
    }
    System.arraycopy(packed, at, packed, at + 1, size - at);
    packed[at] = key.packed();
    size++;
  }

  /** Takes a key out, if it is there. */
  public void remove(PdcKey key) {
    int at = place(key);
    if (at >= 0) {
      size--;
      System.arraycopy(packed, at + 1, packed, at, size - at);
    }
  }

  /** What is out of order; {@code null} if nothing is. */
  public String broken() {
    for (int i = 1; i < size; i++) {
      if (packed[i - 1] >= packed[i]) {
        return "the key " + packed[i - 1] + " stands before " + packed[i];
      }
    }
    return null;
  }

  @Override
  public String toString() {
    return Arrays.toString(Arrays.copyOf(packed, size));
  }
}
