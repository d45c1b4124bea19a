package dev.sluice.sim;

import java.util.Arrays;

/**
 * What happens when: timers in order of time, and those of equal time in the order in which they
 * were set.
 *
 * <p>A timer is made once, with what it does, and set as often as wanted; it has at most one
 * deadline. Behind it stands a four-ary heap of pairs of longs: the deadline, and the number of the
 * setting with the timer's own number in its low bits. Nothing is allocated when a timer is set or
 * fires. Two habits of simulations are cheap:
 *
 * <ul>
 *   <li>a handler that sets a timer puts it where the fired one was, which costs one descent
 *       instead of two;
 *   <li>moving a deadline to a later time, as a retransmission timer does with each acknowledgment,
 *       writes two numbers and leaves the heap alone until the old deadline comes by.
 * </ul>
 *
 * <p>Not for use by several threads.
 */
public final class EventLoop {
  /** A deadline that never comes: the timer is not set. */
  public static final long NEVER = Long.MAX_VALUE;

  private static final int ID_BITS = 24;
  private static final int ID_MASK = (1 << ID_BITS) - 1;
  private static final long LAST_ORDER = Long.MAX_VALUE >>> ID_BITS;

  /** Fields of a timer: its deadline, the setting it stems from, and its entry in the heap. */
  private static final int FIELDS = 4;

  private static final int DUE = 0;
  private static final int ORDER = 1;
  private static final int ENTRY = 2;
  private static final int ENTRY_DUE = 3;

  /** No entry in the heap; settings count from one. */
  private static final long NONE = 0;

  private long[] heap = new long[2 * 64];
  private int size;

  /** Whether the root has fired and its place is free for what is set next. */
  private boolean rootIsFree;

  private long[] timers = new long[FIELDS * 64];
  private EventHandler[] handlers = new EventHandler[64];
  private int[] subjects = new int[64];
  private boolean[] once = new boolean[64];
  private int[] freeIds = new int[64];
  private int freeCount;
  private int made;

  private long nowPs;
  private long settings;
  private long fired;
  private boolean stopping;

  /** A loop at time 0 with nothing to do. */
  public EventLoop() {}

  /** The instant of the event that is happening; 0 before the first. */
  public long nowPs() {
    return nowPs;
  }

  /** How many events have happened so far. */
  public long firedEvents() {
    return fired;
  }

  /** How many entries the loop holds, those of moved and cancelled deadlines included. */
  public int pendingEntries() {
    return rootIsFree ? size - 1 : size;
  }

  /** Makes a timer, not set. It stays until {@link #release}. */
  public int timer(EventHandler handler, int subject) {
    int id;
    if (freeCount > 0) {
      id = freeIds[--freeCount];
    } else {
      id = made++;
      if (id > ID_MASK) {
        throw new IllegalStateException("more than " + (ID_MASK + 1) + " timers");
      }
      if (id == subjects.length) {
        int room = 2 * id;
        timers = Arrays.copyOf(timers, FIELDS * room);
        handlers = Arrays.copyOf(handlers, room);
        subjects = Arrays.copyOf(subjects, room);
        once = Arrays.copyOf(once, room);
      }
    }
    handlers[id] = handler;
    subjects[id] = subject;
    once[id] = false;
    timers[FIELDS * id + DUE] = NEVER;
    timers[FIELDS * id + ENTRY] = NONE;
    return id;
  }

  /** Unmakes a timer, set or not. Its number may be given to another one. */
  public void release(int timer) {
    if (handlers[timer] == null) {
      throw new IllegalStateException("timer " + timer + " is released twice");
    }
    handlers[timer] = null;
    timers[FIELDS * timer + DUE] = NEVER;
    timers[FIELDS * timer + ENTRY] = NONE; // what the heap still holds of it is now stale
    if (freeCount == freeIds.length) {
      freeIds = Arrays.copyOf(freeIds, 2 * freeCount);
    }
    freeIds[freeCount++] = timer;
  }

  /**
   * Sets a timer, or moves it: whatever deadline it had is forgotten.
   *
   * @throws IllegalArgumentException for an instant in the past
   */
  public void set(int timer, long atPs) {
    if (atPs < nowPs || atPs == NEVER) {
      throw new IllegalArgumentException("cannot set a timer to " + atPs + " at " + nowPs);
    }
    if (settings == LAST_ORDER) {
      throw new IllegalStateException("no numbers left for settings");
    }
    long order = ++settings << ID_BITS | timer;
    int at = FIELDS * timer;
    timers[at + DUE] = atPs;
    timers[at + ORDER] = order;
    if (timers[at + ENTRY] == NONE || atPs < timers[at + ENTRY_DUE]) {
      timers[at + ENTRY] = order;
      timers[at + ENTRY_DUE] = atPs;
      insert(atPs, order);
    }
  }

