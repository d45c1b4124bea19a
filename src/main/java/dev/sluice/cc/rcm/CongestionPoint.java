package dev.sluice.cc.rcm;

import static dev.sluice.kernel.Unit.BYTE;

import dev.sluice.cc.Ecn;
import dev.sluice.cc.PortRole;
import dev.sluice.cc.PortVerdict;
import dev.sluice.cc.RedMarker;
import dev.sluice.kernel.Action;
import dev.sluice.kernel.Action.By;
import dev.sluice.kernel.Face;
import dev.sluice.kernel.Listener;
import dev.sluice.kernel.Party;
import dev.sluice.requirement.Requirement;

/**
 * A congestion point: the queue of a switch port that marks packets where it grows long, in place
 * of dropping them.
 *
 * <p>Mirrors {@code waiting} of {@code spec/rcm/RcmLoop.tla}, and its action of the same name. What
 * is marked is {@link RedMarker}'s to say. A port of a fabric, which counts its queue itself, asks
 * it as its {@link PortRole}.
 */
public final class CongestionPoint implements PortRole {
  /** A packet comes to the queue. */
  public static final Action ENQUEUE =
      Action.of("Enqueue", By.MESSAGE, "draw").telling("bytes", "ecn");

  /** What the specification has of a congestion point. */
  public static final Face<CongestionPoint> FACE =
      Face.of(CongestionPoint.class)
          .heldBy(Party.NETWORK)
          .number("waiting", BYTE, "in its queue", c -> c.waiting, (c, v) -> c.waiting = v)
          .actions(ENQUEUE)
          .build();

  private final RedMarker marker;
  private final long room;

  private long waiting;

  private Listener<CongestionPoint> listener;

  /** What the port does for it. */
  public interface Sink {
    /** The packet waits, with this codepoint. */
    void queue(int ecn);

    /** There is no room for it. */
    void drop();
  }

  /**
   * A congestion point whose queue is empty.
   *
   * @param room bytes that the queue can hold, from 1
   */
  public CongestionPoint(RedMarker marker, long room) {
    if (room < 1) {
      throw new IllegalArgumentException("room for " + room + " bytes");
    }
    this.marker = marker;
    this.room = room;
  }

  /** A copy with everything in it. */
  public CongestionPoint copy() {
    return FACE.copy(this, new CongestionPoint(marker, room));
  }

  /** Tells a listener of each action from now on; null for nobody. */
  public void tell(Listener<CongestionPoint> to) {
    listener = to;
  }

  /** Bytes in its queue. */
  public long waiting() {
    return waiting;
  }

  @Override
  @Requirement("RCM-2")
  public PortVerdict onEnqueue(
      long queueBytes, long freeBytes, int frameBytes, int ecn, long draw) {
    return marker.onEnqueue(queueBytes, freeBytes, frameBytes, ecn, draw);
  }

  /**
   * A packet comes to the queue: it waits there, marked or not, or is dropped where it does not
   * fit.
   *
   * @param draw as {@link PortRole} has it
   */
  @Requirement("RCM-2")
  public String enqueue(int bytes, int ecn, long draw, Sink sink) {
    boolean fits = waiting + bytes <= room;
    PortVerdict verdict = onEnqueue(waiting, room - waiting, bytes, ecn, draw);
    waiting += fits ? bytes : 0;
    if (listener != null) {
      listener.took(this, ENQUEUE, draw, bytes, ecn);
    }
    if (fits) {
      sink.queue(verdict == PortVerdict.MARK ? Ecn.CE : ecn);
    } else {
      sink.drop();
    }
    return null;
  }

  /** A packet has left the queue. */
  public String dequeue(int bytes) {
    if (bytes > waiting) {
      return "of " + waiting + " bytes " + bytes + " cannot leave";
    }
    waiting -= bytes;
    return null;
  }

  /** What does not fit together; {@code null} if all does. */
  public String broken() {
    return 0 <= waiting && waiting <= room ? null : waiting + " bytes wait in room for " + room;
  }

  @Override
  public String toString() {
    return waiting + " bytes wait";
  }
}
