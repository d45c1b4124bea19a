package dev.sluice.uet.ccc;

import static dev.sluice.kernel.Unit.BYTE;
import static dev.sluice.kernel.Unit.NONE;
import static dev.sluice.kernel.Unit.PACKET;

import dev.sluice.kernel.Action;
import dev.sluice.kernel.Action.By;
import dev.sluice.kernel.Face;
import dev.sluice.kernel.Listener;
import dev.sluice.kernel.Party;
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
 * <p>Mirrors {@code spec/uet/CccScheduling.tla}: each action is the method of the same name, each
 * variable of the CCC the reader of the same name. An action answers null, or why it is refused,
 * and has changed nothing then. The names IDLE and READY mean something else in the life of a CCC,
 * which is {@link Ccc}'s.
 */
public final class CccScheduling {
  private static final int NSCC = 1;
  private static final int MARK = 2;
  private static final int RCCC = 4;
  private static final int SETTLE = 8;

  private static final String UNDER_WAY = "an event is under way";
  private static final String NOT_READY = "not READY";
  private static final String NOT_TO_BE_SENT = "the packet is not to be sent";
  private static final String NOT_ASKED = "the algorithms were asked about another packet";
  private static final String NOT_IN_FLIGHT = "the packet is not in flight";
  private static final String NOT_DUE = "another step is due";

  /** A message joins the backlog. */
  public static final Action NEW_DATA = Action.of("NewData", By.APPLICATION, "size");

  /** A packet leaves. */
  public static final Action SEND = Action.of("Send", By.MUST);

  /** An acknowledgment. */
  public static final Action ACK = Action.of("Ack", By.MESSAGE);

  /** A negative acknowledgment. */
  public static final Action NACK = Action.of("Nack", By.MESSAGE);

  /** A packet is given up for lost, by its PDC. */
  public static final Action INFER_LOSS = Action.of("InferLoss", By.APPLICATION);

  /** A Credit packet has arrived, which the specification does not have as a message. */
  public static final Action CREDIT_UPDATE = Action.of("CreditUpdate", By.MESSAGE);

  /** NSCC has taken its step. */
  public static final Action NSCC_STEP = Action.of("Nscc", By.INTERNAL);

  /** The event's packet is marked for retransmission. */
  public static final Action MARK_STEP = Action.of("Mark", By.INTERNAL);

  /** RCCC has taken its step. */
  public static final Action RCCC_STEP = Action.of("Rccc", By.INTERNAL);

  /** The event is over. */
  public static final Action SETTLE_STEP = Action.of("Settle", By.INTERNAL);

  /**
   * The variables of the CCC, but for the fields of {@code event} and {@code next}; its actions.
   */
  public static final Face<CccScheduling> FACE =
      Face.of(CccScheduling.class)
          .heldBy(Party.SENDER)
          .word(
              "state",
              Readiness.values(),
              "the scheduling state",
              c -> c.state,
              (c, v) -> c.state = v)
          .number(
              "backlog",
              BYTE,
              "to be sent for the first time, by nominal sizes",
              c -> c.backlog,
              (c, v) -> c.backlog = v)
          .number(
              "waitingRtx",
              PACKET,
              "marked for retransmission",
              c -> c.waitingRtx,
              (c, v) -> c.waitingRtx = (int) v)
          .number(
              "rtxBacklog",
              BYTE,
              "of the packets marked for retransmission",
              c -> c.rtxBacklog,
              (c, v) -> c.rtxBacklog = v)
          .number(
              "inflightPkts",
              PACKET,
              "in flight",
              c -> c.inflightPkts,
              (c, v) -> c.inflightPkts = (int) v)
          .keeps("steps", NONE, "left of the event", c -> c.steps, (c, v) -> c.steps = (int) v)
          .keeps(
              "marked",
              NONE,
              "the packet to mark for retransmission; 0 for none",
              c -> c.marked,
              (c, v) -> c.marked = (int) v)
          .keeps(
              "packets",
              PACKET,
              "the event takes out of flight",
              c -> c.packets,
              (c, v) -> c.packets = (int) v)
          .keeps(
              "bytes", BYTE, "the event takes out of flight", c -> c.bytes, (c, v) -> c.bytes = v)
          .keeps(
              "nextSize",
              BYTE,
              "of the packet about which the algorithms were asked last",
              c -> c.nextSize,
              (c, v) -> c.nextSize = v)
          .keeps(
              "nextCost",
              BYTE,
              "of credit, that it takes",
              c -> c.nextCost,
              (c, v) -> c.nextCost = v)
          .actions(
              NEW_DATA,
              SEND,
              ACK,
              NACK,
              INFER_LOSS,
              CREDIT_UPDATE,
              NSCC_STEP,
              MARK_STEP,
              RCCC_STEP,
              SETTLE_STEP)
          .build();

  private final SendPermission permission;
  private Readiness state = Readiness.IDLE;
  private long backlog;
  private int waitingRtx;
  private long rtxBacklog;
  private int inflightPkts;

  // the event
  private int steps;
  private int marked;
  private int packets;
  private long bytes;

