package dev.sluice.cc.rccc;

import java.util.Arrays;

/**
 * The entries of the Active Sender Table by slot, and which of them are due.
 *
 * <p>A slice gives every entry the same share, up to what the entry wants. So what each has been
 * given is not written into it: the table's owner counts one {@code level}, which a slice raises,
 * and an entry is due from a level on that changes only when something happens to this entry. Here
 * stands that level for each entry, and at each node of a tree the least of those below.
 *
 * <p>Immutable; a node has sixteen branches. A change copies the nodes on its way, one with up to
 * 16 entries, two with up to 256; finding the next entry that is due goes down the tree once or
 * twice. An entry that comes or goes costs a pass.
 */
final class Entries {
  /** In place of a level: not due, however long it waits. */
  static final long NEVER = Long.MAX_VALUE;

  private static final int BITS = 4;
  private static final int BRANCHES = 1 << BITS;
  private static final int MASK = BRANCHES - 1;

  /** No entry. */
  static final Entries NONE = new Entries(0, 0, Node.of(new Entry[0], new long[0]), 0);

  /**
   * One sender; all counts in bytes.
   *
   * @param wanted its backlog, less what was granted since it was told
   * @param granted cumulative credit issued, the initial credit included
   * @param base its shares that are not yet issued, less the level when they were last counted
   * @param arrived came in
   * @param committed is in memory
   */
  record Entry(long wanted, long granted, long base, long arrived, long committed) {
    /** Shares not yet issued; an entry is given no more than it wants. */
    long accrued(long level) {
      return Math.min(base + level, wanted);
    }

    /** Credit issued that has not come in as data. */
    long outstanding() {
      return granted - arrived;
    }

    boolean isWaiting() {
      return wanted > 0;
    }
  }

  /** Up to 16 entries, or nodes, each with the level at which something in it is due. */
  private static final class Node {
    private final Object[] below;
    private final long[] due;
    private final long least;

    private Node(Object[] below, long[] due, long least) {
      this.below = below;
      this.due = due;
      this.least = least;
    }

    private static Node of(Object[] below, long[] due) {
      long least = NEVER;
      for (long one : due) {
        least = Math.min(least, one);
      }
      return new Node(below, due, least);
    }

    private Node with(int branch, Object instead, long nowDue) {
      Object[] objects = below.clone();
      objects[branch] = instead;
      if (due[branch] == nowDue) {
        return new Node(objects, due, least);
      }
      long[] levels = due.clone();
      levels[branch] = nowDue;
      return of(objects, levels);
    }
  }

  private final int size;

  /** By how much a slot is shifted to give the branch at the root. */
  private final int shift;

  private final Node root;
  private final int waiting;

  private Entries(int size, int shift, Node root, int waiting) {
    this.size = size;
    this.shift = shift;
    this.root = root;
    this.waiting = waiting;
  }

  /** How many entries there are. */
  int size() {
    return size;
  }

  /** How many entries want something. */
  int waiting() {
    return waiting;
  }

  /** The entry in a slot. */
  Entry get(int slot) {
    Node node = root;
    for (int at = shift; at > 0; at -= BITS) {
      node = (Node) node.below[slot >>> at & MASK];
    }
    return (Entry) node.below[slot & MASK];
  }

  /** The first slot, from one on, whose entry is due at this level; −1 if there is none. */
  int firstDue(int from, long level) {
    return from < size && root.least <= level ? firstDue(root, shift, from, level) : -1;
  }

  private static int firstDue(Node node, int shift, int from, long level) {
    int first = from >>> shift;
    for (int branch = first; branch < node.due.length; branch++) {
      if (node.due[branch] <= level) {
        if (shift == 0) {
          return branch;
        }
        int start = branch << shift;
        int found =
            firstDue(
                (Node) node.below[branch], shift - BITS, branch == first ? from - start : 0, level);
        if (found >= 0) {
          return start + found;
        }
      }
    }
    return -1;
  }

  /** These entries with another one in the slot of {@code before}, which is due from a level on. */
  Entries with(int slot, Entry before, Entry entry, long due) {
    int change = (entry.isWaiting() ? 1 : 0) - (before.isWaiting() ? 1 : 0);
    return new Entries(size, shift, with(root, shift, slot, entry, due), waiting + change);
  }

  private static Node with(Node node, int shift, int slot, Entry entry, long due) {
    int branch = slot >>> shift & MASK;
    if (shift == 0) {
      return node.with(branch, entry, due);
    }
    Node child = with((Node) node.below[branch], shift - BITS, slot, entry, due);
    return node.with(branch, child, child.least);
  }

  /** These entries with one more, put in at a slot, which is never due; costs a pass. */
  Entries withInserted(int slot, Entry entry) {
    Entry[] entries = new Entry[size + 1];
    long[] due = new long[size + 1];
    copy(0, slot, entries, due, 0);
    entries[slot] = entry;
    due[slot] = NEVER;
    copy(slot, size, entries, due, slot + 1);
    return of(entries, due, waiting);
  }

  /** These entries without the one in a slot; costs a pass. */
  Entries without(int slot) {
    Entry[] entries = new Entry[size - 1];
    long[] due = new long[size - 1];
    copy(0, slot, entries, due, 0);
    copy(slot + 1, size, entries, due, slot);
    return of(entries, due, waiting - (get(slot).isWaiting() ? 1 : 0));
  }

  private void copy(int from, int end, Entry[] entries, long[] due, int to) {
    int slot = from;
    while (slot < end) {
      Node leaf = root;
      for (int at = shift; at > 0; at -= BITS) {
        leaf = (Node) leaf.below[slot >>> at & MASK];
      }
      int count = Math.min(end - slot, BRANCHES - (slot & MASK));
      System.arraycopy(leaf.below, slot & MASK, entries, to, count);
      System.arraycopy(leaf.due, slot & MASK, due, to, count);
      slot += count;
      to += count;
    }
  }

  private static Entries of(Entry[] entries, long[] due, int waiting) {
    if (entries.length == 0) {
      return NONE;
    }
    Object[] below = entries;
    long[] levels = due;
    int shift = 0;
    while (below.length > BRANCHES) {
      Object[] above = new Object[(below.length + MASK) >> BITS];
      long[] least = new long[above.length];
      for (int i = 0; i < above.length; i++) {
        int end = Math.min((i + 1) << BITS, below.length);
        Node node =
            Node.of(
                Arrays.copyOfRange(below, i << BITS, end, Object[].class),
                Arrays.copyOfRange(levels, i << BITS, end));
        above[i] = node;
        least[i] = node.least;
      }
      below = above;
      levels = least;
      shift += BITS;
    }
    Object[] top = Arrays.copyOf(below, below.length, Object[].class);
    return new Entries(entries.length, shift, Node.of(top, levels), waiting);
  }
}
