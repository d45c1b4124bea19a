package dev.sluice.cc.rccc;

import dev.sluice.cc.Effect;
import dev.sluice.cc.Outcome;
import dev.sluice.requirement.Requirement;
import java.util.Arrays;

/**
 * The receiver's side: the Active Sender Table, the slice of time that is divided among its
 * entries, and the cumulative credit that each was issued.
 *
 * <p>Mirrors the receiver of {@code spec/uet/CreditConservation.tla}: each public method that
 * returns an outcome is the action of the same name.
 *
 * <p>What a call costs, with N entries: finding an entry by its key, log N comparisons; {@link
 * #receive} and {@link #commit}, a few chunks of 16 numbers copied, and the list of chunks; {@link
 * #slice}, one pass over the table, once a slice; {@link #grant}, the distance to the next entry
 * that is due, so that all grants of a slice together pass over the table once; an entry that comes
 * or goes, one pass. 4,096 entries make a state of 160 KB, of which a packet copies 4 KB at most.
 */
public final class CreditGranter {
  private static final String NO_DATA = "a request does not carry less than nothing";
  private static final String UNKNOWN = "the sender has no entry";
  private static final String NOT_ARRIVED = "so many bytes do not wait to be committed";
  private static final String STILL_DUE = "an entry is due, and the slice has budget left";
  private static final String AT_REST = "no entry wants anything: the timer rests";
  private static final String NOT_IN_TURN = "it is not this entry's turn to be granted credit";

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
   * The receiver; all counts in bytes, per slot of the table where they are rows.
   *
   * @param known the senders that have an entry
   * @param wanted the entry's backlog, less what was granted since it was told
   * @param granted cumulative credit issued, the initial credit included
   * @param accrued the entry's shares, not yet issued
   * @param arrived came in
   * @param committed is in memory
   * @param remainder left over by the last division
   * @param budget may still be issued in this slice; below 0: owed to the next
   * @param lastSender the entry served last, which may be gone; null before the first
   */
  public record State(
      Table known,
      Longs wanted,
      Longs granted,
      Longs accrued,
      Longs arrived,
      Longs committed,
      long remainder,
      long budget,
      SenderKey lastSender) {

    /** Cumulative credit issued to a sender; 0 without an entry. */
    public long granted(SenderKey key) {
      return at(granted, key);
    }

    /** Backlog of a sender's entry; 0 without one. */
    public long wanted(SenderKey key) {
      return at(wanted, key);
    }

    /** Shares of a sender's entry that are not issued yet; 0 without one. */
    public long accrued(SenderKey key) {
      return at(accrued, key);
    }

    /** Bytes that came in from a sender; 0 without an entry. */
    public long arrived(SenderKey key) {
      return at(arrived, key);
    }

    /** Bytes of a sender that are in memory; 0 without an entry. */
    public long committed(SenderKey key) {
      return at(committed, key);
    }

    private long at(Longs row, SenderKey key) {
      int slot = known.slot(key);
      return slot < 0 ? 0 : row.get(slot);
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
    Longs none = Longs.zeros(0);
    return new State(
        new Table(new SenderKey[0]), none, none, none, none, none, 0, params.sliceBytes(), null);
  }

  private static boolean isDue(State state, CreditParams params, int slot) {
    long wanted = state.wanted().get(slot);
    return wanted > 0 && state.accrued().get(slot) >= Math.min(params.enough(), wanted);
  }

  /** The slot to be served next, or -1 if no entry is due or the slice's budget is used up. */
  private static int slotInTurn(State state, CreditParams params) {
    if (state.budget() <= 0) {
      return -1;
    }
    int size = state.known().size();
    int slot = 0;
    if (state.lastSender() != null) {
      int last = state.known().slot(state.lastSender());
      slot = last < 0 ? -last - 1 : last + 1;
    }
    for (int k = 0; k < size; k++, slot++) {
      if (slot >= size) {
        slot -= size;
      }
      if (isDue(state, params, slot)) {
        return slot;
      }
    }
    return -1;
  }

  /**
   * The sender to be granted credit next, or null if none is due or the slice's budget is used up.
   * After each slice the host grants until there is none.
   */
  @Requirement("RCCC-12")
  public static SenderKey senderInTurn(State state, CreditParams params) {
    int slot = slotInTurn(state, params);
    return slot < 0 ? null : state.known().key(slot);
  }

  /**
   * Whole quanta, at most what the budget holds, but a packet's worth in any case: the debt stays
   * below one packet.
   */
  private static long grantBytes(State state, CreditParams params, int slot) {
    long wanted = state.wanted().get(slot);
    long atMost = Math.max(state.budget(), Math.min(params.enough(), wanted));
    return params.roundDown(Math.min(Math.min(state.accrued().get(slot), wanted), atMost));
  }

  private static Outcome<State> issue(State state, Longs committed, int slot, long bytes) {
    long total = Math.addExact(state.granted().get(slot), bytes);
    SenderKey key = state.known().key(slot);
    State next =
        new State(
            state.known(),
            state.wanted().with(slot, state.wanted().get(slot) - bytes),
            state.granted().with(slot, total),
            state.accrued().with(slot, state.accrued().get(slot) - bytes),
            state.arrived(),
            committed,
            state.remainder(),
            state.budget() - bytes,
            bytes == 0 ? state.lastSender() : key);
    return Outcome.accepted(next, new AckCc(key, total, committed.get(slot)));
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
    if (bytes < 0) {
      return Outcome.refused(state, NO_DATA);
    }
    int slot = state.known().slot(key);
    if (slot < 0) {
      slot = -slot - 1;
      state = withEntry(state, params, slot, key);
    }
    long issued = state.granted().get(slot);
    long in = Math.addExact(state.arrived().get(slot), bytes);
    long wanted =
        params.sourceDocuments()
            ? Math.min(field, params.windowBytes() - (issued - in))
            : Math.max(state.wanted().get(slot), params.progress(field, issued));
    State next =
        new State(
            state.known(),
            state.wanted().with(slot, wanted),
            state.granted(),
            state.accrued().with(slot, Math.min(state.accrued().get(slot), wanted)),
            state.arrived().with(slot, in),
            state.committed(),
            state.remainder(),
            state.budget(),
            state.lastSender());
    return bytes > 0
        ? Outcome.accepted(next)
        : Outcome.accepted(next, new AckCc(key, issued, next.committed().get(slot)));
  }

  private static State withEntry(State state, CreditParams params, int slot, SenderKey key) {
    return new State(
        state.known().with(slot, key),
        state.wanted().withInserted(slot, 0),
        state.granted().withInserted(slot, params.initialCreditBytes()),
        state.accrued().withInserted(slot, 0),
        state.arrived().withInserted(slot, 0),
        state.committed().withInserted(slot, 0),
        state.remainder(),
        state.budget(),
        state.lastSender());
  }

  /**
   * The memory has taken bytes that came in: now they are acknowledged, and a grant that is due
   * rides along.
   */
  @Requirement("RCCC-4")
  public static Outcome<State> commit(State state, CreditParams params, SenderKey key, long bytes) {
    int slot = state.known().slot(key);
    if (slot < 0) {
      return Outcome.refused(state, UNKNOWN);
    }
    long before = state.committed().get(slot);
    if (bytes <= 0 || bytes > state.arrived().get(slot) - before) {
      return Outcome.refused(state, NOT_ARRIVED);
    }
    boolean rides =
        state.budget() > 0 && isDue(state, params, slot) && slotInTurn(state, params) == slot;
    long grant = rides ? grantBytes(state, params, slot) : 0;
    return issue(state, state.committed().with(slot, before + bytes), slot, grant);
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
    Longs wanted = state.wanted();
    int active = wanted.positive();
    if (active == 0) {
      return Outcome.refused(state, AT_REST);
    }
    long total = Math.addExact(params.sliceBytes(), state.remainder());
    long share = total / active;
    return Outcome.accepted(
        new State(
            state.known(),
            wanted,
            state.granted(),
            state.accrued().plus(share, wanted),
            state.arrived(),
            state.committed(),
            total % active,
            Math.min(state.budget(), params.quantumBytes() - 1) + params.sliceBytes(),
            state.lastSender()));
  }

  /** An ACK_CC on the slice timer: the credit that the entry in turn has accrued. */
  @Requirement({"RCCC-3", "RCCC-4", "RCCC-12", "FIND-15", "FIND-17"})
  public static Outcome<State> grant(State state, CreditParams params, SenderKey key) {
    int slot = state.known().slot(key);
    if (slot < 0 || slotInTurn(state, params) != slot) {
      return Outcome.refused(state, NOT_IN_TURN);
    }
    return issue(state, state.committed(), slot, grantBytes(state, params, slot));
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
            state.wanted().without(slot),
            state.granted().without(slot),
            state.accrued().without(slot),
            state.arrived().without(slot),
            state.committed().without(slot),
            state.remainder(),
            state.budget(),
            state.lastSender()));
  }
}
