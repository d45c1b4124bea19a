package dev.sluice.uet.pdc;

import dev.sluice.kernel.Action;
import dev.sluice.kernel.Action.By;
import dev.sluice.kernel.Face;
import dev.sluice.kernel.Listener;
import dev.sluice.kernel.Party;
import dev.sluice.requirement.Requirement;
import dev.sluice.uet.IdPool;
import dev.sluice.uet.pdc.Packet.CloseCommand;
import dev.sluice.uet.pdc.Packet.Code;
import dev.sluice.uet.pdc.Packet.Syn;
import java.util.function.UnaryOperator;

/**
 * All PDCs that others initiate towards one endpoint: its pools of PDCs and CCCs, the way from a
 * packet to its PDC, and the memory of PDCs that are closed.
 *
 * <p>Mirrors the target's half of {@code spec/uet/PdcHandshake.tla}, action for method. A SYN finds
 * its PDC by (fabric address, SPDCID), any other packet by the DPDCID that it carries.
 *
 * <p>Worked on in place. An action answers null, or why it is refused, and has changed nothing
 * then.
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

  private final Params params;
  private final IdPool<PdcKey, TargetPdc> target;
  private final IdPool<Flow, Context> context;
  private final KeySet memory;

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
  public record Context(Flow flow, int pdcs) {}

  /**
   * A SYN of an unknown initiator opens a PDC. The target chooses the id, and not the time: it
   * answers the message.
   */
  public static final Action ADMIT =
      Action.of("Admit", By.MESSAGE, "t").telling("fa", "class", "spdcid", "psn", "offset");

  /** A SYN of an unknown initiator finds no PDC, or no CCC. */
  public static final Action REFUSE =
      Action.of("Refuse", By.MESSAGE).telling("fa", "class", "spdcid", "psn", "offset");

  /** A packet with SYN of an initiator that is known, or beyond the range. */
  public static final Action RECEIVE_SYN =
      Action.of("ReceiveSyn", By.MESSAGE).telling("pdcid", "fa", "spdcid", "psn", "offset");

  /** A packet without SYN. */
  public static final Action RECEIVE_REQUEST =
      Action.of("ReceiveRequest", By.MESSAGE).telling("pdcid", "fa", "spdcid", "dpdcid", "psn");

  /** A Close. */
  public static final Action RECEIVE_CLOSE =
      Action.of("ReceiveClose", By.MESSAGE).telling("pdcid", "fa", "spdcid", "dpdcid", "psn");

  /**
   * The key of a closed PDC is forgotten. A clock makes it possible, and the target chooses the
   * moment from then on.
   */
  public static final Action FORGET = Action.of("Forget", By.MUST, "f", "p");

  /**
   * What a target does; its variables are its pools, to be read one by one. Where a packet comes
   * that is no news of a new initiator, {@code pdcid} is the PDC that takes it, or 0 if there is
   * none.
   */
  public static final Face<Target> FACE =
      Face.of(Target.class)
          .heldBy(Party.RECEIVER)
          .actions(ADMIT, REFUSE, RECEIVE_SYN, RECEIVE_REQUEST, RECEIVE_CLOSE, FORGET)
          .build();

  private Listener<Target> listener;

  /** What an action asks of the host, in the order in which it is to be done. */
  public interface Sink {
    /** The clock of a key starts anew: its PDC was closed. */
    void targetClockRestarted(PdcKey key);

    /**
     * A packet's payload goes to memory.
     *
     * @param offset the packet's place in its PDC, from 0 on
     */
    void written(PdcKey key, long payload, long offset);

    /** An acknowledgment leaves; see {@link Packet.AckCc}. */
    void ackCc(long fa, int spdcid, int dpdcid, long cack);

    /** A NACK leaves; see {@link Packet.Nack}. */
    void nack(long fa, int dpdcid, Code code, long psn);
  }

  /** An endpoint that has nothing but free ids: 1 … {@code pdcs} and 1 … {@code cccs}. */
  public Target(Params params, int pdcs, int cccs) {
    this(
        params,
        new IdPool<>(pdcs, TargetPdc::key),
        new IdPool<>(cccs, Context::flow),
        new KeySet());
  }

  private Target(
      Params params,
      IdPool<PdcKey, TargetPdc> target,
      IdPool<Flow, Context> context,
      KeySet memory) {
    this.params = params;
    this.target = target;
    this.context = context;
    this.memory = memory;
  }

  /** A copy with everything in it, its PDCs included. */
  public Target copy() {
    return new Target(
        params,
        target.copy(TargetPdc::copy),
        context.copy(UnaryOperator.identity()),
        memory.copy());
  }

  /** Tells a listener of each action from now on; null for nobody. */
  public void tell(Listener<Target> to) {
    listener = to;
  }

  /** Its PDCs, to be read. */
  public IdPool<PdcKey, TargetPdc> target() {
    return target;
  }

  /** Its CCCs, to be read. */
  public IdPool<Flow, Context> context() {
    return context;
  }

  /** The keys of closed PDCs that are not forgotten, to be read. */
  public KeySet memory() {
    return memory;
  }

  /** Whether a SYN of this key meets a PDC, or the memory of one. */
  public boolean knows(PdcKey key) {
    return target.find(key) != 0 || memory.contains(key);
  }

  /** Whether there is a PDC, and a CCC if need be, for a new initiator of this flow. */
  @Requirement("PDC-4")
  public boolean canAdmit(Flow flow) {
    return target.free() > 0 && (context.find(flow) != 0 || context.free() > 0);
  }

  /** Whether it has no PDC and no CCC. */
  public boolean isAtRest() {
    return target.free() == target.capacity() && context.free() == context.capacity();
  }

  /**
   * Allocates a PDC for an initiator of which nothing is known, and a CCC if its flow has none.
   *
   * @param pdcid any free id
   */
  @Requirement({"PDC-4", "PDC-5", "PDC-6"})
  public String admit(Syn syn, int pdcid, Sink sink) {
    PdcKey key = key(syn);
    String known = whyKnown(key);
    if (known != null) {
      return known;
    } else if (pdcid < 1 || pdcid > target.capacity()) {
      return NO_SUCH_ID;
    } else if (target.get(pdcid) != null) {
      return NOT_FREE;
    } else if (syn.offset() >= params.mpRange()) {
      return OUT_OF_RANGE;
    }
    Flow flow = flow(syn);
    int bound = context.find(flow);
    int cccid = bound != 0 ? bound : context.leastFree();
    if (cccid == 0) {
      return NO_CCC;
    }
    int others = bound == 0 ? 0 : context.get(bound).pdcs();
    TargetPdc pdc = new TargetPdc(params, pdcid, key, cccid, TargetPdc.start(params, syn));
    context.put(cccid, new Context(flow, others + 1));
    target.put(pdcid, pdc);
    TargetPdc.Taken taken = pdc.take(syn.offset());
    if (listener != null) {
      listener.took(
          this, ADMIT, pdcid, syn.fa(), syn.trafficClass(), syn.spdcid(), syn.psn(), syn.offset());
    }
    pdc.answer(taken, syn.offset(), syn.payload(), sink);
    return null;
  }

  /** Why an initiator of this key is neither admitted nor refused; null if it is unknown. */
  @Requirement("PDC-5")
  private String whyKnown(PdcKey key) {
    return target.find(key) != 0 ? KNOWN : memory.contains(key) ? REMEMBERED : null;
  }

  /** Refuses an initiator of which nothing is known, for want of a PDC or of a CCC. */
  @Requirement({"PDC-4", "PDC-5"})
  public String refuse(Syn syn, Sink sink) {
    String known = whyKnown(key(syn));
    if (known != null) {
      return known;
    } else if (canAdmit(flow(syn))) {
      return TO_GIVE;
    }
    Code code = target.free() == 0 ? Code.NO_PDC : Code.NO_CCC;
    if (listener != null) {
      listener.took(
          this, REFUSE, syn.fa(), syn.trafficClass(), syn.spdcid(), syn.psn(), syn.offset());
    }
    sink.nack(syn.fa(), syn.spdcid(), code, syn.psn());
    return null;
  }

  /**
   * Takes a SYN of a known initiator: it never makes a second PDC. While its key is only remembered
   * it changes nothing, nor does one of an unknown initiator that lies beyond the range.
   */
  @Requirement({"PDC-5", "PDC-6"})
  public String receiveSyn(Syn syn, Sink sink) {
    PdcKey key = key(syn);
    int pdcid = target.find(key);
    if (pdcid == 0 && !memory.contains(key) && !isBeyond(syn)) {
      return UNKNOWN;
    }
    TargetPdc pdc = target.get(pdcid);
    TargetPdc.Taken taken = pdc == null ? TargetPdc.Taken.NOT : pdc.take(syn);
    if (listener != null) {
      listener.took(this, RECEIVE_SYN, pdcid, syn.fa(), syn.spdcid(), syn.psn(), syn.offset());
    }
    if (pdc != null) {
      pdc.answer(taken, syn.offset(), syn.payload(), sink);
    }
    return null;
  }

  /** Whether an unknown initiator could be admitted, if its SYN were within the range. */
  private boolean isBeyond(Syn syn) {
    return syn.offset() >= params.mpRange() && canAdmit(flow(syn));
  }

  /** Takes a packet to the PDC that its DPDCID names, if that is its sender's. */
  @Requirement("PDC-6")
  public String receiveRequest(long fa, int spdcid, int dpdcid, long psn, long payload, Sink sink) {
    TargetPdc pdc = target.get(dpdcid);
    boolean isThere = isOf(pdc, fa, spdcid);
    long packet = isThere ? pdc.number(psn) : 0;
    TargetPdc.Taken taken = isThere ? pdc.take(packet) : TargetPdc.Taken.NOT;
    if (listener != null) {
      listener.took(this, RECEIVE_REQUEST, isThere ? dpdcid : 0, fa, spdcid, dpdcid, psn);
    }
    if (isThere) {
      pdc.answer(taken, packet, payload, sink);
    } else {
      gone(pdc, fa, spdcid, psn, sink);
    }
    return null;
  }

  /**
   * Takes a Close to the PDC that its DPDCID names, if that is its sender's. The PDC's id is free
   * at once; its CCC goes with the last PDC bound to it. One that comes before the data changes
   * nothing.
   */
  @Requirement("PDC-11")
  public String receiveClose(CloseCommand close, Sink sink) {
    TargetPdc pdc = target.get(close.dpdcid());
    boolean isThere = isOf(pdc, close.fa(), close.spdcid());
    boolean ends = isThere && pdc.isEndedBy(close.psn());
    if (ends) {
      target.remove(pdc.pdcid());
      leave(pdc.cccid());
      remember(pdc.key());
    }
    if (listener != null) {
      listener.took(
          this,
          RECEIVE_CLOSE,
          isThere ? pdc.pdcid() : 0,
          close.fa(),
          close.spdcid(),
          close.dpdcid(),
          close.psn());
    }
    if (ends) {
      answerClose(pdc, sink);
    } else if (!isThere) {
      gone(pdc, close.fa(), close.spdcid(), close.psn(), sink);
    }
    return null;
  }

  /** A PDC has left its CCC, which goes with the last one. */
  @Requirement("PDC-11")
  private void leave(int cccid) {
    Context left = context.get(cccid);
    if (left.pdcs() == 1) {
      context.remove(cccid);
    } else {
      context.put(cccid, new Context(left.flow(), left.pdcs() - 1));
    }
  }

  @Requirement("PDC-5")
  private void remember(PdcKey key) {
    if (params.memory() > 0) {
      memory.add(key);
    }
  }

  /** Tells of a PDC that has been closed. */
  @Requirement({"PDC-5", "PDC-11"})
  private void answerClose(TargetPdc closed, Sink sink) {
    if (params.memory() > 0) {
      sink.targetClockRestarted(closed.key());
    }
    closed.answerClose(sink);
  }

  /**
   * Forgets a closed PDC's key.
   *
   * @param sinceClosed how long ago the PDC was closed
   */
  @Requirement("PDC-5")
  public String forget(PdcKey key, long sinceClosed) {
    if (!memory.contains(key)) {
      return NOT_REMEMBERED;
    } else if (sinceClosed < params.memory()) {
      return TOO_EARLY;
    }
    memory.remove(key);
    if (listener != null) {
      listener.took(this, FORGET, key.fa(), key.spdcid());
    }
    return null;
  }

  /** The packet's PDC is gone, or its id another's by now. */
  @Requirement("PDC-6")
  private static void gone(TargetPdc other, long fa, int spdcid, long psn, Sink sink) {
    sink.nack(fa, spdcid, other == null ? Code.UNKNOWN : Code.MISMATCH, psn);
  }

  private static boolean isOf(TargetPdc pdc, long fa, int spdcid) {
    return pdc != null && pdc.key().fa() == fa && pdc.key().spdcid() == spdcid;
  }

  private static PdcKey key(Syn syn) {
    return new PdcKey(syn.fa(), syn.spdcid());
  }

  private static Flow flow(Syn syn) {
    return new Flow(syn.fa(), syn.trafficClass());
  }

  /** What is wrong inside, and no variable shows; {@code null} if nothing is. */
  public String broken() {
    int[] bound = new int[context.capacity() + 1];
    for (int id = 1; id <= target.capacity(); id++) {
      TargetPdc pdc = target.get(id);
      if (pdc != null && pdc.pdcid() != id) {
        return "PDC " + pdc.pdcid() + " stands at id " + id;
      } else if (pdc != null && pdc.got().broken() != null) {
        return "PDC " + id + ": " + pdc.got().broken();
      } else if (pdc != null) {
        bound[pdc.cccid()]++;
      }
    }
    for (int id = 1; id <= context.capacity(); id++) {
      int counted = context.get(id) == null ? 0 : context.get(id).pdcs();
      if (counted != bound[id]) {
        return "CCC " + id + " counts " + counted + " PDCs, and has " + bound[id];
      }
    }
    String broken = target.broken();
    broken = broken == null ? context.broken() : broken;
    return broken == null ? memory.broken() : broken;
  }

  @Override
  public String toString() {
    return target + ", CCCs " + context + ", remembers " + memory;
  }
}
