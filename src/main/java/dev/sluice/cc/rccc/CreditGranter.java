package dev.sluice.cc.rccc;

import dev.sluice.cc.Effect;
import dev.sluice.cc.Outcome;
import dev.sluice.cc.rccc.Entries.Entry;
import dev.sluice.requirement.Requirement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The receiver's side: the Active Sender Table, the slice of time that is divided among its
 * entries, and the cumulative credit that each was issued.
 *
 * <p>Mirrors the receiver of {@code spec/uet/CreditConservation.tla}: each public method that
 * returns an outcome is the action of the same name.
 *
 * <p>The rules stand in {@link Draft}, which a host works on in place; the functions follow them on
 * a copy. What a call of it costs, with N entries: finding an entry by its key, log N comparisons,
 * or one where its slot is known from before; {@link #receive}, {@link #commit} and {@link #grant},
 * a few numbers, see {@link Entries}; {@link #slice}, nothing that grows with N: what it gives to
 * all is counted once, and each entry finds out when something happens to it. Only an entry that
 * comes or goes moves others.
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
   * What the receiver knows of one sender; all counts in bytes.
   *
   * @param wanted what it is still to be granted
   * @param granted cumulative credit issued, the initial credit included
   * @param accrued its shares that are not yet issued
   * @param arrived came in
   * @param committed is in memory
   */
  public record Sender(long wanted, long granted, long accrued, long arrived, long committed) {
    private static final Sender NOBODY = new Sender(0, 0, 0, 0, 0);
  }

  /**
   * The receiver; all counts in bytes.
   *
   * @param known the senders that have an entry
   * @param senders what is known of each, by its slot
   * @param remainder left over by the last division
   * @param budget may still be issued in this slice; below 0: owed to the next
   * @param lastSender the entry served last, which may be gone; null before the first
   */
  public record State(
      Table known, List<Sender> senders, long remainder, long budget, SenderKey lastSender) {
    public State {
      senders = List.copyOf(senders);
    }

    private Sender of(SenderKey key) {
      int slot = known.slot(key);
      return slot < 0 ? Sender.NOBODY : senders.get(slot);
    }

    /** Cumulative credit issued to a sender; 0 without an entry. */
    public long granted(SenderKey key) {
      return of(key).granted();
    }

    /** What a sender's entry is still to be granted; 0 without one. */
    public long wanted(SenderKey key) {
      return of(key).wanted();
    }

    /** Shares of a sender's entry that are not issued yet; 0 without one. */
    public long accrued(SenderKey key) {
      return of(key).accrued();
    }

    /** Bytes that came in from a sender; 0 without an entry. */
    public long arrived(SenderKey key) {
      return of(key).arrived();
    }

    /** Bytes of a sender that are in memory; 0 without an entry. */
    public long committed(SenderKey key) {
      return of(key).committed();
    }

    /** Credit issued that has not come in as data, over all entries. */
    public long outstanding() {
      return senders.stream().mapToLong(each -> each.granted() - each.arrived()).sum();
    }

    /** The same receiver with something else left over by the last division. */
    public State withRemainder(long other) {
      return new State(known, senders, other, budget, lastSender);
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
    return new State(new Table(new SenderKey[0]), List.of(), 0, params.sliceBytes(), null);
  }

  /**
   * The sender to be granted credit next, or null if none is due, the slice's budget is used up, or
   * the cap has no room. After each slice the host grants until there is none.
   */
  @Requirement("RCCC-12")
  public static SenderKey senderInTurn(State state, CreditParams params) {
    Draft draft = new Draft(state, params);
    int slot = draft.slotInTurn();
    return slot < 0 ? null : draft.entries.get(slot).key;
  }

  /** What an action that was tried on a draft came to, where it is answered with an ACK_CC. */
  private static Outcome<State> answered(State before, String refused, Draft draft, SenderKey key) {
    if (refused != null) {
      return Outcome.refused(before, refused);
    }
    Entry entry = draft.entries.get(draft.entries.slot(key));
    return Outcome.accepted(draft.toState(), new AckCc(entry.key, entry.granted, entry.committed));
  }

  /**
   * Takes a request: what its sender wants now, and the data that came with it. The first one makes
   * the entry; one without data is answered at once, with the totals as they stand.
   *
   * @param bytes of data, counted once however often they come; 0 for a request without any
   * @param field the credit_target field
   */
  @Requirement({"RCCC-1", "RCCC-16", "FIND-16", "FIND-25", "UET-5"})
  public static Outcome<State> receive(
      State state, CreditParams params, SenderKey key, long bytes, long field) {
    Draft draft = new Draft(state, params);
    String refused = draft.receive(key, NOWHERE, bytes, field);
    return bytes == 0
        ? answered(state, refused, draft, key)
        : Outcome.of(state, refused, draft::toState);
  }

  /**
   * The memory has taken bytes that came in: now they are acknowledged, and a grant that is due
   * rides along.
   */
  @Requirement("RCCC-4")
  public static Outcome<State> commit(State state, CreditParams params, SenderKey key, long bytes) {
    Draft draft = new Draft(state, params);
    return answered(state, draft.commit(key, NOWHERE, bytes), draft, key);
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
    Draft draft = new Draft(state, params);
    return Outcome.of(state, draft.slice(), draft::toState);
  }

  /** An ACK_CC on the slice timer: the credit that the entry in turn has accrued. */
  @Requirement({"RCCC-3", "RCCC-4", "RCCC-12", "FIND-5", "FIND-6", "FIND-15", "FIND-17"})
  public static Outcome<State> grant(State state, CreditParams params, SenderKey key) {
    Draft draft = new Draft(state, params);
    return answered(state, draft.grant(key, NOWHERE), draft, key);
  }

  /** The source has closed: its entry goes, and is not counted from the next slice on. */
  @Requirement({"RCCC-12", "RCCC-15"})
  public static Outcome<State> forget(State state, CreditParams params, SenderKey key) {
    Draft draft = new Draft(state, params);
    return Outcome.of(state, draft.forget(key, NOWHERE), draft::toState);
  }

  /**
   * A receiver that is worked on in place: the rules stand here, and the functions above follow
   * them on a copy. An action answers null, or why it is refused, and has changed nothing then.
   *
   * <p>Where an action takes a slot beside the key, it is the one at which the entry was last, as
   * {@link #slot} tells it, or negative: it is looked for there first.
   */
  public static final class Draft {
    private final CreditParams params;
    private final Entries entries = new Entries();

    /** The keys of the entries; null once one has come or gone. */
    private Table known;

    /**
     * All shares that a slice gave to each entry, added up; an entry's own shares are counted from
     * where it stood when something last happened to that entry, so that only the differences mean
     * anything.
     */
    private long level;

    private long remainder;
    private long budget;
    private SenderKey lastSender;

    /** Where the entry served last was last. */
    private int lastSlot = NOWHERE;

    /** Credit issued that has not come in as data, over all entries. */
    private long outstanding;

    /** How many entries want something. */
    private int waiting;

    /** A receiver to be worked on, which begins as this state. */
    public Draft(State state, CreditParams params) {
      this.params = params;
      known = state.known;
      remainder = state.remainder;
      budget = state.budget;
      lastSender = state.lastSender;
      for (int slot = 0; slot < known.size(); slot++) {
        Sender sender = state.senders.get(slot);
        Entry entry = new Entry(known.key(slot));
        entry.wanted = sender.wanted;
        entry.granted = sender.granted;
        entry.base = sender.accrued;
        entry.arrived = sender.arrived;
        entry.committed = sender.committed;
        entries.insert(slot, entry);
        entries.due(slot, dueAt(entry));
        outstanding += entry.granted - entry.arrived;
        waiting += entry.isWaiting() ? 1 : 0;
      }
    }

    /** The receiver as it stands. */
    public State toState() {
      int size = entries.size();
      List<Sender> senders = new ArrayList<>(size);
      SenderKey[] keys = known == null ? new SenderKey[size] : null;
      for (int slot = 0; slot < entries.slots(); slot++) {
        Entry entry = entries.get(slot);
        if (entry != null) {
          if (keys != null) {
            keys[senders.size()] = entry.key;
          }
          senders.add(sender(entry));
        }
      }
      if (keys != null) {
        known = new Table(keys);
      }
      return new State(known, senders, remainder, budget, lastSender);
    }

    /** How many senders have an entry. */
    public int size() {
      return entries.size();
    }

    /**
     * How many slots there are for entries, from 0 on. An entry that goes leaves its slot empty.
     * Slots change only where this number does: if it grows with an entry that comes, those from
     * the new one's slot on have moved up by one; if it falls with one that goes, entries have
     * moved together, in their order, and no slot is empty.
     */
    public int slots() {
      return entries.slots();
    }

    /** The slot of a sender's entry, looked for first where it was last; negative without one. */
    public int slot(SenderKey key, int near) {
      return entries.slot(key, near);
    }

    /** What is known of a sender; all 0 without an entry. */
    public Sender sender(SenderKey key, int near) {
      int slot = entries.slot(key, near);
      return slot < 0 ? Sender.NOBODY : sender(entries.get(slot));
    }

    private Sender sender(Entry entry) {
      return new Sender(
          entry.wanted, entry.granted, entry.accrued(level), entry.arrived, entry.committed);
    }

    /** {@link State#remainder}. */
    public long remainder() {
      return remainder;
    }

    /** {@link State#budget}. */
    public long budget() {
      return budget;
    }

    /** {@link State#lastSender}. */
    public SenderKey lastSender() {
      return lastSender;
    }

    /** {@link State#granted}. */
    public long granted(SenderKey key, int near) {
      int slot = entries.slot(key, near);
      return slot < 0 ? 0 : entries.get(slot).granted;
    }

    /** Shares at which an entry that wants so much need not wait for more. */
    private long enough(long wanted) {
      return Math.min(params.enough(), wanted);
    }

    /** The level at which an entry is due. */
    private long dueAt(Entry entry) {
      return entry.isWaiting() ? enough(entry.wanted) - entry.base : Entries.NEVER;
    }

    /**
     * The slot of {@link CreditGranter#senderInTurn}, or −1 if no entry is due or the slice's
     * budget is used up. Where the cap has no room for it, it waits, and so do those behind it.
     */
    public int slotInTurn() {
      int slot = budget <= 0 ? -1 : slotDue();
      if (slot < 0 || params.capBytes() == 0) {
        return slot;
      }
      long least = enough(entries.get(slot).wanted);
      return least <= params.capBytes() - outstanding ? slot : -1;
    }

    /** The slot of the next entry that is due, or -1. */
    private int slotDue() {
      int first = entries.firstDue(0, level);
      if (first < 0 || lastSender == null) {
        return first;
      }
      int last = entries.slot(lastSender, lastSlot);
      lastSlot = last;
      int slot = entries.firstDue(last < 0 ? ~last : last + 1, level);
      return slot < 0 ? first : slot;
    }

    /**
     * Whole quanta, at most what the budget holds, but a packet's worth in any case: the debt stays
     * below one packet. Never more than the cap leaves room for.
     */
    private long grantBytes(Entry entry) {
      long atMost = Math.max(budget, enough(entry.wanted));
      if (params.capBytes() != 0) {
        atMost = Math.min(atMost, params.capBytes() - outstanding);
      }
      return params.roundDown(Math.min(entry.accrued(level), atMost));
    }

    private void issue(int slot, long bytes) {
      if (bytes == 0) {
        return;
      }
      Entry entry = entries.get(slot);
      long granted = Math.addExact(entry.granted, bytes);
      boolean wasWaiting = entry.isWaiting();
      entry.base = entry.accrued(level) - bytes - level;
      entry.wanted -= bytes;
      entry.granted = granted;
      budget -= bytes;
      lastSender = entry.key;
      lastSlot = slot;
      outstanding += bytes;
      changed(slot, entry, wasWaiting);
    }

    private void changed(int slot, Entry entry, boolean wasWaiting) {
      entries.due(slot, dueAt(entry));
      waiting += (entry.isWaiting() ? 1 : 0) - (wasWaiting ? 1 : 0);
    }

    /** {@link CreditGranter#receive}. */
    public String receive(SenderKey key, int near, long bytes, long field) {
      if (bytes < 0) {
        return NO_DATA;
      }
      int slot = entries.slot(key, near);
      if (slot < 0) {
        slot = ~slot;
        Entry made = new Entry(key);
        made.granted = params.initialCreditBytes();
        made.base = -level;
        outstanding += made.granted;
        entries.insert(slot, made);
        known = null;
      }
      Entry entry = entries.get(slot);
      boolean wasWaiting = entry.isWaiting();
      long before = entry.accrued(level);
      entry.arrived = Math.addExact(entry.arrived, bytes);
      outstanding -= bytes;
      entry.wanted = wantedNow(entry, field);
      entry.base = Math.min(before, entry.wanted) - level;
      changed(slot, entry, wasWaiting);
      return null;
    }

    /**
     * What an entry wants after a request: what the source asks, as far as it may run ahead of what
     * has come in. A backlog replaces what was told before, though credit issued since may be on
     * its way; a total that comes late changes nothing.
     */
    @Requirement({"RCCC-3", "RCCC-12", "FIND-25"})
    private long wantedNow(Entry entry, long field) {
      long room = params.windowBytes() - (entry.granted - entry.arrived);
      if (params.targetIsBacklog()) {
        return Math.min(field, room);
      }
      long asked = params.progress(field, entry.granted);
      return Math.max(entry.wanted, params.sourceDocuments() ? Math.min(asked, room) : asked);
    }

    /** {@link CreditGranter#commit}. */
    public String commit(SenderKey key, int near, long bytes) {
      int slot = entries.slot(key, near);
      if (slot < 0) {
        return UNKNOWN;
      }
      Entry entry = entries.get(slot);
      if (bytes <= 0 || bytes > entry.arrived - entry.committed) {
        return NOT_ARRIVED;
      }
      boolean rides = entries.due(slot) <= level && slotInTurn() == slot;
      entry.committed += bytes;
      issue(slot, rides ? grantBytes(entry) : 0);
      return null;
    }

    /** {@link CreditGranter#slice}. */
    public String slice() {
      if (slotInTurn() >= 0) {
        return STILL_DUE;
      }
      if (waiting == 0) {
        return AT_REST;
      }
      long total = Math.addExact(params.sliceBytes(), remainder);
      level = Math.addExact(level, total / waiting);
      remainder = total % waiting;
      budget = Math.min(budget, params.quantumBytes() - 1) + params.sliceBytes();
      return null;
    }

    /** {@link CreditGranter#grant}. */
    public String grant(SenderKey key, int near) {
      int slot = entries.slot(key, near);
      if (slot < 0 || slotInTurn() != slot) {
        return NOT_IN_TURN;
      }
      issue(slot, grantBytes(entries.get(slot)));
      return null;
    }

    /** {@link CreditGranter#forget}. */
    public String forget(SenderKey key, int near) {
      int slot = entries.slot(key, near);
      if (slot < 0) {
        return UNKNOWN;
      }
      Entry entry = entries.get(slot);
      outstanding -= entry.granted - entry.arrived;
      waiting -= entry.isWaiting() ? 1 : 0;
      entries.remove(slot);
      known = null;
      return null;
    }
  }
}
