package dev.sluice.uet.pdc;

import dev.sluice.cc.Outcome;
import dev.sluice.requirement.Requirement;
import dev.sluice.uet.pdc.Packet.AckCc;
import dev.sluice.uet.pdc.Packet.CloseCommand;
import dev.sluice.uet.pdc.Packet.Nack;
import dev.sluice.uet.pdc.Packet.Request;
import dev.sluice.uet.pdc.Packet.Syn;
import dev.sluice.uet.pdc.PdcEffect.Ended;
import dev.sluice.uet.pdc.PdcEffect.InFlight;
import dev.sluice.uet.pdc.PdcEffect.Sent;
import dev.sluice.uet.pdc.PdcEffect.SourceClockRestarted;

/**
 * One PDC at its initiator: SYN until the target's id is known, requests with that id afterwards,
 * and the Close.
 *
 * <p>Constant time for each packet. {@link Initiator} has the pool, and finds the PDC; the rules of
 * a packet are here. A PDC whose Close has been answered ceases to be: its state is then {@code
 * null}, and {@link Ended} is among the effects.
 */
public final class SourcePdc {
  private static final String NOTHING = "no packet";
  private static final String CLOSING = "the PDC is closing";
  private static final String NO_WORK = "every packet has been sent";
  private static final String SYN_WINDOW = "the SYN window is full until the first ACK_CC";
  private static final String MP_RANGE = "too far beyond what is acknowledged";
  private static final String NOT_OUTSTANDING = "the packet is not outstanding";
  private static final String NOT_ESTABLISHED = "the PDC is not established, or closing already";
  private static final String OUTSTANDING = "packets are not acknowledged yet";
  private static final String SYN_ABOUT = "a SYN may still be under way";
  private static final String NO_CLOSE = "no Close has been sent";

  private SourcePdc() {}

  /** Where a PDC is in its life, in the words of public UE 1.0.x material. */
  public enum Phase {
    /** The target's id is unknown; every request carries SYN. */
    CREATING,
    /** The target's id is known. */
    ESTABLISHED,
    /** A Close is out, and not answered. */
    CLOSE_ACK_WAIT
  }

  /**
   * One PDC.
   *
   * @param spdcid its id
   * @param dpdcid the target's id; 0 while unknown
   * @param trafficClass of its packets
   * @param ccc the CCC that it is bound to
   * @param payload which message it carries
   * @param start its first PSN
   * @param work how many packets it has to carry
   * @param sent how many of them have been sent at least once
   * @param acked how many of them, from the first on, have been acknowledged
   */
  public record State(
      int spdcid,
      int dpdcid,
      int trafficClass,
      int ccc,
      long payload,
      Phase phase,
      long start,
      long work,
      long sent,
      long acked)
      implements Initiator.Slot {
    public State {
      if (phase == Phase.CREATING != (dpdcid == 0)) {
        throw new IllegalArgumentException("target's id " + dpdcid + " while " + phase);
      }
      if (acked < 0 || acked > sent || sent > work) {
        throw new IllegalArgumentException(acked + " of " + sent + " of " + work);
      }
    }

    @Override
    public int hashCode() {
      long bits = ((long) spdcid * 31 + dpdcid) * 31 + phase.ordinal();
      return Long.hashCode(((bits * 31 + payload) * 31 + sent) * 31 + acked);
    }
  }

  /** Takes on more work, while the PDC does not close. */
  @Requirement({"PDC-1", "CCC-1"})
  public static Outcome<State> take(State pdc, long packets) {
    Draft draft = new Draft(pdc);
    return Outcome.of(pdc, draft.take(packets), draft::toState);
  }

  /** Whether {@link #transmit} may be called. */
  public static boolean mayTransmit(State pdc, Initiator.Params params) {
    return new Draft(pdc).mayTransmit(params);
  }

  /** Sends the next packet for the first time. */
  @Requirement({"PDC-2", "PDC-3"})
  public static Outcome<State> transmit(State pdc, Initiator.Params params) {
    Draft draft = new Draft(pdc);
    String refused = draft.transmit(params);
    if (refused != null) {
      return Outcome.refused(pdc, refused);
    }
    State next = draft.toState();
    InFlight one = new InFlight(pdc.ccc, 1);
    Sent packet = new Sent(request(pdc, params, pdc.sent));
    return pdc.phase == Phase.CREATING
        ? Outcome.accepted(next, one, new SourceClockRestarted(pdc.spdcid), packet)
        : Outcome.accepted(next, one, packet);
  }

