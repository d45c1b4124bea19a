package dev.sluice.uet.pdc;

import dev.sluice.kernel.Action;
import dev.sluice.kernel.Action.By;
import dev.sluice.kernel.Face;
import dev.sluice.kernel.Listener;
import dev.sluice.kernel.Party;
import dev.sluice.requirement.Requirement;
import dev.sluice.uet.IdPool;
import dev.sluice.uet.pdc.Packet.Code;
import java.util.function.UnaryOperator;

/**
 * All PDCs that one endpoint initiates: its pool of SPDCIDs, and the way from a packet to its PDC.
 *
 * <p>Mirrors the initiator's half of {@code spec/uet/PdcHandshake.tla}, action for method. An id is
 * free, has a PDC, or rests: it rests from the end of its PDC until no message of that PDC can be
 * under way.
 *
 * <p>Worked on in place. An action answers null, or why it is refused, and has changed nothing
 * then.
 */
public final class Initiator {
  private static final String NO_SUCH_ID = "no id of this pool";
  private static final String NOT_FREE = "the id is in use, or rests";
  private static final String NO_PDC = "no PDC has this id";
  private static final String NOT_RESTING = "the id does not rest";
  private static final String RESTS_ON = "messages of the last PDC may still be under way";

  private final Params params;

  /** The variables source and resting: what stands behind each id that is not free. */
  private final IdPool<Integer, Slot> slots;

  /**
   * One endpoint's configuration. The two safety times have the unit of the host's clock, and the
   * lifetime L of a message decides them: see FIND-1.
   *
   * @param fa this endpoint's fabric address
   * @param psnModulus what PSNs count modulo; 2³² on the wire
   * @param synWindow packets before the first ACK_CC; at most 4096, the offset having 12 bits
   * @param mpRange packets beyond what is acknowledged in order
   * @param synSafety from the last SYN to the Close
   * @param idSafety from the end of a PDC to the next use of its id
   * @param firstAgain whether until the target answers no packet but the first is sent again
   *     (UET-8)
   */
  public record Params(
      long fa,
      long psnModulus,
      long synWindow,
      long mpRange,
      long synSafety,
      long idSafety,
      boolean firstAgain) {
    public Params {
      if (synWindow <= 0 || mpRange <= 0 || psnModulus <= 0) {
        throw new IllegalArgumentException(
            "windows and modulus must be positive: "
                + synWindow
                + ", "
                + mpRange
                + ", "
                + psnModulus);
      }
      if (synSafety < 0 || idSafety < 0) {
        throw new IllegalArgumentException("safety times: " + synSafety + ", " + idSafety);
      }
    }
  }

  /** What an id that is not free stands for. */
  sealed interface Slot permits SourcePdc, Resting {}

  /** An id whose PDC has ended, and that must not be used yet. */
  enum Resting implements Slot {
    /** Resting. */
    RESTING
  }

  /**
   * A job for a new PDC.
   *
   * @param trafficClass of its packets
   * @param ccc the CCC that the PDC is bound to
   * @param payload which message it carries
   * @param start the first PSN
   * @param work how many packets it takes
   */
  public record Job(int trafficClass, int ccc, long payload, long start, long work) {}

  /** An id is taken for a job, which the layer above has posted before. */
  public static final Action OPEN = Action.of("Open", By.MUST, "p");

  /** A packet leaves for the first time. */
  public static final Action TRANSMIT =
      Action.of("Transmit", By.MUST, "p").telling("inflight", "clockRestarts", "Work");

  /** A packet leaves again. */
  public static final Action RETRANSMIT =
      Action.of("Retransmit", By.MUST, "p", "n").telling("clockRestarts");

  /** An ACK_CC that changes something, or comes while a Close is not answered. */
  public static final Action RECEIVE_ACK =
      Action.of("ReceiveAck", By.MESSAGE)
          .telling("dpdcid", "spdcid", "cack", "inflight", "clockRestarts");

  /** A NACK that comes while a Close is not answered. */
  public static final Action RECEIVE_NACK =
      Action.of("ReceiveNack", By.MESSAGE).telling("dpdcid", "code", "psn", "clockRestarts");

  /** A Close leaves. */
  public static final Action CLOSE = Action.of("Close", By.MUST, "p").telling("Work");

  /** A Close leaves again. */
  public static final Action REPEAT_CLOSE = Action.of("RepeatClose", By.MUST, "p");

  /** An id has rested. A clock makes it possible, and the initiator chooses the moment then. */
  public static final Action RELEASE = Action.of("Release", By.MUST, "p");

