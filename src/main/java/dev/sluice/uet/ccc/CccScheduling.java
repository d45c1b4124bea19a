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

  private static final String UNDER_WAY = "an event is under way";
  private static final String NOT_READY = "not READY";
  private static final String NOT_TO_BE_SENT = "the packet is not to be sent";
  private static final String NOT_IN_FLIGHT = "the packet is not in flight";
  private static final String NOT_DUE = "another step is due";

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
    Draft draft = new Draft(state);
    return Outcome.of(state, draft.newData(size), draft::toState);
  }

  /** The scheduler lets a packet out, of a CCC that is READY between two events. */
  @Requirement({"UET-1", "CCC-12"})
  public static Outcome<State> send(State state, PacketStanding standing, long size) {
    Draft draft = new Draft(state);
    return Outcome.of(
        state,
        draft.send(standing, size),
        draft::toState,
        new Stands(PacketStanding.FLYING),
        new Sent(size));
  }

  /** An acknowledgment; what it was for before, or never, changes nothing. */
  @Requirement("UET-1")
  public static Outcome<State> ack(State state, Acked acked) {
    Draft draft = new Draft(state);
    return Outcome.of(state, draft.ack(acked), draft::toState, new Stands(PacketStanding.DONE));
  }

  /**
   * A negative acknowledgment. One for a packet that is not in flight comes late, and changes
   * nothing.
   *
   * @param packet the packet's number, from 1 on
   */
  @Requirement({"UET-1", "FIND-2"})
  public static Outcome<State> nack(State state, int packet, PacketStanding standing, long size) {
    Draft draft = new Draft(state);
    String refused = draft.nack(packet, standing, size);
    return refused == null && draft.steps == 0
        ? Outcome.accepted(state) // it came late
        : Outcome.of(state, refused, draft::toState);
  }

  /**
   * The PDC gives a packet up for lost.
   *
   * @param packet the packet's number, from 1 on
   */
  @Requirement("UET-1")
  public static Outcome<State> inferLoss(
      State state, int packet, PacketStanding standing, long size) {
    Draft draft = new Draft(state);
    return Outcome.of(state, draft.inferLoss(packet, standing, size), draft::toState);
  }

  /** Credit has come, or the time to look for it. */
  @Requirement("UET-1")
  public static Outcome<State> creditUpdate(State state) {
    Draft draft = new Draft(state);
    return Outcome.of(state, draft.creditUpdate(), draft::toState);
  }

  // ----------------------------------------------------------------------- steps within an event

  /** NSCC has taken its step; the event's bytes have left its count. */
  @Requirement("UET-1")
  public static Outcome<State> nscc(State state) {
    Draft draft = new Draft(state);
    return Outcome.of(state, draft.nscc(), draft::toState);
  }

  /** RCCC has taken its step. */
  @Requirement("UET-1")
  public static Outcome<State> rccc(State state) {
    Draft draft = new Draft(state);
    return Outcome.of(state, draft.rccc(), draft::toState);
  }

  /**
   * Marks the event's packet for retransmission, and updates the state in the middle of the event.
   *
   * @param may whether both algorithms allow sending as they stand now
   */
  @Requirement("UET-1")
  public static Outcome<State> mark(State state, boolean may) {
    Draft draft = new Draft(state);
    return Outcome.of(state, draft.mark(may), draft::toState, new Stands(PacketStanding.WAITING));
  }

  /**
   * Takes the event's packets out of flight, updates the state, and ends the event.
   *
   * @param may whether both algorithms allow sending
   */
  @Requirement("UET-1")
  public static Outcome<State> settle(State state, boolean may) {
    Draft draft = new Draft(state);
    return Outcome.of(state, draft.settle(may), draft::toState);
  }

  /**
   * The variables worked on in place, for a host that keeps thousands of contexts: the rules stand
   * here, and the functions above follow them on a copy. An action answers null, or why it is
   * refused, and has changed nothing then. What it would tell by an effect follows from its name
   * and its arguments.
   */
  public static final class Draft {
    private Readiness readiness;
    private long backlog;
    private int waitingRtx;
    private long rtxBacklog;
    private int inflightPkts;

    // the event
    private int steps;
    private int marked;
    private int packets;
    private long bytes;

    /** Variables to be worked on, which begin as this state. */
    public Draft(State state) {
      readiness = state.readiness;
      backlog = state.backlog;
      waitingRtx = state.waitingRtx;
      rtxBacklog = state.rtxBacklog;
      inflightPkts = state.inflightPkts;
      steps = state.event.steps;
      marked = state.event.marked;
      packets = state.event.packets;
      bytes = state.event.bytes;
    }

    /** The variables as they stand. */
    public State toState() {
      return new State(
          readiness,
          backlog,
          waitingRtx,
          rtxBacklog,
          inflightPkts,
          new Event(steps, marked, packets, bytes));
    }

    /** {@link State#backlog()}. */
    public long backlog() {
      return backlog;
    }

    private void begin(int todo) {
      begin(todo, 0, 0, 0);
    }

    private void begin(int todo, int toMark, int taken, long takenBytes) {
      steps = todo;
      marked = toMark;
      packets = taken;
      bytes = takenBytes;
    }

    private boolean isDue(int step) {
      return steps != 0 && Integer.lowestOneBit(steps) == step;
    }

    /** {@link CccScheduling#newData}. */
    public String newData(long size) {
      if (steps != 0) {
        return UNDER_WAY;
      }
      backlog = Math.addExact(backlog, size);
      begin(RCCC | SETTLE);
      return null;
    }

    /** {@link CccScheduling#send}. */
    public String send(PacketStanding standing, long size) {
      if (steps != 0) {
        return UNDER_WAY;
      }
      if (readiness != Readiness.READY) {
        return NOT_READY;
      }
      if (standing == PacketStanding.WAITING) {
        waitingRtx--;
        rtxBacklog -= size;
      } else if (standing == PacketStanding.QUEUED) {
        backlog -= size;
      } else {
        return NOT_TO_BE_SENT;
      }
      inflightPkts = Math.addExact(inflightPkts, 1);
      begin(SETTLE);
      return null;
    }

    /** {@link CccScheduling#ack}. */
    public String ack(Acked acked) {
      if (steps != 0) {
        return UNDER_WAY;
      }
      waitingRtx -= acked.unmarked;
      rtxBacklog -= acked.unmarkedBytes;
      begin(NSCC | RCCC | SETTLE, 0, acked.packets, acked.bytes);
      return null;
    }

    /** {@link CccScheduling#nack}. */
    public String nack(int packet, PacketStanding standing, long size) {
      if (steps != 0) {
        return UNDER_WAY;
      }
      if (standing == PacketStanding.FLYING) {
        begin(NSCC | MARK | RCCC | SETTLE, packet, 1, size);
      }
      return null;
    }

    /** {@link CccScheduling#inferLoss}. */
    public String inferLoss(int packet, PacketStanding standing, long size) {
      if (steps != 0) {
        return UNDER_WAY;
      }
      if (standing != PacketStanding.FLYING) {
        return NOT_IN_FLIGHT;
      }
      begin(NSCC | MARK | RCCC | SETTLE, packet, 1, size);
      return null;
    }

    /** {@link CccScheduling#creditUpdate}. */
    public String creditUpdate() {
      if (steps != 0) {
        return UNDER_WAY;
      }
      begin(RCCC | SETTLE);
      return null;
    }

    /** {@link CccScheduling#nscc}. */
    public String nscc() {
      return step(NSCC);
    }

    /** {@link CccScheduling#rccc}. */
    public String rccc() {
      return step(RCCC);
    }

    private String step(int step) {
      if (!isDue(step)) {
        return NOT_DUE;
      }
      steps &= ~step;
      return null;
    }

    /** {@link CccScheduling#mark}. */
    public String mark(boolean may) {
      if (!isDue(MARK)) {
        return NOT_DUE;
      }
      waitingRtx++;
      rtxBacklog = Math.addExact(rtxBacklog, bytes);
      steps &= ~MARK;
      update(may);
      return null;
    }

    /** {@link CccScheduling#settle}. */
    public String settle(boolean may) {
      if (!isDue(SETTLE)) {
        return NOT_DUE;
      }
      inflightPkts -= packets;
      begin(0);
      update(may);
      return null;
    }

    /** The published procedure, from the state before. */
    private void update(boolean may) {
      if (backlog <= 0 && waitingRtx <= 0) {
        readiness = inflightPkts != 0 ? Readiness.PENDING : Readiness.IDLE;
      } else if (readiness == Readiness.IDLE || readiness == Readiness.PENDING) {
        readiness = Readiness.ACTIVE;
      }
      if (readiness == Readiness.ACTIVE && may) {
        readiness = Readiness.READY;
      } else if (readiness == Readiness.READY && !may) {
        readiness = Readiness.ACTIVE;
      }
    }
  }
}
