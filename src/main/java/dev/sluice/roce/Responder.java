package dev.sluice.roce;

import static dev.sluice.kernel.Unit.NONE;
import static dev.sluice.kernel.Unit.PSN;

import dev.sluice.kernel.Action;
import dev.sluice.kernel.Action.By;
import dev.sluice.kernel.Face;
import dev.sluice.kernel.Listener;
import dev.sluice.kernel.Party;
import dev.sluice.requirement.Requirement;

/**
 * The end of a reliable connection that answers: which packet is executed, and what is said to each
 * of them.
 *
 * <p>Mirrors the responder's variables of {@code spec/roce/RcTransport.tla}, and its actions of the
 * same names. PSNs and MSNs are as the wire has them. An action answers null, or why it is refused,
 * and has changed nothing then.
 */
public final class Responder {
  /** A request packet comes, and is answered: without a word in place of the kind, by nothing. */
  public static final Action RECEIVE =
      Action.of("Receive", By.MESSAGE)
          .telling("op", "psn", "span", "first", "last", "ack", "kind", "answered", "msn");

  /** The user has room for one more message. */
  public static final Action POST_RECEIVE = Action.of("PostReceive", By.APPLICATION);

  /** The variables and actions of the specification that are the responder's. */
  public static final Face<Responder> FACE =
      Face.of(Responder.class)
          .heldBy(Party.RECEIVER)
          .number("epsn", PSN, "expected", r -> r.epsn, (r, v) -> r.epsn = v)
          .number("msn", NONE, "messages completed", r -> r.msn, (r, v) -> r.msn = v)
          .truth("silent", "it has told of the gap", r -> r.silent, (r, v) -> r.silent = v)
          .number(
              "receives",
              NONE,
              "receives posted and not used",
              r -> r.receives,
              (r, v) -> r.receives = v)
          .truth("refused", "it has refused a request", r -> r.refused, (r, v) -> r.refused = v)
          .keeps("open", NONE, "the open message", r -> r.open, (r, v) -> r.open = (int) v)
          .keeps("kept", NONE, "results saved", r -> r.kept, (r, v) -> r.kept = (int) v)
          .keeps("latest", NONE, "its place", r -> r.latest, (r, v) -> r.latest = (int) v)
          .keeps(
              "savedPsn",
              PSN,
              "of a result",
              r -> r.savedPsn.length,
              (r, at) -> r.savedPsn[(int) at],
              (r, at, v) -> r.savedPsn[at] = v)
          .keeps(
              "savedValue",
              NONE,
              "a result",
              r -> r.savedValue.length,
              (r, at) -> r.savedValue[(int) at],
              (r, at, v) -> r.savedValue[at] = v)
          .actions(RECEIVE, POST_RECEIVE)
          .build();

  private static final int NO_MESSAGE = 0;

  private final long modulus;
  private final PsnRing psns;

  private long epsn;
  private long msn;
  private boolean silent;
  private long receives;
  private boolean refused;

  /** The kind of the message whose last packet has not been executed yet. */
  private int open;

  private int kept;
  private int latest;
  private final long[] savedPsn;
  private final long[] savedValue;

  private Listener<Responder> listener;

  /** What the connection's owner does for it. */
  public interface Sink {
    /**
     * A packet is executed for the first and only time; of a READ, nothing but its responses tells
     * of that.
     *
     * @return what an ATOMIC has found; of others any number
     */
    long execute(RequestPacket packet);

    /**
     * What a READ asks for is read, and leaves: a response for each PSN from that of the packet.
     */
    void read(RequestPacket packet, long msn);

    /** The answer to an ATOMIC leaves. */
    void answerAtomic(long psn, long msn, long value);

    /** An acknowledgment leaves, or a NAK. */
    void answer(ResponseKind kind, long psn, long msn);
  }

  /**
   * A responder that has seen nothing.
   *
   * @param modulus of PSNs and MSNs; 2^24 on the wire
   * @param firstPsn that of the first packet
   * @param receives that its user has posted already
   * @param saved results of ATOMICs that it keeps, at least 1
   * @throws IllegalArgumentException if one is out of its range
   */
  public Responder(long modulus, long firstPsn, long receives, int saved) {
    if (receives < 0 || saved < 1) {
      throw new IllegalArgumentException(receives + " receives, " + saved + " results");
    }
    this.modulus = modulus;
    this.receives = receives;
    psns = new PsnRing(modulus, firstPsn);
    epsn = firstPsn;
    savedPsn = new long[saved];
    savedValue = new long[saved];
  }

  /** A copy with everything in it. */
  public Responder copy() {
    return FACE.copy(this, new Responder(modulus, psns.of(0), receives, savedPsn.length));
  }

  /** Tells a listener of each action from now on; null for nobody. */
  public void tell(Listener<Responder> to) {
    listener = to;
  }

  /** The PSN expected. */
  public long epsn() {
    return epsn;
  }

  /** Messages completed, modulo as many as there are PSNs. */
  public long msn() {
    return msn;
  }

  /** Receives posted and not used. */
  public long receives() {
    return receives;
  }

  /** Whether it has refused a request, and is silent for ever. */
  public boolean refused() {
    return refused;
  }

  /** How many results of ATOMICs it keeps at most. */
  public int keeps() {
    return savedPsn.length;
  }

  /** How many results of ATOMICs it has kept. */
  public int saved() {
    return kept;
  }

  /** The PSN of a result; place 0 is the latest. */
  public long savedPsn(int place) {
    return savedPsn[at(place)];
  }

  /** A result; place 0 is the latest. */
  public long savedValue(int place) {
    return savedValue[at(place)];
  }

