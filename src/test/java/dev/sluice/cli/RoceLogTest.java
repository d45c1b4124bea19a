package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.host.roce.RoceRuns;
import dev.sluice.model.validate.EventLog;
import dev.sluice.model.validate.RcTransportProjection;
import java.io.FileOutputStream;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RoceLogTest {
  @Test
  void drawnRunsAreAccepted() throws Exception {
    Map<String, EventLog> logs = new LinkedHashMap<>();
    int n = Integer.getInteger("sluice.logs", 20);
    for (long seed = 1; seed <= n; seed++) {
      logs.put("seed " + seed, RoceRuns.drawn(seed));
      try (FileOutputStream out = new FileOutputStream("/tmp/roce-" + seed + ".log")) {
        logs.get("seed " + seed).write(out);
      }
    }
    RoceRuns.logs()
        .forEach(
            (name, log) -> {
              Map<String, Integer> n2 = new java.util.TreeMap<>();
              log.events().forEach(e -> n2.merge(e.action(), 1, Integer::sum));
              System.out.println(name + " " + n2);
              logs.put(name, log);
            });
    Acceptance acceptance =
        SpecJudges.pool().through(new RcTransportProjection(), judge -> Acceptance.of(judge, logs));
    System.out.println(acceptance.events() + " events, too wide " + acceptance.tooWide());
    for (String each : acceptance.wrong()) {
      System.out.println(each);
    }
    assertThat(acceptance.wrong()).isEmpty();
  }
}
