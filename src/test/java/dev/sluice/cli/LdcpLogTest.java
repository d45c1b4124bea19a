package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.host.roce.LdcpRuns;
import dev.sluice.model.validate.EventLog;
import dev.sluice.model.validate.FastStartProjection;
import dev.sluice.model.validate.Judged;
import dev.sluice.model.validate.LsnSpaceProjection;
import dev.sluice.model.validate.PawaWindowProjection;
import dev.sluice.model.validate.Projection;
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
import org.junit.jupiter.params.provider.ValueSource;

/** What only a whole log of LDCP's windows shows. */
class LdcpLogTest {
  private static Map<String, EventLog> logs;

  @BeforeAll
  static void run() {
    logs = LdcpRuns.logs();
  }

  private static EventLog log(String begin) {
    return logs.entrySet().stream()
        .filter(each -> each.getKey().startsWith("LDCP: " + begin))
        .findFirst()
        .orElseThrow()
        .getValue();
  }

  private static boolean isAccepted(EventLog log) throws Exception {
    return isAccepted(log, new PawaWindowProjection());
  }

  private static boolean isAccepted(EventLog log, Projection through) throws Exception {
    List<Judged> judged = SpecJudges.pool().through(through, judge -> judge.judge(log));
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
        "BaseRtt; acknowledgments that wait, below",
        "Since; fast start, links that lose"
      })
  @Requirement({"LDCP-4", "LDCP-6", "LDCP-7"})
  void everyConstantMattersSomewhere(String name, String begin) throws Exception {
    EventLog log = log(begin);
    assertThat(isAccepted(log)).isTrue();
    assertThat(isAccepted(altered(log, name))).isFalse();
  }

  /** The same of fast start; a word is another one. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "Iw; fast start, messages that end in it",
        "TailOf; fast start, one tail for all that is posted",
        "RoundEnd; fast start, messages that end in it",
        "BaseRtt; fast start, a first round trip by time",
        "Rto; fast start, links that lose much"
      })
  @Requirement({"LDCP-8", "LDCP-9", "LDCP-10", "LDCP-11"})
  void everyConstantOfFastStartMattersSomewhere(String name, String begin) throws Exception {
    EventLog log = log(begin);
    assertThat(isAccepted(log, new FastStartProjection())).isTrue();
    assertThat(isAccepted(altered(log, name), new FastStartProjection())).isFalse();
  }

  /** The same of both spaces of sequence numbers. */
  @ParameterizedTest
  @ValueSource(strings = {"Mtu", "Empty", "FirstRequest", "FirstResponse"})
  @Requirement("LDCP-12")
  void everyConstantOfSpacesMattersSomewhere(String name) throws Exception {
    EventLog log = log("READs");
    assertThat(isAccepted(log, new LsnSpaceProjection())).isTrue();
    assertThat(isAccepted(altered(log, name), new LsnSpaceProjection())).isFalse();
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
                  : LogValue.of(name.equals("TailOf") ? "MESSAGE" : "FIRST_ACK"));
      events.add(LogMutations.withGiven(event, given));
    }
    return log.with(events);
  }

  /** All that happens in fast start, to windows and to receivers, in one run or another. */
  @Test
  @Requirement({"LDCP-3", "LDCP-6", "LDCP-9"})
  void theRunsHaveEveryAction() {
    assertThat(
            logs.values().stream()
                .flatMap(log -> log.events().stream())
                .map(event -> event.spec() + "." + event.action())
                .distinct())
        .containsExactlyInAnyOrder(
            "LsnSpace.Transmit",
            "LsnSpace.ReceiveAck",
            "LsnSpace.Receive",
            "LsnSpace.Timeout",
            "LsnSpace.AskAgain",
            "FastStart.Transmit",
            "FastStart.ReceiveAck",
            "FastStart.Timeout",
            "PawaWindow.Transmit",
            "PawaWindow.ReceiveAck",
            "PawaWindow.GoBack",
            "PawaWindow.Timeout",
            "PawaWindow.Receive",
            "PawaWindow.Flush");
  }

  /** Nothing of fast start is told twice, or after it: the window goes on from what it has left. */
  @Test
  @Requirement({"LDCP-8", "LDCP-10"})
  void theWindowBeginsWithWhatFastStartHasLeft() {
    long begun = 0;
    for (EventLog log : logs.values()) {
      Map<String, Map<String, LogValue>> left = new LinkedHashMap<>();
      for (LogEvent event : log.events()) {
        String flow = event.instance().orElseThrow().flow();
        if (event.spec().equals("FastStart")) {
          assertThat(left).as("%s", event).doesNotContainKey(flow);
          Map<String, LogValue> s = ((LogValue.Fields) event.variables().get("s")).fields();
          if (s.get("stage").equals(LogValue.of("STABLE"))) {
            left.put(flow, s);
          }
        } else if (event.given().containsKey("StartCw") && left.containsKey(flow)) {
          begun++;
          long one = number(event.given(), "One");
          Map<String, LogValue> s = left.get(flow);
          assertThat(number(event.given(), "StartCw")).isEqualTo(number(s, "cw") * one);
          assertThat(number(event.given(), "StartInFlight"))
              .isEqualTo(number(s, "next") - number(s, "una"));
        }
      }
    }
    assertThat(begun).isGreaterThan(5);
  }

  private static long number(Map<String, LogValue> values, String name) {
    return ((LogValue.Num) values.get(name)).value();
  }

  /** Leaves out the receiver's events before the first acknowledgment of its connection. */
  @Test
  @Requirement("LDCP-4")
  void anAcknowledgmentOfPacketsThatHaveNotComeIsRejected() throws Exception {
    EventLog log = log("acknowledgments that wait, below");
    List<LogEvent> events = new ArrayList<>(log.of("PawaWindow"));
    int ack = 0;
    while (!events.get(ack).action().equals("ReceiveAck")) {
      ack++;
    }
    LogEvent first = events.get(ack);
    String flow = first.instance().orElseThrow().flow();
    List<LogEvent> kept = new ArrayList<>();
    Map<String, LogValue> fixed = Map.of();
    for (LogEvent event : events) {
      boolean isOfItsReceiver =
          event.isOfTarget() && event.instance().orElseThrow().flow().equals(flow);
      if (isOfItsReceiver && event.number() < first.number()) {
        fixed = event.given().isEmpty() ? fixed : event.given();
      } else if (isOfItsReceiver && !fixed.isEmpty()) {
        kept.add(LogMutations.withGiven(event, fixed)); // what an end fixes, its next event has to
        fixed = Map.of();
      } else {
        kept.add(event);
      }
    }
    assertThat(kept).as("events that are left").hasSizeLessThan(events.size());
    List<Judged> judged =
        SpecJudges.pool().through(new PawaWindowProjection(), judge -> judge.judge(log.with(kept)));
    assertThat(judged.stream().filter(Judged::isRejected).findFirst())
        .as("event %d takes an acknowledgment before any packet has come", first.number())
        .hasValueSatisfying(
            each ->
                assertThat(each.rejected().orElseThrow().action())
                    .as("action that is rejected")
                    .isEqualTo("Comes"));
  }
}