  private int at(int place) {
    return Math.floorMod(latest - place, savedPsn.length);
  }

  /** The user has room for one more message. */
  @Requirement("RC-11")
  public String postReceive() {
    receives++;
    if (listener != null) {
      listener.took(this, POST_RECEIVE);
    }
    return null;
  }

  /**
   * A request packet comes: it is executed, and answered, or dropped.
   *
   * @param allowed whether the user allows the request, which counts with the packet that begins it
   */
  @Requirement({"RC-3", "RC-4", "RC-5", "RC-6", "RC-8", "RC-11", "RC-16"})
  public String receive(RequestPacket packet, boolean allowed, Sink sink) {
    if (refused) {
      told(packet, null, 0);
    } else if (psns.isAhead(packet.psn(), epsn)) {
      early(packet, sink);
    } else if (packet.psn() != epsn) {
      again(packet, allowed, sink);
    } else if (!continues(packet) || starts(packet) && !allowed) {
      refused = true;
      answer(packet, ResponseKind.REFUSED, epsn, sink);
    } else if (packet.op().needsReceive(packet.first(), packet.last()) && receives == 0) {
      silent = true;
      answer(packet, ResponseKind.RNR, epsn, sink);
    } else {
      execute(packet, sink);
    }
    return null;
  }

  /** Returns whether a packet begins a request: a READ does, wherever in the response it begins. */
  private static boolean starts(RequestPacket packet) {
    return packet.first() || packet.op().isAnswered();
  }

  /**
   * Returns whether a packet goes on with the open message, or begins a request if none is open.
   */
  @Requirement("RC-16")
  private boolean continues(RequestPacket packet) {
    return open == (starts(packet) ? NO_MESSAGE : message(packet.op()));
  }

  /**
   * Returns a message's number; immediate data, which its last packet alone shows, is no matter.
   */
  private static int message(Op op) {
    return op == Op.SEND ? 1 : 2;
  }

  /** Tells what has come, and what is answered to it: a kind and a PSN, or null for nothing. */
  private void told(RequestPacket packet, ResponseKind kind, long psn) {
    if (listener != null) {
      listener.took(
          this,
          RECEIVE,
          packet.op().name(),
          packet.psn(),
          packet.span(),
          packet.first(),
          packet.last(),
          packet.ack(),
          kind == null ? "" : kind.name(),
          psn,
          msn);
    }
  }

  private void answer(RequestPacket packet, ResponseKind kind, long psn, Sink sink) {
    told(packet, kind, psn);
    sink.answer(kind, psn, msn);
  }

  /** One before it is missing: the first to tell of it draws a NAK. */
  @Requirement("RC-6")
  private void early(RequestPacket packet, Sink sink) {
    boolean tells = !silent;
    silent = true;
    if (tells) {
      answer(packet, ResponseKind.NAK, epsn, sink);
    } else {
      told(packet, null, 0);
    }
  }

  /** The one expected. */
  @Requirement({"RC-3", "RC-4", "RC-5", "RC-8"})
  private void execute(RequestPacket packet, Sink sink) {
    Op op = packet.op();
    epsn = psns.plus(epsn, packet.span());
    msn = packet.last() ? (msn + 1) % modulus : msn;
    silent = false;
    open = packet.last() ? NO_MESSAGE : message(op);
    receives -= op.needsReceive(packet.first(), packet.last()) ? 1 : 0;
    if (op == Op.ATOMIC) {
      latest = (latest + 1) % savedPsn.length;
      kept = Math.min(kept + 1, savedPsn.length);
      savedPsn[latest] = packet.psn();
    }
    long found = sink.execute(packet);
    if (op == Op.ATOMIC) {
      savedValue[latest] = found; // for whoever asks again: it happens once
    }
    switch (op) {
      case READ -> read(packet, sink);
      case ATOMIC -> answerAtomic(packet, found, sink);
      default -> {
        if (packet.ack()) {
          answer(packet, ResponseKind.ACK, packet.psn(), sink);
        } else {
          told(packet, null, 0);
        }
      }
    }
  }

  /**
   * One that was executed before: a READ that is not allowed, or asks for more than was executed,
   * is dropped.
   */
  @Requirement({"RC-8", "RC-9", "RC-16"})
  private void again(RequestPacket packet, boolean allowed, Sink sink) {
    switch (packet.op()) {
      case READ -> {
        if (allowed && packet.span() <= psns.ahead(epsn, packet.psn())) {
          read(packet, sink);
        } else {
          told(packet, null, 0);
        }
      }
      case ATOMIC -> {
        for (int place = 0; place < kept; place++) {
          if (savedPsn(place) == packet.psn()) {
            answerAtomic(packet, savedValue(place), sink);
            return;
          }
        }
        told(packet, null, 0);
      }
      default -> answer(packet, ResponseKind.ACK, psns.plus(epsn, -1), sink);
    }
  }

  private void read(RequestPacket packet, Sink sink) {
    told(packet, ResponseKind.DATA, packet.psn());
    sink.read(packet, msn);
  }

  private void answerAtomic(RequestPacket packet, long value, Sink sink) {
    told(packet, ResponseKind.ATOMIC, packet.psn());
    sink.answerAtomic(packet.psn(), msn, value);
  }

  /** What does not fit together; {@code null} if all does. */
  public String broken() {
    return kept <= savedPsn.length && receives >= 0
        ? null
        : kept + " results kept of " + savedPsn.length + ", " + receives + " receives";
  }

  @Override
  public String toString() {
    return "PSN " + epsn + " expected, " + msn + " messages";
  }
}
