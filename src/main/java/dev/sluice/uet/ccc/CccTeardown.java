package dev.sluice.uet.ccc;

import static dev.sluice.kernel.Unit.NONE;

import dev.sluice.kernel.Action;
import dev.sluice.kernel.Action.By;
import dev.sluice.kernel.Face;
import dev.sluice.kernel.Party;
import dev.sluice.requirement.Requirement;

/**
 * When a PDC may join its flow's CCC, and when it may close, so that no target forgets the credit
 * that it has issued while the source's CCC lives on; and how many CCCs a target has, so that none
 * waits for ever.
 *
 * <p>A target knows a PDC from its first packet until its Close, and its CCC, with the count of the
 * credit, as long as it knows one PDC of it. Mirrors the actions of {@code
 * spec/uet/CccTeardown.tla} of the same names: here are only the numbers of PDCs in each phase. The
 * published rules know none of this (FIND-26). An action answers null, or why it is refused, and
 * has changed nothing then.
 */
public final class CccTeardown {
  /** A PDC joins. */
  public static final Action OPEN = Action.of("Open", By.MUST);

  /** An ACK_CC for one of the PDCs. */
  public static final Action LEARN = Action.of("Learn", By.MESSAGE);

  /** A PDC begins to close. */
  public static final Action CLOSE = Action.of("Close", By.MUST);

  /** The target has closed a PDC. */
  public static final Action END = Action.of("End", By.MESSAGE);

  /** How many PDCs are in each {@code phase} in which a CCC has them; what it does. */
  public static final Face<CccTeardown> FACE =
      Face.of(CccTeardown.class)
          .heldBy(Party.SENDER)
          .keeps(
              "creating",
              NONE,
              "open, not known to be taken in",
              c -> c.creating,
              (c, v) -> c.creating = (int) v)
          .keeps(
              "established",
              NONE,
              "taken in, not closing",
              c -> c.established,
              (c, v) -> c.established = (int) v)
          .keeps(
              "closing",
              NONE,
              "waiting for the end of their Close",
              c -> c.closing,
              (c, v) -> c.closing = (int) v)
          .actions(OPEN, LEARN, CLOSE, END)
          .build();

  private int creating;
  private int established;
  private int closing;

  /** A raw copy. */
  public CccTeardown copy() {
    return FACE.copy(this, new CccTeardown());
  }

  /** PDCs that are open, and not known to have been taken in by the target. */
  public int creating() {
    return creating;
  }

  /** PDCs that the target has taken in, and that have not begun to close. */
  public int established() {
    return established;
  }

  /** PDCs that wait for the acknowledgment of their Close. */
  public int closing() {
    return closing;
  }

  /** Whether no PDC is bound to the CCC: it is not there. */
  public boolean isEmpty() {
    return creating == 0 && established == 0 && closing == 0;
  }

  /** Whether the target knows a PDC that does not close: one that can ask for credit. */
  public boolean isKnown() {
    return established > 0;
  }

  /** Whether there are PDCs, and all of them close. */
  public boolean isClosing() {
    return closing > 0 && creating == 0 && established == 0;
  }

  /**
   * Whether a PDC may be bound. A CCC all of whose PDCs close is not joined: the target may have
   * forgotten it, and the credit that it had issued, when the PDC's first packet comes.
   */
  @Requirement({"RCCC-5", "FIND-26"})
  public boolean mayOpen() {
    return !isClosing();
  }

  /**
   * Whether a PDC that is done may close. The last one that the target knows stays open while
   * another one of the CCC is not known to it: else the target would give up the CCC with the last
   * PDC that it knows, and nobody could ask for more credit. No second one stays: it would hold a
   * PDC of the target's that the other one may want.
   */
  @Requirement({"RCCC-5", "RCCC-15", "FIND-26"})
  public boolean mayClose() {
    return established > 0 && (creating == 0 || established > 1);
  }

  /** A PDC joins the CCC, or begins it. */
  @Requirement({"CCC-8", "CCC-11", "RCCC-5", "FIND-26"})
  public String open() {
    if (!mayOpen()) {
      return "all PDCs of the CCC close";
    }
    creating++;
    return null;
  }

  /**
   * An ACK_CC has come for a PDC of the CCC.
   *
   * @param isFirst whether it is the PDC's first one, which tells that the target has taken it in
   */
  @Requirement({"PDC-6", "FIND-26"})
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

  /** A PDC that is done begins to close. */
  @Requirement({"PDC-11", "RCCC-5", "RCCC-15", "FIND-26"})
  public String close() {
    if (!mayClose()) {
      return "the target may know no other PDC of the CCC";
    }
    established--;
    closing++;
    return null;
  }

  /** The target has closed a PDC. */
  @Requirement({"CCC-11", "PDC-11"})
  public String end() {
    if (closing == 0) {
      return "no PDC closes";
    }
    closing--;
    return null;
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
}
