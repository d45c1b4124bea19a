package dev.sluice.sim;

import java.util.Arrays;
import java.util.function.BooleanSupplier;

/**
 * What happens when: in order of time; at one time first what is appointed, in an order drawn for
 * that time, then timers, in the order in which they were set.
 *
 * <p>A timer is made once, with what it does, and set as often as wanted; it has at most one
 * deadline. Behind it stands a {@link Calendar} of pairs of longs: the deadline, and the number of
 * the setting with the timer's own number in its low bits. Nothing is allocated when a timer is set
 * or fires. To move a deadline to a later time, as a retransmission timer does with each
 * acknowledgment, writes two numbers and leaves the calendar alone until the old deadline comes by.
 *
 * <p>What always happens once it is set, as a frame's arrival does, is better an appointment: the
 * calendar alone knows of it, and there is nothing else to look up. Its place among those of the
 * same time is a hash of that time and of a key that it keeps ({@link RandomStream#draw32}, the
 * output function of SplitMix64), and not of when it was appointed: whoever appoints early or late,
 * since somebody looks on, has the same run. Nor is one key first each time, so that no link has
 * the better of another whose frames always come with its own. A stream of chance would give places
 * as fair, but one by one, in the order in which they are asked for. A key may come from a name,
 * which stays whatever else there is; numbers decide only between equal places.
 *
 * <p>A background timer may run as long as its owner exists, such as the timer of a recovering
 * rate. It fires like any other timer, but a run need not wait for it: see {@link #endsAtRest}.
 *
 * <p>Not for use by several threads.
 */
public final class EventLoop {
  /** A deadline that never comes: the timer is not set. */
  public static final long NEVER = Long.MAX_VALUE;

  private static final int ID_BITS = 24;
  private static final int ID_MASK = (1 << ID_BITS) - 1;
  private static final long LAST_ORDER = Long.MAX_VALUE >>> ID_BITS;

  /** Numbers from here on are appointments; so many in a row have the same handler. */
  private static final int APPOINTMENTS = 1 << ID_BITS - 1;

  private static final int BLOCK_BITS = 8;

  /** Fields of a timer: its deadline, the setting it stems from, and its entry in the calendar. */
  private static final int FIELDS = 4;

  private static final int DUE = 0;
  private static final int ORDER = 1;
  private static final int ENTRY = 2;
  private static final int ENTRY_DUE = 3;

  /**
   * With fewer appointments, so little goes on at a time that looking ahead costs more than it
   * saves, however many timers wait: an incast of thousands through one link is a small simulation.
   */
  private static final int LARGE = 1024;

  /** No entry in the calendar. */
  private static final long NONE = 0;

  /** Settings count from here on: the places of appointments, of 32 bits, come before. */
  private static final long FIRST_SETTING = 1L << 32;

  private final Calendar calendar = new Calendar();
  private long[] timers = new long[FIELDS * 64];
  private EventHandler[] handlers = new EventHandler[64];
  private int[] subjects = new int[64];
  private boolean[] once = new boolean[64];
  private boolean[] background = new boolean[64];
  private int[] freeIds = new int[64];
  private int freeCount;
  private int made;

  /** For each block of appointments, what they do, and the number of the first alike. */
  private EventHandler[] blockHandlers = new EventHandler[4];

  private int[] blockFirst = new int[4];
  private int blocks;

  /** How many appointments are in the calendar. */
  private int appointed;

  /** Number of timers that are set and are no background timers. */
  private int awaited;

  /** Returns true at rest; null if a run waits for background timers, too. */
  private BooleanSupplier rest;

  /** What came of looking ahead, kept so that none of it is left out. */
  private long seen;

