package dev.sluice.sim;

import java.util.Arrays;

/**
 * Entries in the order in which they are due, and those of equal time by a second number.
 *
 * <p>Time is cut into days. What is due today, or was before, stands in a row, sorted; what is due
 * on one of the next days in a list of that day, in no order before the day comes; and what is
 * further away in a {@link DueHeap}. A simulation appoints most events soon ahead, so that nearly
 * all of them go through a list and never through the heap: to add one touches the list's head and
 * one entry, and to take it out sorts a handful, however many there are.
 *
 * <p>How long a day is, follows from how dense events lie: about two of them on each. A day that
 * turns out to be crowded is cut at once, and now and then the length is looked at anew. All that
 * decides only how fast this is, never the order.
 */
final class Calendar {
  private static final int DAYS = 1 << 12;
  private static final int NONE = -1;

  /** A day's entries are sorted in place unless that takes so many moves for each. */
  private static final int MOVES = 16;

  /** A row that is longer, in numbers, says that days are too long. */
  private static final int CROWDED = 2 * 128;

  /** A day is 2 to this many times as long as events are apart, or twice that. */
  private static final int EVENTS_BITS = 3;

  /** After so many days, and no fewer than there are entries, the length is looked at anew. */
  private static final int REVIEW_DAYS = 1024;

  private static final int LONGEST_DAY_BITS = 48;

  private int size;

  /** The length of a day is 2 to this many picoseconds. */
  private int dayBits = 14;

  private long today;

  /** Pairs of today, from the one that is due next on. */
  private long[] row = new long[CROWDED];

  private int rowFirst;
  private int rowEnd;

  /** For each of the next days its list's first entry, and a bit if there is any. */
  private final int[] lists = new int[DAYS];

  private final long[] busy = new long[DAYS / Long.SIZE];

  /** Entries in lists: when, in which order, and the next. */
  private static final int OF_ENTRY = 4;

  private long[] entries = new long[OF_ENTRY * 64];
  private int free = NONE;
  private int made;
  private int listed;

  private final DueHeap far = new DueHeap();

  private int daysToReview = REVIEW_DAYS;
  private long reviewedDay;
  private long removed;

  boolean isEmpty() {
    return size == 0;
  }

  int size() {
    return size;
  }

  /** Whether nothing is left of today, so that {@link #firstDue} goes on to another day. */
  boolean isDayOver() {
    return rowFirst == rowEnd;
  }

  /** How many entries are left of today. */
  int leftToday() {
    return rowEnd - rowFirst >> 1;
  }

  /** The second number of an entry that is left of today, from 0 on. */
  long orderToday(int index) {
    return row[rowFirst + 2 * index + 1];
  }

  /** When the first entry is due; there must be one. */
  long firstDue() {
    if (rowFirst == rowEnd) {
      turnPage();
    }
    return row[rowFirst];
  }

  /** The second number of the first entry, after {@link #firstDue}. */
  long firstOrder() {
    return row[rowFirst + 1];
  }

  /** Takes the first entry out, after {@link #firstDue}. */
  void removeFirst() {
    rowFirst += 2;
    size--;
    removed++;
  }

  void add(long due, long order) {
    size++;
    long day = due >>> dayBits;
    if (day <= today) {
      addToRow(due, order);
      if (rowEnd - rowFirst > CROWDED) {
        cutCrowdedDay();
      }
    } else if (day - today < DAYS) {
      addToList((int) day & DAYS - 1, due, order);
    } else {
      far.add(due, order);
    }
  }

  private void addToRow(long due, long order) {
    makeRoom();
    int at = rowEnd;
    while (at > rowFirst && (row[at - 2] > due || (row[at - 2] == due && row[at - 1] > order))) {
      row[at] = row[at - 2];
      row[at + 1] = row[at - 1];
      at -= 2;
    }
    row[at] = due;
    row[at + 1] = order;
    rowEnd += 2;
  }

  private void makeRoom() {
    if (rowEnd == row.length) {
      if (rowFirst < row.length / 2) {
        row = Arrays.copyOf(row, 2 * row.length);
      }
      System.arraycopy(row, rowFirst, row, 0, rowEnd - rowFirst);
      rowEnd -= rowFirst;
      rowFirst = 0;
    }
  }

  private void addToList(int list, long due, long order) {
    int entry = free;
    if (entry == NONE) {
      entry = made;
      made += OF_ENTRY;
      if (made > entries.length) {
        entries = Arrays.copyOf(entries, 2 * entries.length);
      }
    } else {
      free = (int) entries[entry + 2];
    }
    long bit = 1L << list;
    long word = busy[list >> 6];
    entries[entry] = due;
    entries[entry + 1] = order;
    entries[entry + 2] = (word & bit) == 0 ? NONE : lists[list];
    lists[list] = entry;
    busy[list >> 6] = word | bit;
    listed++;
  }

