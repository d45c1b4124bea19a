package dev.sluice.cc.rccc;

import static dev.sluice.kernel.Unit.BYTE;
import static dev.sluice.kernel.Unit.NONE;

import dev.sluice.kernel.Action;
import dev.sluice.kernel.Action.By;
import dev.sluice.kernel.Face;
import dev.sluice.kernel.Listener;
import dev.sluice.kernel.Party;
import dev.sluice.requirement.Requirement;
import java.util.Arrays;

/**
 * The source's side of one CCC: what its PDCs want to send, the credit the receiver gave, and what
 * of it is spent. PDCs are known by their place, 0, 1, …; all counts are in bytes.
 *
 * <p>It is the sender of {@code spec/uet/CreditConservation.tla}, worked on in place: each method
 * that has the name of one of its actions does that action, and answers null, or why it is refused;
 * then nothing has changed. What the host is to send goes into a {@link Sink}.
 *
 * <p>A context has few PDCs, one a job: the search for the one whose turn it is passes over those
 * that have nothing to send.
 */
public final class CreditSpender {
  private static final String NOTHING_TO_ADD = "a message has at least one byte";
  private static final String CLOSED = "the context is closed";
  private static final String NOT_IN_TURN = "it is not this PDC's turn";
  private static final String NO_PACKET = "no queued packet has this size";
  private static final String NO_MESSAGE = "no queued message has this much left";
  private static final String NO_CREDIT = "the next packet does not fit the credit";
  private static final String MAY_TRANSMIT = "a packet may be sent, and carries the request";
  private static final String NOTHING_AWAITED = "nothing is left to send or to be acknowledged";
  private static final String NOT_LOST = "not enough bytes wait to be sent again";
  private static final String NOT_SENT = "not enough bytes are in flight";
  private static final String WORK_LEFT = "something is still to be sent";
  private static final String NOT_ACKNOWLEDGED = "something sent is not acknowledged yet";

  /** The place of no PDC. */
  public static final int NO_PDC = -1;

  /** What the host is to do. */
  public interface Sink {
    /**
     * A RUD_CC_REQ is to be sent.
     *
     * @param pdc the place of its PDC, or {@link #NO_PDC} if there is none
     * @param bytes of data that it carries on new credit
     * @param target what is wanted; {@link CreditParams#wireTarget} says what the field shows
     */
    void request(int pdc, long bytes, long target);
  }

  /** A message joins the backlog. */
  public static final Action WANT = Action.of("Want", By.APPLICATION, "p").telling("size");

  /** A packet leaves on new credit; again, if it was given up for lost. */
  public static final Action TRANSMIT =
      Action.of("Transmit", By.MUST, "p").telling("size", "retx", "credit_target");

  /** A request without data. */
  public static final Action ASK = Action.of("Ask", By.MUST).telling("size", "credit_target");

  /** A packet is given up for lost: the PDC says so, by its timer or by an acknowledgment. */
  public static final Action INFER_LOSS =
      Action.of("InferLoss", By.APPLICATION).telling("pdc", "size");

  /** One that was given up has arrived after all, says the PDC; or it leaves on old credit. */
  public static final Action RECOVER = Action.of("Recover", By.APPLICATION, "p").telling("size");

  /**
   * A packet leaves again on the credit that it had. A source need not: it may give the packet up,
   * and send it on new credit.
   */
  public static final Action RESEND = Action.of("Resend", By.MAY, "p").telling("credit_target");

  /** An ACK_CC that says something new. */
  public static final Action LEARN = Action.of("Learn", By.MESSAGE).telling("credit");

  /** The context closes. */
  public static final Action CLOSE = Action.of("Close", By.MUST);

