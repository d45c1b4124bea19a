package dev.sluice.host.roce.rcm;

import dev.sluice.cc.SenderRole;
import dev.sluice.cc.rcm.ReactionParams;
import dev.sluice.cc.rcm.ReactionPoint;
import dev.sluice.kernel.Kernels;
import dev.sluice.requirement.Requirement;
import java.util.function.LongFunction;

/**
 * The reaction point of a queue pair: its packets are spaced out as {@link ReactionPoint} says, all
 * that a frame takes on a link counted. It bounds nothing that is in flight.
 */
public final class Reaction implements SenderRole, ReactionPoint.Sink {
  private static final long MEGABIT = 1_000_000;

  private final ReactionPoint point;
  private final ReactionParams params;
  private final boolean reacts;

  /** What the packet leaves with that was let out last. */
  private int ecn;

  /** Where tests put a fault. */
  private RcmFaultPoints points = RcmFaultPoints.NONE;

  private Reaction(ReactionParams params, boolean reacts) {
    this.params = params;
    this.reacts = reacts;
    point = new ReactionPoint(params, true, reacts);
  }

  /**
   * Makes one for each queue pair that is selected for congestion control.
   *
   * @param params by the rate of the host's link in Mb/s
   * @param reacts whether the host has reaction points; without, CNPs change nothing
   */
  @Requirement({"RCM-5", "RCM-12"})
  public static LongFunction<SenderRole> points(
      LongFunction<ReactionParams> params, boolean reacts) {
    return rateBps -> new Reaction(params.apply(rateBps / MEGABIT), reacts);
  }

  /** Its kernel, for who listens. */
  ReactionPoint point() {
    return point;
  }

  /** Returns whether its host has reaction points at all. */
  public boolean reacts() {
    return reacts;
  }

  /** Returns the configuration of its kernel. */
  public ReactionParams params() {
    return params;
  }

  /** Has it be faulty. */
  void plant(RcmFaultPoints faults) {
    points = faults;
  }

  /** The rate that it keeps to, in bits a second. */
  public long rateBps() {
    return point.rate() * MEGABIT;
  }

  @Override
  public long cwnd() {
    return UNBOUNDED;
  }

  @Override
  public long notBeforePs(long nowPs) {
    return points.notBeforePs(point, nowPs);
  }

  @Override
  public void onFrame(long nowPs, long frameBytes) {
    Kernels.done(points.transmit(point, nowPs, frameBytes, this));
  }

  @Override
  public void send(int itsEcn) {
    ecn = itsEcn;
  }

  /** The codepoint that the packet leaves with that was let out last. */
  public int ecn() {
    return ecn;
  }

  @Override
  public void onNotification(long nowPs) {
    points.receiveCnp(point, nowPs);
  }

  @Override
  public long timerPs() {
    return point.timerPs();
  }

  /** One of its timers has run out, or both at once; the other refuses. */
  @Override
  public void onTimer(long nowPs) {
    point.riseTimer(nowPs);
    point.alphaTimer(nowPs);
  }
}