  /**
   * What an initiator does; its variables are its PDCs', see {@link SourcePdc#FACE}, and what its
   * host keeps. Each action tells first which SPDCID it is about. Of {@code inflight} it tells by
   * how much it changes, and of the clock ({@code sourceClock}) whether it starts anew.
   */
  public static final Face<Initiator> FACE =
      Face.of(Initiator.class)
          .heldBy(Party.SENDER)
          .actions(
              OPEN, TRANSMIT, RETRANSMIT, RECEIVE_ACK, RECEIVE_NACK, CLOSE, REPEAT_CLOSE, RELEASE)
          .build();

  private Listener<Initiator> listener;

  /** What an action asks of the host, in the order in which it is to be done. */
  public interface Sink {
    /** A request with SYN leaves; see {@link Packet.Syn}. */
    void syn(long fa, int trafficClass, int spdcid, long psn, long offset, long payload);

    /** A request without SYN leaves; see {@link Packet.Request}. */
    void request(long fa, int spdcid, int dpdcid, long psn, long payload);

    /** A Close leaves; see {@link Packet.CloseCommand}. */
    void closeCommand(long fa, int spdcid, int dpdcid, long psn);

    /**
     * The packets in flight of a CCC change: up by one for a packet's first transmission, down by
     * those that an acknowledgment is the first to cover.
     */
    void inFlight(int ccc, long change);

    /** The clock of a PDC starts anew: a SYN leaves, or the PDC has ended. */
    void sourceClockRestarted(int spdcid);

    /** The PDC has ended; its owner may be told, and the CCC give up what it holds for it. */
    void ended(int spdcid, long payload);
  }

  /** An endpoint whose ids 1 … {@code pdcs} are all free. */
  public Initiator(Params params, int pdcs) {
    this(params, new IdPool<>(pdcs, slot -> null));
  }

  private Initiator(Params params, IdPool<Integer, Slot> slots) {
    this.params = params;
    this.slots = slots;
  }

  /** A copy with everything in it, its PDCs included. */
  public Initiator copy() {
    UnaryOperator<Slot> ofSlot = slot -> slot instanceof SourcePdc pdc ? pdc.copy() : slot;
    return new Initiator(params, slots.copy(ofSlot));
  }

  /** Tells a listener of each action from now on; null for nobody. */
  public void tell(Listener<Initiator> to) {
    listener = to;
  }

  /** Whether anybody listens. */
  boolean isHeard() {
    return listener != null;
  }

  /** An action was taken, of which somebody is to hear. */
  void took(Action action, Object... arguments) {
    listener.took(this, action, arguments);
  }

  /** The PDC of an id; {@code null} if it has none. */
  public SourcePdc source(int spdcid) {
    return slots.get(spdcid) instanceof SourcePdc pdc ? pdc : null;
  }

  /** Whether the id rests. */
  public boolean resting(int spdcid) {
    return slots.get(spdcid) == Resting.RESTING;
  }

  /** Whether an id has neither a PDC nor rests. */
  public boolean isFree(int spdcid) {
    return slots.get(spdcid) == null;
  }

  /** How many ids are free. */
  public int free() {
    return slots.free();
  }

  /** The least free id; 0 if there is none. */
  public int leastFree() {
    return slots.leastFree();
  }

  /** Whether every id is free. */
  public boolean isAtRest() {
    return slots.free() == slots.capacity();
  }

  /** Takes an id for a job that no PDC matches: any free one, and never 0. */
  @Requirement({"PDC-1", "PDC-2"})
  public String open(Job job, int spdcid) {
    if (spdcid < 1 || spdcid > slots.capacity()) {
      return NO_SUCH_ID;
    } else if (!isFree(spdcid)) {
      return NOT_FREE;
    }
    slots.put(spdcid, new SourcePdc(params, spdcid, job));
    if (listener != null) {
      took(OPEN, spdcid);
    }
    return null;
  }

  /** Sends the next packet of a PDC for the first time. */
  @Requirement({"PDC-2", "PDC-3"})
  public String transmit(int spdcid, Sink sink) {
    SourcePdc pdc = source(spdcid);
    return pdc == null ? NO_PDC : pdc.transmit(this, sink);
  }

  /**
   * Sends again a packet that is not acknowledged, as it must look now; until the target has
   * answered perhaps the first one only.
   */
  @Requirement({"PDC-3", "PDC-6", "UET-8"})
  public String retransmit(int spdcid, long packet, Sink sink) {
    SourcePdc pdc = source(spdcid);
    return pdc == null ? NO_PDC : pdc.retransmit(packet, this, sink);
  }

