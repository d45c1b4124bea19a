package dev.sluice.cc.ldcp;

import dev.sluice.kernel.Action;
import dev.sluice.kernel.Action.By;
import dev.sluice.kernel.Face;
import dev.sluice.kernel.Listener;
import dev.sluice.kernel.Party;
import dev.sluice.requirement.Requirement;

/**
 * What answers requests that measure a round trip, for {@link EventRate}: the receiver's NIC, at
 * once.
 *
 * <p>Mirrors {@code Respond} of {@code spec/ldcp/EventRate.tla}. It keeps nothing.
 */
public final class RttResponder {
  /** A request is answered. */
  public static final Action RESPOND = Action.of("Respond", By.MESSAGE, "number");

  /** Its action; it has no variables. */
  public static final Face<RttResponder> FACE =
      Face.of(RttResponder.class).heldBy(Party.RECEIVER).actions(RESPOND).build();

  private Listener<RttResponder> listener;

  /** What its owner does for it. */
  public interface Sink {
    /** A response leaves, to the request with this number. */
    void respond(long number);
  }

  /** Tells a listener of each answer from now on; null for nobody. */
  public void tell(Listener<RttResponder> to) {
    listener = to;
  }

  /** A request with this number has come; it is answered, be it a copy of an earlier one or not. */
  @Requirement("LDCP-13")
  public String respond(long number, Sink sink) {
    if (listener != null) {
      listener.took(this, RESPOND, number);
    }
    sink.respond(number);
    return null;
  }
}
