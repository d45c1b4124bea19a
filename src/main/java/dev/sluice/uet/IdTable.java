package dev.sluice.uet;

import java.util.Arrays;
import java.util.Objects;
import java.util.function.Function;

/**
 * A finite pool of ids and what they stand for: each id of {@code 1 … capacity} is free or has one
 * entry, and entries are found by their key as well.
 *
 * <p>Immutable. Entries stand in a tree of thirty-two branches a node, no higher than the greatest
 * id that is taken asks for, and another tree finds ids by the hash of a key. A change copies the
 * nodes on its way, not the table. So a pool of sixty thousand ids, of which a few are taken, is as
 * small and as fast as a pool of a few: most NICs of a large incast hold a single PDC. Id 0 is
 * never handed out: it stands for "none" on the wire and here.
 *
 * @param <K> key by which an entry can be found
 * @param <E> entry
 */
public final class IdTable<K, E> {
  private static final int BITS = 5;
  private static final int MASK = (1 << BITS) - 1;

  private final int capacity;
  private final int free;
  private final Function<E, K> keyOf;

  /** Entries by id − 1; {@code null} for none. */
  private final Node entries;

  /** By how much a place is shifted to give the branch at the root of the entries. */
  private final int shift;

  /** Ids by key, as a {@link Leaf} or {@link Branches}; derived from the entries. */
  private final Object ids;

  private int hash;

  /**
   * A node with something below it. Where there is nothing, there is no node either, and a root has
   * more than its first branch, so that equal contents make equal trees.
   */
  private static final class Node {
    /**
     * Nodes, or at the bottom what is looked for, up to the last branch in which there is anything;
     * {@code null} for nothing.
     */
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
      if (place >>> shift >>> BITS != 0) {
        return null;
      }
      Node node = root;
      for (int at = shift; node != null; at -= BITS) {
        int branch = place >>> at & MASK;
        Object child = branch < node.below.length ? node.below[branch] : null;
        if (at == 0) {
          return child;
        }
        node = (Node) child;
      }
      return null;
    }

    /** The tree with something else in a place, or with nothing there; {@code null} if empty. */
    private static Node with(Node node, int shift, int place, Object value) {
      int branch = place >>> shift & MASK;
      Object child = value;
      if (shift > 0) {
        boolean isThere = node != null && branch < node.below.length;
        child = with(isThere ? (Node) node.below[branch] : null, shift - BITS, place, value);
      }
      int bit = 1 << branch;
      int used = (node == null ? 0 : node.used) & ~bit | (child == null ? 0 : bit);
      if (used == 0) {
        return null;
      }
      boolean isFull = child != null && (shift == 0 || ((Node) child).full == -1);
      int full = (node == null ? 0 : node.full) & ~bit | (isFull ? bit : 0);
      int branches = Integer.SIZE - Integer.numberOfLeadingZeros(used);
      Object[] copy = node == null ? new Object[branches] : Arrays.copyOf(node.below, branches);
      if (branch < branches) { // else it was the last that was used
        copy[branch] = child;
      }
      return new Node(copy, used, full);
    }

    /** The tree one level higher, with what it held in its first branch. */
    private static Node raised(Node node) {
      return node == null ? null : new Node(new Object[] {node}, 1, node.full == -1 ? 1 : 0);
    }

