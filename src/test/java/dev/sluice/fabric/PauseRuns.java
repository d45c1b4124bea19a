package dev.sluice.fabric;

import dev.sluice.cc.pfc.PauseParams;
import dev.sluice.cc.pfc.Pfc;
import dev.sluice.model.validate.EventLog;
import dev.sluice.trace.EventCollector;
import dev.sluice.trace.LogEvent;
import dev.sluice.trace.LogHeader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Runs of one switch that pauses its hosts, and their logs, for those who judge them. */
public final class PauseRuns {
  private PauseRuns() {}

  /** What is wrong with what pauses. */
  public enum Fault {
    /** Nothing. */
    NONE(0xFFFF, new PauseFaultPoints()),
    /** A port does not heed that it may go on: a pause does not end but by running out. */
    PAUSE_THAT_NEVER_ENDS(
        0xFFFF,
        new PauseFaultPoints() {
          @Override
          boolean heeds(long time) {
            return time > 0;
          }
        }),
    /** A lane drops what its headroom has room for, by one frame. */
    HEADROOM_ONE_FRAME_SHORT(
        0xFFFF,
        new PauseFaultPoints() {
          @Override
          PauseParams params(PauseParams sound) {
            return new PauseParams(
                sound.gap(),
                sound.headroom() - PauseFabricTest.FRAME,
                sound.cell(),
                sound.pause(),
                sound.refreshAfter());
          }
        }),
    /** A pause is repeated as it runs out, so that a frame slips in between. */
    REFRESH_TOO_LATE(
        500,
        new PauseFaultPoints() {
          @Override
          PauseParams params(PauseParams sound) {
            return new PauseParams(
                sound.gap(), sound.headroom(), sound.cell(), sound.pause(), sound.pause() - 1);
          }
        });

    private final int quanta;
    private final PauseFaultPoints points;

    Fault(int quanta, PauseFaultPoints points) {
      this.quanta = quanta;
      this.points = points;
    }

    /** What happens where the fault is, or where it is not. */
    public EventLog log(boolean isFaulty) {
      return PauseRuns.log(quanta, isFaulty ? points : new PauseFaultPoints());
    }
  }

  /** Sound runs: pauses that last, and short ones that are repeated. */
  public static Map<String, EventLog> logs() {
    return Map.of(
        "pauses", Fault.NONE.log(false),
        "pauses that are repeated", Fault.REFRESH_TOO_LATE.log(false));
  }

  /** The worst that can come to a lane: its egress is busy, and so is the way of its pauses. */
  private static EventLog log(int quanta, PauseFaultPoints points) {
    Lab lab =
        new Lab(
            PauseFabricTest.star(), PauseFabricTest.rules(PauseFabricTest.bound().bytes(), quanta));
    lab.fabric.pauses.plant(points);
    List<LogEvent> events = new ArrayList<>();
    lab.fabric.observe(lab.fabric.logPauses(new EventCollector(events::add, null)));
    for (int i = 0; i < 200; i++) {
      lab.send(1, 2, PauseFabricTest.FRAME, TrafficClasses.DSCP_CONTROL, 0, 0);
    }
    lab.at(
        3_000_000,
        () -> {
          for (int i = 0; i < 100; i++) {
            lab.send(0, 2, PauseFabricTest.FRAME, 0, 0, 0);
          }
        });
    lab.at(
        3_000_000,
        () -> {
          for (int i = 0; i < 150; i++) {
            lab.send(2, 0, PauseFabricTest.FRAME, TrafficClasses.DSCP_CONTROL, 0, 0);
          }
        });
    lab.runToTheEnd();
    return new EventLog(
        new LogHeader(
            "sluice", "test", "source-documents", 1, "", Pfc.PROTOCOL.units(), Map.of(), List.of()),
        events);
  }
}
