package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.host.roce.RcmRuns;
import dev.sluice.host.roce.RoceRuns;
import dev.sluice.house.Whole;
import dev.sluice.model.Systems;
import dev.sluice.model.validate.EventLog;
import dev.sluice.model.validate.Projection;
import dev.sluice.scenario.Scenario;
import dev.sluice.system.Rig;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import net.jqwik.api.Example;

/**
 * TLC accepts what the system logs in scenarios of all kinds, drawn by chance: any topology, speed,
 * workload and fault, both transports, every congestion control, with pause and without. Each
 * specification that judges logs sees events. A scenario whose log is rejected is printed whole, to
 * be run again as a file.
 */
class LogAcceptanceProperties {
  /**
   * Few by every build, and the first of those where all is asked for. More, or others, with
   * -Dsluice.logs=300 -Dsluice.logs.seed=5.
   */
  private static final int DRAWN = Integer.getInteger("sluice.logs", Whole.IS_ASKED ? 40 : 5);

  private static final long SEED = Long.getLong("sluice.logs.seed", 4);

  @Example
  void everyDrawnRunIsAccepted() throws Exception {
    Map<String, EventLog> logs = new LinkedHashMap<>();
    for (String toml : Rig.drawn(DRAWN, SEED)) {
      logs.put(toml, LoggedRuns.log(Scenario.read("drawn", "drawn.toml", toml, Map.of())));
    }
    for (long seed = SEED; seed < SEED + DRAWN; seed++) {
      logs.put("RoCE, drawn with seed " + seed, RoceRuns.drawn(seed));
      logs.put("RCM, drawn with seed " + seed, RcmRuns.drawn(seed));
    }
    for (int which = 0; which < Math.max(DRAWN / 2, DrawnRoce.ALL); which++) {
      String toml = DrawnRoce.toml(which, SEED + which);
      logs.put(toml, LoggedRuns.log(Scenario.read("drawn", "drawn.toml", toml, Map.of())));
    }
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      Map<Projection, Future<Acceptance>> found = new LinkedHashMap<>();
      for (Projection projection : Systems.projections()) {
        found.put(
            projection,
            threads.submit(
                () -> SpecJudges.pool().through(projection, judge -> Acceptance.of(judge, logs))));
      }
      List<String> unseen = new ArrayList<>();
      for (Map.Entry<Projection, Future<Acceptance>> each : found.entrySet()) {
        Acceptance acceptance = each.getValue().get();
        assertThat(acceptance.wrong()).isEmpty();
        System.out.println(
            each.getKey().spec()
                + ": "
                + Words.count(acceptance.events())
                + " events of "
                + logs.size()
                + " drawn runs accepted; not judged, as too wide for TLC: "
                + Words.count(acceptance.tooWide()));
        if (acceptance.events() == 0) {
          unseen.add(each.getKey().spec());
        }
      }
      assertThat(unseen).as("no drawn scenario has events of these").isEmpty();
    } finally {
      threads.shutdownNow();
    }
  }
}
