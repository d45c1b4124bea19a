package dev.sluice.cc.pfc;

import static dev.sluice.kernel.Unit.NONE;

import dev.sluice.kernel.Action;
import dev.sluice.kernel.Action.By;
import dev.sluice.kernel.Face;
import dev.sluice.kernel.Listener;
import dev.sluice.kernel.Party;
import dev.sluice.requirement.Requirement;

/**
 * A switch's watchdog over one class of one port: finds a class that pause frames hold up for too
 * long, a storm, and ends the storm once no more of them come. It polls the class, and notes pauses
 * between polls.
 *
 * <p>Mirrors the watchdog's variables of {@code spec/rcm/PauseWatchdog.tla}, and its action of the
 * same name. Pauses begin and end in actions of {@link PauseReceiver}.
 *
 * <p>An action answers null, or why it is refused, and has changed nothing then.
 */
@Requirement("PFC-10")
public final class PauseWatchdog {
  /** The time of a poll is over, and the watchdog looks at the class. */
  public static final Action POLL =
      Action.of("Poll", By.TIME).telling("stuck", "quiet", "finds", "restores");

  /** Its variables and its action. */
  public static final Face<PauseWatchdog> FACE =
      Face.of(PauseWatchdog.class)
          .heldBy(Party.SENDER)
          .truth(
              "storming", "a storm holds the class up", w -> w.storming, (w, v) -> w.storming = v)
          .number(
              "polls",
              NONE,
              "in a row that found the class stuck, or in a storm quiet",
              w -> w.polls,
              (w, v) -> w.polls = v)
          .truth(
              "unbroken",
              "it has been paused since the last poll without a break",
              w -> w.unbroken,
              (w, v) -> w.unbroken = v)
          .truth("waited", "frames waited at the last poll", w -> w.waited, (w, v) -> w.waited = v)
          .truth("came", "an XOFF has come since the last poll", w -> w.came, (w, v) -> w.came = v)
          .actions(POLL)
          .build();

  private final int detectPolls;
  private final int restorePolls;
  private boolean storming;
  private long polls;
  private boolean unbroken;
  private boolean waited;
  private boolean came;
  private Listener<PauseWatchdog> listener;

  /** Receiver of a poll's findings. */
  public interface Sink {
    /** Takes the start of a storm: the class must not wait for the end of its pause any more. */
    void finds();

    /** Takes the end of a storm: the class heeds pause frames again. */
    void restores();
  }

  /**
   * Makes a watchdog over a class that no storm holds up.
   *
   * @param detectPolls so many polls in a row that find the class stuck are a storm, at least 1
   * @param restorePolls so many in a row that find it quiet end the storm, at least 1
   */
  public PauseWatchdog(int detectPolls, int restorePolls) {
    if (detectPolls < 1 || restorePolls < 1) {
      throw new IllegalArgumentException(
          "polls must be positive: " + detectPolls + ", " + restorePolls);
    }
    this.detectPolls = detectPolls;
    this.restorePolls = restorePolls;
  }

  /** Returns a copy with everything in it. */
  public PauseWatchdog copy() {
    return FACE.copy(this, new PauseWatchdog(detectPolls, restorePolls));
  }

  /** Sets the listener of each action from now on; null removes it. */
  public void tell(Listener<PauseWatchdog> to) {
    listener = to;
  }

  /** Returns whether a storm holds the class up. */
  public boolean isStorming() {
    return storming;
  }

  /** Notes that a frame has come that asks for a pause of the class. */
  public void asks() {
    came = true;
  }

  /** Notes that no pause holds the class up at this time. */
  public void goesOn() {
    unbroken = false;
  }

  /**
   * Looks at the class.
   *
   * @param isPaused true if a pause holds it up
   * @param waits true if frames of it wait
   */
  @Requirement("PFC-10")
  public String poll(boolean isPaused, boolean waits, Sink sink) {
    boolean stuck = unbroken && waited;
    boolean quiet = !came && !isPaused;
    unbroken = isPaused;
    waited = waits;
    came = false;
    boolean counts = storming ? quiet : stuck;
    polls = counts ? polls + 1 : 0;
    boolean finds = !storming && polls == detectPolls;
    boolean restores = storming && polls == restorePolls;
    if (finds || restores) {
      storming = finds;
      polls = 0;
    }
    if (listener != null) {
      listener.took(this, POLL, stuck, quiet, finds, restores);
    }
    if (finds) {
      sink.finds();
    } else if (restores) {
      sink.restores();
    }
    return null;
  }

  /** Returns the state in words if it is impossible; otherwise {@code null}. */
  public String broken() {
    return polls >= 0 && polls < (storming ? restorePolls : detectPolls) ? null : toString();
  }

  @Override
  public String toString() {
    return (storming ? "a storm, quiet for " : "no storm, stuck for ") + polls + " polls";
  }
}
