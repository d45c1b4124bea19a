package dev.sluice.model.validate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.RecordedLogs;
import dev.sluice.model.Systems;
import dev.sluice.trace.LogEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The messages between hosts that logs are merged by. */
class TrafficTest {
  /**
   * Looks for arrivals without a departure. A merge holds an arrival back until its message has
   * left, and one without a departure is not held back at all.
   */
  @Test
  void eachMessageThatArrivesHasLeft() {
    Map<String, EventLog> logs = new LinkedHashMap<>(RecordedLogs.logs());
    logs.putAll(RecordedLogs.logsOfRoce());
    Map<String, Integer> arrivals = new TreeMap<>();
    List<String> alone = new ArrayList<>();
    for (Map.Entry<String, EventLog> log : logs.entrySet()) {
      Told told = new Told();
      log.getValue().events().forEach(told::take);
      told.came.forEach(
          each -> {
            arrivals.merge(each.event.spec(), 1, Integer::sum);
            if (told.left.getOrDefault(each.arrival.key(), 0L) < each.arrival.level()) {
              alone.add(log.getKey() + ", event " + each.event.number() + ": " + each.arrival);
            }
          });
    }
    assertThat(alone).as("messages that have come and never left").isEmpty();
    assertThat(arrivals)
        .containsKeys("CccLifecycle", "CreditConservation", "PdcHandshake", "RcTransport")
        .allSatisfy(
            (spec, count) -> assertThat(count).as("messages of %s", spec).isGreaterThan(100));
  }

  private record Came(LogEvent event, Traffic.Arrival arrival) {}

  /** All that the events of a log tell of, each host with a memory of its own. */
  private static final class Told {
    private final Map<String, Traffic> hosts = new HashMap<>();
    private final Map<String, Long> left = new HashMap<>();
    private final List<Came> came = new ArrayList<>();

    void take(LogEvent event) {
      Traffic traffic = hosts.computeIfAbsent(event.at(), host -> new Traffic());
      traffic.next();
      for (Projection each : Systems.projections()) {
        if (each.spec().equals(event.spec())) {
          each.traffic(event, traffic);
        }
      }
      traffic
          .departures()
          .forEach(each -> left.merge(each.key(), Math.max(0, each.amount()), Long::sum));
      traffic.arrivals().forEach(each -> came.add(new Came(event, each)));
    }
  }
}
