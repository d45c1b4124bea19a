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
    Draft draft = new Draft(state);
    draft.take(size);
    return Outcome.accepted(draft.toState());
  }

  /** Sends a packet; whether the window has room is {@link Ccc#send}'s to say. */
  @Requirement({"CCC-6", "CCC-9", "CCC-12"})
  public static Outcome<State> send(State state, long size) {
    Draft draft = new Draft(state);
    return Outcome.of(state, draft.send(size), draft::toState, new DataSent(size));
  }

  /** Takes acknowledged bytes out of flight. */
  @Requirement({"CCC-9", "CCC-12"})
  public static Outcome<State> acknowledge(State state, long size) {
    Draft draft = new Draft(state);
    return Outcome.of(state, draft.acknowledge(size), draft::toState);
  }

  /**
   * One PDC's work, worked on in place: the rules stand here, and the functions above follow them
   * on a copy. An action answers null, or why it is refused, and has changed nothing then.
   */
  public static final class Draft {
    private long todo;
    private long flight;

    /** Work to be worked on, which begins as this state. */
    public Draft(State state) {
      todo = state.todo;
      flight = state.flight;
    }

    /** The work as it stands. */
    public State toState() {
      return new State(todo, flight);
    }

    /** {@link State#todo()}. */
    public long todo() {
      return todo;
    }

    /** {@link State#flight()}. */
    public long flight() {
      return flight;
    }

    /** {@link State#isDone()}. */
    public boolean isDone() {
      return todo == 0 && flight == 0;
    }

    /** {@link Transfer#take}; never refused. */
    public void take(long size) {
      todo = Math.addExact(todo, size);
    }

    /** {@link Transfer#send}. */
    public String send(long size) {
      if (size <= 0 || size > todo) {
        return "no so much is left to send";
      }
      flight = Math.addExact(flight, size);
      todo -= size;
      return null;
    }

    /** {@link Transfer#acknowledge}. */
    public String acknowledge(long size) {
      if (size > flight) {
        return "no so much is in flight";
      }
      flight -= size;
      return null;
    }
  }
}
