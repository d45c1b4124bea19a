package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.validate.BadLog;
import dev.sluice.model.validate.Behaviour.Unjudged;
import dev.sluice.model.validate.EventLog;
import dev.sluice.model.validate.Judged;
import dev.sluice.model.validate.Projection;
import dev.sluice.model.validate.SpecJudge;
import dev.sluice.model.validate.Validation;
import dev.sluice.scenario.Scenario;
import dev.sluice.system.Rig;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import net.jqwik.api.Example;

/**
 * TLC accepts what the system logs in scenarios of all kinds, drawn by chance: any topology, speed,
 * workload and fault. A scenario whose log is rejected is printed whole, to be run again as a file.
 */
class LogAcceptanceProperties {
  /** More, or others, are drawn with -Dsluice.logs=300 -Dsluice.logs.seed=5. */
  private static final int DRAWN = Integer.getInteger("sluice.logs", 40);

  private static final long SEED = Long.getLong("sluice.logs.seed", 4);

  /** Without congestion control a window has no limit that TLC's integers hold. */
  private static final String WIDE = "beyond 32 bits";

  @Example
  void everyDrawnRunIsAccepted() throws Exception {
    Map<String, EventLog> logs = new LinkedHashMap<>();
    for (String toml : Rig.drawn(DRAWN, SEED)) {
      logs.put(toml, LoggedRuns.log(Scenario.read("drawn", "drawn.toml", toml, Map.of())));
    }
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      List<Future<List<String>>> wrong = new ArrayList<>();
      for (Projection projection : Validation.projections()) {
        wrong.add(
            threads.submit(
                () ->
                    SpecJudges.pool()
                        .through(projection, judge -> wrong(projection, judge, logs))));
      }
      for (Future<List<String>> each : wrong) {
        assertThat(each.get()).isEmpty();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static List<String> wrong(
      Projection projection, SpecJudge judge, Map<String, EventLog> logs)
      throws BadLog, IOException {
    List<String> wrong = new ArrayList<>();
    long events = 0;
    long wide = 0;
    for (Map.Entry<String, EventLog> log : logs.entrySet()) {
      for (Judged judged : judge.judge(log.getValue())) {
        events += judged.behaviour().events();
        if (isTooWide(judged)) {
          wide += judged.behaviour().unjudged().orElseThrow().events();
        } else {
          wrong(judged).ifPresent(why -> wrong.add(log.getKey() + "\n" + why + "\n"));
        }
      }
    }
    System.out.println(
        projection.spec()
            + ": "
            + Words.count(events)
            + " events of "
            + DRAWN
            + " drawn scenarios accepted; not judged, as too wide for TLC: "
            + Words.count(wide));
    return wrong;
  }

  /** Whether a behaviour has numbers that TLC does not hold, which is no fault of the system. */
  static boolean isTooWide(Judged judged) {
    return !judged.isRejected()
        && judged.behaviour().unjudged().map(Unjudged::why).orElse("").endsWith(WIDE);
  }

  /** What is wrong with a behaviour. */
  static Optional<String> wrong(Judged judged) {
    if (judged.isRejected()) {
      return Optional.of(String.join("\n", ValidationText.lines(judged)));
    }
    return judged.isAccepted()
        ? Optional.empty()
        : Optional.of(
            judged.behaviour().key()
                + ": "
                + judged.verdict()
                + " "
                + judged.behaviour().unjudged());
  }
}