  /** Sends again a packet that is not acknowledged, as it must look now. */
  @Requirement({"PDC-3", "PDC-6"})
  public static Outcome<State> retransmit(State pdc, Initiator.Params params, long packet) {
    String refused = new Draft(pdc).retransmit(packet);
    if (refused != null) {
      return Outcome.refused(pdc, refused);
    }
    Sent again = new Sent(request(pdc, params, packet));
    return pdc.phase == Phase.CREATING
        ? Outcome.accepted(pdc, new SourceClockRestarted(pdc.spdcid), again)
        : Outcome.accepted(pdc, again);
  }

  /**
   * Learns from an acknowledgment; a late or repeated one, or one of another PDC's PSNs, is taken
   * and changes nothing.
   */
  @Requirement({"PDC-3", "PDC-6", "PDC-10", "PDC-11"})
  public static Outcome<State> receiveAck(State pdc, Initiator.Params params, AckCc ack) {
    if (pdc.phase == Phase.CLOSE_ACK_WAIT) {
      long count = Psn.offset(ack.cack(), pdc.start, params.psnModulus());
      return ack.spdcid() == pdc.dpdcid && count == pdc.work + 1 ? end(pdc) : Outcome.accepted(pdc);
    }
    Draft draft = new Draft(pdc);
    if (!draft.receiveAck(params, ack.spdcid(), ack.cack())) {
      return Outcome.accepted(pdc);
    }
    State next = draft.toState();
    return next.acked == pdc.acked
        ? Outcome.accepted(next)
        : Outcome.accepted(next, new InFlight(pdc.ccc, pdc.acked - next.acked));
  }

  /**
   * Takes a NACK. One that answers the Close says that the target's PDC is gone, which is what the
   * Close was for; a refused SYN is sent again like a lost one.
   */
  @Requirement({"PDC-10", "PDC-11"})
  public static Outcome<State> receiveNack(State pdc, Initiator.Params params, Nack nack) {
    boolean gone = nack.code() == Packet.Code.UNKNOWN || nack.code() == Packet.Code.MISMATCH;
    boolean ofClose = Psn.offset(nack.psn(), pdc.start, params.psnModulus()) == pdc.work;
    return gone && ofClose && pdc.phase == Phase.CLOSE_ACK_WAIT ? end(pdc) : Outcome.accepted(pdc);
  }

  /**
   * Sends the Close, once all is acknowledged and no SYN can be under way.
   *
   * @param sinceSyn how long ago the PDC's clock was last restarted
   */
  @Requirement({"PDC-5", "PDC-11"})
  public static Outcome<State> close(State pdc, Initiator.Params params, long sinceSyn) {
    if (pdc.phase != Phase.ESTABLISHED) {
      return Outcome.refused(pdc, NOT_ESTABLISHED);
    } else if (pdc.acked < pdc.work) {
      return Outcome.refused(pdc, OUTSTANDING);
    } else if (sinceSyn < params.synSafety()) {
      return Outcome.refused(pdc, SYN_ABOUT);
    }
    State next =
        new State(
            pdc.spdcid,
            pdc.dpdcid,
            pdc.trafficClass,
            pdc.ccc,
            pdc.payload,
            Phase.CLOSE_ACK_WAIT,
            pdc.start,
            pdc.work,
            pdc.sent,
            pdc.acked);
    return Outcome.accepted(next, new Sent(command(pdc, params)));
  }

  /** Sends the Close again: it, or its acknowledgment, may be lost. */
  @Requirement("PDC-11")
  public static Outcome<State> repeatClose(State pdc, Initiator.Params params) {
    if (pdc.phase != Phase.CLOSE_ACK_WAIT) {
      return Outcome.refused(pdc, NO_CLOSE);
    }
    return Outcome.accepted(pdc, new Sent(command(pdc, params)));
  }

  private static Packet request(State pdc, Initiator.Params params, long packet) {
    long psn = Psn.at(pdc.start, packet, params.psnModulus());
    return pdc.phase == Phase.CREATING
        ? new Syn(params.fa(), pdc.trafficClass, pdc.spdcid, psn, packet, pdc.payload)
        : new Request(params.fa(), pdc.spdcid, pdc.dpdcid, psn, pdc.payload);
  }

