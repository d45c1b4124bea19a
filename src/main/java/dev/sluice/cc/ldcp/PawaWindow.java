package dev.sluice.cc.ldcp;

import static dev.sluice.kernel.Unit.NONE;
import static dev.sluice.kernel.Unit.PACKET;
import static dev.sluice.kernel.Unit.PICOSECOND;

import dev.sluice.cc.Ecn;
import dev.sluice.cc.SenderRole;
import dev.sluice.cc.ldcp.PawaParams.TimerRtt;
import dev.sluice.kernel.Action;
import dev.sluice.kernel.Action.By;
import dev.sluice.kernel.Face;
import dev.sluice.kernel.Listener;
import dev.sluice.kernel.Party;
import dev.sluice.requirement.Requirement;

/**
 * The window of a sender in LDCP's stable stage. It moves with each acknowledgment: up by a part of
 * a packet, down with each mark. Below one packet a timer clocks the packets.
 *
 * <p>Mirrors {@code w} of {@code spec/ldcp/PawaWindow.tla}, and its actions of the same names. An
 * action answers null, or why it is refused, and has changed nothing then.
 */
public final class PawaWindow {
  /** A packet leaves. */
  public static final Action TRANSMIT = Action.of("Transmit", By.MUST);

  /** An acknowledgment comes, and has measured a round trip. */
  public static final Action RECEIVE_ACK =
      Action.of("ReceiveAck", By.MESSAGE, "rtt").telling("n", "ece");

  /**
   * A NAK comes, and all in flight is to be sent again. The specification does not have the NAK as
   * a message.
   */
  public static final Action GO_BACK = Action.of("GoBack", By.MESSAGE);

  /** Nothing was heard for so long, and all in flight is to be sent again. */
  public static final Action TIMEOUT = Action.of("Timeout", By.TIME);

  /** What the specification has of a window. */
  public static final Face<PawaWindow> FACE =
      Face.of(PawaWindow.class)
          .heldBy(Party.SENDER)
          .number("cw", NONE, "in parts of a packet", w -> w.cw, (w, v) -> w.cw = v)
          .number("rest", NONE, "left over by an increase", w -> w.rest, (w, v) -> w.rest = v)
          .number("inFlight", PACKET, "in flight", w -> w.inFlight, (w, v) -> w.inFlight = v)
          .number("rtt", PICOSECOND, "of the timer", w -> w.rttPs, (w, v) -> w.rttPs = v)
          .follows("sinceSent", PICOSECOND, "since a packet left", PawaWindow::sinceSent)
          .keeps(
              "sentAtPs",
              PICOSECOND,
              "when a packet left",
              w -> w.sentAtPs,
              (w, v) -> w.sentAtPs = v)
          .actions(TRANSMIT, RECEIVE_ACK, GO_BACK, TIMEOUT)
          .build();

  private final PawaParams params;
  private final long longestGapPs;

  private long cw;
  private long rest;
  private long inFlight;
  private long rttPs;
  private long sentAtPs;

  private Listener<PawaWindow> listener;

  /** What the window's owner does for it. */
  public interface Sink {
    /** A packet leaves with this codepoint, see {@link Ecn}: ECN-capable. */
    void send(int ecn);
  }

  /**
   * A window that nothing has been sent of.
   *
   * @param startCw in parts of a packet, from gamma to the largest window
   */
  public PawaWindow(PawaParams params, long startCw, long nowPs) {
    this(params, startCw, 0, nowPs);
  }

  /**
   * A window as fast start has left it. The wait for the next packet counts from the last one, or
   * from now, since nobody has counted.
   *
   * @param startCw in parts of a packet, from gamma to the largest window
   * @param startInFlight packets of fast start that are in flight, from 0 to as many as fit in
   */
  @Requirement({"LDCP-6", "LDCP-10"})
  public PawaWindow(PawaParams params, long startCw, long startInFlight, long nowPs) {
    if (startCw < params.gamma() || startCw > params.maxCw()) {
      throw new IllegalArgumentException(
          "a window of "
              + startCw
              + " parts of a packet, of "
              + params.gamma()
              + " to "
              + params.maxCw());
    } else if (startInFlight < 0 || startInFlight > startCw / params.one()) {
      throw new IllegalArgumentException(
          startInFlight + " packets are in flight of a window of " + startCw + " parts");
    }
    this.params = params;
    longestGapPs = params.longestGapPs();
    cw = startCw;
    inFlight = startInFlight;
    rttPs = params.baseRttPs();
    sentAtPs = startInFlight > 0 ? nowPs : nowPs - longestGapPs;
  }

  /** The window that fast start has left, which is in its stable stage, in packets. */
  @Requirement("LDCP-10")
  public static PawaWindow after(FastStart first, PawaParams params, long nowPs) {
    return new PawaWindow(params, first.cw() * params.one(), first.inFlight(), nowPs);
  }

  /** A copy with everything in it. */
  public PawaWindow copy() {
    return FACE.copy(this, new PawaWindow(params, params.gamma(), 0));
  }

  /** Tells a listener of each action from now on; null for nobody. */
  public void tell(Listener<PawaWindow> to) {
    listener = to;
  }

