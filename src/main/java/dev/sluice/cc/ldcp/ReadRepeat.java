package dev.sluice.cc.ldcp;

import static dev.sluice.kernel.Unit.BYTE;

import dev.sluice.kernel.Action;
import dev.sluice.kernel.Action.By;
import dev.sluice.kernel.Face;
import dev.sluice.kernel.Listener;
import dev.sluice.kernel.Party;
import dev.sluice.requirement.Requirement;

/**
 * When a requester of LDCP repeats a READ: nobody sends a NAK for a response that is missing.
 *
 * <p>Mirrors {@code again} of {@code spec/ldcp/LsnSpace.tla}, and its action of the same name. The
 * repeated READ is a request like any other, with an LSN of its own, and goes before those that
 * were never sent. An action answers null, or why it is refused, and has changed nothing then.
 */
public final class ReadRepeat {
  /**
   * Responses are missing, and nothing was heard for so long. A host may also notice that at a
   * later response, which the specification has as a timer that runs out early.
   */
  public static final Action ASK_AGAIN = Action.of("AskAgain", By.TIME);

  /** What the specification has of it. */
  public static final Face<ReadRepeat> FACE =
      Face.of(ReadRepeat.class)
          .heldBy(Party.SENDER)
          .truth("again", "a READ is to be repeated", a -> a.again, (a, v) -> a.again = v)
          .keeps(
              "missing", BYTE, "asked for, and not here", a -> a.missing, (a, v) -> a.missing = v)
          .actions(ASK_AGAIN)
          .build();

  private boolean again;
  private long missing;

  private Listener<ReadRepeat> listener;

  /** A copy with everything in it. */
  public ReadRepeat copy() {
    return FACE.copy(this, new ReadRepeat());
  }

  /** Tells a listener of each action from now on; null for nobody. */
  public void tell(Listener<ReadRepeat> to) {
    listener = to;
  }

  /** Whether a READ is to be repeated, before any other new request. */
  public boolean again() {
    return again;
  }

  /** Bytes that were asked for, and have not come. */
  public long missing() {
    return missing;
  }

  /** A READ of so many bytes leaves for the first time. */
  @Requirement("LDCP-12")
  public void asked(long bytes) {
    missing += bytes;
  }

  /**
   * Returns whether a response is old, or READs have asked for it to its end. No other response is
   * handed on, answered, or taken for a gap.
   *
   * @param responses the receiver of the space of responses
   * @param lsn LSN of the response
   * @param bytes bytes that it occupies
   */
  @Requirement("LDCP-12")
  public boolean isAskedFor(LsnReceiver responses, long lsn, long bytes) {
    return responses.isOld(lsn) || responses.ahead(lsn) + bytes <= missing;
  }

  /** So many bytes of responses come in order. */
  @Requirement("LDCP-12")
  public void came(long bytes) {
    missing -= bytes;
    again = again && missing > 0;
  }

  /** A response shows that one before it is missing. */
  @Requirement("LDCP-12")
  public void missed() {
    again = true;
  }

  /** The repeated READ leaves. */
  @Requirement("LDCP-12")
  public void repeated() {
    again = false;
  }

  /** Responses are missing though all requests are acknowledged, and nothing was heard for long. */
  @Requirement("LDCP-12")
  public String askAgain() {
    if (again || missing == 0) {
      return again ? "a READ is to be repeated anyway" : "no response is missing";
    }
    again = true;
    if (listener != null) {
      listener.took(this, ASK_AGAIN);
    }
    return null;
  }

  /** What does not fit together; {@code null} if all does. */
  public String broken() {
    return missing > 0 || missing == 0 && !again ? null : missing + " B of responses are missing";
  }

  @Override
  public String toString() {
    return missing + " B of responses are missing";
  }
}