  /** What a sender knows, under the names of the specification, and what it does. */
  public static final Face<CreditSpender> FACE =
      Face.of(CreditSpender.class)
          .heldBy(Party.SENDER)
          .truth("open", "the context exists", s -> s.open, (s, v) -> s.open = v)
          .row(
              "queue",
              BYTE,
              "what each PDC has still to send (tier one of the backlog)",
              s -> s.queue.length,
              (s, pdc) -> s.queue[(int) pdc],
              (s, pdc, v) -> s.queue[pdc] = v)
          .number(
              "lastPdc",
              NONE,
              "place of the PDC that sent last, from 1; 0 before the first",
              s -> s.lastPdc,
              (s, v) -> s.lastPdc = (int) v)
          .number(
              "backlog",
              BYTE,
              "of all PDCs, not yet authorised (tier two; in uet-1.0 not yet sent)",
              s -> s.backlog,
              (s, v) -> s.backlog = v)
          .number(
              "credit",
              BYTE,
              "largest cumulative credit seen, the initial credit included",
              s -> s.credit,
              (s, v) -> s.credit = v)
          .number(
              "authorised",
              BYTE,
              "ever taken off the backlog: so much the CCC lets its PDCs send",
              s -> s.authorised,
              (s, v) -> s.authorised = v)
          .number("spent", BYTE, "credit used up", s -> s.spent, (s, v) -> s.spent = v)
          .number(
              "acked",
              BYTE,
              "known to be in the target's memory",
              s -> s.acked,
              (s, v) -> s.acked = v)
          .actions(WANT, TRANSMIT, ASK, INFER_LOSS, RECOVER, RESEND, LEARN, CLOSE)
          .build();

  private final CreditParams params;
  private boolean open;
  private long[] queue;
  private int lastPdc;
  private long backlog;

  /** See {@link #credit()}. A test adds to it. */
  long credit;

  private long authorised;
  private long spent;
  private long acked;
  private Listener<CreditSpender> listener;

  /** A context that does not exist yet, with places for so many PDCs. */
  public CreditSpender(CreditParams params, int pdcs) {
    this.params = params;
    queue = new long[pdcs];
  }

  /** A raw copy: what happens to one does not happen to the other. */
  public CreditSpender copy() {
    return FACE.copy(this, new CreditSpender(params, queue.length));
  }

  /** Tells a listener of each action from now on; null for nobody. */
  public void tell(Listener<CreditSpender> to) {
    listener = to;
  }

  // ---------------------------------------------------------------- what it knows

  /** Whether the context exists. */
  public boolean open() {
    return open;
  }

  /** What the PDC at this place has still to send (tier one of the backlog). */
  public long queue(int pdc) {
    return queue[pdc];
  }

  /** Bytes of all PDCs not yet authorised (tier two; in {@code uet-1.0} not yet sent). */
  public long backlog() {
    return backlog;
  }

  /** Largest cumulative credit seen, the initial credit included. */
  public long credit() {
    return credit;
  }

  /** Ever taken off the backlog: so much the CCC lets its PDCs send. */
  public long authorised() {
    return authorised;
  }

  /** Credit used up. */
  public long spent() {
    return spent;
  }

  /** Known to be in the target's memory. */
  public long acked() {
    return acked;
  }

  /** Gives places to more PDCs. */
  public void places(int pdcs) {
    if (pdcs < queue.length) {
      throw new IllegalArgumentException(
          "a context has " + queue.length + " places and cannot shrink to " + pdcs);
    }
    queue = Arrays.copyOf(queue, pdcs);
  }

  /** What is wrong with its counts; null if nothing is. */
  public String broken() {
    long queued = Arrays.stream(queue).sum();
    if (queued != queued()) {
      return "PDCs have %d B to send, and %d B are neither sent nor let go"
          .formatted(queued, queued());
    }
    return backlog < 0 || credit < 0 || authorised < 0 || spent < 0 || acked < 0
        ? "a count is below zero: " + this
        : null;
  }

  @Override
  public String toString() {
    return "CreditSpender[open %s, queue %s, lastPdc %d, backlog %d, credit %d, authorised %d, spent %d, acked %d]"
        .formatted(
            open, Arrays.toString(queue), lastPdc, backlog, credit, authorised, spent, acked);
  }

  // ---------------------------------------------------------------- rules

  /** Returns the bytes that are sent and not known to be lost. */
  public long sent() {
    return params.sourceDocuments() ? spent : authorised;
  }

  /** Bytes that the CCC lets its PDCs send now. */
  @Requirement("RCCC-6")
  public long allowed() {
    return params.sourceDocuments() ? authorised - spent : credit + params.overshootBytes() - spent;
  }

  /** Returns the bytes that the PDCs have still to send. */
  public long queued() {
    return backlog + authorised - sent();
  }

  /**
   * The place of the PDC that sends next, or {@link #NO_PDC} if none has anything to send. It keeps
   * its turn until its packet fits the credit, so that none is passed over.
   */
  @Requirement("RCCC-17")
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

