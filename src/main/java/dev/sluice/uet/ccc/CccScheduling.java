package dev.sluice.uet.ccc;

import dev.sluice.cc.Effect;
import dev.sluice.cc.Outcome;
import dev.sluice.requirement.Requirement;

/**
 * Whether a CCC has something to send now, and may: the scheduling machine of public UET 1.0
 * material.
 *
 * <p>An event is a list of steps. The first is done by the call that begins it, the others by the
 * host, in the order NSCC, mark, RCCC, settle; those that an event lacks are skipped. Until it has
 * settled no other event may begin, and above all nothing may be sent: the state is updated in the
 * middle of an event too, when it can be READY on figures that do not hold any more at its end.
 *
 * <p>Mirrors {@code spec/uet/CccScheduling.tla}: each public method is the action of the same name.
 * The names IDLE and READY mean something else in the life of a CCC, which is {@link Ccc}'s.
 */
public final class CccScheduling {
  private static final int NSCC = 1;
  private static final int MARK = 2;
  private static final int RCCC = 4;
  private static final int SETTLE = 8;

  /** Nothing under way. */
  public static final Event NO_EVENT = new Event(0, 0, 0, 0);

  private static final Event AFTER_NEWS = new Event(RCCC | SETTLE, 0, 0, 0);
  private static final Event AFTER_SEND = new Event(SETTLE, 0, 0, 0);

  private CccScheduling() {}

  /** Whether the CCC is on the scheduler's ready list, and if not, why. */
  public enum Readiness {
    /** Nothing to do; the CCC may be removed. */
    IDLE,
    /** Nothing to send, packets in flight. */
    PENDING,
    /** Something to send, and not allowed to. */
    ACTIVE,
    /** Something to send, and allowed to. */
    READY
  }

  /**
   * What the event under way has still to do.
   *
   * @param steps those left, as a set of bits in the order of their doing
   * @param marked number of the packet to mark for retransmission; 0 for none
   * @param packets how many packets it takes out of flight
   * @param bytes how many bytes those are
   */
  public record Event(int steps, int marked, int packets, long bytes) {
    /** Whether no event is under way. */
    public boolean isOver() {
      return steps == 0;
    }

    boolean isDue(int step) {
      return steps != 0 && Integer.lowestOneBit(steps) == step;
    }

    Event rest() {
      return new Event(steps & (steps - 1), marked, packets, bytes);
    }
  }

  /**
   * The variables that all PDCs of a CCC share.
   *
   * @param readiness the scheduling state
   * @param backlog bytes to be sent for the first time, by nominal sizes
   * @param waitingRtx packets marked for retransmission
   * @param rtxBacklog bytes of those
   * @param inflightPkts packets in flight
   * @param event what the event under way has still to do
   */
  public record State(
      Readiness readiness,
      long backlog,
      int waitingRtx,
      long rtxBacklog,
      int inflightPkts,
      Event event) {
    /** Nothing to do and nothing under way. */
    public static final State INITIAL = new State(Readiness.IDLE, 0, 0, 0, 0, NO_EVENT);

    State with(Event next) {
      return new State(readiness, backlog, waitingRtx, rtxBacklog, inflightPkts, next);
    }
  }

  /** The event's packet now stands so with its PDC. */
  public record Stands(PacketStanding standing) implements Effect {}

  /** NSCC, then RCCC, are told of a packet of this size that was sent. */
  public record Sent(long size) implements Effect {}

  /**
   * What one acknowledgment brings, over all its packets.
   *
   * @param packets newly acknowledged: out of flight
   * @param bytes of those
   * @param unmarked packets that waited for a retransmission which is not needed
   * @param unmarkedBytes of those
   */
  public record Acked(int packets, long bytes, int unmarked, long unmarkedBytes) {
    /** No packet yet. */
    public static final Acked NOTHING = new Acked(0, 0, 0, 0);

    /**
     * With one more packet. Only what is in flight can be taken out of flight: a packet that was
     * given up for lost was counted then, and must not be counted again.
     */
    @Requirement({"UET-1", "FIND-2"})
    public Acked plus(PacketStanding standing, long size) {
      return switch (standing) {
        case FLYING -> new Acked(packets + 1, Math.addExact(bytes, size), unmarked, unmarkedBytes);
        case WAITING -> new Acked(packets, bytes, unmarked + 1, Math.addExact(unmarkedBytes, size));
        default -> this;
      };
    }
  }

  // ---------------------------------------------------------------------------------- events

  /**
   * A PDC has a message more to send.
   *
   * @param size nominal size of all its packets, the very sizes that will be taken off again
   */
  @Requirement("UET-1")
  public static Outcome<State> newData(State state, long size) {
    if (!state.event().isOver()) {
      return Outcome.refused(state, "an event is under way");
    }
    return Outcome.accepted(
        new State(
            state.readiness(),
            Math.addExact(state.backlog(), size),
            state.waitingRtx(),
            state.rtxBacklog(),
            state.inflightPkts(),
            AFTER_NEWS));
  }

