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
 * <p>The rules stand in {@link Draft}, which a host works on in place; the functions follow them on
 * a copy. A context has few PDCs, one a job: the search for the one whose turn it is passes over
 * those that have nothing to send.
 */
public final class CreditSpender {
  private static final String NOTHING_TO_ADD = "a message has at least one byte";
  private static final String CLOSED = "the context is closed";
  private static final String NOT_IN_TURN = "it is not this PDC's turn";
  private static final String NO_PACKET = "no packet of so many bytes is queued";
  private static final String NO_MESSAGE = "no message of so many bytes is queued";
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

  /** Bytes sent and not known to be lost. */
  static long sent(State state, CreditParams params) {
    return new Draft(state).sent(params);
  }

  /** Bytes that the CCC lets its PDCs send now. */
  @Requirement("RCCC-6")
  public static long allowed(State state, CreditParams params) {
    return new Draft(state).allowed(params);
  }

  /** Bytes that the PDCs have still to send. */
  static long queued(State state, CreditParams params) {
    return new Draft(state).queued(params);
  }

  /**
   * The place of the PDC that sends next, or {@link #NO_PDC} if none has anything to send. It keeps
   * its turn until its packet fits the credit, so that none is passed over.
   */
  @Requirement("RCCC-17")
  public static int pdcInTurn(State state) {
    return new Draft(state).pdcInTurn();
  }

  /**
   * Bytes of the next packet of a message, its header with it: an MTU, or all that is left of the
   * message; where packets are cut, no more than the credit at hand. One that is larger than {@link
   * #allowed} has to wait.
   *
   * @param left bytes of the message that are not sent, with the headers of whole packets
   */
  @Requirement("RCCC-13")
  public static long packetBytes(State state, CreditParams params, long left) {
    return new Draft(state).packetBytes(params, left);
  }

  /** Whether the PDC in turn, if it has one message, has a packet that fits the credit. */
  @Requirement({"RCCC-6", "RCCC-13"})
  public static boolean mayTransmit(State state, CreditParams params) {
    Draft draft = new Draft(state);
    int pdc = draft.pdcInTurn();
    return pdc != NO_PDC && draft.packetBytes(params, draft.queue[pdc]) <= draft.allowed(params);
  }

  /**
   * Takes a message of the application, whatever the PDC has still to send: the PDC's delta joins
   * the backlog of the CCC, which lets out what its credit covers. The first message opens the
   * context with its initial credit. Where a message ends is the host's to know, so that no packet
   * holds the end of one and the beginning of another.
   */
  @Requirement({"RCCC-7", "RCCC-8", "RCCC-9"})
  public static Outcome<State> want(State state, CreditParams params, int pdc, long delta) {
    Draft draft = new Draft(state);
    return authorising(state, draft.want(params, pdc, delta), draft);
  }

  private static Outcome<State> authorising(State before, String refused, Draft draft) {
    long freed = draft.authorised - before.authorised;
    return refused != null || freed == 0
        ? Outcome.of(before, refused, draft::toState)
        : Outcome.accepted(draft.toState(), new Authorised(freed));
  }

  /** Sends one packet of the PDC in turn, which has one message. */
  @Requirement({"RCCC-6", "RCCC-8", "RCCC-13", "RCCC-17"})
  public static Outcome<State> transmit(State state, CreditParams params, int pdc) {
    return transmit(state, params, pdc, state.queue().bytes(pdc));
  }

  /**
   * Sends one packet of the oldest message of the PDC in turn; the request says what is still
   * wanted.
   *
   * @param left bytes of the message that are not sent, with the headers of whole packets
   */
  @Requirement({"RCCC-6", "RCCC-8", "RCCC-13", "RCCC-17"})
  public static Outcome<State> transmit(State state, CreditParams params, int pdc, long left) {
    Draft draft = new Draft(state);
    long before = draft.spent;
    String refused = draft.transmit(params, pdc, left);
    return Outcome.of(
        state,
        refused,
        draft::toState,
        new Request(pdc, draft.spent - before, draft.target(params)));
  }

  /** Sends a packet of the PDC in turn that was given up for lost; it stays as it was. */
  @Requirement({"RCCC-6", "RCCC-8", "RCCC-13", "RCCC-17", "FIND-9"})
  public static Outcome<State> transmitAgain(
      State state, CreditParams params, int pdc, long bytes) {
    Draft draft = new Draft(state);
    String refused = draft.transmitAgain(params, pdc, bytes);
    return Outcome.of(
        state, refused, draft::toState, new Request(pdc, bytes, draft.target(params)));
  }

  /**
   * Asks without data, when nothing can be sent and something is awaited: the receiver answers with
   * the totals as they stand. The host calls this on a timer.
   *
   * @param bytes of the packet that is to be sent next, as the host has cut it; 0 without any
   */
  @Requirement({"RCCC-15", "FIND-16"})
  public static Outcome<State> ask(State state, CreditParams params, long bytes) {
    Draft draft = new Draft(state);
    String refused = draft.ask(params, bytes);
    return Outcome.of(state, refused, () -> state, new Request(NO_PDC, 0, draft.target(params)));
  }

