package dev.sluice.host.roce;

import dev.sluice.cc.Ecn;
import dev.sluice.cc.rcm.NotificationPoint;
import dev.sluice.cc.rcm.ReactionPoint;
import dev.sluice.host.roce.hpcc.HpccFaultPoints;
import dev.sluice.host.roce.ldcp.LdcpFaultPoints;
import dev.sluice.host.roce.rcm.RcmFaultPoints;
import dev.sluice.kernel.Face;
import dev.sluice.model.validate.EventLog;
import java.util.function.Supplier;

/** Faults that makers of congestion management have made, to be planted in a whole system. */
public enum RcmFault {
  /** None: the NICs as they are. */
  NONE(RcmFaultPoints::new),

  /** A CNP names another queue pair of the same host. */
  CNP_NAMES_ANOTHER_QP(
      () ->
          new RcmFaultPoints() {
            @Override
            protected long named(long queuePair) {
              return queuePair ^ 1;
            }
          }),

  /** Each mark is answered at once, however little time has passed since the last CNP. */
  CNP_INTERVAL_IGNORED(
      () ->
          new RcmFaultPoints() {
            @Override
            protected void see(
                NotificationPoint point,
                long nowPs,
                int opcode,
                int ecn,
                NotificationPoint.Sink sink) {
              if (ecn == Ecn.CE) {
                set(NotificationPoint.FACE, point, "sentAtPs", nowPs - LONG_AGO);
              }
              super.see(point, nowPs, opcode, ecn, sink);
            }
          }),

  /** A CNP does not restart the timer of rises. */
  RISE_RIGHT_AFTER_CUT(
      () ->
          new RcmFaultPoints() {
            @Override
            protected void receiveCnp(ReactionPoint point, long nowPs) {
              restoring(point, "riseFromPs", () -> super.receiveCnp(point, nowPs));
            }
          }),

  /** A CNP does not restart the byte counter. */
  BYTE_COUNTER_NOT_RESET(
      () ->
          new RcmFaultPoints() {
            @Override
            protected void receiveCnp(ReactionPoint point, long nowPs) {
              restoring(point, "sentBytes", () -> super.receiveCnp(point, nowPs));
            }
          }),

  /** A reaction point reads a clock of whole nanoseconds. */
  NANOSECOND_CLOCK(
      () ->
          new RcmFaultPoints() {
            @Override
            protected void receiveCnp(ReactionPoint point, long nowPs) {
              super.receiveCnp(point, nowPs / 1_000 * 1_000);
            }
          }),

  /** Alpha moves first, and the cut is made with what it has become. */
  CUT_WITH_NEW_ALPHA(
      () ->
          new RcmFaultPoints() {
            @Override
            protected void receiveCnp(ReactionPoint point, long nowPs) {
              ReactionPoint sound = point.copy();
              sound.receiveCnp(nowPs);
              set(ReactionPoint.FACE, point, "alpha", sound.alpha());
              super.receiveCnp(point, nowPs);
              set(ReactionPoint.FACE, point, "alpha", sound.alpha());
            }
          }),

  /** The target stays where it was, though the profile has it follow each cut. */
  TARGET_NOT_CLAMPED(
      () ->
          new RcmFaultPoints() {
            @Override
            protected void receiveCnp(ReactionPoint point, long nowPs) {
              restoring(point, "target", () -> super.receiveCnp(point, nowPs));
            }
          }),

  /** A rate is cut, and packets leave as before. */
  PACKETS_NOT_PACED(
      () ->
          new RcmFaultPoints() {
            @Override
            protected long notBeforePs(ReactionPoint point, long nowPs) {
              return nowPs;
            }

            @Override
            protected String transmit(
                ReactionPoint point, long nowPs, long bytes, ReactionPoint.Sink sink) {
              set(ReactionPoint.FACE, point, "sentAtPs", nowPs - LONG_AGO);
              return super.transmit(point, nowPs, bytes, sink);
            }
          });

  private static final long LONG_AGO = 1_000_000_000_000L;

  private final Supplier<RcmFaultPoints> points;

  RcmFault(Supplier<RcmFaultPoints> points) {
    this.points = points;
  }

  private static <K> void set(Face<K> face, K kernel, String name, long value) {
    face.variable(name).writer().set(kernel, 0, value);
  }

  /** Has a reaction point do something, and keep a variable as it was, if it held the rate down. */
  private static void restoring(ReactionPoint point, String name, Runnable action) {
    boolean held = point.limited();
    long before = ReactionPoint.FACE.variable(name).reader().of(point, 0);
    action.run();
    if (held) {
      set(ReactionPoint.FACE, point, name, before);
    }
  }

  private RoceFaultPoints planted() {
    return new RoceFaultPoints(points.get(), LdcpFaultPoints.NONE, HpccFaultPoints.NONE);
  }

  /** The log of a run in which the fault shows, where all NICs have it, or none has. */
  public EventLog log(boolean isPlanted) {
    return RcmRuns.showing(this).log(host -> isPlanted ? planted() : RoceFaultPoints.NONE);
  }
}
