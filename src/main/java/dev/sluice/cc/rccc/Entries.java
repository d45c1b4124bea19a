package dev.sluice.cc.rccc;

import java.util.Arrays;
import java.util.function.ToLongFunction;

/**
 * The entries of the Active Sender Table by slot, in the order of their keys, and which of them are
 * due; worked on in place.
 *
 * <p>A slice gives every entry the same share, up to what the entry wants. So what each has been
 * given is not written into it: the table's owner counts one {@code level}, which a slice raises,
 * and an entry is due from a level on that changes only when something happens to this entry. Here
 * stands that level for each entry, and above it, row by row, the least of each sixteen of the row
 * below, up to the least of all.
 *
 * <p>A change touches one number in each row, and finding the next entry that is due looks at
 * sixteen of each at most. An entry that goes leaves its slot empty and moves no other; where more
 * slots are empty than taken, the entries are moved together. One that comes takes an empty slot if
 * there is one where it belongs, and otherwise moves those behind it, which costs nothing where it
 * comes last. So a slot that was right once mostly still is, however many come and go.
 */
final class Entries {
  /** In place of a level: not due, however long it waits. */
  static final long NEVER = Long.MAX_VALUE;

  /** Sixteen stand together. */
  static final int BITS = 4;

  /** At most half of the slots are empty. */
  static final int SPARE = 2;

  /** One sender; all counts in bytes. */
  static final class Entry {
    final SenderKey key;

    /** Its backlog, less what was granted since it was told. */
    long wanted;

    /** Cumulative credit issued, the initial credit included. */
    long granted;

    /** Its shares that are not yet issued, less the level when they were last counted. */
    long base;

    /** Bytes that came in. */
    long arrived;

    /** Bytes in memory. */
    long committed;

    /** It has gone, and only its key is left, so that its empty slot has a place in the order. */
    private boolean hasGone;

    Entry(SenderKey key) {
      this.key = key;
    }

    /** Shares not yet issued; an entry is given no more than it wants. */
    long accrued(long level) {
      return Math.min(base + level, wanted);
    }

    boolean isWaiting() {
      return wanted > 0;
    }

    /** Credit issued that has not come in as data; none for a sender that sends more than that. */
    long outstanding() {
      return Math.max(0, granted - arrived);
    }

    private Entry copy() {
      Entry copy = new Entry(key);
      copy.wanted = wanted;
      copy.granted = granted;
      copy.base = base;
      copy.arrived = arrived;
      copy.committed = committed;
      copy.hasGone = hasGone;
      return copy;
    }
  }

  /** The entries of a row are 2 to the power of this. */
  private final int bits;

  private final int mask;

  /** There are at most so many slots for each entry. */
  private final int spare;

  private Entry[] entries = {};
  private int size;

  /** How many slots, from 0 on, are taken or have been left. */
  private int slots;

  /**
   * The levels from which on entries are due, by slot; then the least of each sixteen, and so on.
   */
  private long[][] rows = {};

  /**
   * No entries yet. Room is made for the first row of them when one comes: most hosts of an incast
   * have none.
   *
   * @param bits how many stand together in a row: 2 to the power of this, from 1 up
   * @param spare how many slots there may be for each entry, from 1 up; with more of them empty,
   *     the entries move together
   */
  Entries(int bits, int spare) {
    this.bits = bits;
    this.spare = spare;
    this.mask = (1 << bits) - 1;
  }

  /** A raw copy. */
  Entries copy() {
    Entries copy = new Entries(bits, spare);
    copy.entries = entries.clone();
    for (int slot = 0; slot < slots; slot++) {
      copy.entries[slot] = entries[slot].copy();
    }
    copy.size = size;
    copy.slots = slots;
    copy.rows = rows.clone();
    for (int height = 0; height < rows.length; height++) {
      copy.rows[height] = rows[height].clone();
    }
    return copy;
  }

  /** What is wrong with the order, the counts or the rows; null if nothing is. */
  String broken() {
    int taken = 0;
    for (int slot = 0; slot < slots; slot++) {
      taken += entries[slot].hasGone ? 0 : 1;
      if (slot > 0 && entries[slot - 1].key.compareTo(entries[slot].key) >= 0) {
        return "slot %d holds %s, before %s"
            .formatted(slot - 1, entries[slot - 1].key, entries[slot].key);
      }
      if (entries[slot].hasGone && rows[0][slot] != NEVER) {
        return "slot %d is empty, and due at %d".formatted(slot, rows[0][slot]);
      }
    }
    if (taken != size) {
      return "%d entries are counted, and there are %d".formatted(size, taken);
    }
    for (int height = 0; height + 1 < rows.length; height++) {
      for (int block = 0; block < rows[height + 1].length; block++) {
        if (rows[height + 1][block] != least(height, block)) {
          return "row %d says %d of block %d, in which %d is the least"
              .formatted(height + 1, rows[height + 1][block], block, least(height, block));
        }
      }
    }
    return null;
  }

  /** How many entries there are. */
  int size() {
    return size;
  }

  /** How many slots there are, the empty ones among them included. */
  int slots() {
    return slots;
  }

  /** The entry in a slot; {@code null} if it is empty. */
  Entry get(int slot) {
    Entry entry = entries[slot];
    return entry.hasGone ? null : entry;
  }