  /**
   * A packet of so many bytes was lost: they are to be sent again. The source's credit comes back
   * with them, since the receiver's link never carried them; in {@code uet-1.0} they join the
   * backlog, and credit is asked for them anew.
   */
  @Requirement({"RCCC-8", "RCCC-15", "FIND-9"})
  public static Outcome<State> inferLoss(State state, CreditParams params, int pdc, long bytes) {
    Draft draft = new Draft(state);
    return Outcome.of(state, draft.inferLoss(params, pdc, bytes), draft::toState);
  }

  /**
   * A packet that was given up for lost has arrived after all, before it was sent again: what
   * {@link #inferLoss} did is undone. In {@code source-documents} a host need not come here: there
   * a packet that is sent again spends the credit that came back with it, so that it can do both at
   * once.
   */
  @Requirement({"RCCC-8", "UET-1"})
  public static Outcome<State> recover(State state, CreditParams params, int pdc, long bytes) {
    Draft draft = new Draft(state);
    return Outcome.of(state, draft.recover(params, pdc, bytes), draft::toState);
  }

  /**
   * Sends a packet of a PDC again on the credit that it had: that of a lost one comes back and is
   * spent at once. The request says what is wanted now, and brings nothing that is new to the
   * source's counts.
   */
  @Requirement({"RCCC-8", "RCCC-15", "FIND-9", "PDC-7"})
  public static Outcome<State> resend(State state, CreditParams params, int pdc) {
    Draft draft = new Draft(state);
    String refused = draft.resend(params);
    return Outcome.of(state, refused, () -> state, new Request(pdc, 0, draft.target(params)));
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
    Draft draft = new Draft(state);
    return draft.learn(params, wireCredit, acked)
        ? authorising(state, null, draft)
        : Outcome.accepted(state);
  }

  /** Closes the context, with its last PDC: all work is done and acknowledged. */
  @Requirement("RCCC-15")
  public static Outcome<State> close(State state, CreditParams params) {
    Draft draft = new Draft(state);
    return Outcome.of(state, draft.close(params), draft::toState);
  }

  /**
   * A context that is worked on in place: the rules stand here, and the functions above follow them
   * on a copy. An action answers null, or why it is refused, and has changed nothing then.
   */
  public static final class Draft {
    private boolean open;
    private int lastPdc;
    private long[] queue;
    private long backlog;
    private long credit;
    private long authorised;
    private long spent;
    private long acked;

    /** A context to be worked on, which begins as this state. */
    public Draft(State state) {
      open = state.open;
      lastPdc = state.lastPdc;
      queue = state.queue.bytes.clone();
      backlog = state.backlog;
      credit = state.credit;
      authorised = state.authorised;
      spent = state.spent;
      acked = state.acked;
    }

    /** The context as it stands. */
    public State toState() {
      return new State(
          open, new Queue(queue.clone()), lastPdc, backlog, credit, authorised, spent, acked);
    }

    /** {@link State#open()}. */
    public boolean open() {
      return open;
    }

    /** {@link State#backlog()}. */
    public long backlog() {
      return backlog;
    }

    /** {@link State#credit()}. */
    public long credit() {
      return credit;
    }

    /** {@link State#spent()}. */
    public long spent() {
      return spent;
    }

    /** {@link State#acked()}. */
    public long acked() {
      return acked;
    }

    /** Gives places to more PDCs. */
    public void places(int pdcs) {
      if (pdcs < queue.length) {
        throw new IllegalArgumentException(
            "a context has " + queue.length + " places, and cannot do with " + pdcs);
      }
      queue = Arrays.copyOf(queue, pdcs);
    }

    private long sent(CreditParams params) {
      return params.sourceDocuments() ? spent : authorised;
    }

    /** {@link CreditSpender#allowed}. */
    public long allowed(CreditParams params) {
      return params.sourceDocuments()
          ? authorised - spent
          : credit + params.overshootBytes() - spent;
    }

    private long queued(CreditParams params) {
      return backlog + authorised - sent(params);
    }

    /** {@link CreditSpender#pdcInTurn}. */
    public int pdcInTurn() {
      int pdcs = queue.length;
      int pdc = lastPdc % pdcs;
      for (int k = 0; k < pdcs; k++) {
        if (queue[pdc] > 0) {
          return pdc;
        }
        pdc = pdc + 1 == pdcs ? 0 : pdc + 1;
      }
      return NO_PDC;
    }

    /** {@link CreditSpender#packetBytes}. */
    public long packetBytes(CreditParams params, long left) {
      long whole = Math.min(params.mtuBytes(), left);
      return params.cutsPackets()
          ? Math.min(whole, Math.max(allowed(params), params.headerBytes() + 1))
          : whole;
    }

    /** Lets the PDCs send what credit covers, where it is the backlog that is let out. */
    private void authorise(CreditParams params) {
      if (params.sourceDocuments()) {
        long freed = Math.min(credit - authorised, backlog);
        backlog -= freed;
        authorised += freed;
      }
    }

