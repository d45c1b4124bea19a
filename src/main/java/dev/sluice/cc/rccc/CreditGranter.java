package dev.sluice.cc.rccc;

import static dev.sluice.kernel.Unit.BYTE;
import static dev.sluice.kernel.Unit.NONE;

import dev.sluice.cc.rccc.Entries.Entry;
import dev.sluice.kernel.Action;
import dev.sluice.kernel.Action.By;
import dev.sluice.kernel.Face;
import dev.sluice.kernel.Listener;
import dev.sluice.kernel.Party;
import dev.sluice.requirement.Requirement;

/**
 * The receiver's side: the Active Sender Table, the slice of time that is divided among its
 * entries, and the cumulative credit that each was issued. All counts are in bytes.
 *
 * <p>It is the receiver of {@code spec/uet/CreditConservation.tla}, worked on in place: each method
 * that has the name of one of its actions does that action, and answers null, or why it is refused;
 * then nothing has changed. What the host is to send goes into a {@link Sink}.
 *
 * <p>Where an action takes a slot beside the key, it is the one at which the entry was last, as
 * {@link #slot} tells it, or negative: it is looked for there first.
 *
 * <p>What a call costs, with N entries: finding an entry by its key, log N comparisons, or one
 * where its slot is known from before; {@link #receive}, {@link #commit} and {@link #grant}, a few
 * numbers, see {@link Entries}; {@link #slice}, nothing that grows with N: what it gives to all is
 * counted once, and each entry finds out when something happens to it. Only an entry that comes or
 * goes moves others.
 */
public final class CreditGranter {
  private static final String NO_DATA = "a request cannot carry less than zero bytes";
  private static final String UNKNOWN = "the sender has no entry";
  private static final String NOT_ARRIVED = "not enough bytes wait to be committed";
  private static final String STILL_DUE = "an entry is due, and the slice has budget left";
  private static final String AT_REST = "no entry wants anything: the timer rests";
  private static final String NOT_IN_TURN = "it is not this entry's turn to be granted credit";

  /** In place of the slot at which an entry was last. */
  public static final int NOWHERE = -1;

  /** What the host is to do. */
  public interface Sink {
    /**
     * An ACK_CC is to be sent.
     *
     * @param to the sender's entry
     * @param total cumulative credit; {@link CreditParams#wireCredit} says what the field shows
     * @param issued how much of it was issued just now
     * @param acked bytes in memory, of all that this sender sent
     */
    void ackCc(SenderKey to, long total, long issued, long acked);
  }

  /**
   * The entry of one sender, to be read.
   *
   * @param near the slot at which it was last, or {@link #NOWHERE}
   */
  public record Of(CreditGranter granter, SenderKey key, int near) {}

  /** A request has come. With all actions here, a listener has the {@link SenderKey} as s. */
  public static final Action RECEIVE =
      Action.of("Receive", By.MESSAGE, "s").telling("size", "credit_target");

  /** The header of a trimmed packet has come. */
  public static final Action RECEIVE_TRIMMED =
      Action.of("ReceiveTrimmed", By.MESSAGE, "s").telling("credit_target");

  /** The memory of the same host has taken bytes. */
  public static final Action COMMIT =
      Action.of("Commit", By.APPLICATION, "s").telling("credit", "size");

  /** The slice timer runs out, and a slice is divided. The specification has no length of it. */
  public static final Action SLICE = Action.of("Slice", By.TIME);

  /** Credit is issued on the slice timer. */
  public static final Action GRANT = Action.of("Grant", By.MUST, "s").telling("credit");

  /** A sender's Close arrives, and its entry goes. */
  public static final Action FORGET = Action.of("Forget", By.MESSAGE, "s");

  /** What a receiver knows of one sender; all 0 without an entry. */
  public static final Face<Of> ENTRY =
      Face.of(Of.class, "an entry of CreditGranter")
          .heldBy(Party.RECEIVER)
          .number(
              "wanted",
              BYTE,
              "what the sender is still to be granted",
              of -> of.granter.wanted(of.key, of.near),
              null)
          .number(
              "granted",
              BYTE,
              "cumulative credit issued to it, the initial credit included",
              of -> of.granter.granted(of.key, of.near),
              null)
          .number(
              "accrued",
              BYTE,
              "its shares that are not issued yet",
              of -> of.granter.accrued(of.key, of.near),
              null)
          .number(
              "arrived", BYTE, "came in from it", of -> of.granter.arrived(of.key, of.near), null)
          .number(
              "committed",
              BYTE,
              "of that, is in memory",
              of -> of.granter.committed(of.key, of.near),
              null)
          .build();