    /** The first place in which there is nothing. */
    private static int leastFree(Node root, int shift) {
      int place = 0;
      Node node = root;
      for (int at = shift; node != null; at -= BITS) {
        int branch = Integer.numberOfTrailingZeros(~node.full);
        place += branch << at;
        node = at > 0 && branch < node.below.length ? (Node) node.below[branch] : null;
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

  /**
   * A key, and an id whose entry has it.
   *
   * @param spread the key's hash
   * @param next another one with the same hash, or {@code null}
   */
  private record Leaf(int spread, Object key, int id, Leaf next) {
    private static int spread(Object key) {
      int hash = key.hashCode() * 0x9E3779B9;
      return hash ^ hash >>> 15;
    }

    private Leaf without(int gone) {
      if (id == gone) {
        return next;
      }
      return new Leaf(spread, key, id, next.without(gone));
    }
  }

  /**
   * Leaves by five bits of their keys' hashes a level.
   *
   * @param used a bit for each branch in which there is anything
   * @param below leaves or further branches, for each of those bits
   */
  private record Branches(int used, Object[] below) {
    /** The leaves whose hash this is, or {@code null}. */
    private static Leaf get(Object root, int spread) {
      Object at = root;
      for (int shift = 0; at instanceof Branches here; shift += BITS) {
        int bit = 1 << (spread >>> shift & MASK);
        at = (here.used & bit) == 0 ? null : here.below[here.index(bit)];
      }
      return at instanceof Leaf leaf && leaf.spread == spread ? leaf : null;
    }

    private int index(int bit) {
      return Integer.bitCount(used & bit - 1);
    }

    /** The tree with this id under this key as well. */
    private static Object with(Object tree, int shift, int spread, Object key, int id) {
      if (tree == null) {
        return new Leaf(spread, key, id, null);
      }
      if (tree instanceof Leaf leaf) {
        return leaf.spread == spread
            ? new Leaf(spread, key, id, leaf)
            : with(holding(leaf, shift), shift, spread, key, id);
      }
      Branches here = (Branches) tree;
      int bit = 1 << (spread >>> shift & MASK);
      int index = here.index(bit);
      boolean isThere = (here.used & bit) != 0;
      Object child = with(isThere ? here.below[index] : null, shift + BITS, spread, key, id);
      Object[] copy = new Object[here.below.length + (isThere ? 0 : 1)];
      System.arraycopy(here.below, 0, copy, 0, index);
      int behind = isThere ? index + 1 : index;
      System.arraycopy(here.below, behind, copy, index + 1, here.below.length - behind);
      copy[index] = child;
      return new Branches(here.used | bit, copy);
    }

    private static Branches holding(Leaf leaf, int shift) {
      return new Branches(1 << (leaf.spread >>> shift & MASK), new Object[] {leaf});
    }

    /** The tree without this id, which is in it; {@code null} if empty. */
    private static Object without(Object tree, int shift, int spread, int id) {
      if (tree instanceof Leaf leaf) {
        return leaf.without(id);
      }
      Branches here = (Branches) tree;
      int bit = 1 << (spread >>> shift & MASK);
      int index = here.index(bit);
      Object child = without(here.below[index], shift + BITS, spread, id);
      int length = here.below.length;
      if (child == null) {
        if (length == 2 && here.below[1 - index] instanceof Leaf last) {
          return last;
        }
        Object[] copy = new Object[length - 1];
        System.arraycopy(here.below, 0, copy, 0, index);
        System.arraycopy(here.below, index + 1, copy, index, length - 1 - index);
        return new Branches(here.used & ~bit, copy);
      }
      if (length == 1 && child instanceof Leaf) {
        return child;
      }
      Object[] copy = here.below.clone();
      copy[index] = child;
      return new Branches(here.used, copy);
    }
  }

  private IdTable(
      int capacity, int free, Function<E, K> keyOf, Node entries, int shift, Object ids) {
    this.capacity = capacity;
    this.free = free;
    this.keyOf = keyOf;
    this.entries = entries;
    this.shift = shift;
    this.ids = ids;
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
    return new IdTable<>(capacity, capacity, keyOf, null, 0, null);
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
    int found = 0;
    for (Leaf leaf = Branches.get(ids, Leaf.spread(key)); leaf != null; leaf = leaf.next) {
      if ((found == 0 || leaf.id < found) && key.equals(leaf.key)) {
        found = leaf.id;
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
    Node root = entries;
    int height = shift;
    while (id - 1 >>> height >>> BITS != 0) {
      root = Node.raised(root);
      height += BITS;
    }
    return new IdTable<>(
        capacity,
        before == null ? free - 1 : free,
        keyOf,
        Node.with(root, height, id - 1, Objects.requireNonNull(entry)),
        height,
        rekeyed(id, before, entry));
  }

  /** This table with {@code id} free again. */
  public IdTable<K, E> without(int id) {
    E before = get(id);
    if (before == null) {
      throw new IllegalArgumentException("id is free already: " + id);
    }
    Node root = Node.with(entries, shift, id - 1, null);
    int height = root == null ? 0 : shift;
    while (height > 0 && root.used == 1) {
      root = (Node) root.below[0];
      height -= BITS;
    }
    return new IdTable<>(capacity, free + 1, keyOf, root, height, rekeyed(id, before, null));
  }

  private Object rekeyed(int id, E before, E after) {
    K was = before == null ? null : keyOf.apply(before);
    K is = after == null ? null : keyOf.apply(after);
    if (was == null ? is == null : was.equals(is)) {
      return ids;
    }
    Object changed = ids;
    if (was != null) {
      changed = Branches.without(changed, 0, Leaf.spread(was), id);
    }
    if (is != null) {
      changed = Branches.with(changed, 0, Leaf.spread(is), is, id);
    }
    return changed;
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
