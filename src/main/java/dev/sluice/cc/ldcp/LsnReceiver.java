package dev.sluice.cc.ldcp;

import static dev.sluice.kernel.Unit.BYTE;

import dev.sluice.kernel.Action;
import dev.sluice.kernel.Action.By;
import dev.sluice.kernel.Face;
import dev.sluice.kernel.Listener;
import dev.sluice.kernel.Party;
import dev.sluice.requirement.Requirement;

/**
 * What has come in one space of LDCP sequence numbers (LSNs): a responder's requests, a requester's
 * responses to READs. Packets are taken in order, and each is acknowledged, alone or with later
 * ones.
 *
 * <p>Mirrors {@code r} of {@code spec/ldcp/LsnSpace.tla}, and its actions of the same names. An
 * action answers null, or why it is refused, and has changed nothing then.
 */
public final class LsnReceiver {
  /** A packet comes, to a receiver that is busy or not. */
  public static final Action RECEIVE =
      Action.of("Receive", By.MESSAGE, "busy").telling("lsn", "bytes");

  /** The receiver is no longer busy, and acknowledges what waits. */
  public static final Action FLUSH = Action.of("Flush", By.MUST);

  /** What the specification has of a receiver in a space. */
  public static final Face<LsnReceiver> FACE =
      Face.of(LsnReceiver.class)
          .heldBy(Party.EITHER)
          .number("expected", BYTE, "the LSN", r -> r.expected, (r, v) -> r.expected = v)
          .truth("told", "the gap there has been told of", r -> r.told, (r, v) -> r.told = v)
          .truth("owes", "an acknowledgment waits", r -> r.owes, (r, v) -> r.owes = v)
          .actions(RECEIVE, FLUSH)
          .build();

  private final LsnParams params;

  private long expected;
  private boolean told;
  private boolean owes;

  private Listener<LsnReceiver> listener;

  /** What the receiver's owner does for it. */
  public interface Sink {
    /** The packet in hand is the next one: it is executed, or handed on. */
    void take();

    /** An acknowledgment leaves, of all before this LSN. */
    void acknowledge(long lsn);

    /**
     * The packet in hand shows a gap, of which nobody has been told yet: a responder sends a NAK, a
     * requester repeats the READ.
     *
     * @param lsn of the byte that is missing
     */
    void missing(long lsn);
  }

  /**
   * A receiver that nothing has come to.
   *
   * @param first the LSN of the first byte
   * @throws IllegalArgumentException if there is no such LSN
   */
  public LsnReceiver(LsnParams params, long first) {
    this.params = params;
    expected = params.checked(first);
  }

  /** A copy with everything in it. */
  public LsnReceiver copy() {
    return FACE.copy(this, new LsnReceiver(params, expected));
  }

  /** Tells a listener of each action from now on; null for nobody. */
  public void tell(Listener<LsnReceiver> to) {
    listener = to;
  }

  /** The LSN before which all has come; a READ names it, of responses, whenever it is sent. */
  public long expected() {
    return expected;
  }

  /** Whether a packet of that LSN has come before: it is half of all LSNs ahead, or more. */
  @Requirement("LDCP-12")
  boolean isOld(long lsn) {
    return 2 * params.ahead(lsn, expected) >= params.modulus();
  }

  /** Returns the bytes from the LSN expected to another one, all the way round. */
  long ahead(long lsn) {
    return params.ahead(lsn, expected);
  }

  /** Whether the gap at the LSN expected has been told of. */
  public boolean told() {
    return told;
  }

  /** Whether an acknowledgment waits. */
  public boolean owes() {
    return owes;
  }

  /**
   * A packet comes: the next one, which is taken, an early one, or one that has come before.
   *
   * @param lsn of its first byte
   * @param bytes that it occupies
   * @param busy whether the receiver has better things to do than to acknowledge it at once
   */
  @Requirement({"LDCP-2", "LDCP-12", "LDCP-19"})
  public String receive(long lsn, long bytes, boolean busy, Sink sink) {
    if (!params.isLsn(lsn) || bytes < 1 || bytes > params.window()) {
      return "a packet of " + bytes + " B at LSN " + lsn + " of " + params.modulus();
    }
    long ahead = params.ahead(lsn, expected);
    boolean early = ahead > 0 && !isOld(lsn);
    boolean tells = early && !told;
    if (ahead == 0) {
      expected = params.plus(expected, bytes);
    }
    told = ahead > 0 && (early || told);
    owes = early ? owes : ahead == 0 && busy;
    if (listener != null) {
      listener.took(this, RECEIVE, busy, lsn, bytes);
    }
    if (ahead == 0) {
      sink.take();
    }
    if (tells) {
      sink.missing(expected);
    } else if (!early && !owes) {
      sink.acknowledge(expected);
    }
    return null;
  }

  /** The receiver is no longer busy, and acknowledges all that has come since. */
  @Requirement("LDCP-19")
  public String flush(Sink sink) {
    if (!owes) {
      return "nothing waits";
    }
    owes = false;
    if (listener != null) {
      listener.took(this, FLUSH);
    }
    sink.acknowledge(expected);
    return null;
  }

  /** What does not fit together; {@code null} if all does. */
  public String broken() {
    return params.isLsn(expected) ? null : "LSN " + expected + " is expected";
  }

  @Override
  public String toString() {
    return "LSN " + expected + " expected";
  }
}
