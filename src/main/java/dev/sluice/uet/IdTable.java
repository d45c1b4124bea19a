package dev.sluice.uet;

import java.util.Arrays;
import java.util.function.Function;

/**
 * A finite pool of ids and what they stand for: each id of {@code 1 … capacity} is free or has one
 * entry, and entries are found by their key as well.
 *
 * <p>Immutable. A change copies the few arrays on its way, not the table, so that a pool of sixty
 * thousand ids can be used like one of two. Reading by id takes constant time, finding by key does
 * on average. Id 0 is never handed out: it stands for "none" on the wire and here.
 *
 * @param <K> key by which an entry can be found
 * @param <E> entry
 */
public final class IdTable<K, E> {
  private static final int SHIFT = 6;
  private static final int CHUNK = 1 << SHIFT;

  private final int capacity;
  private final int free;
  private final Function<E, K> keyOf;

  /** Entries by id − 1, in chunks; {@code null} where the id is free. */
  private final Object[][] entries;

  /** One bit an id: whether it is taken. */
  private final long[] taken;

  /** Ids by the hash of their entry's key, in chunks, or {@code null}; derived from the entries. */
  private final int[][][] buckets;

  private int hash;

  private IdTable(
      int capacity,
      int free,
      Function<E, K> keyOf,
      Object[][] entries,
      long[] taken,
      int[][][] buckets) {
    this.capacity = capacity;
    this.free = free;
    this.keyOf = keyOf;
    this.entries = entries;
    this.taken = taken;
    this.buckets = buckets;
  }

  /**
   * A pool with every id free.
   *
   * @param keyOf an entry's key; {@code null} for an entry that is not to be found by one
   */
  public static <K, E> IdTable<K, E> ofCapacity(int capacity, Function<E, K> keyOf) {
    if (capacity <= 0) {
      throw new IllegalArgumentException("a pool needs an id: " + capacity);
    }
    int chunks = (capacity + CHUNK - 1) >>> SHIFT;
    Object[][] entries = new Object[chunks][];
    int[][][] buckets = new int[chunks][][];
    Object[] noEntries = new Object[CHUNK]; // shared: a chunk that changes is copied first
    int[][] noBuckets = new int[CHUNK][];
    for (int i = 0; i < chunks; i++) {
      int size = Math.min(CHUNK, capacity - (i << SHIFT));
      entries[i] = size == CHUNK ? noEntries : new Object[size];
      buckets[i] = size == CHUNK ? noBuckets : new int[size][];
    }
    return new IdTable<>(capacity, capacity, keyOf, entries, new long[chunks], buckets);
  }

  /** How many ids there are. */
  public int capacity() {
    return capacity;
  }

  /** How many ids are free. */
  public int free() {
    return free;
  }

  /** The entry of an id; {@code null} if it is free, or no id of this pool. */
  @SuppressWarnings("unchecked")
  public E get(int id) {
    if (id < 1 || id > capacity) {
      return null;
    }
    return (E) entries[(id - 1) >>> SHIFT][(id - 1) & (CHUNK - 1)];
  }

  /** The least id whose entry has this key; 0 if there is none. */
  public int find(K key) {
    int place = place(key);
    int[] bucket = buckets[place >>> SHIFT][place & (CHUNK - 1)];
    if (bucket == null) {
      return 0;
    }
    int found = 0;
    for (int id : bucket) {
      if ((found == 0 || id < found) && key.equals(keyOf.apply(get(id)))) {
        found = id;
      }
    }
    return found;
  }

  /** The least free id; 0 if all are taken. */
  public int leastFree() {
    if (free == 0) {
      return 0;
    }
    int word = 0;
    while (taken[word] == -1L) {
      word++;
    }
    return (word << SHIFT) + Long.numberOfTrailingZeros(~taken[word]) + 1;
  }

  /** This table with {@code entry} at {@code id}, whether that was free or not. */
  public IdTable<K, E> with(int id, E entry) {
    if (id < 1 || id > capacity) {
      throw new IllegalArgumentException("no id of a pool of " + capacity + ": " + id);
    }
    E before = get(id);
    long[] takenNow = taken;
    if (before == null) {
      takenNow = taken.clone();
      takenNow[(id - 1) >>> SHIFT] |= 1L << (id - 1);
    }
    return new IdTable<>(
        capacity,
        before == null ? free - 1 : free,
        keyOf,
        put(id, entry),
        takenNow,
        rekeyed(id, before, entry));
  }

  /** This table with {@code id} free again. */
  public IdTable<K, E> without(int id) {
    E before = get(id);
    if (before == null) {
      throw new IllegalArgumentException("id is free already: " + id);
    }
    long[] takenNow = taken.clone();
    takenNow[(id - 1) >>> SHIFT] &= ~(1L << (id - 1));
    return new IdTable<>(
        capacity, free + 1, keyOf, put(id, null), takenNow, rekeyed(id, before, null));
  }

  private Object[][] put(int id, E entry) {
    Object[][] copy = entries.clone();
    int chunk = (id - 1) >>> SHIFT;
    copy[chunk] = copy[chunk].clone();
    copy[chunk][(id - 1) & (CHUNK - 1)] = entry;
    return copy;
  }

  private int[][][] rekeyed(int id, E before, E after) {
    K was = before == null ? null : keyOf.apply(before);
    K is = after == null ? null : keyOf.apply(after);
    if (was == null ? is == null : was.equals(is)) {
      return buckets;
    }
    int[][][] copy = buckets.clone();
    if (was != null) {
      int place = place(was);
      int[][] chunk = copy[place >>> SHIFT].clone();
      chunk[place & (CHUNK - 1)] =
          Arrays.stream(chunk[place & (CHUNK - 1)]).filter(other -> other != id).toArray();
      copy[place >>> SHIFT] = chunk;
    }
    if (is != null) {
      int place = place(is);
      int[][] chunk = copy[place >>> SHIFT].clone();
      int[] bucket = chunk[place & (CHUNK - 1)];
      int length = bucket == null ? 0 : bucket.length;
      int[] longer = bucket == null ? new int[1] : Arrays.copyOf(bucket, length + 1);
      longer[length] = id;
      chunk[place & (CHUNK - 1)] = longer;
      copy[place >>> SHIFT] = chunk;
    }
    return copy;
  }

  private int place(K key) {
    int spread = key.hashCode() * 0x9E3779B9;
    return Integer.remainderUnsigned(spread ^ (spread >>> 15), capacity);
  }

  /** Equal capacity and equal entries; the order of finding is derived from them. */
  @Override
  public boolean equals(Object other) {
    return this == other
        || other instanceof IdTable<?, ?> that
            && capacity == that.capacity
            && free == that.free
            && Arrays.deepEquals(entries, that.entries);
  }

  @Override
  public int hashCode() {
    int h = hash;
    if (h == 0) {
      h = Arrays.deepHashCode(entries);
      hash = h;
    }
    return h;
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("{");
    for (int id = 1; id <= capacity; id++) {
      if (get(id) != null) {
        text.append(text.length() > 1 ? ", " : "").append(id).append('=').append(get(id));
      }
    }
    return text.append('}').toString();
  }
}