  /**
   * Takes an acknowledgment to the PDC that its DPDCID names, and so to that PDC's CCC; one that is
   * late, repeated, of another PDC's PSNs, or of a PDC that is gone, changes nothing.
   *
   * @param spdcid the target's own id
   * @param dpdcid this endpoint's id of the PDC
   * @param cack all PSNs before this one have been received
   */
  @Requirement({"PDC-3", "PDC-6", "PDC-10", "PDC-11"})
  public String receiveAck(int spdcid, int dpdcid, long cack, Sink sink) {
    SourcePdc pdc = source(dpdcid);
    if (pdc == null) {
      return null;
    }
    boolean ends = pdc.isEndedBy(spdcid, cack);
    boolean isNews = pdc.isNews(spdcid, cack);
    long newly = isNews ? pdc.learn(spdcid, cack) : 0;
    if (ends) {
      rest(pdc);
    }
    if (listener != null && (isNews || pdc.phase() == SourcePdc.Phase.CLOSE_ACK_WAIT)) {
      took(RECEIVE_ACK, dpdcid, spdcid, cack, -newly, ends);
    }
    if (newly > 0) {
      sink.inFlight(pdc.ccc(), -newly);
    }
    if (ends) {
      ended(pdc, sink);
    }
    return null;
  }

  /**
   * Takes a NACK to the PDC that its DPDCID names. One that answers the Close says that the
   * target's PDC is gone, which is what the Close was for; a refused SYN is sent again like a lost
   * one.
   */
  @Requirement({"PDC-10", "PDC-11"})
  public String receiveNack(int dpdcid, Code code, long psn, Sink sink) {
    SourcePdc pdc = source(dpdcid);
    if (pdc == null || pdc.phase() != SourcePdc.Phase.CLOSE_ACK_WAIT) {
      return null;
    }
    boolean ends = pdc.isEndedBy(code, psn);
    if (ends) {
      rest(pdc);
    }
    if (listener != null) {
      took(RECEIVE_NACK, dpdcid, code.name(), psn, ends);
    }
    if (ends) {
      ended(pdc, sink);
    }
    return null;
  }

  /**
   * Sends the Close of a PDC, once all is acknowledged and no SYN can be under way.
   *
   * @param sinceSyn how long ago the PDC's clock was last restarted
   */
  @Requirement({"PDC-5", "PDC-11"})
  public String close(int spdcid, long sinceSyn, Sink sink) {
    SourcePdc pdc = source(spdcid);
    return pdc == null ? NO_PDC : pdc.close(sinceSyn, this, sink);
  }

  /** Sends the Close again: it, or its acknowledgment, may be lost. */
  @Requirement("PDC-11")
  public String repeatClose(int spdcid, Sink sink) {
    SourcePdc pdc = source(spdcid);
    return pdc == null ? NO_PDC : pdc.repeatClose(this, sink);
  }

  /**
   * Gives a rested id back to the pool.
   *
   * @param sinceEnd how long ago its PDC ended
   */
  @Requirement({"PDC-5", "PDC-11"})
  public String release(int spdcid, long sinceEnd) {
    if (!resting(spdcid)) {
      return NOT_RESTING;
    } else if (sinceEnd < params.idSafety()) {
      return RESTS_ON;
    }
    slots.remove(spdcid);
    if (listener != null) {
      took(RELEASE, spdcid);
    }
    return null;
  }

  /** A PDC has ended, and its id rests. */
  @Requirement("PDC-5")
  private void rest(SourcePdc pdc) {
    slots.put(pdc.spdcid(), Resting.RESTING);
  }

  private static void ended(SourcePdc pdc, Sink sink) {
    sink.sourceClockRestarted(pdc.spdcid());
    sink.ended(pdc.spdcid(), pdc.payload());
  }

  /** What is wrong inside, and no variable shows; {@code null} if nothing is. */
  public String broken() {
    for (int id = 1; id <= slots.capacity(); id++) {
      SourcePdc pdc = source(id);
      if (pdc != null && pdc.spdcid() != id) {
        return "PDC " + pdc.spdcid() + " stands at id " + id;
      } else if (pdc != null && pdc.broken() != null) {
        return "PDC " + id + ": " + pdc.broken();
      }
    }
    return slots.broken();
  }

  @Override
  public String toString() {
    return slots.toString();
  }
}