  // the packet about which the algorithms were asked last
  private long nextSize;
  private long nextCost;

  private Listener<CccScheduling> listener;

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

  /** Whom the CCC asks when it updates its state: its algorithms, and its PDCs. */
  public interface Work extends SendPermission.Algorithms {
    /**
     * Finds the packet that would leave next; which PDC's turn it is, and whether one holds back,
     * is not the CCC's.
     *
     * @return whether there is one
     */
    boolean findNext();

    /** The nominal size of that packet, in bytes. */
    long nextSize();

    /** Whether it was sent before, and goes on the credit that it had. */
    boolean isPaid();
  }

  /** What the CCC decides about the packet that it was called for. */
  public interface Sink {
    /** The packet now stands so with its PDC. */
    void stands(PacketStanding standing);

    /** NSCC, then RCCC, are told that a packet of this size was sent. */
    void sent(long size);
  }

  /** What one acknowledgment brings, over all its packets; to be gathered, and used again. */
  public static final class Acked {
    private int packets;
    private long bytes;
    private int unmarked;
    private long unmarkedBytes;

    /** Bytes newly acknowledged: out of flight. */
    public long bytes() {
      return bytes;
    }

    /** Bytes of packets that waited for a retransmission which is not needed. */
    public long unmarkedBytes() {
      return unmarkedBytes;
    }

    /** Forgets all packets. */
    public void clear() {
      packets = 0;
      bytes = 0;
      unmarked = 0;
      unmarkedBytes = 0;
    }

    /**
     * Adds one more packet. Only what is in flight can be taken out of flight: a packet that was
     * given up for lost was counted then, and must not be counted again.
     *
     * @return how the packet stands when the acknowledgment has been taken
     */
    @Requirement({"UET-1", "FIND-2"})
    public PacketStanding add(PacketStanding standing, long size) {
      switch (standing) {
        case FLYING -> {
          packets++;
          bytes = Math.addExact(bytes, size);
        }
        case WAITING -> {
          unmarked++;
          unmarkedBytes = Math.addExact(unmarkedBytes, size);
        }
        default -> {
          return standing; // not sent yet, or acknowledged before
        }
      }
      return PacketStanding.DONE;
    }
  }

  /**
   * A CCC that has nothing to send.
   *
   * @param permission how its algorithms are asked
   */
  public CccScheduling(SendPermission permission) {
    this.permission = permission;
    nextSize = permission.mtu();
    nextCost = permission.mtu();
  }

  /** A raw copy. */
  public CccScheduling copy() {
    return FACE.copy(this, new CccScheduling(permission));
  }

  /**
   * Tells a listener of each action from now on; null for nobody. Of Send it hears when the
   * algorithms have been told, whose counts are a part of that action.
   */
  public void tell(Listener<CccScheduling> to) {
    listener = to;
  }

  // ------------------------------------------------------------------------------- variables

  /** The scheduling state. */
  public Readiness state() {
    return state;
  }

  /** Bytes to be sent for the first time, by nominal sizes. */
  public long backlog() {
    return backlog;
  }

  /** Packets in flight. */
  public int inflightPkts() {
    return inflightPkts;
  }

  /** The nominal size of the packet about which the algorithms were asked last, in bytes. */
  public long nextSize() {
    return nextSize;
  }

  /** The credit that it takes, in bytes. */
  public long nextCost() {
    return nextCost;
  }

  /** What the event under way has still to do. */
  public Event event() {
    return new Event(steps, marked, packets, bytes);
  }

  @Override
  public String toString() {
    return state
        + ", backlog "
        + backlog
        + ", to be sent again "
        + waitingRtx
        + " packets, "
        + rtxBacklog
        + " bytes, in flight "
        + inflightPkts
        + " packets, "
        + event()
        + ", asked about "
        + nextSize
        + " bytes for "
        + nextCost;
  }

  // ---------------------------------------------------------------------------------- events

  /**
   * A PDC has a message more to send.
   *
   * @param size nominal size of all its packets, the very sizes that will be taken off again
   */
  @Requirement("UET-1")
  public String newData(long size) {
    if (steps != 0) {
      return UNDER_WAY;
    }
    backlog = Math.addExact(backlog, size);
    begin(RCCC | SETTLE);
    if (listener != null) {
      listener.took(this, NEW_DATA, size);
    }
    return null;
  }

  /**
   * The scheduler lets a packet out, of a CCC that is READY between two events: the one about which
   * the algorithms were asked, where it matters which that is.
   */
  @Requirement({"UET-1", "CCC-12"})
  public String send(PacketStanding standing, long size, Sink sink) {
    if (steps != 0) {
      return UNDER_WAY;
    }
    if (state != Readiness.READY) {
      return NOT_READY;
    }
    boolean again = standing == PacketStanding.WAITING;
    if (!again && standing != PacketStanding.QUEUED) {
      return NOT_TO_BE_SENT;
    }
    if (permission.matters() && !isAskedFor(size, again)) {
      return NOT_ASKED;
    }
    if (again) {
      waitingRtx--;
      rtxBacklog -= size;
    } else {
      backlog -= size;
    }
    inflightPkts = Math.addExact(inflightPkts, 1);
    begin(SETTLE);
    sink.stands(PacketStanding.FLYING);
    sink.sent(size);
    if (listener != null) {
      listener.took(this, SEND);
    }
    return null;
  }

