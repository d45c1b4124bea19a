package dev.sluice.cc.pfc;

import static dev.sluice.kernel.Unit.PICOSECOND;

import dev.sluice.kernel.Action;
import dev.sluice.kernel.Action.By;
import dev.sluice.kernel.Face;
import dev.sluice.kernel.Listener;
import dev.sluice.kernel.Party;
import dev.sluice.requirement.Requirement;

/**
 * The sender's side of priority flow control, for one class at one port, or for a whole port:
 * whether a frame may begin.
 *
 * <p>Mirrors {@code left} of {@code spec/rcm/PfcLossless.tla}, and the actions that read it or set
 * it. An action answers null, or why it is refused, and has changed nothing then.
 */
public final class PauseReceiver {
  /**
   * A frame begins. PFC says when none may, and requires none; the watchdog's specification has
   * fairness for it, since a claim of it needs traffic.
   */
  public static final Action BEGIN = Action.of("Begin", By.MAY);

  /** A pause frame is heeded. */
  public static final Action RECEIVE_PAUSE =
      Action.of("ReceivePause", By.MESSAGE).telling("time", "age");

  /** Time goes by. */
  public static final Action ELAPSE = Action.of("Elapse", By.TIME).telling("time");

  /** The variables and actions of the specification that are the sender's. */
  public static final Face<PauseReceiver> FACE =
      Face.of(PauseReceiver.class)
          .heldBy(Party.SENDER)
          .number("left", PICOSECOND, "for which it is paused", r -> r.left, (r, v) -> r.left = v)
          .actions(BEGIN, RECEIVE_PAUSE, ELAPSE)
          .build();

  private long left;
  private Listener<PauseReceiver> listener;

  /** A copy with everything in it. */
  public PauseReceiver copy() {
    return FACE.copy(this, new PauseReceiver());
  }

  /** Tells a listener of each action from now on; null for nobody. */
  public void tell(Listener<PauseReceiver> to) {
    listener = to;
  }

  /** How long it is paused still; 0 if it is not. */
  public long left() {
    return left;
  }

  /** A frame begins; one that has begun goes on whatever comes. */
  @Requirement("PFC-4")
  public String begin() {
    if (left > 0) {
      return "it is paused for another " + left;
    }
    if (listener != null) {
      listener.took(this, BEGIN);
    }
    return null;
  }

  /**
   * A pause frame is heeded.
   *
   * @param time that it asks for; 0 to go on
   * @param age how long ago it came, at least 0: the pause counts from then
   */
  @Requirement({"PFC-3", "PFC-7"})
  public String receivePause(long time, long age) {
    left = Math.max(0, time - age);
    if (listener != null) {
      listener.took(this, RECEIVE_PAUSE, time, age);
    }
    return null;
  }

  /**
   * So much time goes by.
   *
   * @param time at least 0
   */
  @Requirement({"PFC-3", "PFC-7"})
  public String elapse(long time) {
    left = Math.max(0, left - time);
    if (listener != null) {
      listener.took(this, ELAPSE, time);
    }
    return null;
  }

  /** What does not fit together; {@code null} if all does. */
  public String broken() {
    return left >= 0 ? null : left + " left";
  }

  @Override
  public String toString() {
    return left == 0 ? "goes on" : "paused for " + left;
  }
}
