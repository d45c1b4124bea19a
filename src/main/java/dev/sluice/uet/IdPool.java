package dev.sluice.uet;

import java.util.Arrays;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * A finite pool of ids and what they stand for: each id of {@code 1 … capacity} is free or has one
 * entry, and entries are found by their key as well.
 *
 * <p>Worked on in place. It is as large as the greatest id that was ever taken asks for, not as its
 * capacity: most NICs of a large incast hold a single PDC of a pool of sixty thousand. Id 0 is
 * never handed out: it stands for "none" on the wire and here.
 *
 * @param <K> key by which an entry can be found; an entry's key does not change while it is here
 * @param <E> entry
 */
public final class IdPool<K, E> {
  private static final int WORD_SHIFT = 6;
  private static final long FULL = -1;

  private final int capacity;
  private final Function<E, K> keyOf;
  private int free;

  /** The entry of each id, at id − 1; {@code null} where the id is free. */
  private Object[] entries = {};

  /** A bit for each id that is taken, at id − 1. */
  private long[] taken = {};

  /** A bit for each word of {@link #taken} in which every bit is set. */
  private long[] full = {};

  /**
   * A key's hash and its id, side by side, at the first place from the hash on that was not taken;
   * 0 for none. At most half of the places are taken.
   */
  private long[] places = {};

  private int keyed;

  /**
   * A pool with every id free.
   *
   * @param keyOf an entry's key; {@code null} for an entry that is not to be found by one
   */
  public IdPool(int capacity, Function<E, K> keyOf) {
    if (capacity <= 0) {
      throw new IllegalArgumentException("a pool needs an id: " + capacity);
    }
    this.capacity = capacity;
    this.keyOf = keyOf;
    this.free = capacity;
  }

  /**
   * A copy with everything in it.
   *
   * @param entryOf an entry's own copy, with the same key
   */
  @SuppressWarnings("unchecked")
  public IdPool<K, E> copy(UnaryOperator<E> entryOf) {
    IdPool<K, E> copy = new IdPool<>(capacity, keyOf);
    copy.free = free;
    copy.entries = entries.clone();
    for (int i = 0; i < entries.length; i++) {
      copy.entries[i] = entries[i] == null ? null : entryOf.apply((E) entries[i]);
    }
    copy.taken = taken.clone();
    copy.full = full.clone();
    copy.places = places.clone();
    copy.keyed = keyed;
    return copy;
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
    return id < 1 || id > entries.length ? null : (E) entries[id - 1];
  }

