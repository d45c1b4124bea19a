package dev.sluice.cc.hpcc;

import static dev.sluice.kernel.Unit.NONE;
import static dev.sluice.kernel.Unit.PICOSECOND;

import dev.sluice.kernel.Action;
import dev.sluice.kernel.Action.By;
import dev.sluice.kernel.Face;
import dev.sluice.kernel.Listener;
import dev.sluice.kernel.Party;
import dev.sluice.requirement.Requirement;

/**
 * A receiver of HPCC++: it acknowledges each packet. Its owner puts the packet's telemetry into the
 * acknowledgment; or the receiver runs the algorithm on it, and sends the window back once more
 * than T has passed.
 *
 * <p>Mirrors {@code r} of {@code spec/hpcc/HpccWindow.tla}, and its action of the same name. An
 * action answers null, or why it is refused, and has changed nothing then.
 */
public final class HpccReceiver {
  /**
   * The host reports that flows on the receiver's own link begin or end, or that this link is the
   * fullest from now on, or not.
   */
  public static final Action COUNT = Action.of("Count", By.APPLICATION, "n");

  /** A packet comes, with telemetry or without it. */
  public static final Action RECEIVE = Action.of("Receive", By.MESSAGE, "u", "tau").telling("seq");

  /** What the specification has of a receiver. */
  public static final Face<HpccReceiver> FACE =
      Face.of(HpccReceiver.class)
          .heldBy(Party.RECEIVER)
          .number("expected", NONE, "missing first", r -> r.expected, (r, v) -> r.expected = v)
          .follows("sinceUpdate", PICOSECOND, "since Wc moved", HpccReceiver::sinceUpdate)
          .keeps(
              "updatedAtPs",
              PICOSECOND,
              "when Wc moved",
              r -> r.updatedAtPs,
              (r, v) -> r.updatedAtPs = v)
          .number("n", NONE, "flows it counts, or -1", r -> r.n, (r, v) -> r.n = v)
          .actions(RECEIVE, COUNT)
          .build();

  private final HpccParams params;
  private final HpccWindow window;

  private long expected;
  private long updatedAtPs;
  private long n = HpccWindow.ABSENT;

  private Listener<HpccReceiver> listener;

  /** What the receiver's owner does for it. */
  public interface Sink {
    /**
     * An acknowledgment leaves.
     *
     * @param seq the first packet that is missing
     * @param w a window for the sender, or {@link HpccWindow#ABSENT}
     * @param flows N for the sender that runs the algorithm, or {@link HpccWindow#ABSENT}
     */
    void acknowledge(long seq, long w, long flows);
  }

  /**
   * A receiver that nothing has come to.
   *
   * @param window the algorithm, which nobody else touches; null where the sender runs it
   */
  public HpccReceiver(HpccParams params, HpccWindow window, long nowPs) {
    this.params = params;
    this.window = window;
    updatedAtPs = nowPs;
  }

  /** A copy with everything in it, the algorithm included. */
  public HpccReceiver copy() {
    return FACE.copy(this, new HpccReceiver(params, window == null ? null : window.copy(), 0));
  }

  /** Tells a listener of each action from now on; null for nobody. */
  public void tell(Listener<HpccReceiver> to) {
    listener = to;
  }

  /** The algorithm; null where the sender runs it. */
  public HpccWindow window() {
    return window;
  }

  /** The first packet that is missing. */
  public long expected() {
    return expected;
  }

  /** Flows that it counts on its own link; {@link HpccWindow#ABSENT}: none, or of another link. */
  public long n() {
    return n;
  }

  private long sinceUpdate(long nowPs) {
    return Math.min(nowPs - updatedAtPs, params.tPs() + 1);
  }

  /**
   * Flows on the receiver's own link have begun or ended, or its link is the path's fullest from
   * now on, or not any more.
   *
   * @param flows N, from 1, or {@link HpccWindow#ABSENT} if another link is the fullest
   */
  @Requirement("HPCC-17")
  public String count(long flows) {
    String refused = HpccWindow.refusedCount(flows);
    if (refused != null || flows == n) {
      return refused != null ? refused : flows + " flows are counted already";
    }
    n = flows;
    if (listener != null) {
      listener.took(this, COUNT, flows);
    }
    return null;
  }

  /**
   * A packet comes; lines 28 to 34.
   *
   * @param u the utilisation of the fullest link, in parts, or {@link HpccWindow#ABSENT} where it
   *     has no telemetry for this end
   * @param tauPs what it was measured over; 0 without telemetry
   */
  @Requirement({"HPCC-10", "HPCC-11", "HPCC-17"})
  public String receive(long nowPs, long seq, long u, long tauPs, Sink sink) {
    String refused = HpccWindow.refused(u, tauPs);
    if (refused != null) {
      return refused;
    } else if (tauPs > 0 && window == null) {
      return "telemetry for a receiver whose sender runs the algorithm";
    }
    expected = seq == expected ? (expected + 1) % params.modulus() : expected;
    long w = HpccWindow.ABSENT;
    if (tauPs > 0) {
      window.measure(u, tauPs);
      window.counted(n);
      if (nowPs - updatedAtPs > params.tPs()) {
        w = window.computeWind(true);
        updatedAtPs = nowPs;
      }
    }
    if (listener != null) {
      listener.took(this, RECEIVE, u, tauPs, seq);
    }
    sink.acknowledge(expected, w, window == null ? n : HpccWindow.ABSENT);
    return null;
  }

  /** What does not fit together; {@code null} if all does. */
  public String broken() {
    return window == null ? null : window.broken();
  }

  @Override
  public String toString() {
    return "packet " + expected + " is missing";
  }
}