    /**
     * What req_cc_state says: the backlog, or how much credit in all covers it, as far as the field
     * holds either; in {@code uet-1.0} the level up to which credit is wanted.
     */
    @Requirement({"RCCC-7", "FIND-25"})
    public long target(CreditParams params) {
      if (params.targetIsBacklog()) {
        return Math.min(backlog, params.modulus() - 1);
      }
      if (params.sourceDocuments()) {
        return Math.addExact(authorised, Math.min(backlog, params.reach()));
      }
      long window = params.windowBytes();
      long beyond = Math.min(window, Math.min(window, backlog) - (credit - spent));
      return Math.addExact(credit, params.roundUp(Math.max(0, beyond)));
    }

    /** {@link CreditSpender#want}. */
    public String want(CreditParams params, int pdc, long delta) {
      if (delta <= 0) {
        return NOTHING_TO_ADD;
      }
      backlog = Math.addExact(backlog, delta);
      queue[pdc] = Math.addExact(queue[pdc], delta);
      credit = open ? credit : params.initialCreditBytes();
      open = true;
      authorise(params);
      return null;
    }

    /** {@link CreditSpender#transmit}; {@link #target} says what the request asks for. */
    public String transmit(CreditParams params, int pdc, long left) {
      if (pdcInTurn() != pdc) {
        return NOT_IN_TURN;
      }
      if (left <= 0 || left > queue[pdc]) {
        return NO_MESSAGE;
      }
      long bytes = packetBytes(params, left);
      String refused = spend(params, pdc, bytes);
      if (refused == null) {
        long more = params.rest(left, bytes) - (left - bytes);
        queue[pdc] = Math.addExact(queue[pdc], more);
        backlog = Math.addExact(backlog, more);
      }
      return refused;
    }

    /** {@link CreditSpender#transmitAgain}; {@link #target} says what the request asks for. */
    public String transmitAgain(CreditParams params, int pdc, long bytes) {
      if (pdcInTurn() != pdc) {
        return NOT_IN_TURN;
      }
      if (bytes <= 0 || bytes > Math.min(params.mtuBytes(), queue[pdc])) {
        return NO_PACKET;
      }
      return spend(params, pdc, bytes);
    }

    /** A packet of the PDC in turn takes its credit, if that is there. */
    private String spend(CreditParams params, int pdc, long bytes) {
      if (bytes > allowed(params)) {
        return NO_CREDIT;
      }
      spent = Math.addExact(spent, bytes);
      queue[pdc] -= bytes;
      lastPdc = pdc + 1;
      if (!params.sourceDocuments()) {
        backlog -= bytes;
        authorised += bytes;
      }
      return null;
    }

    /** {@link CreditSpender#ask}; {@link #target} says what the request asks for. */
    public String ask(CreditParams params, long bytes) {
      if (bytes > 0 && bytes <= allowed(params)) {
        return MAY_TRANSMIT;
      }
      return queued(params) + sent(params) - acked == 0 ? NOTHING_AWAITED : null;
    }

    /** {@link CreditSpender#inferLoss}. */
    public String inferLoss(CreditParams params, int pdc, long bytes) {
      if (bytes <= 0 || bytes > sent(params) - acked) {
        return NOT_SENT;
      }
      queue[pdc] = Math.addExact(queue[pdc], bytes);
      if (params.sourceDocuments()) {
        spent -= bytes;
      } else {
        backlog += bytes;
        authorised -= bytes;
      }
      return null;
    }

    /** {@link CreditSpender#recover}. */
    public String recover(CreditParams params, int pdc, long bytes) {
      if (params.sourceDocuments() || bytes <= 0 || bytes > queue[pdc]) {
        return NOT_LOST;
      }
      queue[pdc] -= bytes;
      backlog -= bytes;
      authorised += bytes;
      return null;
    }

    /** {@link CreditSpender#resend}; {@link #target} says what the request asks for. */
    public String resend(CreditParams params) {
      return sent(params) == acked ? NOT_SENT : null;
    }

    /** {@link CreditSpender#learn}, which is never refused; whether anything has changed. */
    public boolean learn(CreditParams params, long wireCredit, long inMemory) {
      if (!open) {
        return false; // late, to a context that has closed: nothing to change
      }
      long gained = params.progress(wireCredit, credit);
      long known = Math.max(acked, Math.min(inMemory, sent(params)));
      if (gained == 0 && known == acked) {
        return false;
      }
      credit = Math.addExact(credit, gained);
      acked = known;
      authorise(params);
      return true;
    }

    /** {@link CreditSpender#close}. */
    public String close(CreditParams params) {
      if (!open) {
        return CLOSED;
      }
      if (queued(params) > 0) {
        return WORK_LEFT;
      }
      if (acked != sent(params)) {
        return NOT_ACKNOWLEDGED;
      }
      open = false;
      lastPdc = 0;
      backlog = 0;
      credit = 0;
      authorised = 0;
      spent = 0;
      acked = 0;
      return null;
    }
  }
}
