package dev.sluice.cc.rccc;

import dev.sluice.cc.Effect;
import dev.sluice.cc.Outcome;
import dev.sluice.requirement.Requirement;
import java.util.Arrays;

/**
 * The source's side of one CCC: what its PDCs want to send, the credit the receiver gave, and what
 * of it is spent.
 *
 * <p>Mirrors the sender of {@code spec/uet/CreditConservation.tla}: each public method that returns
 * an outcome is the action of the same name. PDCs are known by their place, 0, 1, ….
 *
 * <p>Each call makes one or two small objects. A context has few PDCs, one a job: the search for
 * the one whose turn it is passes over those that have nothing to send, and what they have to send
 * is one array, copied with each packet.
 */
public final class CreditSpender {
  private static final String NOTHING_TO_ADD = "a message has at least one byte";
  private static final String CLOSED = "the context is closed";
  private static final String NOT_IN_TURN = "it is not this PDC's turn";
  private static final String NO_PACKET = "no packet of so many bytes is queued";
  private static final String NO_CREDIT = "the next packet does not fit the credit";
  private static final String MAY_TRANSMIT = "a packet may be sent, and says what is wanted";
  private static final String NOTHING_AWAITED = "nothing is left to send or to be acknowledged";
  private static final String NOT_LOST = "so many bytes do not wait to be sent again";
  private static final String NOT_SENT = "so many bytes are not in flight";
  private static final String WORK_LEFT = "something is still to be sent";
  private static final String NOT_ACKNOWLEDGED = "something sent is not acknowledged yet";

  private CreditSpender() {}

  /**
   * One context; all counts in bytes.
   *
   * @param open the context exists
   * @param queue what each PDC has still to send (tier one of the backlog)
   * @param lastPdc place of the PDC that sent last, counted from 1; 0 before the first
   * @param backlog of all PDCs, not yet authorised (tier two; in {@code uet-1.0} not yet sent)
   * @param credit largest cumulative credit seen, the initial credit included
   * @param authorised ever taken off the backlog
   * @param spent credit used up
   * @param acked known to be in the target's memory
   */
  public record State(
      boolean open,
      Queue queue,
      int lastPdc,
      long backlog,
      long credit,
      long authorised,
      long spent,
      long acked) {
    public State {
      if (backlog < 0 || credit < 0 || authorised < 0 || spent < 0 || acked < 0) {
        throw new IllegalArgumentException(
            "a count is negative: backlog %d, credit %d, authorised %d, spent %d, acked %d"
                .formatted(backlog, credit, authorised, spent, acked));
      }
    }
  }

  /** What each PDC of a context has still to send, in bytes, by place. */
  public static final class Queue {
    private final long[] bytes;

    private Queue(long[] bytes) {
      this.bytes = bytes;
    }

    /** How many PDCs share the context. */
    public int pdcs() {
      return bytes.length;
    }

    /** Bytes that the PDC at this place has still to send. */
    public long bytes(int pdc) {
      return bytes[pdc];
    }

    private Queue plus(int pdc, long delta) {
      long[] copy = bytes.clone();
      copy[pdc] = Math.addExact(copy[pdc], delta);
      return new Queue(copy);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Queue that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
      return Arrays.toString(bytes);
    }
  }

  /** The CCC lets its PDCs send so many bytes more. */
  public record Authorised(long bytes) implements Effect {}

  /**
   * A RUD_CC_REQ is to be sent.
   *
   * @param pdc the place of its PDC, or {@link #NO_PDC} if there is none
   * @param bytes of data that it carries on new credit
   * @param target what is wanted; {@link CreditParams#wireTarget} says what the field shows
   */
  public record Request(int pdc, long bytes, long target) implements Effect {}

  /** The place of no PDC. */
  public static final int NO_PDC = -1;

  /** A context that does not exist yet, for so many PDCs. */
  public static State closed(int pdcs) {
    return new State(false, new Queue(new long[pdcs]), 0, 0, 0, 0, 0, 0);
  }

  /** The same context with places for more PDCs. */
  public static State withPlaces(State state, int pdcs) {
    if (pdcs < state.queue().pdcs()) {
      throw new IllegalArgumentException(
          "a context has " + state.queue().pdcs() + " places, and cannot do with " + pdcs);
    }
    return new State(
        state.open(),
        new Queue(Arrays.copyOf(state.queue().bytes, pdcs)),
        state.lastPdc(),
        state.backlog(),
        state.credit(),
        state.authorised(),
        state.spent(),
        state.acked());
  }

  /** Bytes sent and not known to be lost. */
  static long sent(State state, CreditParams params) {
    return params.sourceDocuments() ? state.spent() : state.authorised();
  }

  /** Bytes that the CCC lets its PDCs send now. */
  @Requirement("RCCC-6")
  public static long allowed(State state, CreditParams params) {
    return params.sourceDocuments()
        ? state.authorised() - state.spent()
        : state.credit() + params.overshootBytes() - state.spent();
  }

