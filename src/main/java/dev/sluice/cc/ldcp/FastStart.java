package dev.sluice.cc.ldcp;

import static dev.sluice.kernel.Unit.PACKET;
import static dev.sluice.kernel.Unit.PICOSECOND;

import dev.sluice.cc.Ecn;
import dev.sluice.cc.SenderRole;
import dev.sluice.kernel.Action;
import dev.sluice.kernel.Action.By;
import dev.sluice.kernel.Face;
import dev.sluice.kernel.Listener;
import dev.sluice.kernel.Party;
import dev.sluice.requirement.Requirement;

/**
 * The first round trip of a queue pair in LDCP: its initial window leaves at once, in packets that
 * a switch may drop early, but for the last one; what comes of it is the window of the stable
 * stage.
 *
 * <p>Mirrors {@code s} of {@code spec/ldcp/FastStart.tla}, and its actions of the same names. An
 * action answers null, or why it is refused, and has changed nothing then.
 */
public final class FastStart {
  /** A packet leaves. */
  public static final Action TRANSMIT =
      Action.of("Transmit", By.MUST).telling("last", "more", "psn", "ecn");

  /** An acknowledgment comes, or a NAK for the first packet that is missing. */
  public static final Action RECEIVE_ACK =
      Action.of("ReceiveAck", By.MESSAGE).telling("nak", "psn");

  /** Nothing was heard for so long. */
  public static final Action TIMEOUT = Action.of("Timeout", By.TIME);

  /** What ends the first round trip. */
  public enum RoundEnd {
    /** All of the initial window has been sent. */
    IW_SENT,
    /** The first acknowledgment. */
    FIRST_ACK,
    /** The base round trip, since the first packet left. */
    BASE_RTT
  }

  /** Messages whose last packet is a tail, which a switch does not drop early. */
  public enum TailOf {
    /** Each message that ends in fast start, as published. */
    MESSAGE,
    /** All messages that are posted when the packet leaves, as one (FIND-28). */
    POSTED
  }

  /** The two stages of a queue pair. */
  public enum Stage {
    /** Of the initial window not all is acknowledged, and nothing is known to be lost. */
    FAST,
    /** The window moves with each acknowledgment: {@link PawaWindow}. */
    STABLE
  }

  /**
   * What a sender's fast start is configured with.
   *
   * @param iw the initial window, in packets: a BDP
   * @param tailOf messages whose last packet is ECN-capable in fast start
   * @param baseRttPs the round trip without a queue
   * @param rtoPs the retransmission timeout; 0: there is none
   */
  public record Params(long iw, TailOf tailOf, RoundEnd roundEnd, long baseRttPs, long rtoPs) {
    /**
     * @throws IllegalArgumentException if one is out of its range
     */
    @Requirement({"LDCP-8", "LDCP-9"})
    public Params {
      if (iw < 1 || iw > 1 << 24 || baseRttPs < 1 || rtoPs < 0) {
        throw new IllegalArgumentException(
            "an initial window of "
                + iw
                + " packets, a round trip of "
                + baseRttPs
                + " ps, a timeout of "
                + rtoPs
                + " ps");
      }
    }
  }

  /** What the specification has of a sender. */
  public static final Face<FastStart> FACE =
      Face.of(FastStart.class)
          .heldBy(Party.SENDER)
          .word("stage", Stage.values(), "of the queue pair", f -> f.stage, (f, v) -> f.stage = v)
          .number("cw", PACKET, "in the stable stage", f -> f.cw, (f, v) -> f.cw = v)
          .number("una", PACKET, "acknowledged in order", f -> f.una, (f, v) -> f.una = v)
          .number("next", PACKET, "sent before the next", f -> f.next, (f, v) -> f.next = v)
          .follows("sinceFirst", PICOSECOND, "since the first packet left", FastStart::sinceFirst)
          .follows("sinceHeard", PICOSECOND, "since the timer began", FastStart::sinceHeard)
          .keeps(
              "firstAtPs",
              PICOSECOND,
              "when the first packet left",
              f -> f.firstAtPs,
              (f, v) -> f.firstAtPs = v)
          .keeps(
              "heardAtPs",
              PICOSECOND,
              "when the timer began",
              f -> f.heardAtPs,
              (f, v) -> f.heardAtPs = v)
          .actions(TRANSMIT, RECEIVE_ACK, TIMEOUT)
          .build();

  private final Params params;

  private Stage stage;
  private long cw;
  private long una;
  private long next;
  private long firstAtPs;
  private long heardAtPs;

  private Listener<FastStart> listener;

  /** What the queue pair's owner does for it. */
  public interface Sink {
    /** This packet leaves, with this codepoint, see {@link Ecn}. */
    void send(long psn, int ecn);
  }

  /**
   * A queue pair that has sent nothing.
   *
   * @param stable whether it is in the stable stage from the start, with the initial window
   */
  public FastStart(Params params, boolean stable) {
    this.params = params;
    stage = stable ? Stage.STABLE : Stage.FAST;
    cw = stable ? params.iw() : 0;
  }

  /** A copy with everything in it. */
  public FastStart copy() {
    return FACE.copy(this, new FastStart(params, false));
  }

  /** Tells a listener of each action from now on; null for nobody. */
  public void tell(Listener<FastStart> to) {
    listener = to;
  }

  /** The stage of the queue pair. */
  public Stage stage() {
    return stage;
  }

  /** The window that the stable stage began with, in packets; 0 in fast start. */
  public long cw() {
    return cw;
  }

  /** The packet to be sent next. */
  public long next() {
    return next;
  }

  private long sinceFirst(long nowPs) {
    return params.roundEnd() == RoundEnd.BASE_RTT && stage == Stage.FAST && next > 0
        ? Math.min(nowPs - firstAtPs, params.baseRttPs())
        : 0;
  }

