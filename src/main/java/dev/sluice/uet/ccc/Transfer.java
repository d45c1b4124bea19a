package dev.sluice.uet.ccc;

import dev.sluice.cc.Effect;
import dev.sluice.cc.Outcome;
import dev.sluice.requirement.Requirement;

/** What a source's PDC has still to send, and what of it is not acknowledged. */
public final class Transfer {
  /** Nothing to do. */
  public static final State NOTHING = new State(0, 0);

  private Transfer() {}

  /**
   * One PDC's work.
   *
   * @param todo bytes not sent yet
   * @param flight bytes sent and not acknowledged
   */
  public record State(long todo, long flight) {
    public State {
      if (todo < 0 || flight < 0) {
        throw new IllegalArgumentException("no such transfer: " + todo + ", " + flight);
      }
    }

    /** Whether all is sent and acknowledged. */
    public boolean isDone() {
      return todo == 0 && flight == 0;
    }
  }

  /** So much goes out to the target. */
  public record DataSent(long size) implements Effect {}

  /** Takes on more work. */
  @Requirement("CCC-1")
  public static Outcome<State> take(State state, long size) {
    return Outcome.accepted(new State(Math.addExact(state.todo(), size), state.flight()));
  }

  /** Sends a packet; whether the window has room is {@link Ccc#send}'s to say. */
  @Requirement({"CCC-6", "CCC-9", "CCC-12"})
  public static Outcome<State> send(State state, long size) {
    if (size <= 0 || size > state.todo()) {
      return Outcome.refused(state, "no so much is left to send");
    }
    return Outcome.accepted(
        new State(state.todo() - size, Math.addExact(state.flight(), size)), new DataSent(size));
  }

  /** Takes acknowledged bytes out of flight. */
  @Requirement({"CCC-9", "CCC-12"})
  public static Outcome<State> acknowledge(State state, long size) {
    if (size > state.flight()) {
      return Outcome.refused(state, "no so much is in flight");
    }
    return Outcome.accepted(new State(state.todo(), state.flight() - size));
  }
}
