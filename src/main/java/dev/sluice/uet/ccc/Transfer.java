package dev.sluice.uet.ccc;

import static dev.sluice.kernel.Unit.BYTE;

import dev.sluice.kernel.Action;
import dev.sluice.kernel.Action.By;
import dev.sluice.kernel.Face;
import dev.sluice.kernel.Listener;
import dev.sluice.kernel.Party;
import dev.sluice.requirement.Requirement;

/**
 * What a source's PDC has still to send, and what of it is not acknowledged. An action answers
 * null, or why it is refused, and has changed nothing then.
 */
public final class Transfer {
  /** More work, as a part of Assign and Allocate, which {@link PdsManager} begins. */
  public static final Action TAKE = Action.of("Take", By.INTERNAL).telling("size");

  /** A packet leaves for the first time. */
  public static final Action SEND = Action.of("Send", By.MUST, "size");

  /** A packet is given up for lost. No rule says when: a source may wait for its answer. */
  public static final Action GIVE_UP = Action.of("GiveUp", By.MAY, "size");

  /**
   * A packet that was given up is retransmitted. The source documents require it, although the
   * specification has no fairness for it: its network loses nothing.
   */
  public static final Action RESEND = Action.of("Resend", By.MUST, "size");

  /** Bytes are acknowledged, some of them after they were given up. */
  public static final Action ACKNOWLEDGE = Action.of("Acknowledge", By.MESSAGE, "size", "late");

  /** What a PDC has to move. */
  public static final Face<Transfer> FACE =
      Face.of(Transfer.class)
          .heldBy(Party.EITHER)
          .number("todo", BYTE, "not sent yet", t -> t.todo, (t, v) -> t.todo = v)
          .number(
              "flight", BYTE, "sent and not acknowledged", t -> t.flight, (t, v) -> t.flight = v)
          .number(
              "lost",
              BYTE,
              "those of them that are given up, and not sent again yet",
              t -> t.lost,
              (t, v) -> t.lost = v)
          .actions(TAKE, SEND, GIVE_UP, RESEND, ACKNOWLEDGE)
          .build();

  private long todo;
  private long flight;
  private long lost;
  private Listener<Transfer> listener;

  /** What a PDC decides. */
  public interface Sink {
    /** {@code size} bytes go out to the target. */
    void dataSent(long size);
  }

  /** A raw copy. */
  public Transfer copy() {
    return FACE.copy(this, new Transfer());
  }

  /** Tells a listener of each action from now on; null for nobody. */
  public void tell(Listener<Transfer> to) {
    listener = to;
  }

  /** Bytes not sent yet. */
  public long todo() {
    return todo;
  }

  /** Bytes sent and not acknowledged. */
  public long flight() {
    return flight;
  }

  /** Bytes of {@link #flight} that are given up for lost, and not sent again yet. */
  public long lost() {
    return lost;
  }

  /** Whether all is sent and acknowledged. */
  public boolean isDone() {
    return todo == 0 && flight == 0;
  }

  @Override
  public String toString() {
    return todo + " bytes to do, " + flight + " not acknowledged, " + lost + " of them given up";
  }

  /** Takes on more work; never refused. */
  @Requirement("CCC-1")
  public void take(long size) {
    todo = Math.addExact(todo, size);
    if (listener != null) {
      listener.took(this, TAKE, size);
    }
  }

  /** Sends a packet; whether the window has room is {@link Ccc#send}'s to say. */
  @Requirement({"CCC-6", "CCC-9", "CCC-12"})
  public String send(long size, Sink sink) {
    if (size <= 0 || size > todo) {
      return "not enough is left to send";
    }
    flight = Math.addExact(flight, size);
    todo -= size;
    if (listener != null) {
      listener.took(this, SEND, size);
    }
    sink.dataSent(size);
    return null;
  }

  /**
   * Gives a packet up for lost, rightly or not; {@link Ccc#giveUp} makes room in the window.
   *
   * @param size its bytes, which are in flight
   */
  @Requirement("CCC-12")
  public String giveUp(long size) {
    if (size <= 0 || size > flight - lost) {
      return "not enough is in flight";
    }
    lost += size;
    if (listener != null) {
      listener.took(this, GIVE_UP, size);
    }
    return null;
  }

  /**
   * Sends again what was given up; whether the window has room is {@link Ccc#send}'s to say.
   *
   * @param size bytes of the packet
   */
  @Requirement("CCC-12")
  public String resend(long size) {
    if (size <= 0 || size > lost) {
      return "not so much was given up";
    }
    lost -= size;
    if (listener != null) {
      listener.took(this, RESEND, size);
    }
    return null;
  }

  /**
   * Takes what is acknowledged off.
   *
   * @param size bytes acknowledged
   * @param late those of them that had been given up, and not sent again
   */
  @Requirement({"CCC-9", "CCC-12"})
  public String acknowledge(long size, long late) {
    if (late < 0 || late > lost) {
      return "not so much was given up";
    }
    if (size < late || size - late > flight - lost) {
      return "not enough is in flight";
    }
    flight -= size;
    lost -= late;
    if (listener != null) {
      listener.took(this, ACKNOWLEDGE, size, late);
    }
    return null;
  }
}