  private boolean timerRuns() {
    return params.rtoPs() > 0 && next > una;
  }

  private long sinceHeard(long nowPs) {
    return timerRuns() ? Math.min(nowPs - heardAtPs, params.rtoPs()) : 0;
  }

  /** When the retransmission timer runs out; {@link SenderRole#NEVER_PS} if none runs. */
  @Requirement({"LDCP-9", "FIND-10"})
  public long timerPs() {
    return timerRuns() ? heardAtPs + params.rtoPs() : SenderRole.NEVER_PS;
  }

  /** Packets that may be in flight. */
  @Requirement({"LDCP-8", "LDCP-11"})
  public long bound() {
    return stage == Stage.FAST ? params.iw() : cw;
  }

  /** Packets in flight. */
  public long inFlight() {
    return next - una;
  }

  /** Whether the next packet may leave. */
  @Requirement({"LDCP-8", "LDCP-11"})
  public boolean mayTransmit() {
    return inFlight() < bound();
  }

  @Requirement("LDCP-11")
  private boolean roundIsOver(long nowPs) {
    return next >= params.iw()
        || params.roundEnd() == RoundEnd.FIRST_ACK && una > 0
        || params.roundEnd() == RoundEnd.BASE_RTT && sinceFirst(nowPs) >= params.baseRttPs();
  }

  /**
   * Returns whether the next packet is the last one of fast start: the IW-th, or the last of a
   * message. A packet that is posted behind a message shows its loss as well.
   */
  @Requirement({"LDCP-9", "FIND-28"})
  private boolean isTail(boolean last, boolean more) {
    return next + 1 == params.iw() || last && (params.tailOf() == TailOf.MESSAGE || !more);
  }

  /** The codepoint of the next packet. */
  @Requirement({"LDCP-8", "LDCP-9", "LDCP-11"})
  private int ecn(long nowPs, boolean last, boolean more) {
    boolean isCapable = stage == Stage.STABLE || roundIsOver(nowPs) || isTail(last, more);
    return isCapable ? Ecn.ECT_0 : Ecn.NOT_ECT;
  }

  /**
   * A packet leaves.
   *
   * @param last whether it is the last one of its message
   * @param more whether another packet is posted behind it that only this window can hold back
   */
  @Requirement({"LDCP-8", "LDCP-9", "LDCP-11"})
  public String transmit(long nowPs, boolean last, boolean more, Sink sink) {
    if (!mayTransmit()) {
      return inFlight() + " packets are in flight, of " + bound();
    }
    int ecn = ecn(nowPs, last, more);
    long psn = next;
    if (next == una) {
      heardAtPs = nowPs;
    }
    if (next == 0 && stage == Stage.FAST) {
      firstAtPs = nowPs;
    }
    next++;
    if (listener != null) {
      listener.took(this, TRANSMIT, last, more, psn, ecn);
    }
    sink.send(psn, ecn);
    return null;
  }

  /**
   * In fast start sending has not gone back yet: the next packet is the first that was not sent.
   */
  @Requirement("LDCP-10")
  private boolean isUnsent(long psn) {
    return stage == Stage.FAST && psn > next;
  }

  /**
   * An acknowledgment comes, or a NAK. One that tells of nothing new, or in fast start of packets
   * that were not sent, is taken, and changes nothing.
   *
   * @param nak whether a packet is missing
   * @param psn packets that have come in order
   */
  @Requirement("LDCP-10")
  public String receiveAck(long nowPs, boolean nak, long psn) {
    if (psn < 0) {
      return "an acknowledgment of " + psn + " packets";
    }
    boolean isOfSent = !isUnsent(psn);
    if (isOfSent && psn > una) {
      una = psn;
      next = Math.max(next, psn);
      heardAtPs = nowPs;
      if (stage == Stage.FAST && psn >= params.iw()) {
        settle(params.iw());
      }
    }
    if (nak && psn == una) {
      next = psn;
      heardAtPs = nowPs;
      if (stage == Stage.FAST) {
        settle(afterLoss(psn));
      }
    }
    if (listener != null) {
      listener.took(this, RECEIVE_ACK, nak, psn);
    }
    return null;
  }

  private void settle(long window) {
    stage = Stage.STABLE;
    cw = window;
  }

  /** What loss leaves of fast start: as many packets as had come in order, and one at least. */
  @Requirement({"LDCP-10", "FIND-10"})
  private long afterLoss(long count) {
    return Math.max(1, Math.min(params.iw(), count));
  }

  /**
   * The window that a timeout leaves, in packets: in fast start what any loss leaves, later one.
   */
  @Requirement({"LDCP-9", "LDCP-10"})
  private long afterTimeout() {
    return stage == Stage.FAST ? afterLoss(una) : 1;
  }

  /** Nothing was heard for so long: all from the first packet that is not acknowledged on. */
  @Requirement({"LDCP-9", "FIND-10"})
  public String timeout(long nowPs) {
    if (!timerRuns()) {
      return "no timer runs";
    } else if (nowPs < timerPs()) {
      return "the timer runs until " + timerPs() + " ps";
    }
    next = una;
    heardAtPs = nowPs;
    settle(afterTimeout());
    if (listener != null) {
      listener.took(this, TIMEOUT);
    }
    return null;
  }

  /** What does not fit together; {@code null} if all does. */
  public String broken() {
    boolean fits =
        una <= next
            && next - una <= bound()
            && (stage == Stage.FAST ? cw == 0 : 1 <= cw && cw <= params.iw());
    return fits ? null : "a window of " + cw + " in stage " + stage + ", " + una + " to " + next;
  }

  @Override
  public String toString() {
    return stage + ", cw " + cw + ", packets " + una + " to " + next;
  }
}
