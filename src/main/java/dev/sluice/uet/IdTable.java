package dev.sluice.uet;

import java.util.Arrays;
import java.util.Objects;
import java.util.function.Function;

/**
 * A finite pool of ids and what they stand for: each id of {@code 1 … capacity} is free or has one
 * entry, and entries are found by their key as well.
 *
 * <p>Immutable. Entries stand in a tree of thirty-two branches a node, and so do the ids by the
 * hash of their key. A change copies the nodes on its way, not the table, so that a pool of sixty
 * thousand ids can be used like one of two; and where nothing is taken, there is no node. Id 0 is
 * never handed out: it stands for "none" on the wire and here.
 *
 * @param <K> key by which an entry can be found
 * @param <E> entry
 */
public final class IdTable<K, E> {
  private static final int BITS = 5;
  private static final int BRANCHES = 1 << BITS;
  private static final int MASK = BRANCHES - 1;

  private final int capacity;
  private final int free;
  private final Function<E, K> keyOf;

  /** By how much a place is shifted to give the branch at a root. */
  private final int shift;

  /** Entries by id − 1. */
  private final Node entries;

  /** Ids by the hash of their entry's key, several in an array; derived from the entries. */
  private final Node buckets;

  private int hash;

  /**
   * A node with something below it; where there is nothing, there is no node either, so that equal
   * contents make equal trees.
   */
  private static final class Node {
    /** Nodes, or at the bottom what is looked for; {@code null} for nothing. */
    private final Object[] below;

    /** A bit for each branch in which there is anything. */
    private final int used;

    /** A bit for each branch in which every place is taken. */
    private final int full;

    private Node(Object[] below, int used, int full) {
      this.below = below;
      this.used = used;
      this.full = full;
    }

    private static Object get(Node root, int shift, int place) {
      Node node = root;
      for (int at = shift; at > 0 && node != null; at -= BITS) {
        node = (Node) node.below[place >>> at & MASK];
      }
      return node == null ? null : node.below[place & MASK];
    }

    /**
     * The tree with something else in a place, or with nothing there; {@code null} if empty.
     *
     * @param last of all places: nodes above it have no more branches than lead there
     */
    private static Node with(Node node, int shift, int last, int place, Object value) {
      int branch = place >>> shift & MASK;
      Object child = value;
      if (shift > 0) {
        Node before = node == null ? null : (Node) node.below[branch];
        child = with(before, shift - BITS, last, place, value);
      }
      int bit = 1 << branch;
      int used = (node == null ? 0 : node.used) & ~bit | (child == null ? 0 : bit);
      if (used == 0) {
        return null;
      }
      boolean isFull = child != null && (shift == 0 || ((Node) child).full == -1);
      int full = (node == null ? 0 : node.full) & ~bit | (isFull ? bit : 0);
      Object[] copy = node == null ? new Object[branches(shift, last, place)] : node.below.clone();
      copy[branch] = child;
      return new Node(copy, used, full);
    }

    private static int branches(int shift, int last, int place) {
      boolean isLast = place >>> shift >>> BITS == last >>> shift >>> BITS;
      return isLast ? (last >>> shift & MASK) + 1 : BRANCHES;
    }

    /** The first place in which there is nothing; it may lie beyond all that may be used. */
    private static int leastFree(Node root, int shift) {
      int place = 0;
      Node node = root;
      for (int at = shift; node != null; at -= BITS) {
        int branch = Integer.numberOfTrailingZeros(~node.full);
        place |= branch << at;
        node = at > 0 ? (Node) node.below[branch] : null;
      }
      return place;
    }

    private static boolean equal(Node one, Node other, int shift) {
      if (one == other) {
        return true;
      }
      if (one == null || other == null || one.used != other.used) {
        return false;
      }
      for (int left = one.used; left != 0; left &= left - 1) {
        int branch = Integer.numberOfTrailingZeros(left);
        Object mine = one.below[branch];
        Object its = other.below[branch];
        if (shift == 0 ? !mine.equals(its) : !equal((Node) mine, (Node) its, shift - BITS)) {
          return false;
        }
      }
      return true;
    }

    private static int hash(Node node, int shift) {
      int hash = node == null ? 0 : node.used;
      for (int left = hash; left != 0; left &= left - 1) {
        Object child = node.below[Integer.numberOfTrailingZeros(left)];
        hash = 31 * hash + (shift == 0 ? child.hashCode() : hash((Node) child, shift - BITS));
      }
      return hash;
    }
  }

  private IdTable(
      int capacity, int free, Function<E, K> keyOf, int shift, Node entries, Node buckets) {
    this.capacity = capacity;
    this.free = free;
    this.keyOf = keyOf;
    this.shift = shift;
    this.entries = entries;
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
    int shift = 0;
    while (capacity - 1 >>> shift >= BRANCHES) {
      shift += BITS;
    }
    return new IdTable<>(capacity, capacity, keyOf, shift, null, null);
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
    return (E) Node.get(entries, shift, id - 1);
  }

  /** The least id whose entry has this key; 0 if there is none. */
  public int find(K key) {
    int[] bucket = (int[]) Node.get(buckets, shift, place(key));
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
    return free == 0 ? 0 : Node.leastFree(entries, shift) + 1;
  }

  /** This table with {@code entry} at {@code id}, whether that was free or not. */
  public IdTable<K, E> with(int id, E entry) {
    if (id < 1 || id > capacity) {
      throw new IllegalArgumentException("no id of a pool of " + capacity + ": " + id);
    }
    E before = get(id);
    return new IdTable<>(
        capacity,
        before == null ? free - 1 : free,
        keyOf,
        shift,
        Node.with(entries, shift, capacity - 1, id - 1, Objects.requireNonNull(entry)),
        rekeyed(id, before, entry));
  }

  /** This table with {@code id} free again. */
  public IdTable<K, E> without(int id) {
    E before = get(id);
    if (before == null) {
      throw new IllegalArgumentException("id is free already: " + id);
    }
    return new IdTable<>(
        capacity,
        free + 1,
        keyOf,
        shift,
        Node.with(entries, shift, capacity - 1, id - 1, null),
        rekeyed(id, before, null));
  }

  private Node rekeyed(int id, E before, E after) {
    K was = before == null ? null : keyOf.apply(before);
    K is = after == null ? null : keyOf.apply(after);
    if (was == null ? is == null : was.equals(is)) {
      return buckets;
    }
    Node changed = buckets;
    if (was != null) {
      int place = place(was);
      int[] bucket = (int[]) Node.get(changed, shift, place);
      int[] shorter = Arrays.stream(bucket).filter(other -> other != id).toArray();
      changed =
          Node.with(changed, shift, capacity - 1, place, shorter.length == 0 ? null : shorter);
    }
    if (is != null) {
      int place = place(is);
      int[] bucket = (int[]) Node.get(changed, shift, place);
      int length = bucket == null ? 0 : bucket.length;
      int[] longer = bucket == null ? new int[1] : Arrays.copyOf(bucket, length + 1);
      longer[length] = id;
      changed = Node.with(changed, shift, capacity - 1, place, longer);
    }
    return changed;
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
            && Node.equal(entries, that.entries, shift);
  }

  @Override
  public int hashCode() {
    int h = hash;
    if (h == 0) {
      h = Node.hash(entries, shift);
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
