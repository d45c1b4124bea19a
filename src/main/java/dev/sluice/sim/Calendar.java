package dev.sluice.sim;

import java.util.Arrays;

/**
 * Entries in the order in which they are due, and those of equal time by a second number.
 *
 * <p>Time is cut into days. What is due today, or was before, stands in a row, sorted; what is due
 * on one of the next days on pages of that day, in no order before the day comes; and what is
 * further away in a {@link DueHeap}. A simulation appoints most events soon ahead, so that nearly
 * all of them go through a page and never through the heap: to add one touches a place on a page,
 * and to take it out sorts a handful that lie side by side, however many there are.
 *
 * <p>How long a day is, follows from how dense events lie: about two of them on each. A day that
 * turns out to be crowded is cut at once, and now and then the length is looked at anew. All that
 * decides only how fast this is, never the order.
 */
final class Calendar {
  private static final int DAYS = 1 << 12;
  private static final int NONE = -1;

  /** Numbers on a page: two cache lines. */
  private static final int PAGE = 16;

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

  /**
   * For each of the next days the page that is being filled, how many entries are on it, and a bit
   * if there is any.
   */
  private final int[] lists = new int[DAYS];

  private final byte[] filled = new byte[DAYS];
  private final long[] busy = new long[DAYS / Long.SIZE];

  /** Pages: pairs side by side, as many as fall on most days. */
  private long[] pages = new long[PAGE * 64];

  /** For each page the one that the same day filled before; for a free one, the next free one. */
  private int[] below = new int[64];

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
    long bit = 1L << list;
    int page = lists[list];
    int at = filled[list];
    if ((busy[list >> 6] & bit) == 0) {
      busy[list >> 6] |= bit;
      page = turnOver(list, NONE);
      at = 0;
    } else if (at == PAGE) {
      page = turnOver(list, page);
      at = 0;
    }
    pages[page * PAGE + at] = due;
    pages[page * PAGE + at + 1] = order;
    filled[list] = (byte) (at + 2);
    listed++;
  }

  /** Gives a day an empty page on top of another one. */
  private int turnOver(int list, int other) {
    int page = free;
    if (page == NONE) {
      page = made++;
      if (page == below.length) {
        pages = Arrays.copyOf(pages, 2 * pages.length);
        below = Arrays.copyOf(below, 2 * below.length);
      }
    } else {
      free = below[page];
    }
    below[page] = other;
    lists[list] = page;
    return page;
  }

  /** Looks at what the next day's row is made of; see {@link EventHandler#lookAt}. */
  long lookAtNextDay() {
    return listed == 0 ? 0 : pages[lists[(int) nextListedDay() & DAYS - 1] * PAGE];
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

  /** Moves a day's pages into the row, or to the heap if it is long and in no order at all. */
  private void openList(int list) {
    busy[list >> 6] &= ~(1L << list);
    int end = filled[list];
    int last = lists[list];
    while (below[last] != NONE) {
      end += PAGE;
      last = below[last];
    }
    if (end > row.length) {
      row = new long[2 * end];
    }
    int at = end - filled[list];
    System.arraycopy(pages, lists[list] * PAGE, row, at, filled[list]);
    for (int page = below[lists[list]]; page != NONE; page = below[page]) {
      at -= PAGE; // what was filled before stands in front
      System.arraycopy(pages, page * PAGE, row, at, PAGE);
    }
    below[last] = free;
    free = lists[list];
    listed -= end >> 1;
    rowEnd = end;
    if (!isSorted(MOVES * (end >> 1))) {
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
        int end = filled[list];
        for (int page = lists[list]; page != NONE; page = below[page]) {
          for (int at = page * PAGE; at < page * PAGE + end; at += 2) {
            far.add(pages[at], pages[at + 1]);
          }
          end = PAGE;
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
