package dev.sluice.uet.pdc;

import dev.sluice.cc.Outcome;
import dev.sluice.requirement.Requirement;
import dev.sluice.uet.IdTable;
import dev.sluice.uet.pdc.Packet.CloseCommand;
import dev.sluice.uet.pdc.Packet.Nack;
import dev.sluice.uet.pdc.Packet.Request;
import dev.sluice.uet.pdc.Packet.Syn;
import dev.sluice.uet.pdc.Packet.ToTarget;
import dev.sluice.uet.pdc.PdcEffect.Sent;
import dev.sluice.uet.pdc.PdcEffect.TargetClockRestarted;
import java.util.ArrayList;
import java.util.List;

/**
 * All PDCs that others initiate towards one endpoint: its pools of PDCs and CCCs, the way from a
 * packet to its PDC, and the memory of PDCs that are closed.
 *
 * <p>Mirrors the target's half of {@code spec/uet/PdcHandshake.tla}, action for method. A SYN finds
 * its PDC by (fabric address, SPDCID), any other packet by the DPDCID that it carries.
 */
public final class Target {
  private static final String KNOWN = "the initiator's PDC has its counterpart already";
  private static final String REMEMBERED = "a PDC of this key was closed not long ago";
  private static final String UNKNOWN = "neither known nor remembered: admit or refuse it";
  private static final String NO_SUCH_ID = "no id of this pool";
  private static final String NOT_FREE = "the id is in use";
  private static final String NO_CCC = "no CCC to give";
  private static final String OUT_OF_RANGE = "the offset lies beyond the window";
  private static final String TO_GIVE = "there is a PDC, and a CCC, to give";
  private static final String NOT_REMEMBERED = "the key is not remembered";
  private static final String TOO_EARLY = "a SYN of the closed PDC may still be under way";

  private Target() {}

  /**
   * One endpoint's configuration.
   *
   * @param psnModulus what PSNs count modulo; 2³² on the wire
   * @param mpRange packets accepted beyond the last one received in order
   * @param memory how long the key of a closed PDC is remembered, in the unit of the host's clock;
   *     0 where initiators wait before they close (FIND-1)
   */
  public record Params(long psnModulus, long mpRange, long memory) {
    public Params {
      if (psnModulus <= 0 || mpRange <= 0 || memory < 0) {
        throw new IllegalArgumentException(psnModulus + ", " + mpRange + ", " + memory);
      }
    }
  }

  /** A FEP pair and traffic class, which share one CCC. */
  public record Flow(long fa, int trafficClass) {
    @Override
    public int hashCode() {
      return Long.hashCode(fa * 31 + trafficClass);
    }
  }

  /**
   * A CCC of this endpoint.
   *
   * @param pdcs how many PDCs are bound to it
   */
  public record Context(Flow flow, int pdcs) {
    @Override
    public int hashCode() {
      return flow.hashCode() * 31 + pdcs;
    }
  }

  /** The two pools, and the keys of closed PDCs that are not forgotten. */
  public record State(
      IdTable<PdcKey, TargetPdc.State> pdcs, IdTable<Flow, Context> contexts, KeySet memory) {
    /** An endpoint that has nothing but free ids: 1 … {@code pdcs} and 1 … {@code cccs}. */
    public static State ofPools(int pdcs, int cccs) {
      return new State(
          IdTable.ofCapacity(pdcs, TargetPdc.State::key),
          IdTable.ofCapacity(cccs, Context::flow),
          KeySet.none());
    }

    /** Whether a SYN of this key meets a PDC, or the memory of one. */
    public boolean knows(PdcKey key) {
      return pdcs.find(key) != 0 || memory.contains(key);
    }

    /** Whether there is a PDC, and a CCC if need be, for a new initiator of this flow. */
    public boolean canAdmit(Flow flow) {
      return pdcs.free() > 0 && (contexts.find(flow) != 0 || contexts.free() > 0);
    }
  }

  /**
   * Allocates a PDC for an initiator of which nothing is known, and a CCC if its flow has none.
   *
   * @param pdcid any free id
   */
  @Requirement({"PDC-4", "PDC-5", "PDC-6"})
  public static Outcome<State> admit(State state, Params params, Syn syn, int pdcid) {
    PdcKey key = key(syn);
    if (state.pdcs.find(key) != 0) {
      return Outcome.refused(state, KNOWN);
    } else if (state.memory.contains(key)) {
      return Outcome.refused(state, REMEMBERED);
    } else if (pdcid < 1 || pdcid > state.pdcs.capacity()) {
      return Outcome.refused(state, NO_SUCH_ID);
    } else if (state.pdcs.get(pdcid) != null) {
      return Outcome.refused(state, NOT_FREE);
    } else if (syn.offset() >= params.mpRange()) {
      return Outcome.refused(state, OUT_OF_RANGE);
    }
    Flow flow = flow(syn);
    int bound = state.contexts.find(flow);
    int cccid = bound != 0 ? bound : state.contexts.leastFree();
    if (cccid == 0) {
      return Outcome.refused(state, NO_CCC);
    }
    int others = bound == 0 ? 0 : state.contexts.get(bound).pdcs();
    long start = TargetPdc.start(params, syn);
    var empty = new TargetPdc.State(pdcid, key, cccid, start, ReceiveWindow.empty());
    var first =
        (Outcome.Accepted<TargetPdc.State>)
            TargetPdc.receive(empty, params, syn.offset(), syn.payload());
    State next =
        new State(
            state.pdcs.with(pdcid, first.next()),
            state.contexts.with(cccid, new Context(flow, others + 1)),
            state.memory);
    return Outcome.accepted(next, first.effects());
  }