  // ------------------------------------------------------------------ days

  /** Goes on to the next day on which anything is due; the row is empty, the calendar is not. */
  void turnPage() {
    if (--daysToReview <= 0) {
      review();
    }
    openNextDay();
    if (rowEnd - rowFirst > CROWDED) {
      cutCrowdedDay();
    }
  }

  private void openNextDay() {
    rowFirst = 0;
    rowEnd = 0;
    long next = far.size() > 0 ? far.firstDue() >>> dayBits : Long.MAX_VALUE;
    if (listed > 0) {
      next = Math.min(next, nextListedDay());
    }
    today = next;
    int list = (int) today & DAYS - 1;
    if ((busy[list >> 6] & 1L << list) != 0) {
      openList(list);
    }
    while (far.size() > 0 && far.firstDue() >>> dayBits == today) {
      addToRow(far.firstDue(), far.firstOrder());
      far.removeFirst();
    }
  }

  private long nextListedDay() {
    int start = (int) (today + 1) & DAYS - 1;
    int word = start >> 6;
    long bits = busy[word] & -1L << start;
    while (bits == 0) {
      word = word + 1 & busy.length - 1;
      bits = busy[word];
    }
    int list = (word << 6) + Long.numberOfTrailingZeros(bits);
    return today + 1 + (list - start & DAYS - 1);
  }

  /** Moves a day's list into the row, or to the heap if it is long and in no order at all. */
  private void openList(int list) {
    busy[list >> 6] &= ~(1L << list);
    int last = NONE;
    int count = 0;
    for (int entry = lists[list]; entry != NONE; entry = (int) entries[entry + 2]) {
      last = entry;
      count++;
    }
    if (2 * count > row.length) {
      row = new long[4 * count];
    }
    int at = 2 * count;
    for (int entry = lists[list]; entry != NONE; entry = (int) entries[entry + 2]) {
      at -= 2; // what was added last stands first
      row[at] = entries[entry];
      row[at + 1] = entries[entry + 1];
    }
    entries[last + 2] = free;
    free = lists[list];
    listed -= count;
    rowEnd = 2 * count;
    if (!isSorted(MOVES * count)) {
      for (; at < rowEnd; at += 2) {
        far.add(row[at], row[at + 1]);
      }
      rowEnd = 0;
    }
  }

  /** Sorts the row with at most so many moves, and says whether they were enough. */
  private boolean isSorted(int moves) {
    int left = moves;
    for (int i = 2; i < rowEnd && left >= 0; i += 2) {
      long due = row[i];
      long order = row[i + 1];
      int at = i;
      while (at > 0 && (row[at - 2] > due || (row[at - 2] == due && row[at - 1] > order))) {
        row[at] = row[at - 2];
        row[at + 1] = row[at - 1];
        at -= 2;
        left--;
      }
      row[at] = due;
      row[at + 1] = order;
    }
    return left >= 0;
  }

  // ---------------------------------------------------------- length of days

  /**
   * Measures how dense events were lately, and cuts time anew if days are far too long or short.
   */
  private void review() {
    long days = today - reviewedDay;
    if (removed > 0 && days > 0) {
      int wanted = bits((days << dayBits) / removed);
      if (Math.abs(wanted - dayBits) > 1) {
        cut(wanted);
      }
    }
    beginReview();
  }

  private void beginReview() {
    daysToReview = Math.max(REVIEW_DAYS, size);
    reviewedDay = today;
    removed = 0;
  }

  /** Today is crowded: cuts time into shorter days, unless all is due at the same time. */
  private void cutCrowdedDay() {
    long gap = (row[rowEnd - 2] - row[rowFirst]) / (rowEnd - rowFirst >> 1);
    int wanted = bits(gap);
    if (gap > 0 && wanted + 1 < dayBits) {
      cut(wanted);
      openNextDay();
    }
  }

  /** The length of a day on which about a dozen events fall, if this is how far they are apart. */
  private static int bits(long gapPs) {
    return Math.min(LONGEST_DAY_BITS, EVENTS_BITS + Long.SIZE - Long.numberOfLeadingZeros(gapPs));
  }

  /** Gives days another length. All that is in the row or in lists goes through the heap once. */
  private void cut(int bits) {
    for (int at = rowFirst; at < rowEnd; at += 2) {
      far.add(row[at], row[at + 1]);
    }
    rowEnd = rowFirst;
    for (int list = 0; list < DAYS; list++) {
      if ((busy[list >> 6] & 1L << list) != 0) {
        for (int entry = lists[list]; entry != NONE; entry = (int) entries[entry + 2]) {
          far.add(entries[entry], entries[entry + 1]);
        }
      }
    }
    Arrays.fill(busy, 0);
    listed = 0;
    free = NONE;
    made = 0;
    today = today << dayBits >>> bits;
    dayBits = bits;
    beginReview();
  }
}
