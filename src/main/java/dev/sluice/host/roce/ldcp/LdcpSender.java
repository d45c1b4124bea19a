package dev.sluice.host.roce.ldcp;

import dev.sluice.cc.SenderRole;
import dev.sluice.cc.ldcp.FastStart;
import dev.sluice.cc.ldcp.FastStart.Stage;
import dev.sluice.cc.ldcp.PawaParams;
import dev.sluice.cc.ldcp.PawaWindow;
import dev.sluice.kernel.Kernels;
import dev.sluice.kernel.Listener;
import dev.sluice.requirement.Requirement;
import java.util.function.LongFunction;

/**
 * The sending half of LDCP for a queue pair that asks: {@link FastStart} until that has come to its
 * stable stage, and {@link PawaWindow} from then on, which begins with what the other has left.
 *
 * <p>It counts packets of requests. Its queue pair tells it of each that leaves and of each answer,
 * with packets instead of bytes; so {@link #cwnd} bounds nothing.
 */
public final class LdcpSender implements SenderRole {
  /**
   * What it is configured with.
   *
   * @param window that of the stable stage
   * @param first the first round trip
   * @param stable whether a queue pair is in the stable stage from the start, with the initial
   *     window
   */
  public record Params(PawaParams window, FastStart.Params first, boolean stable) {
    /**
     * @throws IllegalArgumentException if the initial window is above the largest
     */
    @Requirement({"LDCP-8", "LDCP-10"})
    public Params {
      if (first.iw() * window.one() > window.maxCw()) {
        throw new IllegalArgumentException(
            "an initial window of "
                + first.iw()
                + " packets, and a largest one of "
                + window.maxCw() / window.one());
      }
    }
  }

  /** Hears of the window of the stable stage. */
  interface Heard extends Listener<PawaWindow> {
    /** It begins as it is now. */
    void begins(PawaParams with, PawaWindow window);
  }

  private final Params params;
  private FastStart first;
  private Heard listener;
  private LdcpFaultPoints points = LdcpFaultPoints.NONE;

  /** Null in fast start. */
  private PawaWindow window;

  /** The last round trip that was measured. */
  private long rttPs;

  /** The codepoint of the packet in hand. */
  private int ecn;

  /** Packets that are acknowledged. */
  private long acked;

  /** Whether the packets that were taken out of flight last are marked. */
  private boolean isMarked;

  /** An echo that no packet has been taken out of flight with yet. */
  private boolean isEceDue;

  private LdcpSender(Params params) {
    this.params = params;
    rttPs = params.window().baseRttPs();
    first = points.firstRound(params);
    if (params.stable()) {
      window = begun(0);
    }
  }

  /**
   * Makes one for each queue pair that is selected for congestion control.
   *
   * @param params by the rate of the host's link in bits a second
   */
  public static LongFunction<SenderRole> windows(LongFunction<Params> params) {
    return rateBps -> new LdcpSender(params.apply(rateBps));
  }

  /** The window of the stable stage as fast start has left it. */
  @Requirement("LDCP-10")
  private PawaWindow begun(long nowPs) {
    PawaWindow made = PawaWindow.after(first, params.window(), nowPs);
    made.tell(listener);
    if (listener != null) {
      listener.begins(params.window(), made);
    }
    return made;
  }

  /** Puts faulty pieces into it. */
  void plant(LdcpFaultPoints faults) {
    points = faults;
    first = points.firstRound(params);
  }

  /** Its first round trip, which is at rest once the stable stage has begun. */
  FastStart first() {
    return first;
  }

  Params params() {
    return params;
  }

  /** Tells a listener of each action of its windows from now on. */
  void tell(Heard to) {
    listener = to;
    if (window != null) {
      window = begun(0);
    }
  }

  // ---------------------------------------------------------------- what the host asks

  @Override
  public long cwnd() {
    return UNBOUNDED;
  }

  @Override
  public boolean mayTransmit(long bytes) {
    return window == null ? first.mayTransmit() : window.notBeforePs(0) != NEVER_PS;
  }

  @Override
  @Requirement("LDCP-7")
  public long notBeforePs(long nowPs) {
    return window == null ? nowPs : window.notBeforePs(nowPs);
  }

  /** The stage of the queue pair. */
  public Stage stage() {
    return first.stage();
  }

  /** The window, in parts of a packet: the initial one in fast start. */
  public long cw() {
    return window == null ? first.bound() * params.window().one() : window.cw();
  }

  /** Parts of a packet. */
  public long one() {
    return params.window().one();
  }

  /** Whether the packets that were taken out of flight last are marked. */
  public boolean isMarked() {
    return isMarked;
  }

  /** Packets in flight. */
  public long inFlight() {
    return window == null ? first.inFlight() : window.inFlight();
  }

  // ---------------------------------------------------------------- what its queue pair tells

  /**
   * A packet leaves.
   *
   * @param last whether it is the last one of its message
   * @param more whether another packet is posted behind it, and may leave
   * @return its codepoint
   */
  int transmit(long nowPs, boolean last, boolean more) {
    Kernels.done(
        window == null
            ? points.transmit(first, nowPs, last, more, (psn, codepoint) -> ecn = codepoint)
            : window.transmit(nowPs, codepoint -> ecn = codepoint));
    return ecn;
  }

  /**
   * An answer has come. Its echo counts once: not if it acknowledges nothing new, as a copy of it
   * does; and with the next packet, if nothing that it acknowledges is in flight.
   *
   * @param ackedByNow packets that are acknowledged
   * @param n packets that it has taken out of flight
   * @param back whether all behind them is to be sent again
   * @param measuredPs the round trip that it has measured, or 0
   */
  @Requirement({"LDCP-2", "LDCP-4", "LDCP-5", "LDCP-10", "LDCP-20"})
  void heard(long nowPs, long ackedByNow, long n, boolean back, boolean ece, long measuredPs) {
    isMarked = isEceDue || ece && ackedByNow > acked;
    isEceDue = isMarked && n == 0;
    acked = ackedByNow;
    rttPs = measuredPs > 0 ? measuredPs : rttPs;
    if (window == null) {
      Kernels.done(points.receiveAck(first, nowPs, back, acked));
      if (first.stage() == Stage.STABLE) {
        window = begun(nowPs);
      }
      return;
    }
    if (n > 0) {
      Kernels.done(points.receiveAck(window, n, isMarked, rttPs));
    }
    if (back) {
      Kernels.done(points.goBack(window));
    }
  }

  /** Nothing was heard for the retransmission timeout, and all is to be sent again. */
  @Requirement({"LDCP-9", "LDCP-10"})
  void timedOut(long nowPs) {
    if (window == null) {
      Kernels.done(points.timeout(first, nowPs));
      window = begun(nowPs);
    } else {
      Kernels.done(points.timeout(window));
    }
  }
}
