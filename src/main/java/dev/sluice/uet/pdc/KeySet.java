package dev.sluice.uet.pdc;

import java.util.Arrays;

/** An immutable set of keys, sorted, so that equal sets are equal objects. */
public final class KeySet {
  private final long[] packed;

  private KeySet(long[] packed) {
    this.packed = packed;
  }

  /** The set without a key. */
  public static KeySet none() {
    return new KeySet(new long[0]);
  }

  /** How many keys it has. */
  public int size() {
    return packed.length;
  }

  /** Whether the key is one of them. */
  public boolean contains(PdcKey key) {
    return Arrays.binarySearch(packed, key.packed()) >= 0;
  }

  /** This set and the key. */
  public KeySet with(PdcKey key) {
    int at = Arrays.binarySearch(packed, key.packed());
    if (at >= 0) {
      return this;
    }
    int place = -at - 1;
    long[] more = Arrays.copyOf(packed, packed.length + 1);
    System.arraycopy(packed, place, more, place + 1, packed.length - place);
    more[place] = key.packed();
    return new KeySet(more);
  }

  /** This set less the key. */
  public KeySet without(PdcKey key) {
    int at = Arrays.binarySearch(packed, key.packed());
    if (at < 0) {
      return this;
    }
    long[] fewer = Arrays.copyOf(packed, packed.length - 1);
    System.arraycopy(packed, at + 1, fewer, at, fewer.length - at);
    return new KeySet(fewer);
  }

  @Override
  public boolean equals(Object other) {
    return this == other || other instanceof KeySet that && Arrays.equals(packed, that.packed);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(packed);
  }

  @Override
  public String toString() {
    return Arrays.toString(packed);
  }
}
