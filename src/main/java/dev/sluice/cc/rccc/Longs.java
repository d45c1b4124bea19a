package dev.sluice.cc.rccc;

import java.util.Arrays;

/**
 * An immutable row of numbers, cheap to change in one place.
 *
 * <p>It is kept in chunks: {@link #with} copies one chunk and the list of chunks, so that a table
 * of 4,096 entries costs arrays of 16 and 256 a change, not one of 4,096. Reading is two array
 * accesses.
 */
final class Longs {
  private static final int SHIFT = 4;
  private static final int CHUNK = 1 << SHIFT;
  private static final int MASK = CHUNK - 1;

  private final long[][] chunks;
  private final int length;

  private Longs(long[][] chunks, int length) {
    this.chunks = chunks;
    this.length = length;
  }

  /** So many zeros. */
  static Longs zeros(int length) {
    return generate(length, i -> 0);
  }

  /** What computes the number at a place. */
  interface At {
    long at(int place);
  }

  /** The row whose numbers are computed one by one; costs one pass. */
  static Longs generate(int length, At numbers) {
    long[][] chunks = new long[(length + MASK) >> SHIFT][];
    for (int c = 0; c < chunks.length; c++) {
      int from = c << SHIFT;
      long[] chunk = new long[Math.min(CHUNK, length - from)];
      for (int i = 0; i < chunk.length; i++) {
        chunk[i] = numbers.at(from + i);
      }
      chunks[c] = chunk;
    }
    return new Longs(chunks, length);
  }

  int length() {
    return length;
  }

  long get(int place) {
    return chunks[place >> SHIFT][place & MASK];
  }

  /** The same row with another number at one place; itself if that is no change. */
  Longs with(int place, long number) {
    int c = place >> SHIFT;
    if (chunks[c][place & MASK] == number) {
      return this;
    }
    long[][] copy = chunks.clone();
    long[] chunk = copy[c].clone();
    chunk[place & MASK] = number;
    copy[c] = chunk;
    return new Longs(copy, length);
  }

  /** How many numbers are above 0. */
  int positive() {
    int count = 0;
    for (long[] chunk : chunks) {
      for (long number : chunk) {
        count += number > 0 ? 1 : 0;
      }
    }
    return count;
  }

  /** The row with the same added to each number, as far as another row of this length allows. */
  Longs plus(long more, Longs atMost) {
    long[][] copy = new long[chunks.length][];
    for (int c = 0; c < copy.length; c++) {
      long[] from = chunks[c];
      long[] limits = atMost.chunks[c];
      long[] chunk = new long[from.length];
      long changes = 0;
      for (int i = 0; i < chunk.length; i++) {
        chunk[i] = Math.min(from[i] + more, limits[i]);
        changes |= chunk[i] ^ from[i];
      }
      copy[c] = changes == 0 ? from : chunk;
    }
    return new Longs(copy, length);
  }

  /** The row with one number more, put in at a place; costs a pass. */
  Longs withInserted(int place, long number) {
    return generate(length + 1, i -> i < place ? get(i) : i == place ? number : get(i - 1));
  }

  /** The row without the number at a place; costs a pass. */
  Longs without(int place) {
    return generate(length - 1, i -> get(i < place ? i : i + 1));
  }

  @Override
  public boolean equals(Object other) {
    if (this == other) {
      return true;
    }
    if (!(other instanceof Longs that) || length != that.length) {
      return false;
    }
    for (int c = 0; c < chunks.length; c++) {
      if (chunks[c] != that.chunks[c] && !Arrays.equals(chunks[c], that.chunks[c])) {
        return false;
      }
    }
    return true;
  }

  @Override
  public int hashCode() {
    int hash = length;
    for (long[] chunk : chunks) {
      for (long number : chunk) {
        hash = 31 * hash + Long.hashCode(number);
      }
    }
    return hash;
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("[");
    for (int i = 0; i < length; i++) {
      text.append(i == 0 ? "" : ", ").append(get(i));
    }
    return text.append(']').toString();
  }
}
