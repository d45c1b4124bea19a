package dev.sluice.cc.rccc;

import dev.sluice.cc.Effect;
import dev.sluice.cc.Outcome;
import dev.sluice.cc.rccc.Entries.Entry;
import dev.sluice.requirement.Requirement;
import java.util.Arrays;
import java.util.Objects;

/**
 * The receiver's side: the Active Sender Table, the slice of time that is divided among its
 * entries, and the cumulative credit that each was issued.
 *
 * <p>Mirrors the receiver of {@code spec/uet/CreditConservation.tla}: each public method that
 * returns an outcome is the action of the same name.
 *
 * <p>What a call costs, with N entries: finding an entry by its key, log N comparisons, or one
 * where its slot is known from before; {@link #receive}, {@link #commit} and {@link #grant}, a few
 * nodes of a tree, see {@link Entries}; {@link #slice}, nothing that grows with N: what it gives to
 * all is counted once, and each entry finds out when something happens to it. Only an entry that
 * comes or goes costs a pass.
 */
public final class CreditGranter {
  private static final String NO_DATA = "a request does not carry less than nothing";
  private static final String UNKNOWN = "the sender has no entry";
  private static final String NOT_ARRIVED = "so many bytes do not wait to be committed";
  private static final String STILL_DUE = "an entry is due, and the slice has budget left";
  private static final String AT_REST = "no entry wants anything: the timer rests";
  private static final String NOT_IN_TURN = "it is not this entry's turn to be granted credit";

  /** In place of the slot at which an entry was last. */
  private static final int NOWHERE = -1;

  private CreditGranter() {}

  /** The keys of the Active Sender Table, sorted; a key's place is its slot. */
  public static final class Table {
    private final SenderKey[] keys;

    private Table(SenderKey[] keys) {
      this.keys = keys;
    }

    /** Number of entries. */
    public int size() {
      return keys.length;
    }

    /** The key in a slot. */
    public SenderKey key(int slot) {
      return keys[slot];
    }

    /** The slot of a key; negative if it has none. */
    public int slot(SenderKey key) {
      return Arrays.binarySearch(keys, key);
    }

    /** The same, where it is known at which slot it was last: looked for there first. */
    public int slot(SenderKey key, int near) {
      return near >= 0 && near < keys.length && (keys[near] == key || keys[near].equals(key))
          ? near
          : slot(key);
    }

    private Table with(int slot, SenderKey key) {
      SenderKey[] more = new SenderKey[keys.length + 1];
      System.arraycopy(keys, 0, more, 0, slot);
      more[slot] = key;
      System.arraycopy(keys, slot, more, slot + 1, keys.length - slot);
      return new Table(more);
    }

    private Table without(int slot) {
      SenderKey[] fewer = new SenderKey[keys.length - 1];
      System.arraycopy(keys, 0, fewer, 0, slot);
      System.arraycopy(keys, slot + 1, fewer, slot, fewer.length - slot);
      return new Table(fewer);
    }

    @Override
    public boolean equals(Object other) {
      return this == other || other instanceof Table that && Arrays.equals(keys, that.keys);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(keys);
    }

    @Override
    public String toString() {
      return Arrays.toString(keys);
    }
  }