  /** Refuses an initiator of which nothing is known, for want of a PDC or of a CCC. */
  @Requirement({"PDC-4", "PDC-5"})
  public static Outcome<State> refuse(State state, Syn syn) {
    PdcKey key = key(syn);
    if (state.pdcs.find(key) != 0) {
      return Outcome.refused(state, KNOWN);
    } else if (state.memory.contains(key)) {
      return Outcome.refused(state, REMEMBERED);
    } else if (state.canAdmit(flow(syn))) {
      return Outcome.refused(state, TO_GIVE);
    }
    Packet.Code code = state.pdcs.free() == 0 ? Packet.Code.NO_PDC : Packet.Code.NO_CCC;
    return Outcome.accepted(state, nack(syn, code, syn.psn()));
  }

  /**
   * Takes a SYN of a known initiator: it never makes a second PDC. While its key is only remembered
   * it changes nothing.
   */
  @Requirement({"PDC-5", "PDC-6"})
  public static Outcome<State> receiveSyn(State state, Params params, Syn syn) {
    PdcKey key = key(syn);
    int pdcid = state.pdcs.find(key);
    if (pdcid != 0) {
      TargetPdc.State pdc = state.pdcs.get(pdcid);
      return after(state, pdc, TargetPdc.receiveSyn(pdc, params, syn));
    }
    return state.memory.contains(key) ? Outcome.accepted(state) : Outcome.refused(state, UNKNOWN);
  }

  /** Takes a packet to the PDC that its DPDCID names, if that is its sender's. */
  @Requirement("PDC-6")
  public static Outcome<State> receiveRequest(State state, Params params, Request request) {
    TargetPdc.State pdc = state.pdcs.get(request.dpdcid());
    return pdc == null || !isOf(pdc, request)
        ? gone(state, pdc, request, request.psn())
        : after(state, pdc, TargetPdc.receiveRequest(pdc, params, request));
  }

  /**
   * Takes a Close to the PDC that its DPDCID names, if that is its sender's. The PDC's id is free
   * at once; its CCC goes with the last PDC bound to it.
   */
  @Requirement("PDC-11")
  public static Outcome<State> receiveClose(State state, Params params, CloseCommand close) {
    TargetPdc.State pdc = state.pdcs.get(close.dpdcid());
    if (pdc == null || !isOf(pdc, close)) {
      return gone(state, pdc, close, close.psn());
    }
    var outcome = (Outcome.Accepted<TargetPdc.State>) TargetPdc.receiveClose(pdc, params, close);
    if (outcome.next() != null) {
      return after(state, pdc, outcome);
    }
    Context context = state.contexts.get(pdc.cccid());
    IdTable<Flow, Context> contexts =
        context.pdcs() == 1
            ? state.contexts.without(pdc.cccid())
            : state.contexts.with(pdc.cccid(), new Context(context.flow(), context.pdcs() - 1));
    List<dev.sluice.cc.Effect> effects = new ArrayList<>(outcome.effects());
    KeySet memory = state.memory;
    if (params.memory() > 0) {
      memory = memory.with(pdc.key());
      effects.add(0, new TargetClockRestarted(pdc.key()));
    }
    State next = new State(state.pdcs.without(pdc.pdcid()), contexts, memory);
    return Outcome.accepted(next, effects);
  }

  /**
   * Forgets a closed PDC's key.
   *
   * @param sinceClosed how long ago the PDC was closed
   */
  @Requirement("PDC-5")
  public static Outcome<State> forget(State state, Params params, PdcKey key, long sinceClosed) {
    if (!state.memory.contains(key)) {
      return Outcome.refused(state, NOT_REMEMBERED);
    } else if (sinceClosed < params.memory()) {
      return Outcome.refused(state, TOO_EARLY);
    }
    return Outcome.accepted(new State(state.pdcs, state.contexts, state.memory.without(key)));
  }

  /** The packet's PDC is gone, or its id another's by now. */
  private static Outcome<State> gone(State state, TargetPdc.State other, ToTarget p, long psn) {
    return Outcome.accepted(
        state, nack(p, other == null ? Packet.Code.UNKNOWN : Packet.Code.MISMATCH, psn));
  }

  private static Sent nack(ToTarget packet, Packet.Code code, long psn) {
    return new Sent(new Nack(packet.fa(), packet.spdcid(), code, psn));
  }

  private static boolean isOf(TargetPdc.State pdc, ToTarget packet) {
    return pdc.key().fa() == packet.fa() && pdc.key().spdcid() == packet.spdcid();
  }

  private static PdcKey key(Syn syn) {
    return new PdcKey(syn.fa(), syn.spdcid());
  }

  private static Flow flow(Syn syn) {
    return new Flow(syn.fa(), syn.trafficClass());
  }

  /** What became of one PDC, as what became of the endpoint. */
  private static Outcome<State> after(
      State state, TargetPdc.State pdc, Outcome<TargetPdc.State> outcome) {
    var accepted = (Outcome.Accepted<TargetPdc.State>) outcome;
    TargetPdc.State next = accepted.next();
    State here =
        next == pdc
            ? state
            : new State(state.pdcs.with(pdc.pdcid(), next), state.contexts, state.memory);
    return Outcome.accepted(here, accepted.effects());
  }
}
