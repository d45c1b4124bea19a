package dev.sluice.uet.pdc;

import dev.sluice.cc.Outcome;
import dev.sluice.requirement.Requirement;
import dev.sluice.uet.IdTable;
import dev.sluice.uet.pdc.Packet.AckCc;
import dev.sluice.uet.pdc.Packet.Nack;

/**
 * All PDCs that one endpoint initiates: its pool of SPDCIDs, and the way from a packet to its PDC.
 *
 * <p>Mirrors the initiator's half of {@code spec/uet/PdcHandshake.tla}, action for method. An id is
 * free, has a PDC, or rests: it rests from the end of its PDC until no message of that PDC can be
 * under way.
 */
public final class Initiator {
  private static final String NO_SUCH_ID = "no id of this pool";
  private static final String NOT_FREE = "the id is in use, or rests";
  private static final String NO_PDC = "no PDC has this id";
  private static final String NOT_RESTING = "the id does not rest";
  private static final String RESTS_ON = "messages of the last PDC may still be under way";

  private Initiator() {}

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
   */
  public record Params(
      long fa, long psnModulus, long synWindow, long mpRange, long synSafety, long idSafety) {
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
  public sealed interface Slot permits SourcePdc.State, Resting {}

  /** An id whose PDC has ended, and that must not be used yet. */
  public enum Resting implements Slot {
    /** Resting. */
    RESTING
  }

  /**
   * The pool, and what stands behind each id.
   *
   * @param slots ids that are not free
   */
  public record State(IdTable<Integer, Slot> slots) {
    /** An endpoint whose ids 1 … {@code pdcs} are all free. */
    public static State ofPool(int pdcs) {
      return new State(IdTable.ofCapacity(pdcs, slot -> null));
    }

    /** The PDC of an id; {@code null} if it has none. */
    public SourcePdc.State pdc(int spdcid) {
      return slots.get(spdcid) instanceof SourcePdc.State pdc ? pdc : null;
    }

    /** Whether the id rests. */
    public boolean rests(int spdcid) {
      return slots.get(spdcid) == Resting.RESTING;
    }
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

  /** Takes an id for a job that no PDC matches: any free one, and never 0. */
  @Requirement({"PDC-1", "PDC-2"})
  public static Outcome<State> open(State state, Job job, int spdcid) {
    if (spdcid < 1 || spdcid > state.slots.capacity()) {
      return Outcome.refused(state, NO_SUCH_ID);
    } else if (state.slots.get(spdcid) != null) {
      return Outcome.refused(state, NOT_FREE);
    }
    SourcePdc.State pdc =
        new SourcePdc.State(
            spdcid,
            0,
            job.trafficClass,
            job.ccc,
            job.payload,
            SourcePdc.Phase.CREATING,
            job.start,
            job.work,
            0,
            0);
    return Outcome.accepted(new State(state.slots.with(spdcid, pdc)));
  }

  /** Sends the next packet of a PDC; see {@link SourcePdc#transmit}. */
  @Requirement({"PDC-2", "PDC-3"})
  public static Outcome<State> transmit(State state, Params params, int spdcid) {
    SourcePdc.State pdc = state.pdc(spdcid);
    return pdc == null
        ? Outcome.refused(state, NO_PDC)
        : after(state, pdc, SourcePdc.transmit(pdc, params));
  }

  /** Sends a packet of a PDC again; see {@link SourcePdc#retransmit}. */
  @Requirement({"PDC-3", "PDC-6"})
  public static Outcome<State> retransmit(State state, Params params, int spdcid, long packet) {
    SourcePdc.State pdc = state.pdc(spdcid);
    return pdc == null
        ? Outcome.refused(state, NO_PDC)
        : after(state, pdc, SourcePdc.retransmit(pdc, params, packet));
  }

  /**
   * Takes an acknowledgment to the PDC that its DPDCID names, and so to that PDC's CCC; one that
   * comes when the PDC is gone changes nothing.
   */
  @Requirement({"PDC-3", "PDC-6", "PDC-10", "PDC-11"})
  public static Outcome<State> receiveAck(State state, Params params, AckCc ack) {
    SourcePdc.State pdc = state.pdc(ack.dpdcid());
    return pdc == null
        ? Outcome.accepted(state)
        : after(state, pdc, SourcePdc.receiveAck(pdc, params, ack));
  }

  /** Takes a NACK to the PDC that its DPDCID names; see {@link SourcePdc#receiveNack}. */
  @Requirement({"PDC-10", "PDC-11"})
  public static Outcome<State> receiveNack(State state, Params params, Nack nack) {
    SourcePdc.State pdc = state.pdc(nack.dpdcid());
    return pdc == null
        ? Outcome.accepted(state)
        : after(state, pdc, SourcePdc.receiveNack(pdc, params, nack));
  }

  /** Closes a PDC whose work is done; see {@link SourcePdc#close}. */
  @Requirement({"PDC-5", "PDC-11"})
  public static Outcome<State> close(State state, Params params, int spdcid, long sinceSyn) {
    SourcePdc.State pdc = state.pdc(spdcid);
    return pdc == null
        ? Outcome.refused(state, NO_PDC)
        : after(state, pdc, SourcePdc.close(pdc, params, sinceSyn));
  }

  /** Sends a Close again; see {@link SourcePdc#repeatClose}. */
  @Requirement("PDC-11")
  public static Outcome<State> repeatClose(State state, Params params, int spdcid) {
    SourcePdc.State pdc = state.pdc(spdcid);
    return pdc == null
        ? Outcome.refused(state, NO_PDC)
        : after(state, pdc, SourcePdc.repeatClose(pdc, params));
  }

  /**
   * Gives a rested id back to the pool.
   *
   * @param sinceEnd how long ago its PDC ended
   */
  @Requirement({"PDC-5", "PDC-11"})
  public static Outcome<State> release(State state, Params params, int spdcid, long sinceEnd) {
    if (!state.rests(spdcid)) {
      return Outcome.refused(state, NOT_RESTING);
    } else if (sinceEnd < params.idSafety()) {
      return Outcome.refused(state, RESTS_ON);
    }
    return Outcome.accepted(new State(state.slots.without(spdcid)));
  }

  /** What became of one PDC, as what became of the endpoint. */
  private static Outcome<State> after(
      State state, SourcePdc.State pdc, Outcome<SourcePdc.State> outcome) {
    if (outcome instanceof Outcome.Refused<SourcePdc.State> refused) {
      return Outcome.refused(state, refused.because());
    }
    var accepted = (Outcome.Accepted<SourcePdc.State>) outcome;
    SourcePdc.State next = accepted.next();
    State here =
        next == pdc
            ? state
            : new State(state.slots.with(pdc.spdcid(), next == null ? Resting.RESTING : next));
    return Outcome.accepted(here, accepted.effects());
  }
}