  /** Unsets a timer; nothing happens if it is not set. */
  public void cancel(int timer) {
    timers[FIELDS * timer + DUE] = NEVER;
  }

  /** When a timer is to fire, or {@link #NEVER}. */
  public long deadlinePs(int timer) {
    return timers[FIELDS * timer + DUE];
  }

  /** Whether a timer is set. */
  public boolean isSet(int timer) {
    return timers[FIELDS * timer + DUE] != NEVER;
  }

  /** Has something happen once; the timer behind it comes and goes by itself. */
  public void at(long atPs, EventHandler handler, int subject) {
    int id = timer(handler, subject);
    once[id] = true;
    set(id, atPs);
  }

  /** Ends the run after the event that is happening. */
  public void stop() {
    stopping = true;
  }

  /**
   * Lets things happen until one of the bounds is met.
   *
   * @param untilPs the last instant that still happens; when it is met, it is also the time it is
   *     then
   * @param maxEvents how many events may happen
   */
  public RunEnd run(long untilPs, long maxEvents) {
    long left = maxEvents;
    stopping = false;
    closeRoot(); // after a handler that threw
    while (size > 0) {
      long due = heap[0];
      long order = heap[1];
      int id = (int) order & ID_MASK;
      int at = FIELDS * id;
      if (timers[at + ENTRY] != order) {
        removeRoot(); // moved to an earlier time, or released
        continue;
      }
      if (timers[at + DUE] == NEVER) {
        timers[at + ENTRY] = NONE; // cancelled
        removeRoot();
        continue;
      }
      if (timers[at + ORDER] != order) { // moved to a later time
        long later = timers[at + DUE];
        long laterOrder = timers[at + ORDER];
        timers[at + ENTRY] = laterOrder;
        timers[at + ENTRY_DUE] = later;
        sink(later, laterOrder);
        continue;
      }
      if (due > untilPs) {
        nowPs = Math.max(nowPs, untilPs);
        return RunEnd.TIME;
      }
      if (left-- <= 0) {
        return RunEnd.EVENTS;
      }
      nowPs = due;
      fired++;
      timers[at + DUE] = NEVER;
      timers[at + ENTRY] = NONE;
      EventHandler handler = handlers[id];
      int subject = subjects[id];
      if (once[id]) {
        release(id);
      }
      rootIsFree = true;
      handler.fire(subject);
      closeRoot();
      if (stopping) {
        return RunEnd.STOPPED;
      }
    }
    return RunEnd.IDLE;
  }

  private void closeRoot() {
    if (rootIsFree) {
      rootIsFree = false;
      removeRoot();
    }
  }

  private void insert(long due, long order) {
    if (rootIsFree) {
      rootIsFree = false;
      sink(due, order);
    } else {
      rise(due, order);
    }
  }

  private void removeRoot() {
    size--;
    if (size > 0) {
      sink(heap[2 * size], heap[2 * size + 1]);
    }
  }

  /** Puts an entry at the root and lets it sink to its place. */
  private void sink(long due, long order) {
    long[] entries = heap;
    int count = size;
    int hole = 0;
    while (true) {
      int child = 4 * hole + 1;
      if (child >= count) {
        break;
      }
      int least = child;
      long leastDue = entries[2 * child];
      long leastOrder = entries[2 * child + 1];
      int end = Math.min(child + 4, count);
      for (int other = child + 1; other < end; other++) {
        long otherDue = entries[2 * other];
        if (otherDue < leastDue || (otherDue == leastDue && entries[2 * other + 1] < leastOrder)) {
          least = other;
          leastDue = otherDue;
          leastOrder = entries[2 * other + 1];
        }
      }
      if (due < leastDue || (due == leastDue && order < leastOrder)) {
        break;
      }
      entries[2 * hole] = leastDue;
      entries[2 * hole + 1] = leastOrder;
      hole = least;
    }
    entries[2 * hole] = due;
    entries[2 * hole + 1] = order;
  }

  /** Adds an entry at the end and lets it rise to its place. */
  private void rise(long due, long order) {
    if (2 * size == heap.length) {
      heap = Arrays.copyOf(heap, 2 * heap.length);
    }
    long[] entries = heap;
    int hole = size++;
    while (hole > 0) {
      int parent = (hole - 1) >> 2;
      long parentDue = entries[2 * parent];
      long parentOrder = entries[2 * parent + 1];
      if (parentDue < due || (parentDue == due && parentOrder < order)) {
        break;
      }
      entries[2 * hole] = parentDue;
      entries[2 * hole + 1] = parentOrder;
      hole = parent;
    }
    entries[2 * hole] = due;
    entries[2 * hole + 1] = order;
  }
}
