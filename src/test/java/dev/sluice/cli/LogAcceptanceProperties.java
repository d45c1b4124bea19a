package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.ModelTable;
import dev.sluice.model.tlc.Tlc;
import dev.sluice.model.tlc.TlcJar;
import dev.sluice.model.validate.Behaviour.Unjudged;
import dev.sluice.model.validate.EventLog;
import dev.sluice.model.validate.Judged;
import dev.sluice.model.validate.Projection;
import dev.sluice.model.validate.SpecJudge;
import dev.sluice.model.validate.Validation;
import dev.sluice.scenario.Scenario;
import dev.sluice.system.Rig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
    Path folder = Files.createTempDirectory("sluice-logs-");
    Validation validation = new Validation(new Tlc(TlcJar.shipped()), ModelTable.load(Path.of("")));
    List<String> wrong = new ArrayList<>();
    for (Projection projection : Validation.projections()) {
      long events = 0;
      long wide = 0;
      Path own = Files.createDirectory(folder.resolve(projection.spec()));
      try (SpecJudge judge = validation.through(projection, own)) {
        for (Map.Entry<String, EventLog> log : logs.entrySet()) {
          for (Judged judged : judge.judge(log.getValue())) {
            events += judged.behaviour().events();
            if (judged.isRejected()) {
              wrong.add(
                  log.getKey() + "\n" + String.join("\n", ValidationText.lines(judged)) + "\n");
            } else if (judged.behaviour().unjudged().map(Unjudged::why).orElse("").endsWith(WIDE)) {
              wide += judged.behaviour().unjudged().orElseThrow().events();
            } else if (!judged.isAccepted()) {
              wrong.add(
                  log.getKey()
                      + "\n"
                      + judged.behaviour().key()
                      + ": "
                      + judged.verdict()
                      + " "
                      + judged.behaviour().unjudged());
            }
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
    }
    try (var files = Files.walk(folder)) {
      for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
    assertThat(wrong).isEmpty();
  }
}
