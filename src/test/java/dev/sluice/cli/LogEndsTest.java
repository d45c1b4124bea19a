package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sluice.model.Systems;
import dev.sluice.model.validate.BadLog;
import dev.sluice.model.validate.EventLog;
import dev.sluice.model.validate.LogEnds;
import dev.sluice.model.validate.Omission;
import dev.sluice.trace.LogEvent;
import dev.sluice.trace.LogInstance;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** Logs without their beginning, or of one NIC alone, are refused for that reason. */
class LogEndsTest {
  private static Map<String, EventLog> logs() {
    Map<String, EventLog> all = new TreeMap<>(RecordedLogs.logs());
    all.putAll(RecordedLogs.logsOfRoce());
    return all;
  }

  private static EventLog only(EventLog log, Predicate<LogEvent> kept) {
    return log.with(log.events().stream().filter(kept).toList());
  }

  private static BadLog refusal(EventLog log) {
    return catchThrowableOfType(BadLog.class, () -> LogEnds.check(log, Systems.projections()));
  }

  @Test
  void everyWholeLogHasItsEnds() {
    logs()
        .forEach(
            (name, log) -> {
              assertThatCode(() -> LogEnds.check(log, Systems.projections()))
                  .as(name)
                  .doesNotThrowAnyException();
              assertThatCode(() -> LogEnds.check(Omission.TARGETS.of(log), Systems.projections()))
                  .as("%s with the targets left out, as the header says", name)
                  .doesNotThrowAnyException();
            });
  }

  @Test
  void aLogOfSourcesAloneNeedsADeclaration() {
    List<String> accepted = new ArrayList<>();
    logs()
        .forEach(
            (name, log) -> {
              BadLog refusal = refusal(only(log, event -> !event.isOfTarget()));
              if (refusal == null) {
                accepted.add(name);
              } else {
                assertThat(refusal)
                    .as(name)
                    .hasMessageContaining(
                        "with --merge; or declare in the header's omits \"target:");
              }
            });
    assertThat(accepted).as("runs in which no answer comes").containsExactly("ecn-before-pfc");
  }

  @Test
  void aLogOfTargetsAloneNeedsThoseOfTheSources() {
    EventLog log = RecordedLogs.logs().get("first-windows");
    assertThat(refusal(only(log, LogEvent::isOfTarget)))
        .hasMessageContaining(
            "takes a message of host-4, and the log has no event of host-4 as a source.")
        .hasMessageEndingWith("give the log of host-4 as well, with --merge");
  }

  /** Tries every beginning before the last event of a target. */
  @Test
  void aLogWithoutItsBeginningIsRefusedForThat() {
    EventLog log = RecordedLogs.logs().get("first-windows");
    List<LogEvent> events = log.events();
    int refused = 0;
    for (int from = 1;
        events.subList(from, events.size()).stream().anyMatch(LogEvent::isOfTarget);
        from++) {
      BadLog refusal = refusal(log.with(events.subList(from, events.size())));
      assertThat(refusal).as("from event %d on", from + 1).isNotNull();
      refused += refusal.getMessage().contains("events before it are missing") ? 1 : 0;
    }
    assertThat(refused).isGreaterThan(20);
    assertThat(refusal(log.with(events.subList(1, events.size()))))
        .hasMessage(
            "event 1, CccLifecycle.Allocate, is the first that the log has of CccLifecycle between"
                + " these hosts, and is not possible in the initial state: events before it are"
                + " missing. Sluice judges logs from their beginning, which is Post; give all parts"
                + " of the log, numbered from 1. If it is in the order of several hosts' clocks, use"
                + " --merge");
  }

  /** Leaves out the first event of each later flow of a source. */
  @Test
  void eachFlowOfASourceHasABeginning() {
    List<String> tried = new ArrayList<>();
    logs()
        .forEach(
            (name, log) -> {
              Map<String, String> firstFlow = new TreeMap<>();
              Set<String> met = new HashSet<>();
              for (LogEvent event : log.of("CccLifecycle")) {
                LogInstance of = event.instance().orElseThrow();
                String flow = of.source() + " to " + of.destination();
                if (met.add(flow)
                    && !firstFlow.computeIfAbsent(of.source(), any -> flow).equals(flow)
                    && tried.add(name + ", " + flow)) {
                  EventLog other = only(log, each -> each != event && !isAgain(each, event));
                  assertThat(refusal(other))
                      .as("%s without the first event from %s", name, flow)
                      .hasMessageContaining("events before it are missing");
                }
              }
            });
    assertThat(tried).as("second flows of sources").isNotEmpty();
  }

  /** Returns whether an event posts one more request of the same flow. */
  private static boolean isAgain(LogEvent each, LogEvent first) {
    return each.spec().equals(first.spec())
        && each.action().equals("Post")
        && each.instance().equals(first.instance());
  }
}
