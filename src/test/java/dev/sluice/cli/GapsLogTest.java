package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.Systems;
import dev.sluice.model.validate.Behaviour;
import dev.sluice.model.validate.EventLog;
import dev.sluice.model.validate.Judged;
import dev.sluice.model.validate.LossRecoveryProjection;
import dev.sluice.model.validate.Projection;
import dev.sluice.requirement.Requirement;
import dev.sluice.scenario.Scenario;
import dev.sluice.trace.LogEvent;
import dev.sluice.trace.LogValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A NIC that tells losses by what comes after them takes the steps of LossRecovery, and those of
 * all other specifications still: whatever gives a packet up, it is an inferred loss to them.
 */
class GapsLogTest {
  private static final String LOSES =
      """
      cc = "both"

      [topology]
      kind = "star"
      hosts = 2

      [nic]
      gaps = "on"

      [[flow]]
      from = 0
      to = 1
      size = "600KB"

      [[fault]]
      link = "*"
      loss = "2%"
      """;

  private static final Projection GAPS = new LossRecoveryProjection();

  static List<Projection> projections() {
    return Systems.UET.projections();
  }

  private static EventLog log(Map<String, String> changes) throws Exception {
    return LoggedRuns.log(Scenario.read("gaps", "gaps.toml", LOSES, changes));
  }

  private static boolean isAccepted(Projection projection, EventLog log) throws Exception {
    List<Judged> judged = SpecJudges.pool().through(projection, judge -> judge.judge(log));
    assertThat(judged).isNotEmpty();
    return judged.stream().allMatch(Judged::isAccepted);
  }

  @ParameterizedTest
  @MethodSource("projections")
  @Requirement("UET-9")
  void everySpecificationAcceptsItsLog(Projection projection) throws Exception {
    assertThat(isAccepted(projection, log(Map.of()))).isTrue();
  }

  @Test
  void aNicThatDoesNotCountLogsNothingOfIt() throws Exception {
    assertThat(log(Map.of("nic.gaps", "off")).of("LossRecovery")).isEmpty();
  }

  /** The count of the acknowledgment with which a recovery begins, and what it is held against. */
  @Test
  @Requirement("UET-9")
  void aRecoveryThatBeginsTooEarlyIsRejected() throws Exception {
    EventLog log = log(Map.of());
    LogEvent begins = firstInRecovery(log);
    long count = number(begins.message().get("count"));
    assertThat(count).isGreaterThanOrEqualTo(number(begins.given().get("Threshold")));
    assertThat(isAccepted(GAPS, log.with(given(begins, "Threshold", count)))).isTrue();
    assertThat(isAccepted(GAPS, log.with(given(begins, "Threshold", count + 1)))).isFalse();
  }

  /** The first missing packet is given up, and what is farther from it than a window is not. */
  @Test
  @Requirement("UET-9")
  void whatIsGivenUpBeyondTheWindowIsRejected() throws Exception {
    EventLog log = log(Map.of("fault[*].loss", "8%"));
    LogEvent two = null;
    for (LogEvent event : log.of("LossRecovery")) {
      boolean isAck = event.action().equals("ReceiveAck");
      if (two == null && isAck && ranges(event, "WAITING").size() > 1) {
        two = event;
      }
    }
    assertThat(two).isNotNull();
    assertThat(isAccepted(GAPS, log)).isTrue();
    assertThat(isAccepted(GAPS, log.with(given(two, "Window", 1)))).isFalse();
  }

  /** An acknowledgment that the target has not sent: it had fewer packets by then. */
  @Test
  @Requirement("UET-9")
  void aCountThatTheTargetDidNotHaveIsRejected() throws Exception {
    EventLog log = log(Map.of());
    LogEvent begins = firstInRecovery(log);
    Map<String, LogValue> message = new LinkedHashMap<>(begins.message());
    message.put("count", LogValue.of(number(message.get("count")) + 40));
    LogEvent more = LogMutations.withMessage(begins, message);
    assertThat(isAccepted(GAPS, log.with(more))).isFalse();
  }

  @Test
  void aLongPdcIsJudgedUpToALimit() throws Exception {
    EventLog log = log(Map.of());
    LogEvent first = log.of("LossRecovery").get(0);
    LogValue far = LogValue.of("1.1/100000");
    LogEvent farther = LogMutations.withArguments(first, Map.of("p", far));
    List<Behaviour> behaviours = GAPS.behaviours(log.with(farther));
    assertThat(behaviours).hasSize(1);
    assertThat(behaviours.get(0).unjudged().orElseThrow().why()).contains("packet 99999");
    assertThat(behaviours.get(0).steps()).isEmpty();
  }

  private static LogEvent firstInRecovery(EventLog log) {
    return log.of("LossRecovery").stream()
        .filter(event -> LogValue.of(true).equals(event.variables().get("recovering")))
        .findFirst()
        .orElseThrow();
  }

  private static List<LogValue> ranges(LogEvent event, String standing) {
    LogValue.Fields packet = (LogValue.Fields) event.variables().get("packet");
    return ((LogValue.Items) packet.fields().get(standing)).items();
  }

  private static long number(LogValue value) {
    return ((LogValue.Num) value).value();
  }

  private static LogEvent given(LogEvent event, String constant, long value) {
    Map<String, LogValue> given = new LinkedHashMap<>(event.given());
    given.put(constant, LogValue.of(value));
    return LogMutations.withGiven(event, given);
  }
}