  /** The scheduler lets a packet out, of a CCC that is READY between two events. */
  @Requirement({"UET-1", "CCC-12"})
  public static Outcome<State> send(State state, PacketStanding standing, long size) {
    if (!state.event().isOver()) {
      return Outcome.refused(state, "an event is under way");
    }
    if (state.readiness() != Readiness.READY) {
      return Outcome.refused(state, "not READY");
    }
    if (standing != PacketStanding.QUEUED && standing != PacketStanding.WAITING) {
      return Outcome.refused(state, "the packet is not to be sent");
    }
    boolean again = standing == PacketStanding.WAITING;
    return Outcome.accepted(
        new State(
            state.readiness(),
            again ? state.backlog() : state.backlog() - size,
            again ? state.waitingRtx() - 1 : state.waitingRtx(),
            again ? state.rtxBacklog() - size : state.rtxBacklog(),
            Math.addExact(state.inflightPkts(), 1),
            AFTER_SEND),
        new Stands(PacketStanding.FLYING),
        new Sent(size));
  }

  /** An acknowledgment; what it was for before, or never, changes nothing. */
  @Requirement("UET-1")
  public static Outcome<State> ack(State state, Acked acked) {
    if (!state.event().isOver()) {
      return Outcome.refused(state, "an event is under way");
    }
    return Outcome.accepted(
        new State(
            state.readiness(),
            state.backlog(),
            state.waitingRtx() - acked.unmarked(),
            state.rtxBacklog() - acked.unmarkedBytes(),
            state.inflightPkts(),
            new Event(NSCC | RCCC | SETTLE, 0, acked.packets(), acked.bytes())),
        new Stands(PacketStanding.DONE));
  }

  /**
   * A negative acknowledgment. One for a packet that is not in flight comes late, and changes
   * nothing.
   *
   * @param packet the packet's number, from 1 on
   */
  @Requirement({"UET-1", "FIND-2"})
  public static Outcome<State> nack(State state, int packet, PacketStanding standing, long size) {
    if (!state.event().isOver()) {
      return Outcome.refused(state, "an event is under way");
    }
    if (standing != PacketStanding.FLYING) {
      return Outcome.accepted(state);
    }
    return Outcome.accepted(state.with(lossOf(packet, size)));
  }

  /**
   * The PDC gives a packet up for lost.
   *
   * @param packet the packet's number, from 1 on
   */
  @Requirement("UET-1")
  public static Outcome<State> inferLoss(
      State state, int packet, PacketStanding standing, long size) {
    if (!state.event().isOver()) {
      return Outcome.refused(state, "an event is under way");
    }
    if (standing != PacketStanding.FLYING) {
      return Outcome.refused(state, "the packet is not in flight");
    }
    return Outcome.accepted(state.with(lossOf(packet, size)));
  }

  /** Credit has come, or the time to look for it. */
  @Requirement("UET-1")
  public static Outcome<State> creditUpdate(State state) {
    if (!state.event().isOver()) {
      return Outcome.refused(state, "an event is under way");
    }
    return Outcome.accepted(state.with(AFTER_NEWS));
  }

  private static Event lossOf(int packet, long size) {
    return new Event(NSCC | MARK | RCCC | SETTLE, packet, 1, size);
  }

  // ----------------------------------------------------------------------- steps within an event

  /** NSCC has taken its step; the event's bytes have left its count. */
  @Requirement("UET-1")
  public static Outcome<State> nscc(State state) {
    return step(state, NSCC);
  }

  /** RCCC has taken its step. */
  @Requirement("UET-1")
  public static Outcome<State> rccc(State state) {
    return step(state, RCCC);
  }

  private static Outcome<State> step(State state, int step) {
    return state.event().isDue(step)
        ? Outcome.accepted(state.with(state.event().rest()))
        : Outcome.refused(state, "another step is due");
  }

  /**
   * Marks the event's packet for retransmission, and updates the state in the middle of the event.
   *
   * @param may whether both algorithms allow sending as they stand now
   */
  @Requirement("UET-1")
  public static Outcome<State> mark(State state, boolean may) {
    Event event = state.event();
    if (!event.isDue(MARK)) {
      return Outcome.refused(state, "another step is due");
    }
    return Outcome.accepted(
        updated(
            state.readiness(),
            state.backlog(),
            state.waitingRtx() + 1,
            Math.addExact(state.rtxBacklog(), event.bytes()),
            state.inflightPkts(),
            event.rest(),
            may),
        new Stands(PacketStanding.WAITING));
  }

  /**
   * Takes the event's packets out of flight, updates the state, and ends the event.
   *
   * @param may whether both algorithms allow sending
   */
  @Requirement("UET-1")
  public static Outcome<State> settle(State state, boolean may) {
    Event event = state.event();
    if (!event.isDue(SETTLE)) {
      return Outcome.refused(state, "another step is due");
    }
    return Outcome.accepted(
        updated(
            state.readiness(),
            state.backlog(),
            state.waitingRtx(),
            state.rtxBacklog(),
            state.inflightPkts() - event.packets(),
            NO_EVENT,
            may));
  }

  /** The published procedure, from the state before. */
  private static State updated(
      Readiness before,
      long backlog,
      int waitingRtx,
      long rtxBacklog,
      int inflightPkts,
      Event event,
      boolean may) {
    Readiness now = before;
    if (backlog <= 0 && waitingRtx <= 0) {
      now = inflightPkts != 0 ? Readiness.PENDING : Readiness.IDLE;
    } else if (before == Readiness.IDLE || before == Readiness.PENDING) {
      now = Readiness.ACTIVE;
    }
    if (now == Readiness.ACTIVE && may) {
      now = Readiness.READY;
    } else if (now == Readiness.READY && !may) {
      now = Readiness.ACTIVE;
    }
    return new State(now, backlog, waitingRtx, rtxBacklog, inflightPkts, event);
  }
}