  /** What a receiver keeps for all senders, and what it does. */
  public static final Face<CreditGranter> FACE =
      Face.of(CreditGranter.class)
          .heldBy(Party.RECEIVER)
          .number(
              "remainder",
              BYTE,
              "left over by the last division",
              g -> g.remainder,
              (g, v) -> g.remainder = v)
          .number(
              "budget",
              BYTE,
              "what may still be issued in this slice; below 0: owed to the next",
              g -> g.budget,
              (g, v) -> g.budget = v)
          .keeps(
              "level",
              BYTE,
              "all shares that a slice gave to each entry, added up",
              g -> g.level,
              (g, v) -> g.level = v)
          .keeps(
              "outstanding",
              BYTE,
              "credit issued that has not come in as data",
              g -> g.outstanding,
              (g, v) -> g.outstanding = v,
              g -> g.entries.sum(Entry::outstanding))
          .keeps(
              "waiting",
              NONE,
              "entries that want something",
              g -> g.waiting,
              (g, v) -> g.waiting = (int) v,
              g -> g.entries.sum(entry -> entry.wanted > 0 ? 1 : 0))
          .keeps(
              "lastSlot",
              NONE,
              "where the entry served last was last",
              g -> g.lastSlot,
              (g, v) -> g.lastSlot = (int) v)
          .actions(RECEIVE, RECEIVE_TRIMMED, COMMIT, SLICE, GRANT, FORGET)
          .build();

  private final CreditParams params;
  private final Entries entries;

  /**
   * All shares that a slice gave to each entry, added up; an entry's own shares are counted from
   * where it stood when something last happened to that entry, so that only the differences mean
   * anything.
   */
  private long level;

  /** See {@link #remainder()}. A test drops it. */
  long remainder;

  private long budget;
  private SenderKey lastSender;

  /** Where the entry served last was last. */
  private int lastSlot = NOWHERE;

  /** Credit issued that has not come in as data, over all entries. */
  private long outstanding;

  /** How many entries want something. */
  private int waiting;

  private Listener<CreditGranter> listener;

  /** A receiver that knows nobody, at the beginning of a slice. */
  public CreditGranter(CreditParams params) {
    this(params, Entries.BITS, Entries.SPARE);
  }

  /**
   * The same with a table of other sizes inside, so that few entries fill rows and move.
   *
   * @param bits how many entries stand together in a row: 2 to the power of this, from 1 up
   * @param spare how many slots there may be for each entry, from 1 up; with more of them empty,
   *     the entries move together
   */
  public CreditGranter(CreditParams params, int bits, int spare) {
    this.params = params;
    entries = new Entries(bits, spare);
    budget = params.sliceBytes();
  }

  private CreditGranter(CreditParams params, Entries entries) {
    this.params = params;
    this.entries = entries;
  }

  /** A raw copy: what happens to one does not happen to the other. */
  public CreditGranter copy() {
    CreditGranter copy = FACE.copy(this, new CreditGranter(params, entries.copy()));
    copy.lastSender = lastSender;
    return copy;
  }

  /** Tells a listener of each action from now on; null for nobody. */
  public void tell(Listener<CreditGranter> to) {
    listener = to;
  }

  // ---------------------------------------------------------------- what it knows

  /** How many senders have an entry. */
  public int size() {
    return entries.size();
  }

  /**
   * How many slots there are for entries, from 0 on. An entry that goes leaves its slot empty.
   * Slots change only where this number does: if it grows with an entry that comes, those from the
   * new one's slot on have moved up by one; if it falls with one that goes, entries have moved
   * together, in their order, and no slot is empty.
   */
  public int slots() {
    return entries.slots();
  }

  /** The slot of a sender's entry, looked for first where it was last; negative without one. */
  public int slot(SenderKey key, int near) {
    return entries.slot(key, near);
  }

  /** Whether a sender has an entry. */
  public boolean known(SenderKey key) {
    return entries.slot(key) >= 0;
  }

  /** The key of the entry in a slot; null if it is empty. */
  public SenderKey key(int slot) {
    Entry entry = entries.get(slot);
    return entry == null ? null : entry.key;
  }

  /** What a sender's entry is still to be granted; 0 without one. */
  public long wanted(SenderKey key, int near) {
    int slot = entries.slot(key, near);
    return slot < 0 ? 0 : entries.get(slot).wanted;
  }