  /** A number of each entry, added up. */
  long sum(ToLongFunction<Entry> of) {
    long sum = 0;
    for (int slot = 0; slot < slots; slot++) {
      sum += entries[slot].hasGone ? 0 : of.applyAsLong(entries[slot]);
    }
    return sum;
  }

  /** The slot of a key; negative if it has none: then the one that it would have, complemented. */
  int slot(SenderKey key) {
    int low = 0;
    int end = slots;
    while (low < end) {
      int middle = low + end >>> 1;
      int order = entries[middle].key.compareTo(key);
      if (order == 0) {
        return entries[middle].hasGone ? ~middle : middle;
      } else if (order < 0) {
        low = middle + 1;
      } else {
        end = middle;
      }
    }
    return ~low;
  }

  /** The same, where it is known at which slot it was last: looked for there first. */
  int slot(SenderKey key, int near) {
    if (near >= 0 && near < slots) {
      Entry there = entries[near];
      if ((there.key == key || there.key.equals(key)) && !there.hasGone) {
        return near;
      }
    }
    return slot(key);
  }

  /** The first slot, from one on, whose entry is due at this level; −1 if there is none. */
  int firstDue(int from, long level) {
    if (slots == 0 || rows[rows.length - 1][0] > level) {
      return -1;
    }
    int at = from;
    int height = 0;
    long[] row = rows[0];
    while (true) {
      int end = Math.min((at | mask) + 1, row.length);
      while (at < end && row[at] > level) {
        at++;
      }
      if (at < end) {
        break;
      }
      if (end == row.length) {
        return -1;
      }
      row = rows[++height];
      at = end >> bits;
    }
    while (height > 0) {
      row = rows[--height];
      at <<= bits;
      while (row[at] > level) {
        at++;
      }
    }
    return at;
  }

  /** From which level on the entry in a slot is due. */
  long due(int slot) {
    return rows[0][slot];
  }

  /** Says from which level on the entry in a slot is due, now that something has happened to it. */
  void due(int slot, long level) {
    int at = slot;
    long least = level;
    for (int height = 0; height < rows.length; height++) {
      long before = rows[height][at];
      rows[height][at] = least;
      at >>= bits;
      if (height + 1 < rows.length) {
        long above = rows[height + 1][at];
        if (least >= above && before > above) {
          return; // another one is the least there
        }
        if (least > above) {
          least = least(height, at);
        }
      }
    }
  }

  private long least(int height, int block) {
    long[] row = rows[height];
    long least = NEVER;
    for (int at = block << bits; at < Math.min((block + 1) << bits, row.length); at++) {
      least = Math.min(least, row[at]);
    }
    return least;
  }

  /**
   * Puts an entry where its key belongs, never due. If {@link #slots} says one more after it, those
   * from there on have moved up.
   *
   * @param slot what {@link #slot} answered for its key, complemented
   */
  void insert(int slot, Entry entry) {
    size++;
    if (slot < slots && entries[slot].hasGone) {
      entries[slot] = entry; // due at no level already
      return;
    }
    if (slots == entries.length) {
      grow();
    }
    System.arraycopy(entries, slot, entries, slot + 1, slots - slot);
    System.arraycopy(rows[0], slot, rows[0], slot + 1, slots - slot);
    entries[slot] = entry;
    rows[0][slot] = NEVER;
    slots++;
    above(slot);
  }

  /**
   * Takes the entry in a slot out. If {@link #slots} says fewer after it, no slot is empty any
   * more: the entries have moved together.
   */
  void remove(int slot) {
    due(slot, NEVER);
    entries[slot].hasGone = true;
    size--;
    if (spare * size < slots) {
      moveTogether();
    }
  }

  private void moveTogether() {
    int to = 0;
    for (int from = 0; from < slots; from++) {
      if (!entries[from].hasGone) {
        entries[to] = entries[from];
        rows[0][to++] = rows[0][from];
      }
    }
    Arrays.fill(entries, to, slots, null);
    Arrays.fill(rows[0], to, slots, NEVER);
    int before = slots;
    slots = to;
    above(0, before);
  }

  private void grow() {
    int room = Math.max(1 << bits, 2 * slots);
    entries = Arrays.copyOf(entries, room);
    int heights = 1;
    for (int length = room; length > 1; length = length + mask >> bits) {
      heights++;
    }
    long[][] more = new long[heights][];
    int length = room;
    for (int height = 0; height < heights; height++) {
      more[height] = new long[length];
      Arrays.fill(more[height], NEVER);
      length = length + mask >> bits;
    }
    if (slots > 0) {
      System.arraycopy(rows[0], 0, more[0], 0, slots);
    }
    rows = more;
    above(0);
  }

  /** Finds the least levels anew above all slots from one on. */
  private void above(int slot) {
    above(slot, slots);
  }

  private void above(int from, int to) {
    int first = from;
    int last = to;
    for (int height = 0; height + 1 < rows.length; height++) {
      first >>= bits;
      last = Math.min(last >> bits, rows[height + 1].length - 1);
      for (int block = first; block <= last; block++) {
        rows[height + 1][block] = least(height, block);
      }
    }
  }
}