  private long nowPs;
  private long settings = FIRST_SETTING;
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
    return calendar.size();
  }

  /** Makes a background timer, not set. It stays until {@link #release}. */
  public int backgroundTimer(EventHandler handler, int subject) {
    int id = timer(handler, subject);
    background[id] = true;
    return id;
  }

  /** Makes a timer, not set. It stays until {@link #release}. */
  public int timer(EventHandler handler, int subject) {
    int id;
    if (freeCount > 0) {
      id = freeIds[--freeCount];
    } else {
      id = made++;
      if (id == APPOINTMENTS) {
        throw new IllegalStateException("more than " + APPOINTMENTS + " timers");
      }
      if (id == subjects.length) {
        int room = 2 * id;
        timers = Arrays.copyOf(timers, FIELDS * room);
        handlers = Arrays.copyOf(handlers, room);
        subjects = Arrays.copyOf(subjects, room);
        once = Arrays.copyOf(once, room);
        background = Arrays.copyOf(background, room);
      }
    }
    handlers[id] = handler;
    subjects[id] = subject;
    once[id] = false;
    background[id] = false;
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
    cancel(timer);
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
    long order = order(timer);
    int at = FIELDS * timer;
    awaited += timers[at + DUE] == NEVER && !background[timer] ? 1 : 0;
    timers[at + DUE] = atPs;
    timers[at + ORDER] = order;
    if (timers[at + ENTRY] == NONE || atPs < timers[at + ENTRY_DUE]) {
      timers[at + ENTRY] = order;
      timers[at + ENTRY_DUE] = atPs;
      calendar.add(atPs, order);
    }
  }

  private long order(int id) {
    if (settings == LAST_ORDER) {
      throw new IllegalStateException("no numbers left for settings");
    }
    return ++settings << ID_BITS | id;
  }

  /**
   * Makes so many appointments, not yet appointed, that do the same for subjects from 0 on. The
   * loop keeps no record of each, so that they cost least.
   *
   * @return the number of the first; the others follow
   */
  public int appointments(EventHandler handler, int count) {
    int first = APPOINTMENTS + (blocks << BLOCK_BITS);
    int end = blocks + (count + (1 << BLOCK_BITS) - 1 >>> BLOCK_BITS);
    if (count < 0 || end > APPOINTMENTS >>> BLOCK_BITS) {
      throw new IllegalStateException("no room for " + count + " appointments");
    }
    blockHandlers = Arrays.copyOf(blockHandlers, Math.max(end, blockHandlers.length));
    blockFirst = Arrays.copyOf(blockFirst, blockHandlers.length);
    Arrays.fill(blockHandlers, blocks, end, handler);
    Arrays.fill(blockFirst, blocks, end, first);
    blocks = end;
    return first;
  }

  /**
   * Appoints: it will happen then, and is neither moved nor called off. Appointed twice, it happens
   * twice. Of two that meet at one time, which is first changes from time to time, and is the same
   * in each run with these keys; of two to which one place is drawn, the lower number is first.
   *
   * @param key what its place among those of the same time is drawn from, any 64 bits
   * @throws IllegalArgumentException for an instant in the past
   */
  public void appoint(int appointment, long key, long atPs) {
    if (atPs < nowPs || atPs == NEVER) {
      throw new IllegalArgumentException("cannot appoint anything to " + atPs + " at " + nowPs);
    }
    calendar.add(atPs, RandomStream.draw32(key, atPs) << ID_BITS | appointment);
    appointed++;
  }

  /** Unsets a timer; nothing happens if it is not set. */
  public void cancel(int timer) {
    awaited -= isSet(timer) && !background[timer] ? 1 : 0;
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

  /**
   * Ends each run from now on once only background timers are set and no work is left.
   *
   * @param atRest returns true if no work is left; called only if no other timer is set
   */
  public void endsAtRest(BooleanSupplier atRest) {
    rest = atRest;
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
    while (!calendar.isEmpty()) {
      if (awaited + appointed == 0 && rest != null && rest.getAsBoolean()) {
        return RunEnd.IDLE;
      }
      if (calendar.isDayOver()) {
        calendar.turnPage();
        if (appointed >= LARGE) {
          lookAhead();
        }
      }
      long due = calendar.firstDue();
      long order = calendar.firstOrder();
      int id = (int) order & ID_MASK;
      if (id < APPOINTMENTS && !isDue(id, order)) {
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
      calendar.removeFirst();
      if (id < APPOINTMENTS) {
        fireTimer(id);
      } else {
        appointed--;
        int block = id - APPOINTMENTS >>> BLOCK_BITS;
        blockHandlers[block].fire(id - blockFirst[block]);
      }
      if (stopping) {
        return RunEnd.STOPPED;
      }
    }
    return RunEnd.IDLE;
  }

  /** Has all that is due today look ahead, step by step, now that the day has begun. */
  private void lookAhead() {
    int left = calendar.leftToday();
    for (int step = 0; step < EventHandler.LOOKS; step++) {
      for (int i = 0; i < left; i++) {
        int id = (int) calendar.orderToday(i) & ID_MASK;
        if (id < APPOINTMENTS) {
          seen += timers[FIELDS * id + DUE] + (once[id] ? 1 : 0);
          EventHandler handler = handlers[id];
          seen += handler == null ? 0 : handler.lookAt(subjects[id], step);
        } else {
          int block = id - APPOINTMENTS >> BLOCK_BITS;
          seen += blockHandlers[block].lookAt(id - blockFirst[block], step);
        }
      }
    }
    seen += calendar.lookAtNextDay();
  }

  /** Whether a timer's entry, the first of all, is its deadline; if not, it is put right. */
  private boolean isDue(int id, long order) {
    int at = FIELDS * id;
    if (timers[at + ENTRY] != order) {
      calendar.removeFirst(); // moved to an earlier time, or released
      return false;
    }
    if (timers[at + DUE] == NEVER) {
      timers[at + ENTRY] = NONE; // cancelled
      calendar.removeFirst();
      return false;
    }
    if (timers[at + ORDER] != order) { // moved to a later time
      timers[at + ENTRY] = timers[at + ORDER];
      timers[at + ENTRY_DUE] = timers[at + DUE];
      calendar.removeFirst();
      calendar.add(timers[at + DUE], timers[at + ORDER]);
      return false;
    }
    return true;
  }

  private void fireTimer(int id) {
    cancel(id);
    timers[FIELDS * id + ENTRY] = NONE;
    EventHandler handler = handlers[id];
    int subject = subjects[id];
    if (once[id]) {
      release(id);
    }
    handler.fire(subject);
  }
}