  /** The window, in parts of a packet. */
  public long cw() {
    return cw;
  }

  /** What the last increase left over, in parts of a part: divided by the window. */
  public long rest() {
    return rest;
  }

  /** Packets in flight. */
  public long inFlight() {
    return inFlight;
  }

  private long sinceSent(long nowPs) {
    return Math.min(nowPs - sentAtPs, longestGapPs);
  }

  /**
   * When the next packet may leave; {@link SenderRole#NEVER_PS} while an acknowledgment has to come
   * first.
   *
   * <p>From one packet on the window bounds what is in flight. Below it the timer alone says when a
   * packet leaves, counted from the last one, by the window of now.
   */
  @Requirement({"LDCP-4", "LDCP-7"})
  public long notBeforePs(long nowPs) {
    if (cw >= params.one()) {
      return (inFlight + 1) * params.one() <= cw ? nowPs : SenderRole.NEVER_PS;
    }
    return cw > 0 ? Math.max(nowPs, sentAtPs + params.gapPs(cw, rttPs)) : SenderRole.NEVER_PS;
  }

  /** A packet leaves. */
  @Requirement({"LDCP-4", "LDCP-7", "LDCP-8"})
  public String transmit(long nowPs, Sink sink) {
    long from = notBeforePs(nowPs);
    if (from == SenderRole.NEVER_PS) {
      return "a window of " + cw + " parts of a packet has " + inFlight + " packets in flight";
    } else if (from > nowPs) {
      return "the timer runs until " + from + " ps";
    }
    inFlight++;
    sentAtPs = nowPs;
    if (listener != null) {
      listener.took(this, TRANSMIT);
    }
    sink.send(Ecn.ECT_0);
    return null;
  }

  /**
   * An acknowledgment comes.
   *
   * @param n packets that it stands for, from 1
   * @param ece whether it tells of a mark
   * @param measuredPs the round trip that it has measured
   */
  @Requirement({"LDCP-4", "LDCP-5", "LDCP-6"})
  public String receiveAck(long n, boolean ece, long measuredPs) {
    if (n < 1 || n > inFlight || n > PawaParams.MOST_AN_ACK) {
      return "an acknowledgment for " + n + " of " + inFlight + " packets in flight";
    }
    inFlight -= n;
    rttPs = measured(measuredPs);
    if (ece) {
      cut(n);
    } else {
      grow(n);
    }
    if (listener != null) {
      listener.took(this, RECEIVE_ACK, measuredPs, n, ece);
    }
    return null;
  }

  @Requirement("LDCP-7")
  private long measured(long measuredPs) {
    return params.timerRtt() == TimerRtt.MEASURED
        ? Math.min(params.maxRttPs(), Math.max(params.baseRttPs(), measuredPs))
        : params.baseRttPs();
  }

  /** A step is that of the side it starts from, also where it ends on the other. */
  @Requirement({"LDCP-4", "LDCP-5", "LDCP-6", "LDCP-18"})
  private void grow(long n) {
    if (cw < params.one()) {
      cw += params.gamma();
      return;
    }
    long sum = n * params.alpha() * params.one() + rest;
    long grown = cw + sum / cw;
    rest = grown >= params.maxCw() ? 0 : sum % cw;
    cw = Math.min(params.maxCw(), grown);
  }

  /** From one packet on by n·beta, below it by half; gamma bounds both, or, published, the last. */
  @Requirement({"LDCP-4", "LDCP-5", "LDCP-6", "FIND-10"})
  private void cut(long n) {
    if (cw < params.one()) {
      cw = Math.max(params.gamma(), cw / 2);
    } else {
      long left = cw - n * params.beta();
      cw = params.floor() ? Math.max(params.gamma(), left) : left;
    }
    rest = 0;
  }

  /**
   * A NAK comes: all in flight is to be sent again. The window stays with the marks, and the timer
   * with the packets that have left.
   */
  @Requirement("LDCP-10")
  public String goBack() {
    if (inFlight == 0) {
      return "nothing is in flight";
    }
    inFlight = 0;
    if (listener != null) {
      listener.took(this, GO_BACK);
    }
    return null;
  }

  /**
   * Handles a timeout: every packet in flight has to be retransmitted, within a window of at most
   * one packet. A timeout never raises the window.
   */
  @Requirement({"LDCP-4", "LDCP-10"})
  public String timeout() {
    if (inFlight == 0) {
      return "nothing is in flight";
    }
    inFlight = 0;
    cw = Math.min(cw, params.one());
    rest = 0;
    if (listener != null) {
      listener.took(this, TIMEOUT);
    }
    return null;
  }

  /** What does not fit together; {@code null} if all does. */
  @Requirement("FIND-10")
  public String broken() {
    if (params.floor() && (cw < params.gamma() || cw > params.maxCw())) {
      return "a window of " + cw + " parts of a packet";
    }
    return rest < 0 || rest >= Math.max(cw, 1) ? rest + " left over of a window of " + cw : null;
  }

  @Override
  public String toString() {
    return "cw " + cw + ", " + inFlight + " in flight";
  }
}