  /** Cumulative credit issued to a sender, the initial credit included; 0 without an entry. */
  public long granted(SenderKey key, int near) {
    int slot = entries.slot(key, near);
    return slot < 0 ? 0 : entries.get(slot).granted;
  }

  /** Shares of a sender's entry that are not issued yet; 0 without one. */
  public long accrued(SenderKey key, int near) {
    int slot = entries.slot(key, near);
    return slot < 0 ? 0 : entries.get(slot).accrued(level);
  }

  /** Bytes that came in from a sender; 0 without an entry. */
  public long arrived(SenderKey key, int near) {
    int slot = entries.slot(key, near);
    return slot < 0 ? 0 : entries.get(slot).arrived;
  }

  /** Bytes of a sender that are in memory; 0 without an entry. */
  public long committed(SenderKey key, int near) {
    int slot = entries.slot(key, near);
    return slot < 0 ? 0 : entries.get(slot).committed;
  }

  /** Left over by the last division. */
  public long remainder() {
    return remainder;
  }

  /** What may still be issued in this slice; below 0: owed to the next. */
  public long budget() {
    return budget;
  }

  /** The entry served last, which may be gone; null before the first. */
  public SenderKey lastSender() {
    return lastSender;
  }

  /** Credit issued that has not come in as data, over all entries. */
  public long outstanding() {
    return outstanding;
  }

  /** What is wrong with what it keeps beside its variables; null if nothing is. */
  public String broken() {
    for (int slot = 0; slot < entries.slots(); slot++) {
      Entry entry = entries.get(slot);
      if (entry != null) {
        if (entries.due(slot) != dueAt(entry)) {
          return "the entry of %s is said to be due at %d, and is at %d"
              .formatted(entry.key, entries.due(slot), dueAt(entry));
        }
        if (entry.base + level < 0) {
          return "%s has %d shares".formatted(entry.key, entry.base + level);
        }
      }
    }
    String broken = FACE.broken(this, 0);
    return broken != null ? broken : entries.broken();
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("CreditGranter[");
    for (int slot = 0; slot < entries.slots(); slot++) {
      Entry entry = entries.get(slot);
      if (entry != null) {
        text.append(
            "%s: wanted %d, granted %d, accrued %d, arrived %d, committed %d; "
                .formatted(
                    entry.key,
                    entry.wanted,
                    entry.granted,
                    entry.accrued(level),
                    entry.arrived,
                    entry.committed));
      }
    }
    return text.append("remainder ")
        .append(remainder)
        .append(", budget ")
        .append(budget)
        .append(", lastSender ")
        .append(lastSender)
        .append(']')
        .toString();
  }

  // ---------------------------------------------------------------- rules

  /** Shares at which an entry that wants so much need not wait for more. */
  private long enough(long wanted) {
    return Math.min(params.enough(), wanted);
  }

  /** The level at which an entry is due. */
  private long dueAt(Entry entry) {
    return entry.isWaiting() ? enough(entry.wanted) - entry.base : Entries.NEVER;
  }

  /**
   * The slot of the sender to be granted credit next, or −1 if none is due or the slice's budget is
   * used up; after each slice the host grants until there is none. Where the cap has no room for
   * it, it waits, and so do those behind it.
   */
  @Requirement({"RCCC-12", "FIND-5"})
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

  /**
   * Issues credit, if there is any, and has all that is to be told sent.
   *
   * @param committed bytes that the memory has just taken; 0 on the slice timer
   */
  private void issue(int slot, long bytes, long committed, Sink sink) {
    Entry entry = entries.get(slot);
    long granted = Math.addExact(entry.granted, bytes);
    if (bytes > 0) {
      boolean wasWaiting = entry.isWaiting();
      long before = entry.outstanding();
      entry.base = entry.accrued(level) - bytes - level;
      entry.wanted -= bytes;
      entry.granted = granted;
      budget -= bytes;
      lastSender = entry.key;
      lastSlot = slot;
      outstanding += entry.outstanding() - before;
      changed(slot, entry, wasWaiting);
    }
    if (listener != null) {
      long credit = params.wireCredit(granted);
      if (committed > 0) {
        listener.took(this, COMMIT, entry.key, credit, committed);
      } else {
        listener.took(this, GRANT, entry.key, credit);
      }
    }
    sink.ackCc(entry.key, granted, bytes, entry.committed);
  }

  private void changed(int slot, Entry entry, boolean wasWaiting) {
    entries.due(slot, dueAt(entry));
    waiting += (entry.isWaiting() ? 1 : 0) - (wasWaiting ? 1 : 0);
  }