  /**
   * The receiver; all counts in bytes.
   *
   * @param known the senders that have an entry
   * @param entries what is known of each, by its slot
   * @param level all shares that a slice gave to each entry, added up; an entry's own shares are
   *     counted from where it stood when something last happened to that entry, so that only the
   *     differences mean anything
   * @param remainder left over by the last division
   * @param budget may still be issued in this slice; below 0: owed to the next
   * @param lastSender the entry served last, which may be gone; null before the first
   * @param outstanding credit issued that has not come in as data, over all entries: what {@link
   *     Entry#outstanding} adds up to
   */
  public record State(
      Table known,
      Entries entries,
      long level,
      long remainder,
      long budget,
      SenderKey lastSender,
      long outstanding) {

    /** Cumulative credit issued to a sender; 0 without an entry. */
    public long granted(SenderKey key) {
      int slot = known.slot(key);
      return slot < 0 ? 0 : entries.get(slot).granted();
    }

    /** The same, where it is known at which slot the entry was last. */
    public long granted(SenderKey key, int near) {
      int slot = known.slot(key, near);
      return slot < 0 ? 0 : entries.get(slot).granted();
    }

    /** Backlog of a sender's entry, less what was granted since it was told; 0 without one. */
    public long wanted(SenderKey key) {
      int slot = known.slot(key);
      return slot < 0 ? 0 : entries.get(slot).wanted();
    }

    /** Shares of a sender's entry that are not issued yet; 0 without one. */
    public long accrued(SenderKey key) {
      int slot = known.slot(key);
      return slot < 0 ? 0 : entries.get(slot).accrued(level);
    }

    /** Bytes that came in from a sender; 0 without an entry. */
    public long arrived(SenderKey key) {
      int slot = known.slot(key);
      return slot < 0 ? 0 : entries.get(slot).arrived();
    }

    /** Bytes of a sender that are in memory; 0 without an entry. */
    public long committed(SenderKey key) {
      int slot = known.slot(key);
      return slot < 0 ? 0 : entries.get(slot).committed();
    }

    /** The same receiver with something else left over by the last division. */
    public State withRemainder(long other) {
      return new State(known, entries, level, other, budget, lastSender, outstanding);
    }

    private State with(int slot, Entry before, Entry entry, long due) {
      return new State(
          known,
          entries.with(slot, before, entry, due),
          level,
          remainder,
          budget,
          lastSender,
          outstanding + entry.outstanding() - before.outstanding());
    }

    /** Equal where all that can be told of the receiver is equal, whatever its level. */
    @Override
    public boolean equals(Object other) {
      if (this == other) {
        return true;
      }
      if (!(other instanceof State that)
          || remainder != that.remainder
          || budget != that.budget
          || !Objects.equals(lastSender, that.lastSender)
          || !known.equals(that.known)) {
        return false;
      }
      for (int slot = 0; slot < entries.size(); slot++) {
        Entry mine = entries.get(slot);
        Entry its = that.entries.get(slot);
        if (mine.wanted() != its.wanted()
            || mine.granted() != its.granted()
            || mine.accrued(level) != its.accrued(that.level)
            || mine.arrived() != its.arrived()
            || mine.committed() != its.committed()) {
          return false;
        }
      }
      return true;
    }

    @Override
    public int hashCode() {
      long hash = 31 * remainder + budget;
      for (int slot = 0; slot < entries.size(); slot++) {
        Entry entry = entries.get(slot);
        hash = 31 * hash + entry.wanted();
        hash = 31 * hash + entry.granted();
        hash = 31 * hash + entry.accrued(level);
        hash = 31 * hash + entry.arrived();
        hash = 31 * hash + entry.committed();
      }
      return 31 * (31 * known.hashCode() + Objects.hashCode(lastSender)) + Long.hashCode(hash);
    }

    @Override
    public String toString() {
      StringBuilder text = new StringBuilder("remainder " + remainder + ", budget " + budget);
      for (int slot = 0; slot < entries.size(); slot++) {
        Entry entry = entries.get(slot);
        text.append("\n  ").append(known.key(slot)).append(": wanted ").append(entry.wanted());
        text.append(", granted ").append(entry.granted());
        text.append(", accrued ").append(entry.accrued(level));
        text.append(", arrived ").append(entry.arrived());
        text.append(", committed ").append(entry.committed());
      }
      return text.toString();
    }
  }

  /**
   * An ACK_CC is to be sent.
   *
   * @param to the sender's entry
   * @param total cumulative credit; {@link CreditParams#wireCredit} says what the field shows
   * @param acked bytes in memory, of all that this sender sent
   */
  public record AckCc(SenderKey to, long total, long acked) implements Effect {}

  /** A receiver that knows nobody, at the beginning of a slice. */
  public static State initial(CreditParams params) {
    return new State(new Table(new SenderKey[0]), Entries.NONE, 0, 0, params.sliceBytes(), null, 0);
  }

  /** Shares at which an entry that wants so much need not wait for more. */
  private static long enough(CreditParams params, long wanted) {
    return Math.min(params.enough(), wanted);
  }

  /** The level at which an entry is due. */
  private static long dueAt(CreditParams params, Entry entry) {
    return entry.isWaiting() ? enough(params, entry.wanted()) - entry.base() : Entries.NEVER;
  }

