package dev.sluice.cc.ldcp;

import static dev.sluice.kernel.Unit.PACKET;

import dev.sluice.kernel.Action;
import dev.sluice.kernel.Action.By;
import dev.sluice.kernel.Face;
import dev.sluice.kernel.Listener;
import dev.sluice.kernel.Party;
import dev.sluice.requirement.Requirement;

/**
 * When a receiver of LDCP acknowledges, and for how many packets: each packet has its own
 * acknowledgment, or several clean ones share one while the receiver is busy; a marked one is
 * answered at once.
 *
 * <p>Mirrors {@code held} of {@code spec/ldcp/PawaWindow.tla}, and its actions of the same names.
 * An action answers null, or why it is refused, and has changed nothing then.
 */
public final class AckPolicy {
  /** A packet comes, marked or not, to a receiver that is busy or not. */
  public static final Action RECEIVE = Action.of("Receive", By.MESSAGE, "ce", "busy");

  /** The receiver is no longer busy, and acknowledges what waits. */
  public static final Action FLUSH = Action.of("Flush", By.MUST);

  /**
   * What a receiver is configured with.
   *
   * @param delayUpTo m, packets that an acknowledgment may stand for; 1: each has its own
   * @param cleanFirst whether clean packets that wait as a mark comes have an acknowledgment of
   *     their own; as published, they share that of the marked one
   */
  public record Params(long delayUpTo, boolean cleanFirst) {
    /**
     * @throws IllegalArgumentException if one is out of its range
     */
    @Requirement("LDCP-3")
    public Params {
      if (delayUpTo < 1 || delayUpTo > PawaParams.MOST_AN_ACK) {
        throw new IllegalArgumentException("an acknowledgment for " + delayUpTo + " packets");
      }
    }
  }

  /** What the specification has of a receiver. */
  public static final Face<AckPolicy> FACE =
      Face.of(AckPolicy.class)
          .heldBy(Party.RECEIVER)
          .number("held", PACKET, "clean, that wait for an ACK", a -> a.held, (a, v) -> a.held = v)
          .actions(RECEIVE, FLUSH)
          .build();

  private final Params params;

  private long held;

  private Listener<AckPolicy> listener;

  /** What the receiver's owner does for it. */
  public interface Sink {
    /** An acknowledgment leaves. */
    void acknowledge(long n, boolean ece);
  }

  /** A receiver that nothing has come to. */
  public AckPolicy(Params params) {
    this.params = params;
  }

  /** A copy with everything in it. */
  public AckPolicy copy() {
    return FACE.copy(this, new AckPolicy(params));
  }

  /** Tells a listener of each action from now on; null for nobody. */
  public void tell(Listener<AckPolicy> to) {
    listener = to;
  }

  /** Clean packets that wait for an acknowledgment. */
  public long held() {
    return held;
  }

  /** Acknowledgments that a packet would have leave at once. */
  @Requirement({"LDCP-2", "LDCP-3", "FIND-20"})
  public int answers(boolean ce, boolean busy) {
    if (!ce) {
      return busy && held + 1 < params.delayUpTo() ? 0 : 1;
    }
    return held > 0 && params.cleanFirst() ? 2 : 1;
  }

  /**
   * A packet comes.
   *
   * @param ce whether it is marked
   * @param busy whether the receiver has better things to do
   */
  @Requirement({"LDCP-2", "LDCP-3", "FIND-20"})
  public String receive(boolean ce, boolean busy, Sink sink) {
    int answers = answers(ce, busy);
    long waited = held;
    held = answers == 0 ? held + 1 : 0;
    if (listener != null) {
      listener.took(this, RECEIVE, ce, busy);
    }
    if (answers == 2) {
      sink.acknowledge(waited, false);
      sink.acknowledge(1, true);
    } else if (answers == 1) {
      sink.acknowledge(waited + 1, ce);
    }
    return null;
  }

  /** The receiver is no longer busy, and acknowledges what waits. */
  @Requirement("LDCP-3")
  public String flush(Sink sink) {
    if (held == 0) {
      return "nothing waits";
    }
    long waited = held;
    held = 0;
    if (listener != null) {
      listener.took(this, FLUSH);
    }
    sink.acknowledge(waited, false);
    return null;
  }

  /** What does not fit together; {@code null} if all does. */
  public String broken() {
    return 0 <= held && held < params.delayUpTo() ? null : held + " packets wait";
  }

  @Override
  public String toString() {
    return held + " packets wait";
  }
}