  private static Packet command(State pdc, Initiator.Params params) {
    long psn = Psn.at(pdc.start, pdc.work, params.psnModulus());
    return new CloseCommand(params.fa(), pdc.spdcid, pdc.dpdcid, psn);
  }

  private static Outcome<State> end(State pdc) {
    return Outcome.accepted(
        null, new SourceClockRestarted(pdc.spdcid), new Ended(pdc.spdcid, pdc.payload));
  }

  /**
   * One PDC worked on in place, from its opening to its Close, for a host that keeps thousands: the
   * rules of data and acknowledgments stand here, and the functions above follow them on a copy. An
   * action answers null, or why it is refused, and has changed nothing then. What it would send
   * follows from the state.
   */
  public static final class Draft {
    private final int spdcid;
    private int dpdcid;
    private final int trafficClass;
    private final int ccc;
    private final long payload;
    private Phase phase;
    private final long start;
    private long work;
    private long sent;
    private long acked;

    /** A PDC to be worked on, which begins as this state. */
    public Draft(State state) {
      spdcid = state.spdcid;
      dpdcid = state.dpdcid;
      trafficClass = state.trafficClass;
      ccc = state.ccc;
      payload = state.payload;
      phase = state.phase;
      start = state.start;
      work = state.work;
      sent = state.sent;
      acked = state.acked;
    }

    /** The PDC as it stands. */
    public State toState() {
      return new State(spdcid, dpdcid, trafficClass, ccc, payload, phase, start, work, sent, acked);
    }

    /** {@link State#dpdcid()}. */
    public int dpdcid() {
      return dpdcid;
    }

    /** {@link State#phase()}. */
    public Phase phase() {
      return phase;
    }

    /** {@link State#start()}. */
    public long start() {
      return start;
    }

    /** {@link State#work()}. */
    public long work() {
      return work;
    }

    /** {@link State#sent()}. */
    public long sent() {
      return sent;
    }

    /** {@link State#acked()}. */
    public long acked() {
      return acked;
    }

    /** Whether what is sent now carries SYN. */
    public boolean carriesSyn() {
      return phase == Phase.CREATING;
    }

    /** The PSN of a packet. */
    public long psn(Initiator.Params params, long packet) {
      return Psn.at(start, packet, params.psnModulus());
    }

    /** {@link SourcePdc#take}. */
    public String take(long packets) {
      if (packets <= 0) {
        return NOTHING;
      } else if (phase == Phase.CLOSE_ACK_WAIT) {
        return CLOSING;
      }
      work = Math.addExact(work, packets);
      return null;
    }

    /** {@link SourcePdc#mayTransmit}. */
    public boolean mayTransmit(Initiator.Params params) {
      return whyNot(params) == null;
    }

    private String whyNot(Initiator.Params params) {
      if (phase == Phase.CLOSE_ACK_WAIT) {
        return CLOSING;
      } else if (sent >= work) {
        return NO_WORK;
      } else if (sent - acked >= params.mpRange()) {
        return MP_RANGE;
      } else if (phase == Phase.CREATING && sent >= params.synWindow()) {
        return SYN_WINDOW;
      }
      return null;
    }

    /** {@link SourcePdc#transmit}. */
    public String transmit(Initiator.Params params) {
      String refused = whyNot(params);
      if (refused == null) {
        sent++;
      }
      return refused;
    }

    /** {@link SourcePdc#retransmit}. */
    public String retransmit(long packet) {
      if (phase == Phase.CLOSE_ACK_WAIT) {
        return CLOSING;
      }
      return packet < acked || packet >= sent ? NOT_OUTSTANDING : null;
    }

    /**
     * {@link SourcePdc#receiveAck}, of a PDC that does not close; whether anything has changed.
     *
     * @param from the target's id
     * @param cack the PSN behind the last that is acknowledged
     */
    public boolean receiveAck(Initiator.Params params, int from, long cack) {
      long count = Psn.offset(cack, start, params.psnModulus());
      boolean first = phase == Phase.CREATING;
      if (count > sent || !first && (from != dpdcid || count <= acked)) {
        return false;
      }
      phase = Phase.ESTABLISHED;
      dpdcid = from;
      acked = count;
      return true;
    }
  }
}