  private static boolean isDue(State state, CreditParams params, int slot) {
    return dueAt(params, state.entries().get(slot)) <= state.level();
  }

  /**
   * The slot to be served next, or -1 if no entry is due or the slice's budget is used up. Where
   * the cap has no room for it, it waits, and so do those behind it.
   */
  private static int slotInTurn(State state, CreditParams params) {
    int slot = state.budget() <= 0 ? -1 : slotDue(state);
    if (slot < 0 || params.capBytes() == 0) {
      return slot;
    }
    long least = enough(params, state.entries().get(slot).wanted());
    return least <= params.capBytes() - state.outstanding() ? slot : -1;
  }

  /** The slot of the next entry that is due, or -1. */
  private static int slotDue(State state) {
    int from = 0;
    if (state.lastSender() != null) {
      int last = state.known().slot(state.lastSender());
      from = last < 0 ? -last - 1 : last + 1;
    }
    int slot = state.entries().firstDue(from, state.level());
    return slot < 0 ? state.entries().firstDue(0, state.level()) : slot;
  }

  /**
   * The sender to be granted credit next, or null if none is due, the slice's budget is used up, or
   * the cap has no room. After each slice the host grants until there is none.
   */
  @Requirement("RCCC-12")
  public static SenderKey senderInTurn(State state, CreditParams params) {
    int slot = slotInTurn(state, params);
    return slot < 0 ? null : state.known().key(slot);
  }

  /**
   * Whole quanta, at most what the budget holds, but a packet's worth in any case: the debt stays
   * below one packet. Never more than the cap leaves room for.
   */
  private static long grantBytes(State state, CreditParams params, int slot) {
    Entry entry = state.entries().get(slot);
    long atMost = Math.max(state.budget(), enough(params, entry.wanted()));
    if (params.capBytes() != 0) {
      atMost = Math.min(atMost, params.capBytes() - state.outstanding());
    }
    return params.roundDown(Math.min(entry.accrued(state.level()), atMost));
  }

  private static Outcome<State> issue(
      State state, CreditParams params, int slot, long commits, long bytes) {
    Entry before = state.entries().get(slot);
    long level = state.level();
    Entry entry =
        new Entry(
            before.wanted() - bytes,
            Math.addExact(before.granted(), bytes),
            bytes == 0 ? before.base() : before.accrued(level) - bytes - level,
            before.arrived(),
            before.committed() + commits);
    SenderKey key = state.known().key(slot);
    State next =
        new State(
            state.known(),
            state.entries().with(slot, before, entry, dueAt(params, entry)),
            level,
            state.remainder(),
            state.budget() - bytes,
            bytes == 0 ? state.lastSender() : key,
            state.outstanding() + bytes);
    return Outcome.accepted(next, new AckCc(key, entry.granted(), entry.committed()));
  }

  /**
   * Takes a request: what its sender wants now, and the data that came with it. The first one makes
   * the entry; one without data is answered at once, with the totals as they stand.
   *
   * @param bytes of data, counted once however often they come; 0 for a request without any
   * @param field the credit_target field
   */
  @Requirement({"RCCC-1", "RCCC-16", "FIND-16", "UET-5"})
  public static Outcome<State> receive(
      State state, CreditParams params, SenderKey key, long bytes, long field) {
    return receive(state, params, key, NOWHERE, bytes, field);
  }

  /** The same, where it is known at which slot the entry was last. */
  @Requirement({"RCCC-1", "RCCC-16", "FIND-16", "UET-5"})
  public static Outcome<State> receive(
      State state, CreditParams params, SenderKey key, int near, long bytes, long field) {
    if (bytes < 0) {
      return Outcome.refused(state, NO_DATA);
    }
    int slot = state.known().slot(key, near);
    if (slot < 0) {
      slot = -slot - 1;
      state = withEntry(state, params, slot, key);
    }
    Entry before = state.entries().get(slot);
    long in = Math.addExact(before.arrived(), bytes);
    long wanted =
        params.sourceDocuments()
            ? Math.min(field, params.windowBytes() - (before.granted() - in))
            : Math.max(before.wanted(), params.progress(field, before.granted()));
    long accrued = Math.min(before.accrued(state.level()), wanted);
    Entry entry =
        new Entry(wanted, before.granted(), accrued - state.level(), in, before.committed());
    State next = state.with(slot, before, entry, dueAt(params, entry));
    return bytes > 0
        ? Outcome.accepted(next)
        : Outcome.accepted(next, new AckCc(key, entry.granted(), entry.committed()));
  }

