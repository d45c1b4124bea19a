package dev.sluice.host.roce;

import dev.sluice.cc.ldcp.AckPolicy;
import dev.sluice.cc.ldcp.PawaWindow;
import dev.sluice.kernel.Face;
import dev.sluice.model.validate.EventLog;
import java.util.function.Supplier;

/** Faults that makers of LDCP may make, to be planted in a whole system. */
public enum LdcpFault {
  /** None: the NICs as they are. */
  NONE(RoceFaultPoints::new),

  /** What an increase leaves over is forgotten. */
  LEFT_OVER_IS_FORGOTTEN(
      () ->
          new RoceFaultPoints() {
            @Override
            String receiveAck(PawaWindow window, long n, boolean ece, long rttPs) {
              String refused = super.receiveAck(window, n, ece, rttPs);
              set(PawaWindow.FACE, window, "rest", 0);
              return refused;
            }
          }),

  /** A mark takes nothing from the window. */
  MARK_TAKES_NOTHING(
      () ->
          new RoceFaultPoints() {
            @Override
            String receiveAck(PawaWindow window, long n, boolean ece, long rttPs) {
              long before = window.cw();
              String refused = super.receiveAck(window, n, ece, rttPs);
              if (ece) {
                set(PawaWindow.FACE, window, "cw", before);
              }
              return refused;
            }
          }),

  /** A NAK halves the window. */
  NAK_HALVES_THE_WINDOW(
      () ->
          new RoceFaultPoints() {
            @Override
            String goBack(PawaWindow window) {
              String refused = super.goBack(window);
              set(PawaWindow.FACE, window, "cw", Math.max(1_024, window.cw() / 2));
              return refused;
            }
          }),

  /** A timeout leaves the window as it was. */
  TIMEOUT_LEAVES_THE_WINDOW(
      () ->
          new RoceFaultPoints() {
            @Override
            String timeout(PawaWindow window) {
              long before = window.cw();
              String refused = super.timeout(window);
              set(PawaWindow.FACE, window, "cw", before);
              return refused;
            }
          }),

  /** What waited for an acknowledgment waits on after it. */
  ACKNOWLEDGED_AND_STILL_HELD(
      () ->
          new RoceFaultPoints() {
            @Override
            void receive(AckPolicy policy, boolean ce, boolean busy, AckPolicy.Sink sink) {
              long before = policy.held();
              super.receive(policy, ce, busy, sink);
              set(AckPolicy.FACE, policy, "held", Math.max(before, policy.held()));
            }
          });

  private final Supplier<RoceFaultPoints> points;

  LdcpFault(Supplier<RoceFaultPoints> points) {
    this.points = points;
  }

  private static <K> void set(Face<K> face, K kernel, String name, long value) {
    face.variable(name).writer().set(kernel, 0, value);
  }

  /** The log of a run in which the fault shows, where all NICs have it, or none has. */
  public EventLog log(boolean isPlanted) {
    return LdcpRuns.showing(this).log(host -> isPlanted ? points.get() : RoceFaultPoints.NONE);
  }
}