  /** Bytes that the PDCs have still to send. */
  static long queued(State state, CreditParams params) {
    return state.backlog() + state.authorised() - sent(state, params);
  }

  /**
   * The place of the PDC that sends next, or {@link #NO_PDC} if none has anything to send. It keeps
   * its turn until its packet fits the credit, so that none is passed over.
   */
  @Requirement("RCCC-17")
  public static int pdcInTurn(State state) {
    int pdcs = state.queue().pdcs();
    int pdc = state.lastPdc() % pdcs;
    for (int k = 0; k < pdcs; k++) {
      if (state.queue().bytes(pdc) > 0) {
        return pdc;
      }
      pdc = pdc + 1 == pdcs ? 0 : pdc + 1;
    }
    return NO_PDC;
  }

  /** Bytes of the next packet of a PDC: an MTU, or all that it has. */
  static long packetBytes(State state, CreditParams params, int pdc) {
    return Math.min(params.mtuBytes(), state.queue().bytes(pdc));
  }

  /** Whether the PDC in turn has a packet that fits the credit. */
  @Requirement({"RCCC-6", "RCCC-13"})
  public static boolean mayTransmit(State state, CreditParams params) {
    int pdc = pdcInTurn(state);
    return pdc != NO_PDC && packetBytes(state, params, pdc) <= allowed(state, params);
  }

  private static long authorise(CreditParams params, long credit, long backlog, long before) {
    return params.sourceDocuments() ? Math.min(credit - before, backlog) : 0;
  }

  /**
   * What req_cc_state says: the backlog, as far as the field holds it; in {@code uet-1.0} the level
   * up to which credit is wanted.
   */
  private static long creditTarget(CreditParams params, long backlog, long credit, long spent) {
    if (params.sourceDocuments()) {
      return Math.min(backlog, params.modulus() - 1);
    }
    long window = params.windowBytes();
    long beyond = Math.min(window, Math.min(window, backlog) - (credit - spent));
    return Math.addExact(credit, params.roundUp(Math.max(0, beyond)));
  }

  /**
   * Takes a message of the application, whatever the PDC has still to send: the PDC's delta joins
   * the backlog of the CCC, which lets out what its credit covers. The first message opens the
   * context with its initial credit. Packets are the host's to cut, so that none holds the end of
   * one message and the beginning of another.
   */
  @Requirement({"RCCC-7", "RCCC-8", "RCCC-9"})
  public static Outcome<State> want(State state, CreditParams params, int pdc, long delta) {
    if (delta <= 0) {
      return Outcome.refused(state, NOTHING_TO_ADD);
    }
    long credit = state.open() ? state.credit() : params.initialCreditBytes();
    long backlog = Math.addExact(state.backlog(), delta);
    long freed = authorise(params, credit, backlog, state.authorised());
    State next =
        new State(
            true,
            state.queue().plus(pdc, delta),
            state.lastPdc(),
            backlog - freed,
            credit,
            state.authorised() + freed,
            state.spent(),
            state.acked());
    return authorising(next, freed);
  }

  private static Outcome<State> authorising(State next, long freed) {
    return freed > 0 ? Outcome.accepted(next, new Authorised(freed)) : Outcome.accepted(next);
  }

  /** Sends one packet of the PDC in turn; the request says what is still wanted. */
  @Requirement({"RCCC-6", "RCCC-8", "RCCC-13", "RCCC-17"})
  public static Outcome<State> transmit(State state, CreditParams params, int pdc) {
    if (pdcInTurn(state) != pdc) {
      return Outcome.refused(state, NOT_IN_TURN);
    }
    return transmit(state, params, pdc, packetBytes(state, params, pdc));
  }

  /**
   * Sends a packet of so many bytes, which the host has cut: of the PDC in turn, and at most an
   * MTU.
   */
  @Requirement({"RCCC-6", "RCCC-8", "RCCC-13", "RCCC-17"})
  public static Outcome<State> transmit(State state, CreditParams params, int pdc, long bytes) {
    if (pdcInTurn(state) != pdc) {
      return Outcome.refused(state, NOT_IN_TURN);
    }
    if (bytes <= 0 || bytes > packetBytes(state, params, pdc)) {
      return Outcome.refused(state, NO_PACKET);
    }
    if (bytes > allowed(state, params)) {
      return Outcome.refused(state, NO_CREDIT);
    }
    long taken = params.sourceDocuments() ? 0 : bytes;
    long spent = Math.addExact(state.spent(), bytes);
    State next =
        new State(
            true,
            state.queue().plus(pdc, -bytes),
            pdc + 1,
            state.backlog() - taken,
            state.credit(),
            state.authorised() + taken,
            spent,
            state.acked());
    long target = creditTarget(params, next.backlog(), next.credit(), spent);
    return Outcome.accepted(next, new Request(pdc, bytes, target));
  }

