package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.validate.CreditConservationProjection;
import dev.sluice.model.validate.EventLog;
import dev.sluice.model.validate.Judged;
import dev.sluice.requirement.Requirement;
import dev.sluice.scenario.Scenario;
import dev.sluice.trace.LogEvent;
import dev.sluice.trace.LogValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Logs of receivers into which a trimming switch sends headers without data. */
class TrimmedLogTest {
  private static final String TRIMS =
      """
      cc = "rccc"

      [topology]
      kind = "star"
      rate = "100G"

      [queues]
      trim = "auto"

      [[workload]]
      kind = "incast"
      senders = 20
      size = "60KB"
      """;

  private static EventLog log(String profile) throws Exception {
    Map<String, String> changes = Map.of("profile", profile);
    return LoggedRuns.log(Scenario.read("trims", "trims.toml", TRIMS, changes));
  }

  private static boolean isAccepted(EventLog log) throws Exception {
    List<Judged> judged =
        SpecJudges.pool().through(new CreditConservationProjection(), judge -> judge.judge(log));
    assertThat(judged).isNotEmpty();
    return judged.stream().allMatch(Judged::isAccepted);
  }

  /** Seventeen quanta, which hold a packet of 4,160 B. */
  private static final long PACKET = 17 * 256;

  private static LogEvent wanting(LogEvent header, long more) {
    Map<String, LogValue> told = new LinkedHashMap<>(header.variables());
    told.computeIfPresent("wanted", (name, w) -> LogValue.of(((LogValue.Num) w).value() + more));
    return LogMutations.withVariables(header, told);
  }

  private static LogEvent header(EventLog log) {
    return log.of("CreditConservation").stream()
        .filter(event -> event.action().equals("ReceiveTrimmed"))
        .findFirst()
        .orElseThrow();
  }

  @ParameterizedTest
  @ValueSource(strings = {"source-documents", "uet-1.0"})
  @Requirement({"RCCC-3", "UET-6"})
  void aReceiverThatTakesHeadersAtTheirWordIsAccepted(String profile) throws Exception {
    EventLog log = log(profile);
    assertThat(header(log).message()).containsKeys("packet", "credit_target");
    assertThat(isAccepted(log)).isTrue();
  }

  @Test
  @Requirement({"RCCC-3", "UET-6"})
  void aReceiverThatWantsNoPacketMoreForAHeaderIsRejected() throws Exception {
    EventLog log = log("uet-1.0");
    LogEvent header = header(log);
    assertThat(isAccepted(log.with(wanting(header, -PACKET)))).isFalse();
  }

  @Test
  @Requirement("UET-6")
  void aHeaderOfAPacketThatWasNotSentIsRejected() throws Exception {
    EventLog log = log("uet-1.0");
    LogEvent header = header(log);
    Map<String, LogValue> message = new LinkedHashMap<>(header.message());
    message.put("packet", LogValue.of("1/4095"));
    assertThat(isAccepted(log.with(LogMutations.withMessage(header, message)))).isFalse();
  }

  /**
   * Repeats a header whose packet was sent once. The log ends with it, so that no later event is
   * rejected in its place.
   */
  @Test
  @Requirement("UET-6")
  void aHeaderThatComesTwiceIsRejected() throws Exception {
    EventLog log = log("uet-1.0");
    LogEvent header = header(log);
    List<LogEvent> events = new ArrayList<>(log.events().subList(0, (int) header.number()));
    assertThat(events).endsWith(header);
    assertThat(isAccepted(log.with(events))).isTrue();
    events.add(wanting(header, PACKET));
    assertThat(isAccepted(log.with(events))).isFalse();
  }
}