  /** The least id whose entry has this key; 0 if there is none. */
  public int find(K key) {
    if (keyed == 0) {
      return 0;
    }
    int found = 0;
    int hash = spread(key);
    int mask = places.length - 1;
    for (int at = hash & mask; places[at] != 0; at = at + 1 & mask) {
      int id = (int) places[at];
      if (hashOf(places[at]) == hash
          && (found == 0 || id < found)
          && key.equals(keyOf.apply(get(id)))) {
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
    int group = 0;
    while (group < full.length && full[group] == FULL) {
      group++;
    }
    int word = group << WORD_SHIFT;
    if (group < full.length) {
      word += Long.numberOfTrailingZeros(~full[group]);
    }
    int bit = word < taken.length ? Long.numberOfTrailingZeros(~taken[word]) : 0;
    return (word << WORD_SHIFT) + bit + 1;
  }

  /** Has {@code entry} stand at {@code id}, whether that was free or not. */
  public void put(int id, E entry) {
    if (id < 1 || id > capacity) {
      throw new IllegalArgumentException("no id of a pool of " + capacity + ": " + id);
    }
    Objects.requireNonNull(entry);
    E before = get(id);
    if (before == null) {
      take(id);
    } else {
      forgetKey(id, keyOf.apply(before));
    }
    entries[id - 1] = entry;
    K key = keyOf.apply(entry);
    if (key != null) {
      if (2 * (keyed + 1) > places.length) {
        spreadOut(Math.max(4, 2 * places.length));
      }
      place((long) spread(key) << Integer.SIZE | id);
      keyed++;
    }
  }

  private void take(int id) {
    if (id > entries.length) {
      int length = Math.max(id, Math.min(capacity, 2 * entries.length));
      entries = Arrays.copyOf(entries, length);
      taken = Arrays.copyOf(taken, words(length));
      full = Arrays.copyOf(full, words(taken.length));
    }
    int word = id - 1 >> WORD_SHIFT;
    taken[word] |= 1L << id - 1;
    if (taken[word] == FULL) {
      full[word >> WORD_SHIFT] |= 1L << word;
    }
    free--;
  }

  private static int words(int bits) {
    return bits + Long.SIZE - 1 >> WORD_SHIFT;
  }

  /** Frees an id that is taken. */
  public void remove(int id) {
    E before = get(id);
    if (before == null) {
      throw new IllegalArgumentException("id is free already: " + id);
    }
    forgetKey(id, keyOf.apply(before));
    entries[id - 1] = null;
    int word = id - 1 >> WORD_SHIFT;
    taken[word] &= ~(1L << id - 1);
    full[word >> WORD_SHIFT] &= ~(1L << word);
    free++;
  }

  private static int spread(Object key) {
    int hash = key.hashCode() * 0x9E3779B9;
    return hash ^ hash >>> 15;
  }

  private static int hashOf(long place) {
    return (int) (place >>> Integer.SIZE);
  }

  private void place(long hashAndId) {
    int mask = places.length - 1;
    int at = hashOf(hashAndId) & mask;
    while (places[at] != 0) {
      at = at + 1 & mask;
    }
    places[at] = hashAndId;
  }

  private void spreadOut(int length) {
    long[] before = places;
    places = new long[length];
    for (long hashAndId : before) {
      if (hashAndId != 0) {
        place(hashAndId);
      }
    }
  }

  /** Takes a key out, and closes the gap with what stands behind it and belongs before it. */
  private void forgetKey(int id, K key) {
    if (key == null) {
      return;
    }
    int mask = places.length - 1;
    long gone = (long) spread(key) << Integer.SIZE | id;
    int gap = hashOf(gone) & mask;
    while (places[gap] != gone) {
      gap = gap + 1 & mask;
    }
    for (int at = gap + 1 & mask; places[at] != 0; at = at + 1 & mask) {
      int home = hashOf(places[at]) & mask;
      if ((at - home & mask) >= (at - gap & mask)) {
        places[gap] = places[at];
        gap = at;
      }
    }
    places[gap] = 0;
    keyed--;
  }

  /** What of the counts, bits and places is not what the entries say; {@code null} if all is. */
  public String broken() {
    int there = 0;
    int keys = 0;
    int least = 0;
    for (int id = 1; id <= capacity; id++) {
      E entry = get(id);
      boolean isTaken = id <= entries.length && (taken[id - 1 >> WORD_SHIFT] >>> id - 1 & 1) != 0;
      if (isTaken != (entry != null)) {
        return "id " + id + " counts as " + (isTaken ? "taken" : "free") + ", and has " + entry;
      }
      there += entry == null ? 0 : 1;
      least = least == 0 && entry == null ? id : least;
      K key = entry == null ? null : keyOf.apply(entry);
      keys += key == null ? 0 : 1;
      if (key != null && !isPlaced(id, key)) {
        return "id " + id + " is not found by its key " + key;
      }
    }
    if (free != capacity - there) {
      return free + " ids count as free, and " + (capacity - there) + " are";
    } else if (leastFree() != least) {
      return "the least free id is said to be " + leastFree() + ", and is " + least;
    }
    long placed = Arrays.stream(places).filter(place -> place != 0).count();
    return keyed == keys && placed == keys
        ? null
        : keyed + " keys are counted, " + placed + " can be found, and there are " + keys;
  }

  private boolean isPlaced(int id, K key) {
    int mask = places.length - 1;
    for (int at = spread(key) & mask; places[at] != 0; at = at + 1 & mask) {
      if (places[at] == ((long) spread(key) << Integer.SIZE | id)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("{");
    for (int id = 1; id <= entries.length; id++) {
      if (get(id) != null) {
        text.append(text.length() > 1 ? ", " : "").append(id).append('=').append(get(id));
      }
    }
    return text.append('}').toString();
  }
}
