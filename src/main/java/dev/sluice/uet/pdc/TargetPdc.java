package dev.sluice.uet.pdc;

import dev.sluice.cc.Outcome;
import dev.sluice.requirement.Requirement;
import dev.sluice.uet.pdc.Packet.AckCc;
import dev.sluice.uet.pdc.Packet.CloseCommand;
import dev.sluice.uet.pdc.Packet.Request;
import dev.sluice.uet.pdc.Packet.Syn;
import dev.sluice.uet.pdc.PdcEffect.Sent;
import dev.sluice.uet.pdc.PdcEffect.Written;

/**
 * One PDC at its target: which packets have come, and the acknowledgments that tell so.
 *
 * <p>Constant time for each packet that comes in order. {@link Target} has the pool, and finds the
 * PDC; the rules of a packet are here. A PDC that a Close has ended ceases to be: its state is then
 * {@code null}.
 */
public final class TargetPdc {
  private TargetPdc() {}

  /**
   * One PDC.
   *
   * @param pdcid its id
   * @param key whose it is
   * @param cccid the CCC that it is bound to
   * @param start its first PSN, told by the first SYN that came
   * @param got the packets that have come
   */
  public record State(int pdcid, PdcKey key, int cccid, long start, ReceiveWindow got) {
    @Override
    public int hashCode() {
      return ((pdcid * 31 + key.hashCode()) * 31 + Long.hashCode(start)) * 31 + got.hashCode();
    }
  }

  /** Takes a packet with SYN; one of another Start_PSN changes nothing. */
  @Requirement({"PDC-5", "PDC-6"})
  public static Outcome<State> receiveSyn(State pdc, Target.Params params, Syn syn) {
    return start(params, syn) == pdc.start
        ? receive(pdc, params, syn.offset(), syn.payload())
        : Outcome.accepted(pdc);
  }

  /** The first PSN of the PDC that a packet with SYN tells of. */
  static long start(Target.Params params, Syn syn) {
    return Psn.offset(syn.psn(), syn.offset(), params.psnModulus());
  }

  /** Takes a packet without SYN. */
  @Requirement("PDC-6")
  public static Outcome<State> receiveRequest(State pdc, Target.Params params, Request request) {
    long packet = Psn.offset(request.psn(), pdc.start, params.psnModulus());
    return receive(pdc, params, packet, request.payload());
  }

  /**
   * Takes a Close: the PDC ends if all before it has come, and nothing beyond it. Another changes
   * nothing.
   */
  @Requirement("PDC-11")
  public static Outcome<State> receiveClose(State pdc, Target.Params params, CloseCommand close) {
    long place = Psn.offset(close.psn(), pdc.start, params.psnModulus());
    return place == pdc.got.awaited() && pdc.got.inOrder()
        ? Outcome.accepted(null, new Sent(answer(pdc, params, place + 1)))
        : Outcome.accepted(pdc);
  }

  /** Writes what is new, and acknowledges in any case; what is out of range changes nothing. */
  static Outcome<State> receive(State pdc, Target.Params params, long packet, long payload) {
    if (!isInRange(pdc.got.awaited(), params, packet)) {
      return Outcome.accepted(pdc);
    }
    ReceiveWindow got = pdc.got.with(packet);
    Sent answer = new Sent(answer(pdc, params, got.awaited()));
    return got == pdc.got
        ? Outcome.accepted(pdc, answer)
        : Outcome.accepted(
            new State(pdc.pdcid, pdc.key, pdc.cccid, pdc.start, got),
            new Written(pdc.key, payload, packet),
            answer);
  }

  private static boolean isInRange(long awaited, Target.Params params, long packet) {
    return packet - awaited < params.mpRange();
  }

  /**
   * One PDC that is worked on in place, for a host that writes its answers by itself. An action
   * tells whether its packet is new; if it is not, nothing has changed.
   */
  public static final class Draft {
    private final int pdcid;
    private final PdcKey key;
    private final int cccid;
    private final long start;
    private final ReceiveWindow.Draft got;

    /** A PDC to be worked on, which begins as this state. */
    public Draft(State state) {
      pdcid = state.pdcid;
      key = state.key;
      cccid = state.cccid;
      start = state.start;
      got = new ReceiveWindow.Draft(state.got);
    }

    /** The PDC as it stands. */
    public State toState() {
      return new State(pdcid, key, cccid, start, got.toWindow());
    }

    /** {@link State#start}. */
    public long start() {
      return start;
    }

    /** {@link State#got}, to be read. */
    public ReceiveWindow.Draft got() {
      return got;
    }

    /** {@link TargetPdc#receiveSyn}. */
    @Requirement({"PDC-5", "PDC-6"})
    public boolean receiveSyn(Target.Params params, Syn syn) {
      return TargetPdc.start(params, syn) == start && receive(params, syn.offset());
    }

    /**
     * {@link TargetPdc#receiveRequest}.
     *
     * @param psn of the packet
     */
    @Requirement("PDC-6")
    public boolean receiveRequest(Target.Params params, long psn) {
      return receive(params, Psn.offset(psn, start, params.psnModulus()));
    }

    private boolean receive(Target.Params params, long packet) {
      return isInRange(got.awaited(), params, packet) && got.add(packet);
    }
  }

  private static AckCc answer(State pdc, Target.Params params, long awaited) {
    long cack = Psn.at(pdc.start, awaited, params.psnModulus());
    return new AckCc(pdc.key.fa(), pdc.pdcid, pdc.key.spdcid(), cack);
  }
}
