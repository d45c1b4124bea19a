package dev.sluice.uet.ccc;

import dev.sluice.cc.Outcome;
import dev.sluice.requirement.Requirement;

/**
 * When a PDC may join its flow's CCC, and when it may close, so that no target forgets the credit
 * that it has issued while the source's CCC lives on; and how many CCCs a target has, so that none
 * waits for ever.
 *
 * <p>A target knows a PDC from its first packet until its Close, and its CCC, with the count of the
 * credit, as long as it knows one PDC of it. Mirrors the actions of {@code
 * spec/uet/CccTeardown.tla} of the same names; the published rules know none of this (FIND-26).
 */
public final class CccTeardown {
  /** A CCC that no PDC is bound to. */
  public static final State NONE = new State(0, 0, 0);

  private CccTeardown() {}

  /**
   * How far the PDCs of one source's CCC are, each at least 0.
   *
   * @param creating PDCs that are open, and not known to have been taken in by the target
   * @param established PDCs that the target has taken in, and that have not begun to close
   * @param closing PDCs that wait for the acknowledgment of their Close
   */
  public record State(int creating, int established, int closing) {
    public State {
      if (creating < 0 || established < 0 || closing < 0) {
        throw new IllegalArgumentException(
            "no such CCC: " + creating + ", " + established + ", " + closing);
      }
    }
  }

  /**
   * A PDC joins the CCC, or begins it. One all of whose PDCs close is not joined: the target may
   * have forgotten it, and the credit that it had issued, when the PDC's first packet comes.
   */
  @Requirement({"CCC-8", "CCC-11", "RCCC-5", "FIND-26"})
  public static Outcome<State> open(State state) {
    Draft draft = new Draft(state);
    return Outcome.of(state, draft.open(), draft::toState);
  }

  /**
   * An ACK_CC has come for a PDC of the CCC.
   *
   * @param isFirst whether it is the PDC's first one, which tells that the target has taken it in
   */
  @Requirement({"PDC-6", "FIND-26"})
  public static Outcome<State> learn(State state, boolean isFirst) {
    Draft draft = new Draft(state);
    return Outcome.of(state, draft.learn(isFirst), draft::toState);
  }

  /**
   * A PDC that is done begins to close. The last one that the target knows stays open while another
   * one of the CCC is not known to it: else the target would give up the CCC with the last PDC that
   * it knows, and nobody could ask for more credit. No second one stays: it would hold a PDC of the
   * target's that the other one may want.
   */
  @Requirement({"PDC-11", "RCCC-5", "RCCC-15", "FIND-26"})
  public static Outcome<State> close(State state) {
    Draft draft = new Draft(state);
    return Outcome.of(state, draft.close(), draft::toState);
  }

  /** The target has closed a PDC. */
  @Requirement({"CCC-11", "PDC-11"})
  public static Outcome<State> end(State state) {
    Draft draft = new Draft(state);
    return Outcome.of(state, draft.end(), draft::toState);
  }

  /**
   * How many CCCs a target has: one fewer than PDCs. A PDC that is done stays open while the next
   * one of its CCC has not been taken in; if all PDCs of a target could stay open so, none would
   * ever be free for the next ones.
   *
   * @param pdcs how many PDCs the target has, at least 2
   */
  @Requirement({"PDC-4", "RCCC-15", "FIND-26"})
  public static int contextPool(int pdcs) {
    if (pdcs < 2) {
      throw new IllegalArgumentException("a target with " + pdcs + " PDCs has no room for a CCC");
    }
    return pdcs - 1;
  }

  /**
   * One CCC, worked on in place: the rules stand here, and the functions above follow them on a
   * copy. An action answers null, or why it is refused, and has changed nothing then.
   */
  public static final class Draft {
    private int creating;
    private int established;
    private int closing;

    /** A copy of a CCC that may be changed. */
    public Draft(State state) {
      creating = state.creating();
      established = state.established();
      closing = state.closing();
    }

    /** The CCC as it stands. */
    public State toState() {
      return new State(creating, established, closing);
    }

    /** Whether the target knows a PDC that does not close: one that can ask for credit. */
    public boolean isKnown() {
      return established > 0;
    }

    /** Whether there are PDCs, and all of them close. */
    public boolean isClosing() {
      return closing > 0 && creating == 0 && established == 0;
    }

    /** Whether a PDC may be bound. */
    public boolean mayOpen() {
      return !isClosing();
    }

    /** Whether a PDC that is done may close. */
    public boolean mayClose() {
      return established > 0 && (creating == 0 || established > 1);
    }

    /** {@link CccTeardown#open}. */
    public String open() {
      if (!mayOpen()) {
        return "all PDCs of the CCC close";
      }
      creating++;
      return null;
    }

    /** {@link CccTeardown#learn}. */
    public String learn(boolean isFirst) {
      if (!isFirst) {
        return null;
      }
      if (creating == 0) {
        return "no PDC is being created";
      }
      creating--;
      established++;
      return null;
    }

    /** {@link CccTeardown#close}. */
    public String close() {
      if (!mayClose()) {
        return "the target may know no other PDC of the CCC";
      }
      established--;
      closing++;
      return null;
    }

    /** {@link CccTeardown#end}. */
    public String end() {
      if (closing == 0) {
        return "no PDC closes";
      }
      closing--;
      return null;
    }
  }
}