  /**
   * Bytes of the next packet of a message, its header with it: an MTU, or all that is left of the
   * message; where packets are cut, no more than the credit at hand. One that is larger than {@link
   * #allowed} has to wait.
   *
   * @param left bytes of the message that are not sent, with the headers of whole packets
   */
  @Requirement("RCCC-13")
  public long packetBytes(long left) {
    long whole = Math.min(params.mtuBytes(), left);
    return params.cutsPackets()
        ? Math.min(whole, Math.max(allowed(), params.headerBytes() + 1))
        : whole;
  }

  /**
   * Whether a packet that was given up for lost is sent again on the credit that it had ({@link
   * #resend}), and does not wait for its turn and for credit anew ({@link #transmitAgain}). In
   * {@code uet-1.0} it needs new credit; but as long as the target has not answered there is nobody
   * to give it, and the first packets, lost together with the initial credit, would never be sent
   * again.
   *
   * @param isKnown whether the target knows a PDC of this context that does not close
   */
  @Requirement({"RCCC-8", "RCCC-15", "FIND-9"})
  public boolean resendsFree(boolean isKnown) {
    return params.sourceDocuments() || !isKnown;
  }

  /** Whether the PDC in turn, if it has one message, has a packet that fits the credit. */
  @Requirement({"RCCC-6", "RCCC-13"})
  public boolean mayTransmit() {
    int pdc = pdcInTurn();
    return pdc != NO_PDC && packetBytes(queue[pdc]) <= allowed();
  }

