package dev.sluice.cc.ldcp;

import static dev.sluice.kernel.Unit.BYTE;

import dev.sluice.kernel.Action;
import dev.sluice.kernel.Action.By;
import dev.sluice.kernel.Face;
import dev.sluice.kernel.Listener;
import dev.sluice.kernel.Party;
import dev.sluice.requirement.Requirement;

/**
 * What a sender has in flight in one space of LDCP sequence numbers (LSNs): a requester of its
 * requests, a responder of its responses to READs. A window of bytes slides over them.
 *
 * <p>Mirrors {@code w} of {@code spec/ldcp/LsnSpace.tla}, and its actions of the same names. LSNs
 * are as the wire has them. An action answers null, or why it is refused, and has changed nothing
 * then.
 */
public final class LsnWindow {
  /** A packet leaves, with its LSN and the bytes that it occupies. */
  public static final Action TRANSMIT =
      Action.of("Transmit", By.MUST, "window").telling("lsn", "bytes");

  /** An acknowledgment comes, or a NAK, of which a repeated READ is one for responses. */
  public static final Action RECEIVE_ACK =
      Action.of("ReceiveAck", By.MESSAGE).telling("nak", "lsn");

  /** Nothing was heard for so long. */
  public static final Action TIMEOUT = Action.of("Timeout", By.TIME);

  /** What the specification has of a sender in a space. */
  public static final Face<LsnWindow> FACE =
      Face.of(LsnWindow.class)
          .heldBy(Party.EITHER)
          .number(
              "acked", BYTE, "its LSN is the first in flight", w -> w.acked, (w, v) -> w.acked = v)
          .number("next", BYTE, "the LSN of the next packet", w -> w.next, (w, v) -> w.next = v)
          .number("sent", BYTE, "the LSN never sent yet", w -> w.sent, (w, v) -> w.sent = v)
          .actions(TRANSMIT, RECEIVE_ACK, TIMEOUT)
          .build();

  private final LsnParams params;

  private long acked;
  private long next;
  private long sent;

  private Listener<LsnWindow> listener;

  /** What the sender's owner does for it. */
  public interface Sink {
    /**
     * A packet leaves.
     *
     * @param lsn of its first byte
     * @param again whether it was sent before
     */
    void send(long lsn, long bytes, boolean again);

    /** So many bytes more are acknowledged, and need not be kept. */
    void freed(long bytes);
  }

  /**
   * A sender that has sent nothing.
   *
   * @param first the LSN of the first byte
   * @throws IllegalArgumentException if there is no such LSN
   */
  public LsnWindow(LsnParams params, long first) {
    this.params = params;
    acked = params.checked(first);
    next = first;
    sent = first;
  }

  /** A copy with everything in it. */
  public LsnWindow copy() {
    return FACE.copy(this, new LsnWindow(params, acked));
  }

  /** Tells a listener of each action from now on; null for nobody. */
  public void tell(Listener<LsnWindow> to) {
    listener = to;
  }

  /** The LSN before which all is acknowledged. */
  public long acked() {
    return acked;
  }

  /** The LSN of the packet to be sent next. */
  public long next() {
    return next;
  }

  /** The LSN before which all was sent at least once. */
  public long sent() {
    return sent;
  }

  /** Bytes in flight: sent since it last went back, and not acknowledged. */
  @Requirement("LDCP-12")
  public long inFlight() {
    return params.ahead(next, acked);
  }

  /** Bytes that were sent at least once, and are not acknowledged: the owner keeps them. */
  public long unacknowledged() {
    return params.ahead(sent, acked);
  }

  /** Whether the packet to be sent next was sent before. */
  public boolean sendsAgain() {
    return next != sent;
  }

  /**
   * A packet leaves.
   *
   * @param bytes that it occupies, see {@link LsnParams#extent}
   * @param window bytes that the congestion control lets be in flight now; what is beyond the
   *     largest window does not count
   */
  @Requirement({"LDCP-12", "LDCP-19"})
  public String transmit(long bytes, long window, Sink sink) {
    boolean again = next != sent;
    long most = Math.min(window, params.window());
    if (bytes < 1) {
      return "a packet of " + bytes + " B has no LSN of its own";
    } else if (inFlight() + bytes > most) {
      return "%d B are in flight, and %d B do not fit into a window of %d B"
          .formatted(inFlight(), bytes, most);
    } else if (again && inFlight() + bytes > unacknowledged()) {
      return "a packet of " + bytes + " B goes beyond what was sent before";
    }
    long lsn = next;
    next = params.plus(next, bytes);
    sent = again ? sent : next;
    if (listener != null) {
      listener.took(this, TRANSMIT, window, lsn, bytes);
    }
    sink.send(lsn, bytes, again);
    return null;
  }

  /** Whether an LSN acknowledges something that is in flight, or nothing; all else is old. */
  @Requirement("LDCP-12")
  private boolean isNews(long lsn) {
    return params.ahead(lsn, acked) <= params.ahead(sent, acked);
  }

  /**
   * An acknowledgment of this space comes, or a NAK; a repeated READ tells a responder as much. One
   * that is out of date is taken, and changes nothing.
   *
   * @param nak whether the byte of this LSN is missing
   * @param lsn before which all has come
   */
  @Requirement("LDCP-12")
  public String receiveAck(boolean nak, long lsn, Sink sink) {
    if (!params.isLsn(lsn)) {
      return "LSN " + lsn + " of " + params.modulus();
    }
    long freed = isNews(lsn) ? params.ahead(lsn, acked) : 0;
    if (isNews(lsn)) {
      if (nak || freed > inFlight()) {
        next = lsn;
      }
      acked = lsn;
    }
    if (listener != null) {
      listener.took(this, RECEIVE_ACK, nak, lsn);
    }
    sink.freed(freed);
    return null;
  }

  /** Nothing was heard for so long: all that is not acknowledged is sent again. */
  @Requirement("LDCP-12")
  public String timeout() {
    if (acked == sent) {
      return "all is acknowledged";
    }
    next = acked;
    if (listener != null) {
      listener.took(this, TIMEOUT);
    }
    return null;
  }

  /** What does not fit together; {@code null} if all does. */
  public String broken() {
    return inFlight() <= unacknowledged() && unacknowledged() <= params.window()
        ? null
        : inFlight() + " B in flight, of " + unacknowledged();
  }

  @Override
  public String toString() {
    return "LSN " + acked + " to " + next + ", " + sent + " sent";
  }
}