  private static State withEntry(State state, CreditParams params, int slot, SenderKey key) {
    return new State(
        state.known().with(slot, key),
        state
            .entries()
            .withInserted(slot, new Entry(0, params.initialCreditBytes(), -state.level(), 0, 0)),
        state.level(),
        state.remainder(),
        state.budget(),
        state.lastSender(),
        state.outstanding() + params.initialCreditBytes());
  }

  /**
   * The memory has taken bytes that came in: now they are acknowledged, and a grant that is due
   * rides along.
   */
  @Requirement("RCCC-4")
  public static Outcome<State> commit(State state, CreditParams params, SenderKey key, long bytes) {
    return commit(state, params, key, NOWHERE, bytes);
  }

  /** The same, where it is known at which slot the entry was last. */
  @Requirement("RCCC-4")
  public static Outcome<State> commit(
      State state, CreditParams params, SenderKey key, int near, long bytes) {
    int slot = state.known().slot(key, near);
    if (slot < 0) {
      return Outcome.refused(state, UNKNOWN);
    }
    Entry entry = state.entries().get(slot);
    if (bytes <= 0 || bytes > entry.arrived() - entry.committed()) {
      return Outcome.refused(state, NOT_ARRIVED);
    }
    boolean rides = isDue(state, params, slot) && slotInTurn(state, params) == slot;
    return issue(state, params, slot, bytes, rides ? grantBytes(state, params, slot) : 0);
  }

  /**
   * The slice timer: what the link carries in a slice is divided among the entries that want
   * something; the remainder is carried. An entry does not accrue beyond what it wants. Budget that
   * nobody used lapses, but for what is less than a quantum.
   *
   * <p>Refused while {@link #senderInTurn} names an entry, since a slice does not end with credit
   * that is due and within the budget; and while no entry wants anything, when the timer rests.
   */
  @Requirement({"RCCC-2", "RCCC-3", "RCCC-12", "FIND-8"})
  public static Outcome<State> slice(State state, CreditParams params) {
    if (slotInTurn(state, params) >= 0) {
      return Outcome.refused(state, STILL_DUE);
    }
    int active = state.entries().waiting();
    if (active == 0) {
      return Outcome.refused(state, AT_REST);
    }
    long total = Math.addExact(params.sliceBytes(), state.remainder());
    return Outcome.accepted(
        new State(
            state.known(),
            state.entries(),
            Math.addExact(state.level(), total / active),
            total % active,
            Math.min(state.budget(), params.quantumBytes() - 1) + params.sliceBytes(),
            state.lastSender(),
            state.outstanding()));
  }

  /** An ACK_CC on the slice timer: the credit that the entry in turn has accrued. */
  @Requirement({"RCCC-3", "RCCC-4", "RCCC-12", "FIND-5", "FIND-6", "FIND-15", "FIND-17"})
  public static Outcome<State> grant(State state, CreditParams params, SenderKey key) {
    return grant(state, params, key, NOWHERE);
  }

  /** The same, where it is known at which slot the entry was last. */
  @Requirement({"RCCC-3", "RCCC-4", "RCCC-12", "FIND-15", "FIND-17"})
  public static Outcome<State> grant(State state, CreditParams params, SenderKey key, int near) {
    int slot = state.known().slot(key, near);
    if (slot < 0 || slotInTurn(state, params) != slot) {
      return Outcome.refused(state, NOT_IN_TURN);
    }
    return issue(state, params, slot, 0, grantBytes(state, params, slot));
  }

  /** The source has closed: its entry goes, and is not counted from the next slice on. */
  @Requirement({"RCCC-12", "RCCC-15"})
  public static Outcome<State> forget(State state, SenderKey key) {
    int slot = state.known().slot(key);
    if (slot < 0) {
      return Outcome.refused(state, UNKNOWN);
    }
    return Outcome.accepted(
        new State(
            state.known().without(slot),
            state.entries().without(slot),
            state.level(),
            state.remainder(),
            state.budget(),
            state.lastSender(),
            state.outstanding() - state.entries().get(slot).outstanding()));
  }
}