  /** Whether the algorithms were asked about a packet of this size: at its cost, if it is new. */
  @Requirement({"UET-1", "RCCC-6"})
  private boolean isAskedFor(long size, boolean again) {
    return nextSize == size
        && (nextCost == permission.cost(size, false)
            || again && nextCost == permission.cost(size, true));
  }

  /** An acknowledgment; what it was for before, or never, changes nothing. */
  @Requirement("UET-1")
  public String ack(Acked acked) {
    if (steps != 0) {
      return UNDER_WAY;
    }
    waitingRtx -= acked.unmarked;
    rtxBacklog -= acked.unmarkedBytes;
    begin(NSCC | RCCC | SETTLE, 0, acked.packets, acked.bytes);
    if (listener != null) {
      listener.took(this, ACK);
    }
    return null;
  }

  /**
   * A negative acknowledgment. One for a packet that is not in flight comes late, and changes
   * nothing.
   *
   * @param packet the packet's number, from 1 on
   */
  @Requirement({"UET-1", "FIND-2"})
  public String nack(int packet, PacketStanding standing, long size) {
    if (steps != 0) {
      return UNDER_WAY;
    }
    if (standing == PacketStanding.FLYING) {
      begin(NSCC | MARK | RCCC | SETTLE, packet, 1, size);
    }
    if (listener != null) {
      listener.took(this, NACK);
    }
    return null;
  }

  /**
   * The PDC gives a packet up for lost.
   *
   * @param packet the packet's number, from 1 on
   */
  @Requirement("UET-1")
  public String inferLoss(int packet, PacketStanding standing, long size) {
    if (steps != 0) {
      return UNDER_WAY;
    }
    if (standing != PacketStanding.FLYING) {
      return NOT_IN_FLIGHT;
    }
    begin(NSCC | MARK | RCCC | SETTLE, packet, 1, size);
    if (listener != null) {
      listener.took(this, INFER_LOSS);
    }
    return null;
  }

  /** Credit has come, or the time to look for it. */
  @Requirement("UET-1")
  public String creditUpdate() {
    if (steps != 0) {
      return UNDER_WAY;
    }
    begin(RCCC | SETTLE);
    if (listener != null) {
      listener.took(this, CREDIT_UPDATE);
    }
    return null;
  }

  // ----------------------------------------------------------------------- steps within an event

  /** NSCC has taken its step; the event's bytes have left its count. */
  @Requirement("UET-1")
  public String nscc() {
    return step(NSCC, NSCC_STEP);
  }

  /** RCCC has taken its step. */
  @Requirement("UET-1")
  public String rccc() {
    return step(RCCC, RCCC_STEP);
  }

  /**
   * Marks the event's packet for retransmission, and updates the state in the middle of the event:
   * when the algorithms are asked about the next packet, it is one of those to be sent.
   */
  @Requirement("UET-1")
  public String mark(Work work, Sink sink) {
    if (!isDue(MARK)) {
      return NOT_DUE;
    }
    waitingRtx++;
    rtxBacklog = Math.addExact(rtxBacklog, bytes);
    steps &= ~MARK;
    sink.stands(PacketStanding.WAITING);
    update(work);
    if (listener != null) {
      listener.took(this, MARK_STEP);
    }
    return null;
  }

  /** Takes the event's packets out of flight, updates the state, and ends the event. */
  @Requirement("UET-1")
  public String settle(Work work) {
    if (!isDue(SETTLE)) {
      return NOT_DUE;
    }
    inflightPkts -= packets;
    begin(0);
    update(work);
    if (listener != null) {
      listener.took(this, SETTLE_STEP);
    }
    return null;
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

  private String step(int step, Action action) {
    if (!isDue(step)) {
      return NOT_DUE;
    }
    steps &= ~step;
    if (listener != null) {
      listener.took(this, action);
    }
    return null;
  }

  /** Asks about the next packet; about a whole one if there is none, or it does not matter. */
  @Requirement({"UET-1", "CCC-12", "CCC-15"})
  private boolean isAllowed(Work work) {
    boolean isNamed = work.findNext() && permission.matters();
    nextSize = isNamed ? work.nextSize() : permission.mtu();
    nextCost = permission.cost(nextSize, isNamed && work.isPaid());
    return permission.canSend(work, nextSize, nextCost);
  }

  /** The published procedure, from the state before. */
  @Requirement("UET-1")
  private void update(Work work) {
    boolean may = isAllowed(work);
    if (backlog <= 0 && waitingRtx <= 0) {
      state = inflightPkts != 0 ? Readiness.PENDING : Readiness.IDLE;
    } else if (state == Readiness.IDLE || state == Readiness.PENDING) {
      state = Readiness.ACTIVE;
    }
    if (state == Readiness.ACTIVE && may) {
      state = Readiness.READY;
    } else if (state == Readiness.READY && !may) {
      state = Readiness.ACTIVE;
    }
  }
}
