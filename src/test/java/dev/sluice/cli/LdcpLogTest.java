package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.host.roce.LdcpRuns;
import dev.sluice.model.validate.EventLog;
import dev.sluice.model.validate.Judged;
import dev.sluice.model.validate.PawaWindowProjection;
import dev.sluice.requirement.Requirement;
import dev.sluice.trace.LogEvent;
import dev.sluice.trace.LogValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What only a whole log of LDCP's windows shows. */
class LdcpLogTest {
  private static EventLog log(String begin) {
    return LdcpRuns.logs().entrySet().stream()
        .filter(each -> each.getKey().startsWith("LDCP: " + begin))
        .findFirst()
        .orElseThrow()
        .getValue();
  }

  private static boolean isAccepted(EventLog log) throws Exception {
    List<Judged> judged =
        SpecJudges.pool().through(new PawaWindowProjection(), judge -> judge.judge(log));
    assertThat(judged).isNotEmpty();
    return judged.stream().allMatch(Judged::isAccepted);
  }

  /** Constants that matter somewhere in a log, each one more than it is. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "One; fast start",
        "Alpha; fast start",
        "Beta; acknowledgments that wait, below",
        "StartCw; fast start",
        "StartInFlight; fast start",
        "Gamma; acknowledgments that wait, below",
        "BaseRtt; acknowledgments that wait, below"
      })
  @Requirement({"LDCP-4", "LDCP-6", "LDCP-7"})
  void everyConstantMattersSomewhere(String name, String begin) throws Exception {
    EventLog log = log(begin);
    assertThat(isAccepted(log)).isTrue();
    assertThat(isAccepted(altered(log, name))).isFalse();
  }

  private static EventLog altered(EventLog log, String name) {
    List<LogEvent> events = new ArrayList<>();
    for (LogEvent event : log.events()) {
      Map<String, LogValue> given = new LinkedHashMap<>(event.given());
      given.computeIfPresent(
          name,
          (any, value) ->
              value instanceof LogValue.Num number
                  ? LogValue.of(number.value() + 1)
                  : LogValue.of(!((LogValue.Truth) value).value()));
      events.add(
          new LogEvent(
              event.number(),
              event.atPs(),
              event.at(),
              event.spec(),
              event.action(),
              event.instance(),
              event.arguments(),
              event.variables(),
              given,
              event.message(),
              event.isOutside()));
    }
    return log.with(events);
  }

  /** All that happens to windows and receivers, in one run or another. */
  @Test
  @Requirement({"LDCP-3", "LDCP-6"})
  void theRunsHaveEveryAction() {
    assertThat(
            LdcpRuns.logs().values().stream()
                .flatMap(log -> log.events().stream())
                .map(LogEvent::action)
                .distinct())
        .containsExactlyInAnyOrder(
            "Transmit", "ReceiveAck", "GoBack", "Timeout", "Receive", "Flush");
  }
}