  /**
   * Asks without data, when nothing can be sent and something is awaited: the receiver answers with
   * the totals as they stand. The host calls this on a timer.
   *
   * @param bytes of the packet that is to be sent next, as the host has cut it; 0 without any
   */
  @Requirement({"RCCC-15", "FIND-16"})
  public static Outcome<State> ask(State state, CreditParams params, long bytes) {
    if (bytes > 0 && bytes <= allowed(state, params)) {
      return Outcome.refused(state, MAY_TRANSMIT);
    }
    if (queued(state, params) + sent(state, params) - state.acked() == 0) {
      return Outcome.refused(state, NOTHING_AWAITED);
    }
    long target = creditTarget(params, state.backlog(), state.credit(), state.spent());
    return Outcome.accepted(state, new Request(NO_PDC, 0, target));
  }

  /**
   * A packet of so many bytes was lost: they are to be sent again. The source's credit comes back
   * with them, since the receiver's link never carried them; in {@code uet-1.0} they join the
   * backlog, and credit is asked for them anew.
   */
  @Requirement({"RCCC-8", "RCCC-15", "FIND-9"})
  public static Outcome<State> inferLoss(State state, CreditParams params, int pdc, long bytes) {
    if (bytes <= 0 || bytes > sent(state, params) - state.acked()) {
      return Outcome.refused(state, NOT_SENT);
    }
    boolean returned = params.sourceDocuments();
    return Outcome.accepted(
        new State(
            true,
            state.queue().plus(pdc, bytes),
            state.lastPdc(),
            returned ? state.backlog() : state.backlog() + bytes,
            state.credit(),
            returned ? state.authorised() : state.authorised() - bytes,
            returned ? state.spent() - bytes : state.spent(),
            state.acked()));
  }

  /**
   * A packet that was given up for lost has arrived after all, before it was sent again: what
   * {@link #inferLoss} did is undone. In {@code source-documents} a host need not come here: there
   * a packet that is sent again spends the credit that came back with it, so that it can do both at
   * once.
   */
  @Requirement({"RCCC-8", "UET-1"})
  public static Outcome<State> recover(State state, CreditParams params, int pdc, long bytes) {
    if (params.sourceDocuments() || bytes <= 0 || bytes > state.queue().bytes(pdc)) {
      return Outcome.refused(state, NOT_LOST);
    }
    return Outcome.accepted(
        new State(
            true,
            state.queue().plus(pdc, -bytes),
            state.lastPdc(),
            state.backlog() - bytes,
            state.credit(),
            state.authorised() + bytes,
            state.spent(),
            state.acked()));
  }

  /**
   * Sends a packet of a PDC again on the credit that it had: that of a lost one comes back and is
   * spent at once. The request says what is wanted now, and brings nothing that is new to the
   * source's counts.
   */
  @Requirement({"RCCC-8", "RCCC-15", "FIND-9", "PDC-7"})
  public static Outcome<State> resend(State state, CreditParams params, int pdc) {
    if (sent(state, params) == state.acked()) {
      return Outcome.refused(state, NOT_SENT);
    }
    long target = creditTarget(params, state.backlog(), state.credit(), state.spent());
    return Outcome.accepted(state, new Request(pdc, 0, target));
  }

  /**
   * Adopts what an ACK_CC says. The increment is the total received less the total recorded, both
   * as the wire shows them; a late or repeated one changes nothing.
   *
   * @param wireCredit the credit field
   * @param acked bytes in the target's memory, of all that this context sent
   */
  @Requirement({"RCCC-5", "RCCC-8", "RCCC-16", "FIND-14", "FIND-19"})
  public static Outcome<State> learn(
      State state, CreditParams params, long wireCredit, long acked) {
    if (!state.open()) {
      return Outcome.accepted(state); // late, to a context that has closed: nothing to change
    }
    long gained = params.progress(wireCredit, state.credit());
    long known = Math.max(state.acked(), Math.min(acked, sent(state, params)));
    if (gained == 0 && known == state.acked()) {
      return Outcome.accepted(state);
    }
    long credit = Math.addExact(state.credit(), gained);
    long freed = authorise(params, credit, state.backlog(), state.authorised());
    State next =
        new State(
            true,
            state.queue(),
            state.lastPdc(),
            state.backlog() - freed,
            credit,
            state.authorised() + freed,
            state.spent(),
            known);
    return authorising(next, freed);
  }

  /** Closes the context, with its last PDC: all work is done and acknowledged. */
  @Requirement("RCCC-15")
  public static Outcome<State> close(State state, CreditParams params) {
    if (!state.open()) {
      return Outcome.refused(state, CLOSED);
    }
    if (queued(state, params) > 0) {
      return Outcome.refused(state, WORK_LEFT);
    }
    if (state.acked() != sent(state, params)) {
      return Outcome.refused(state, NOT_ACKNOWLEDGED);
    }
    return Outcome.accepted(new State(false, state.queue(), 0, 0, 0, 0, 0, 0));
  }
}
