package dev.sluice.fabric;

import dev.sluice.cc.pfc.PauseThreshold;
import dev.sluice.host.WireSum;
import java.util.Arrays;
import java.util.List;

/**
 * Two hosts that send more than a third can take, past a switch that pauses them; and what is on
 * the wire: what hosts send, when, and which of it comes.
 */
final class PauseWireRuns {
  private static final PauseThreshold THRESHOLD = PauseThreshold.of(PauseFabricTest.THRESHOLD);
  private static final long HEADROOM = PauseFabricTest.bound().bytes();
  private static final int LONGEST = 0xFFFF;
  private static final int FRAMES = 400;
  private static final long BETWEEN_PS = 150_000;

  private PauseWireRuns() {}

  private enum Run {
    /** Pauses that last until they are ended. */
    LONG(THRESHOLD, HEADROOM, LONGEST),
    /** Pauses that are repeated. */
    REPEATED(THRESHOLD, HEADROOM, 500),
    /** Thresholds that fall as others take of the buffer. */
    SHARED(PauseThreshold.shareOf(100_000, 4_000), HEADROOM, LONGEST),
    /** Too little headroom. */
    LOSING(THRESHOLD, HEADROOM * 2 / 5, LONGEST),
    /** The third host asks for pauses without need, and a watchdog finds it. */
    STORM(THRESHOLD, HEADROOM, LONGEST);

    private final PauseThreshold threshold;
    private final long headroom;
    private final int quanta;

    Run(PauseThreshold threshold, long headroom, int quanta) {
      this.threshold = threshold;
      this.headroom = headroom;
      this.quanta = quanta;
    }

    private String wire() {
      Lab lab =
          new Lab(
              PauseFabricTest.star(),
              PauseFabricTest.rules(
                  threshold, headroom, this == STORM ? 1_000 : quanta, this == STORM));
      WireSum wire = WireSum.of(lab.fabric);
      if (this == STORM) {
        int port = lab.fabric.topology().hostPort(2);
        lab.loop.endsAtRest(() -> true); // the watchdog looks for ever
        lab.at(5_000_000, () -> lab.fabric.storm(port, true));
        lab.at(25_000_000, () -> lab.fabric.storm(port, false));
      }
      for (int i = 0; i < FRAMES; i++) {
        lab.send(0, 2, PauseFabricTest.FRAME, 0, 0, 0);
        lab.at(
            i * BETWEEN_PS, // so that one lane is in its headroom while the other one is not
            () -> lab.send(1, 2, PauseFabricTest.FRAME, 0, 0, 0));
      }
      lab.runToTheEnd();
      return wire + ", " + lab.tags();
    }
  }

  /** Their names: what another loader's class is asked for. */
  static List<String> runs() {
    return Arrays.stream(Run.values()).map(Run::name).toList();
  }

  /** What one run has on the wire; or how it fails. */
  static String wire(String run) {
    try {
      return Run.valueOf(run).wire();
    } catch (RuntimeException | AssertionError e) {
      return "fails: " + e;
    }
  }
}
