package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sluice.host.roce.LdcpRateRuns;
import dev.sluice.model.validate.BadLog;
import dev.sluice.model.validate.EventLog;
import dev.sluice.model.validate.EventRateProjection;
import dev.sluice.model.validate.Judged;
import dev.sluice.requirement.Requirement;
import dev.sluice.trace.LogEvent;
import dev.sluice.trace.LogValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What only a whole log of LDCP by rates shows. */
class LdcpRateLogTest {
  private static final EventRateProjection RATES = new EventRateProjection();
  private static Map<String, EventLog> logs;

  @BeforeAll
  static void run() {
    logs = LdcpRateRuns.logs();
  }

  private static EventLog log(String begin) {
    return logs.entrySet().stream()
        .filter(each -> each.getKey().startsWith("LDCP by rates: " + begin))
        .findFirst()
        .orElseThrow()
        .getValue();
  }

  private static boolean isAccepted(EventLog log) throws Exception {
    List<Judged> judged = SpecJudges.pool().through(RATES, judge -> judge.judge(log));
    assertThat(judged).isNotEmpty();
    return judged.stream().allMatch(Judged::isAccepted);
  }

  /** Constants that matter somewhere in a log, each another one than it is. */
  @ParameterizedTest
  @CsvSource({
    "Alpha, -1, the largest",
    "Beta, -1, the least",
    "MinWindow, 1, the least",
    "MaxWindow, -1, the largest",
    "StartWindow, 1, the largest",
    "BaseRtt, 1, the largest",
    "ResponseTime, 1, links",
    "RatePer, 100, the largest",
    "Numbers, -16777213, the largest",
    "Merge, -999999999, CNPs"
  })
  @Requirement({"LDCP-13", "LDCP-19"})
  void everyConstantMattersSomewhere(String name, long more, String begin) throws Exception {
    List<LogEvent> events = new ArrayList<>();
    for (LogEvent event : log(begin).events()) {
      Map<String, LogValue> given = new LinkedHashMap<>(event.given());
      given.computeIfPresent(
          name, (any, value) -> LogValue.of(((LogValue.Num) value).value() + more));
      events.add(LogMutations.withGiven(event, given));
    }
    assertThat(isAccepted(log(begin).with(events))).isFalse();
  }

  /** All that happens to rates and at their receivers, in one run or another. */
  @Test
  @Requirement({"LDCP-13", "LDCP-19"})
  void theRunsHaveEveryAction() {
    assertThat(
            logs.values().stream()
                .flatMap(log -> log.events().stream())
                .map(LogEvent::action)
                .distinct())
        .containsExactlyInAnyOrder(
            "Request",
            "ReceiveResponse",
            "Timeout",
            "ReceiveCnp",
            "OtherEvent",
            "Respond",
            "Notify");
  }

  /** A CNP that no receiver has sent is rejected, and so is the response to no request. */
  @ParameterizedTest
  @CsvSource({"Notify, the least", "Respond, the largest", "Request, the largest"})
  @Requirement({"LDCP-13", "LDCP-19"})
  void whatNobodyHasSentDoesNotCome(String left, String begin) throws Exception {
    List<LogEvent> events = new ArrayList<>(log(begin).events());
    int first = 0;
    while (!events.get(first).action().equals(left)) {
      first++;
    }
    LogEvent event = events.remove(first);
    if (!event.given().isEmpty()) { // what an end fixes, its next event has to
      int next = first;
      while (!events.get(next).instance().equals(event.instance())) {
        next++;
      }
      events.set(next, LogMutations.withGiven(events.get(next), event.given()));
    }
    assertThat(isAccepted(log(begin).with(events))).isFalse();
  }

  @Test
  void anEndThatDoesNotSayHowItIsConfiguredIsRefused() {
    EventLog log = log("the largest");
    EventLog without = log.with(LogMutations.withGiven(log.events().get(0), Map.of()));
    assertThatExceptionOfType(BadLog.class)
        .isThrownBy(() -> RATES.behaviours(without))
        .withMessageContaining("give it given.One, given.Alpha");
  }
}
