package dev.sluice.cc.pfc;

import static dev.sluice.kernel.Unit.BYTE;
import static dev.sluice.kernel.Unit.PICOSECOND;

import dev.sluice.kernel.Action;
import dev.sluice.kernel.Action.By;
import dev.sluice.kernel.Face;
import dev.sluice.kernel.Listener;
import dev.sluice.kernel.Party;
import dev.sluice.requirement.Requirement;

/**
 * The buffer's side of priority flow control, for one lane: what one ingress port holds of one
 * class.
 *
 * <p>Mirrors the buffer's variables of {@code spec/rcm/PfcLossless.tla}, and its actions of the
 * same names. An action answers null, or why it is refused, and has changed nothing then.
 */
public final class PauseSender {
  /** A frame counts. */
  public static final Action ADMIT = Action.of("Admit", By.MESSAGE, "t").telling("size", "fits");

  /** A frame leaves the buffer, says the port that takes it. */
  public static final Action RELEASE =
      Action.of("Release", By.APPLICATION, "size", "t").telling("resumes");

  /** A pause frame leaves: one is owed, and the link has ended the frame before it. */
  public static final Action SEND_PAUSE = Action.of("SendPause", By.MUST).telling("time");

  /** The time after which a pause is repeated is over. */
  public static final Action REFRESH = Action.of("Refresh", By.TIME);

  /** Time goes by. */
  public static final Action ELAPSE = Action.of("Elapse", By.TIME).telling("time");

  /** The variables and actions of the specification that are the buffer's. */
  public static final Face<PauseSender> FACE =
      Face.of(PauseSender.class)
          .heldBy(Party.RECEIVER)
          .number("held", BYTE, "held", s -> s.held, (s, v) -> s.held = v)
          .truth("pausing", "its sender is to be paused", s -> s.pausing, (s, v) -> s.pausing = v)
          .number(
              "limit",
              BYTE,
              "held when that began, or the threshold then",
              s -> s.limit,
              (s, v) -> s.limit = v)
          .truth("owed", "a pause frame is to leave", s -> s.owed, (s, v) -> s.owed = v)
          .number(
              "untilRefresh",
              PICOSECOND,
              "until the next XOFF is due",
              s -> s.untilRefresh,
              (s, v) -> s.untilRefresh = v)
          .actions(ADMIT, RELEASE, SEND_PAUSE, REFRESH, ELAPSE)
          .build();

  private final PauseParams params;
  private long held;
  private boolean pausing;
  private long limit;
  private boolean owed;
  private long untilRefresh;
  private Listener<PauseSender> listener;

  /** What the port does for it. */
  public interface Sink {
    /** A pause frame is to leave, as soon as the port is free and before all other frames. */
    void owe();

    /** The frame that came finds no room. */
    void drop();

    /** The pause frame that leaves says this: how long to pause, or 0 to go on. */
    void pause(long time);
  }

  /** A lane that holds nothing. */
  public PauseSender(PauseParams params) {
    this.params = params;
  }

  /** A copy with everything in it. */
  public PauseSender copy() {
    return FACE.copy(this, new PauseSender(params));
  }

  /** Tells a listener of each action from now on; null for nobody. */
  public void tell(Listener<PauseSender> to) {
    listener = to;
  }

  /** What the lane holds. */
  public long held() {
    return held;
  }

  /** Whether the lane's sender is to be paused. */
  public boolean isPausing() {
    return pausing;
  }

  /** Whether a pause frame is to leave. */
  public boolean isOwed() {
    return owed;
  }

  /** What the lane holds beyond its threshold, out of its headroom. */
  public long inHeadroom() {
    return pausing ? Math.max(0, held - limit) : 0;
  }

  /** The time until a refresh is due; a negative number if none is. */
  public long untilRefresh() {
    return pausing && !owed ? untilRefresh : -1;
  }

  /**
   * A frame counts: it is kept, or dropped for want of room.
   *
   * @param size of the frame, above 0
   * @param threshold what the lane may hold now before its sender is to be paused
   */
  @Requirement({"PFC-1", "PFC-6"})
  public String admit(long size, long threshold, Sink sink) {
    long with = held + params.room(size);
    boolean starts = !pausing && with > threshold;
    if (starts) {
      limit = Math.max(held, threshold);
      pausing = true;
      owed = true;
    }
    boolean fits = !pausing || with <= limit + params.headroom();
    held = fits ? with : held;
    if (listener != null) {
      listener.took(this, ADMIT, threshold, size, fits);
    }
    if (starts) {
      sink.owe();
    }
    if (!fits) {
      sink.drop();
    }
    return null;
  }

  /**
   * A frame leaves the buffer.
   *
   * @param size of the frame, above 0
   * @param threshold what the lane may hold now before its sender is to be paused
   */
  @Requirement("PFC-1")
  public String release(long size, long threshold, Sink sink) {
    long room = params.room(size);
    if (room > held) {
      return "it holds " + held + ", less than " + room;
    }
    held -= room;
    boolean resumes = pausing && held + params.gap() <= threshold;
    if (resumes) {
      pausing = false;
      limit = 0;
      owed = true;
    }
    if (listener != null) {
      listener.took(this, RELEASE, size, threshold, resumes);
    }
    if (resumes) {
      sink.owe();
    }
    return null;
  }

  /** The port is free: a pause frame leaves, and says what holds now. */
  @Requirement({"PFC-2", "PFC-3", "PFC-5"})
  public String sendPause(Sink sink) {
    if (!owed) {
      return "there is nothing to say";
    }
    owed = false;
    long time = pausing ? params.pause() : 0;
    untilRefresh = pausing ? params.refreshAfter() : 0;
    if (listener != null) {
      listener.took(this, SEND_PAUSE, time);
    }
    sink.pause(time);
    return null;
  }

  /** The pause is to be repeated, before it runs out. */
  @Requirement("PFC-5")
  public String refresh(Sink sink) {
    if (!isRefreshDue()) {
      return "no refresh is due";
    }
    owed = true;
    if (listener != null) {
      listener.took(this, REFRESH);
    }
    sink.owe();
    return null;
  }

  private boolean isRefreshDue() {
    return pausing && !owed && untilRefresh == 0;
  }

  /**
   * So much time goes by.
   *
   * @param time at least 0
   */
  @Requirement("PFC-5")
  public String elapse(long time) {
    if (time > 0 && (isRefreshDue() || time > untilRefresh && pausing && !owed)) {
      return "a refresh is due in " + untilRefresh + ", before " + time + " is over";
    }
    untilRefresh = Math.max(0, untilRefresh - time);
    if (listener != null) {
      listener.took(this, ELAPSE, time);
    }
    return null;
  }

  /** What does not fit together; {@code null} if all does. */
  public String broken() {
    boolean fits =
        held >= 0
            && (pausing ? held <= limit + params.headroom() : limit == 0)
            && untilRefresh >= 0
            && untilRefresh <= params.refreshAfter();
    return fits ? null : toString();
  }

  @Override
  public String toString() {
    return held + " held" + (pausing ? ", paused at " + limit : "") + (owed ? ", to be told" : "");
  }
}
