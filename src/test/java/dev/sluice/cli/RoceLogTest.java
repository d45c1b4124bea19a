package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sluice.host.roce.RoceRuns;
import dev.sluice.model.validate.BadLog;
import dev.sluice.model.validate.Behaviour;
import dev.sluice.model.validate.EventLog;
import dev.sluice.model.validate.Judged;
import dev.sluice.model.validate.Projection;
import dev.sluice.model.validate.RcTransportProjection;
import dev.sluice.requirement.Requirement;
import dev.sluice.trace.LogEvent;
import dev.sluice.trace.LogValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What only a whole log of RoCEv2 connections shows. */
class RoceLogTest {
  private static final Projection CONNECTIONS = new RcTransportProjection();
  private static Map<String, EventLog> logs;

  @BeforeAll
  static void run() {
    logs = RoceRuns.logs();
  }

  private static List<Judged> judged(EventLog log) throws Exception {
    return SpecJudges.pool().through(CONNECTIONS, judge -> judge.judge(log));
  }

  private static boolean isAccepted(EventLog log) throws Exception {
    List<Judged> judged = judged(log);
    assertThat(judged).isNotEmpty();
    return judged.stream().allMatch(Judged::isAccepted);
  }

  @Test
  void everyConnectionIsABehaviourOfItsOwn() throws Exception {
    EventLog log = logs.get("RoCE: receives that come late, three connections");
    List<String> keys = CONNECTIONS.behaviours(log).stream().map(Behaviour::key).toList();
    assertThat(keys).containsExactly("host-0/2>host-1/2", "host-0/3>host-1/3", "host-1/4>host-0/4");
    assertThat(judged(log)).allMatch(Judged::isAccepted);
  }

  /** All that happens to a connection, in one run or another. */
  @Test
  @Requirement({"RC-4", "RC-6", "RC-7", "RC-8", "RC-11", "RC-12", "RC-13"})
  void theRunsHaveEveryActionAnswerAndEnd() {
    Set<String> seen = new TreeSet<>();
    for (EventLog log : logs.values()) {
      for (LogEvent event : log.events()) {
        seen.add(event.action());
        if (event.message().get("answer") instanceof LogValue.Items answers) {
          answers.items().forEach(one -> seen.add(field(one, "kind")));
        }
        if (event.variables().get("told") instanceof LogValue.Fields told) {
          told.fields().forEach((what, ranges) -> seen.add(ranges.equals(none()) ? "" : what));
        }
      }
    }
    assertThat(seen)
        .contains("Transmit", "Receive", "ReceiveResponse", "Timeout", "RnrTimer", "PostReceive")
        .contains("ACK", "NAK", "RNR", "DATA", "ATOMIC")
        .contains("DONE", "FAILED", "FLUSHED");
  }

  private static LogValue none() {
    return new LogValue.Items(List.of());
  }

  private static String field(LogValue record, String name) {
    return ((LogValue.Str) ((LogValue.Fields) record).fields().get(name)).value();
  }

  /** Limits that a log reaches somewhere, each one more than it is. */
  @ParameterizedTest
  @CsvSource({
    "Window, a window of few packets",
    "AckEvery, a window of few packets",
    "Retries, retries that run out",
    "RnrRetries, RNR retries that run out",
    "Saved, more ATOMICs",
    "Depth, more ATOMICs",
    "FirstPsn, more ATOMICs",
    "Receives, receives that come late"
  })
  void aLimitIsHeldAgainstAllThatHappens(String constant, String run) throws Exception {
    EventLog log =
        logs.entrySet().stream()
            .filter(each -> each.getKey().startsWith("RoCE: " + run))
            .findFirst()
            .orElseThrow()
            .getValue();
    assertThat(isAccepted(log)).isTrue();
    assertThat(LogValidationTest.isSeenBy(CONNECTIONS, more(log, constant))).isTrue();
  }

  /** The same with one more of a constant, wherever it is fixed. */
  private static EventLog more(EventLog log, String constant) {
    List<LogEvent> events =
        log.events().stream()
            .map(
                event -> {
                  if (!(event.given().get(constant) instanceof LogValue.Num number)) {
                    return event;
                  }
                  Map<String, LogValue> given = new LinkedHashMap<>(event.given());
                  given.put(constant, LogValue.of(number.value() + 1));
                  return LogMutations.withGiven(event, given);
                })
            .toList();
    return log.with(events);
  }

  @Test
  void anEndThatDoesNotSayHowItIsConfiguredIsRefused() {
    EventLog log = logs.get("RoCE: more ATOMICs than are kept");
    LogEvent first = log.events().get(0);
    EventLog without = log.with(LogMutations.withGiven(first, Map.of()));
    assertThatExceptionOfType(BadLog.class)
        .isThrownBy(() -> CONNECTIONS.behaviours(without))
        .withMessageContaining("give it given.FirstPsn, given.Window");
  }

  @Test
  void requestsThatNobodyHasPostedAreNotSent() throws Exception {
    EventLog log = logs.get("RoCE: more ATOMICs than are kept");
    LogEvent first = log.events().get(0);
    Map<String, LogValue> given = new LinkedHashMap<>(first.given());
    assertThat(given.remove("Work")).isNotNull();
    assertThat(isAccepted(log.with(LogMutations.withGiven(first, given)))).isFalse();
  }
}