  /** Lets the PDCs send what credit covers, where it is the backlog that is let out. */
  @Requirement("RCCC-8")
  private void authorise() {
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
  private long target() {
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

  /** Whether a request that leaves now asks for more than the credit that is known. */
  @Requirement({"RCCC-15", "FIND-16"})
  public boolean asksForMore() {
    return target() > (params.targetIsBacklog() ? 0 : credit);
  }

  /**
   * Takes a message of the application, whatever the PDC has still to send: the PDC's delta joins
   * the backlog of the CCC, which lets out what its credit covers. The first message opens the
   * context with its initial credit. Where a message ends is the host's to know, so that no packet
   * holds the end of one and the beginning of another.
   */
  @Requirement({"RCCC-7", "RCCC-8", "RCCC-9"})
  public String want(int pdc, long delta) {
    if (delta <= 0) {
      return NOTHING_TO_ADD;
    }
    long wanted = Math.addExact(backlog, delta);
    queue[pdc] = Math.addExact(queue[pdc], delta);
    backlog = wanted;
    credit = open ? credit : params.initialCreditBytes();
    open = true;
    authorise();
    if (listener != null) {
      listener.took(this, WANT, pdc + 1, delta);
    }
    return null;
  }

  /**
   * Sends one packet of the oldest message of the PDC in turn; the request says what is still
   * wanted.
   *
   * @param left bytes of the message that are not sent, with the headers of whole packets
   */
  @Requirement({"RCCC-6", "RCCC-8", "RCCC-13", "RCCC-17"})
  public String transmit(int pdc, long left, Sink sink) {
    if (pdcInTurn() != pdc) {
      return NOT_IN_TURN;
    }
    if (left <= 0 || left > queue[pdc]) {
      return NO_MESSAGE;
    }
    long bytes = packetBytes(left);
    String refused = spend(pdc, bytes);
    if (refused == null) {
      long more = params.rest(left, bytes) - (left - bytes);
      queue[pdc] = Math.addExact(queue[pdc], more);
      backlog = Math.addExact(backlog, more);
      leave(pdc, bytes, false, sink);
    }
    return refused;
  }

  /** Sends a packet of the PDC in turn that was given up for lost; it stays as it was. */
  @Requirement({"RCCC-6", "RCCC-8", "RCCC-13", "RCCC-17", "FIND-9"})
  public String transmitAgain(int pdc, long bytes, Sink sink) {
    if (pdcInTurn() != pdc) {
      return NOT_IN_TURN;
    }
    if (bytes <= 0 || bytes > Math.min(params.mtuBytes(), queue[pdc])) {
      return NO_PACKET;
    }
    String refused = spend(pdc, bytes);
    if (refused == null) {
      leave(pdc, bytes, true, sink);
    }
    return refused;
  }

  /** A packet that has taken its credit leaves, and the request with it. */
  private void leave(int pdc, long bytes, boolean again, Sink sink) {
    long target = target();
    if (listener != null) {
      listener.took(this, TRANSMIT, pdc + 1, bytes, again, params.wireTarget(target));
    }
    sink.request(pdc, bytes, target);
  }

  /** A packet of the PDC in turn takes its credit, if that is there. */
  @Requirement("RCCC-6")
  private String spend(int pdc, long bytes) {
    if (bytes > allowed()) {
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

  /**
   * Asks without data, when nothing can be sent and something is awaited: the receiver answers with
   * the totals as they stand. The host calls this on a timer.
   *
   * @param bytes of the packet that is to be sent next, as the host has cut it; 0 without any
   */
  @Requirement({"RCCC-15", "FIND-16"})
  public String ask(long bytes, Sink sink) {
    if (bytes > 0 && bytes <= allowed()) {
      return MAY_TRANSMIT;
    }
    if (queued() + sent() - acked == 0) {
      return NOTHING_AWAITED;
    }
    long target = target();
    if (listener != null) {
      listener.took(this, ASK, 0, params.wireTarget(target));
    }
    sink.request(NO_PDC, 0, target);
    return null;
  }

  /**
   * A packet of so many bytes was lost: they are to be sent again. The source's credit comes back
   * with them, since the receiver's link never carried them; in {@code uet-1.0} they join the
   * backlog, and credit is asked for them anew.
   */
  @Requirement({"RCCC-8", "RCCC-15", "FIND-9"})
  public String inferLoss(int pdc, long bytes) {
    if (bytes <= 0 || bytes > sent() - acked) {
      return NOT_SENT;
    }
    queue[pdc] = Math.addExact(queue[pdc], bytes);
    if (params.sourceDocuments()) {
      spent -= bytes;
    } else {
      backlog += bytes;
      authorised -= bytes;
    }
    if (listener != null) {
      listener.took(this, INFER_LOSS, pdc + 1, bytes);
    }
    return null;
  }

  /**
   * A packet that was given up for lost has arrived after all, before it was sent again: what
   * {@link #inferLoss} did is undone. In {@code source-documents} a host need not come here: there
   * a packet that is sent again spends the credit that came back with it, so that it can do both at
   * once.
   */
  @Requirement({"RCCC-8", "UET-1"})
  public String recover(int pdc, long bytes) {
    if (params.sourceDocuments() || bytes <= 0 || bytes > queue[pdc]) {
      return NOT_LOST;
    }
    queue[pdc] -= bytes;
    backlog -= bytes;
    authorised += bytes;
    if (listener != null) {
      listener.took(this, RECOVER, pdc + 1, bytes);
    }
    return null;
  }

  /**
   * Sends a packet of a PDC again on the credit that it had: that of a lost one comes back and is
   * spent at once. The request says what is wanted now, and brings nothing that is new to the
   * source's counts.
   */
  @Requirement({"RCCC-8", "RCCC-15", "FIND-9", "PDC-7"})
  public String resend(int pdc, Sink sink) {
    if (sent() == acked) {
      return NOT_SENT;
    }
    long target = target();
    if (listener != null) {
      listener.took(this, RESEND, pdc + 1, params.wireTarget(target));
    }
    sink.request(pdc, 0, target);
    return null;
  }

  /**
   * Adopts what an ACK_CC says, which is never refused. The increment is the total received less
   * the total recorded, both as the wire shows them; a late or repeated one changes nothing.
   *
   * @param wireCredit the credit field
   * @param inMemory bytes in the target's memory, of all that this context sent
   */
  @Requirement({"RCCC-5", "RCCC-8", "RCCC-16", "FIND-14", "FIND-19"})
  public String learn(long wireCredit, long inMemory) {
    if (!open) { // late, to a context that has closed
      return null;
    }
    long gained = params.progress(wireCredit, credit);
    long newly = Math.min(inMemory, sent()) - acked;
    if (gained > 0 || newly > 0) {
      credit = Math.addExact(credit, gained);
      acked += Math.max(0, newly);
      authorise();
      if (listener != null) {
        listener.took(this, LEARN, wireCredit);
      }
    }
    return null;
  }

  /** Closes the context, with its last PDC: all work is done and acknowledged. */
  @Requirement("RCCC-15")
  public String close() {
    if (!open) {
      return CLOSED;
    }
    if (queued() > 0) {
      return WORK_LEFT;
    }
    if (acked != sent()) {
      return NOT_ACKNOWLEDGED;
    }
    open = false;
    lastPdc = 0;
    backlog = 0;
    credit = 0;
    authorised = 0;
    spent = 0;
    acked = 0;
    if (listener != null) {
      listener.took(this, CLOSE);
    }
    return null;
  }
}