  /**
   * Takes a request: what its sender wants now, and the data that came with it. The first one makes
   * the entry; one without data is answered at once, with the totals as they stand.
   *
   * @param bytes of data, counted once however often they come; 0 for a request without any
   * @param field the credit_target field
   */
  @Requirement({"RCCC-1", "RCCC-16", "FIND-16", "FIND-25", "UET-5"})
  public String receive(SenderKey key, int near, long bytes, long field, Sink sink) {
    if (bytes < 0) {
      return NO_DATA;
    }
    int slot = entries.slot(key, near);
    if (slot < 0) {
      slot = ~slot;
      Entry made = new Entry(key);
      made.granted = params.initialCreditBytes();
      outstanding += made.granted;
      entries.insert(slot, made);
    }
    Entry entry = entries.get(slot);
    long before = entry.outstanding();
    entry.arrived = Math.addExact(entry.arrived, bytes);
    outstanding += entry.outstanding() - before;
    want(slot, entry, wantedNow(entry, field));
    if (listener != null) {
      listener.took(this, RECEIVE, key, bytes, field);
    }
    if (bytes == 0) {
      sink.ackCc(entry.key, entry.granted, 0, entry.committed);
    }
    return null;
  }

  /**
   * Takes the header of a trimmed packet: its sender's demand when it left. If lost packets need
   * new credit, the entry wants a packet more. The host refuses the packet.
   *
   * @param field the credit_target field
   */
  @Requirement({"RCCC-3", "UET-6"})
  public String receiveTrimmed(SenderKey key, int near, long field) {
    int slot = entries.slot(key, near);
    if (slot < 0) {
      return UNKNOWN;
    }
    Entry entry = entries.get(slot);
    long more = params.sourceDocuments() ? 0 : params.roundUp(params.mtuBytes());
    want(slot, entry, Math.addExact(wantedNow(entry, field), more));
    if (listener != null) {
      listener.took(this, RECEIVE_TRIMMED, key, field);
    }
    return null;
  }

  /** Sets the demand of an entry, and drops its shares beyond that. */
  private void want(int slot, Entry entry, long wanted) {
    boolean wasWaiting = entry.isWaiting();
    long before = entry.accrued(level);
    entry.wanted = wanted;
    entry.base = Math.min(before, entry.wanted) - level;
    changed(slot, entry, wasWaiting);
  }

  /**
   * What an entry wants after a request: what the source asks, as far as it may run ahead of what
   * has come in. A backlog replaces what was told before, though credit issued since may be on its
   * way; a total that comes late changes nothing.
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

  /**
   * The memory has taken bytes that came in: now they are acknowledged, and a grant that is due
   * rides along.
   */
  @Requirement("RCCC-4")
  public String commit(SenderKey key, int near, long bytes, Sink sink) {
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
    issue(slot, rides ? grantBytes(entry) : 0, bytes, sink);
    return null;
  }

  /**
   * The slice timer: what the link carries in a slice is divided among the entries that want
   * something; the remainder is carried. An entry does not accrue beyond what it wants. Budget that
   * nobody used lapses, but for what is less than a quantum.
   *
   * <p>Refused while {@link #slotInTurn} names an entry, since a slice does not end with credit
   * that is due and within the budget; and while no entry wants anything, when the timer rests.
   */
  @Requirement({"RCCC-2", "RCCC-3", "RCCC-12", "FIND-8"})
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
    if (listener != null) {
      listener.took(this, SLICE);
    }
    return null;
  }

  /** An ACK_CC on the slice timer: the credit that the entry in turn has accrued. */
  @Requirement({"RCCC-3", "RCCC-4", "RCCC-12", "FIND-5", "FIND-6", "FIND-15", "FIND-17"})
  public String grant(SenderKey key, int near, Sink sink) {
    int slot = entries.slot(key, near);
    if (slot < 0 || slotInTurn() != slot) {
      return NOT_IN_TURN;
    }
    issue(slot, grantBytes(entries.get(slot)), 0, sink);
    return null;
  }

  /** The source has closed: its entry goes, and is not counted from the next slice on. */
  @Requirement({"RCCC-12", "RCCC-15"})
  public String forget(SenderKey key, int near) {
    int slot = entries.slot(key, near);
    if (slot < 0) {
      return UNKNOWN;
    }
    Entry entry = entries.get(slot);
    outstanding -= entry.outstanding();
    waiting -= entry.isWaiting() ? 1 : 0;
    entries.remove(slot);
    if (listener != null) {
      listener.took(this, FORGET, key);
    }
    return null;
  }
}
