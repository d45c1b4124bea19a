package dev.sluice.model.validate;

import static dev.sluice.model.validate.ProjectedLogs.at;
import static dev.sluice.model.validate.ProjectedLogs.behaviours;
import static dev.sluice.model.validate.ProjectedLogs.fixing;
import static dev.sluice.model.validate.ProjectedLogs.kept;
import static dev.sluice.model.validate.ProjectedLogs.part;
import static dev.sluice.model.validate.ProjectedLogs.projection;
import static dev.sluice.model.validate.ProjectedLogs.telling;
import static dev.sluice.model.validate.ProjectedLogs.times;
import static dev.sluice.model.validate.ProjectedLogs.unjudged;
import static dev.sluice.model.validate.ProjectedLogs.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sluice.cli.LogMutations;
import dev.sluice.trace.LogEvent;
import dev.sluice.trace.LogInstance;
import dev.sluice.trace.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rules of the projections of RoCEv2, LDCP, RCM, PFC and HPCC++, each by name. */
class RoceProjectionRulesTest {
  // ---------------------------------------------------------------- times

  /** Has a longest gap of one and a half times MaxRtt. */
  @ParameterizedTest
  @CsvSource({"666666666, true", "1000000000, false"})
  void theLongestGapOfAWindowIsDividedOnce(long maxRtt, boolean isJudged) throws Exception {
    EventLog log = fixing(fixing(kept("PawaWindow-1"), "One", 3), "Gamma", 2);
    List<String> why = unjudged(fixing(log, "MaxRtt", maxRtt));
    assertThat(why.isEmpty()).as("3/2 of %d ps: %s", maxRtt, why).isEqualTo(isJudged);
  }

  /** Lets an hour pass before the second event, and a nanosecond before the third. */
  @Test
  void timeThatDoesNotMatterIsNotToldLater() throws Exception {
    EventLog log = kept("FastStart-1");
    LogEvent first = log.events().get(0);
    List<LogEvent> of =
        log.events().stream().filter(each -> each.instance().equals(first.instance())).toList();
    long late = first.atPs() + 3_600_000_000_000_000L;
    LogEvent second = at(of.get(1), late);
    LogEvent third = at(of.get(2), late + 1_000);
    Behaviour behaviour = behaviours(log.with(List.of(first, second, third))).get(0);
    assertThat(times(behaviour, "Tick", 3))
        .as("time before the third event")
        .containsExactly(1_000);
  }

  @ParameterizedTest
  @CsvSource({"999999, 0, 999999", "5000000000003, 1000000, 3", "1000000000000, 1000000, 0"})
  void wholeMicrosecondsAreCountedUpToAMillion(long ps, int whole, int rest) throws Exception {
    EventLog log = kept("RcmLoop-1");
    LogEvent first = log.events().get(0);
    LogEvent second =
        log.events().stream()
            .skip(1)
            .filter(each -> each.instance().equals(first.instance()))
            .findFirst()
            .orElseThrow();
    EventLog late = log.with(List.of(first, at(second, first.atPs() + ps)));
    Step tick =
        behaviours(late).get(0).steps().stream()
            .filter(each -> each.action().equals("Tick"))
            .findFirst()
            .orElseThrow();
    assertThat(part(tick, "in", "whole")).as("microseconds").isEqualTo(Value.of(whole));
    assertThat(part(tick, "in", "rest")).as("picoseconds beside").isEqualTo(Value.of(rest));
  }

  // ---------------------------------------------------------------- LsnSpace

  @ParameterizedTest
  @CsvSource({"1073741823, true", "1073741824, false"})
  void theLimitOfLsnsHoldsForAcknowledgmentsToo(long lsn, boolean isJudged) throws Exception {
    List<String> why = unjudged(telling(kept("LsnSpace-3"), "ReceiveAck", "lsn", lsn));
    assertThat(why.isEmpty()).as("LSN %d: %s", lsn, why).isEqualTo(isJudged);
  }

  /** Lets the events of the end that answers come first. */
  @Test
  void theEndThatAnswersFixesNothing() throws Exception {
    EventLog log = kept("LsnSpace-3");
    List<LogEvent> events = new ArrayList<>(log.events());
    events.sort((one, other) -> Boolean.compare(other.isOfTarget(), one.isOfTarget()));
    assertThat(events.get(0).isOfTarget()).as("the first event is a target's").isTrue();
    assertThat(behaviours(log.with(events))).as("behaviours").isNotEmpty();
  }

  // ---------------------------------------------------------------- PfcLossless

  private static HandLog.Event admit(HandLog log, int trafficClass, long size) {
    HandLog.Event event =
        log.event("PfcLossless", "Admit")
            .of(new LogInstance(LogInstance.TARGET, "a", "b", trafficClass, 0, 0, 0));
    return event.in("size", size);
  }

  private static HandLog.Event first(HandLog.Event event) {
    for (String name :
        List.of(
            "PerByte",
            "Gap",
            "Headroom",
            "OwnFrame",
            "PauseFrame",
            "Cable",
            "Latency",
            "Response",
            "Pause",
            "RefreshAfter")) {
      event.given(name, 7);
    }
    return event;
  }

  @Test
  void eachClassOfALinkIsALane() throws BadLog {
    HandLog log = first(admit(new HandLog(), 3, 64)).end();
    first(admit(log, 4, 64)).end();
    assertThat(behaviours(log.log())).as("behaviours of two classes of a link").hasSize(2);
  }

  @Test
  void aSizeThatTlcCannotCountEndsWhatIsJudged() throws BadLog {
    HandLog log = first(admit(new HandLog(), 3, 64)).end();
    admit(log, 3, -1L << 40).end();
    Behaviour lane = behaviours(log.log()).get(0);
    assertThat(lane.events()).as("events that are judged").isEqualTo(1);
    assertThat(lane.constants().get("Bytes")).isEqualTo(Value.seq(Value.of(64)));
  }

  // ---------------------------------------------------------------- HpccWindow

  @ParameterizedTest
  @CsvSource({
    "MaxU, 2147483647, true",
    "MaxU, 2147483648, false",
    "One, 2147483647, true",
    "Eta, 2147483647, true",
    "T, 1000000001, false"
  })
  void partsOfUtilisationMayBeAsLargeAsTlcCounts(String name, long value, boolean isJudged)
      throws Exception {
    List<String> why = unjudged(fixing(kept("HpccWindow-1"), name, value));
    assertThat(why.isEmpty()).as("%s = %d: %s", name, value, why).isEqualTo(isJudged);
  }

  /** Returns the values of a name that come with acknowledgments. */
  private static List<Value> coming(EventLog log, String name) throws BadLog {
    List<Value> all = new ArrayList<>();
    for (Behaviour each : behaviours(log)) {
      for (Step step : each.steps()) {
        if (step.action().equals("Comes") && part(step, "in", name) != null) {
          all.add(part(step, "in", name));
        }
      }
    }
    return all;
  }

  @ParameterizedTest
  @CsvSource({
    "-1099511627776, -1000000000",
    "-1000000000, -1000000000",
    "-999999999, -999999999",
    "2147483647, 2147483647",
    "1099511627776, 2147483647"
  })
  void aNumberBeyondWhatTlcCountsIsToldAsTheLastThatItDoes(long number, int told) throws Exception {
    assertThat(coming(telling(kept("HpccWindow-1"), "ReceiveAck", "n", number), "n"))
        .as("counts of flows that acknowledgments bring")
        .isNotEmpty()
        .containsOnly(Value.of(told));
  }

  /** Gives the receiver another T, so that each end is judged by itself. */
  @Test
  void anEndThatIsJudgedAloneHoldsNothingAgainstTheOther() throws Exception {
    EventLog log = kept("HpccWindow-1");
    assertThat(coming(log, "told")).as("ends that agree").isNotEmpty().containsOnly(Value.of(true));
    EventLog apart =
        ProjectedLogs.each(
            log,
            event ->
                event.isOfTarget() && event.given().containsKey("T")
                    ? LogMutations.withGiven(event, with(event.given(), "T", 4_000_000))
                    : event);
    assertThat(coming(apart, "told"))
        .as("ends that differ")
        .isNotEmpty()
        .containsOnly(Value.of(false));
  }

  // ---------------------------------------------------------------- TelemetryRecords

  /** Returns two events of one end, the second with records that were heard at these times. */
  private static EventLog heard(long first, long second, long... heardAt) throws Exception {
    EventLog log = fixing(kept("TelemetryRecords-1"), "TimeUnit", 1);
    LogEvent event = LogMutations.withVariables(log.events().get(0), Map.of());
    List<Object> kept = new ArrayList<>();
    for (long each : heardAt) {
      kept.add(Map.of("heardAt", each));
    }
    String end = event.isOfTarget() ? "r" : "s";
    LogEvent later =
        LogMutations.withVariables(
            LogMutations.withGiven(event, Map.of()), with(Map.of(), end, Map.of("kept", kept)));
    return log.with(List.of(at(event, first), at(later, second)));
  }

  private static Value constant(EventLog log, String name) throws BadLog {
    return behaviours(log).get(0).constants().get(name);
  }

  @Test
  void theGrainDividesTheAgesOfAllRecords() throws Exception {
    assertThat(constant(heard(1_000, 4_000, 1_000, 2_000), "Grain"))
        .as("Grain, which divides 3,000 ps twice and 2,000 ps")
        .isEqualTo(Value.of(1_000));
  }

  @ParameterizedTest
  @CsvSource({"4000, 0", "3000, 1", "4001, -2", "-1, -1", "-7, -2"})
  void aRecordIsAsOldAsTheTimeSinceItCame(long heardAt, int age) throws Exception {
    EventLog log = heard(1_000, 4_000, heardAt, 3_000);
    List<Step> steps = behaviours(fixing(log, "Silence", 1_000_000)).get(0).steps();
    String end = log.events().get(0).isOfTarget() ? "r" : "s";
    Value told = part(steps.get(steps.size() - 1), "st", end);
    Value record = ((Value.Seq) ((Value.Rec) told).get("kept")).items().get(0);
    int grain = heardAt == 4_001 ? 1_000 : 1;
    assertThat(((Value.Rec) record).get("age"))
        .as("age of a record that came at %d ps, at 4,000 ps", heardAt)
        .isEqualTo(Value.of(age * (grain > 1 && age > 0 ? grain : 1)));
  }

  @ParameterizedTest
  @CsvSource({"2147483647, 2147483647", "2147483648, 2147483647", "7, 7", "-1, -1"})
  void aUtilisationBeyondWhatTlcCountsIsToldAsTheLargest(long u, int told) throws Exception {
    EventLog log = heard(1_000, 4_000);
    LogEvent second = log.events().get(1);
    String end = second.isOfTarget() ? "r" : "s";
    EventLog measured =
        log.with(LogMutations.withVariables(second, with(Map.of(), end, Map.of("u", u))));
    List<Step> steps = behaviours(measured).get(0).steps();
    assertThat(((Value.Rec) part(steps.get(steps.size() - 1), "st", end)).get("u"))
        .as("U of %d parts", u)
        .isEqualTo(Value.of(told));
  }

  @ParameterizedTest
  @CsvSource({"TimeUnit, 0", "Silence, -1"})
  void whatCannotBeIsNotFixed(String name, long value) throws Exception {
    EventLog log = fixing(kept("TelemetryRecords-1"), name, value);
    assertThatExceptionOfType(BadLog.class)
        .as("%s = %d", name, value)
        .isThrownBy(() -> behaviours(log))
        .withMessageContaining("fixes what cannot be");
  }

  @ParameterizedTest
  @CsvSource({"40, 100", "100, 100", "400, 400"})
  void theFastestLinkIsAtLeastAsFastAsTheOnlyOne(int fastest, int judged) throws Exception {
    EventLog log = fixing(kept("TelemetryRecords-1"), "Speeds", List.of(100));
    assertThat(constant(fixing(log, "Fastest", fastest), "Fastest")).isEqualTo(Value.of(judged));
  }

  // ---------------------------------------------------------------- RcTransport

  private static final String ROCE = "RcTransport";

  private static HandLog.Event roce(HandLog log, String role, String action) {
    return log.event(ROCE, action).of(LogInstance.connection(role, "a", 2, "b", 2));
  }

  /** Returns the first event of a queue pair that is asked for these requests in turn. */
  private static HandLog.Event asked(Object... operationsAndPackets) {
    HandLog.Event event = roce(new HandLog(), LogInstance.SOURCE, "Transmit").given("FirstPsn", 10);
    for (String name : List.of("Window", "AckEvery", "Depth", "Retries", "RnrRetries")) {
      event.given(name, 4);
    }
    List<Object> work = new ArrayList<>();
    for (int i = 0; i < operationsAndPackets.length; i += 2) {
      work.add(Map.of("op", operationsAndPackets[i], "packets", operationsAndPackets[i + 1]));
    }
    return event.given("Work", work);
  }

  @Test
  void theLongestReadCountsAndNoOtherRequest() throws BadLog {
    HandLog log = asked("READ", 2, "READ", 5, "READ", 3, "WRITE", 9).end();
    assertThat(constant(log.log(), "LongestRead")).as("LongestRead").isEqualTo(Value.of(5));
  }

  @Test
  void aRequestOfNoPacketsHasNone() throws BadLog {
    HandLog log = asked("SEND", 1, "SEND", 0, "WRITE", 2).msg("psn", 10).end();
    assertThat(constant(log.log(), "Places"))
        .as("requests of the packets")
        .isEqualTo(Value.seq(Value.of(1), Value.of(3), Value.of(3)));
  }

  @Test
  void theFirstPsnIsThatOfTheEndThatComesFirst() throws BadLog {
    HandLog log = asked("SEND", 1).msg("psn", 10).end();
    roce(log, LogInstance.TARGET, "PostReceive")
        .given("FirstPsn", 11)
        .given("Receives", 1)
        .given("Saved", 1)
        .end();
    assertThat(constant(log.log(), "FirstPsn")).as("FirstPsn").isEqualTo(Value.of(10));
  }

  /** Answers a READ from the last PSN on, which the packet after it follows with 0. */
  @Test
  void answersToAReadGoOnBeyondTheLastPsn() {
    HandLog log = new HandLog();
    int last = (1 << 24) - 1;
    roce(log, LogInstance.TARGET, "Receive")
        .msg("psn", last)
        .msg("span", 2)
        .msg("answer", List.of(Map.of("kind", "DATA", "psn", last)))
        .end();
    roce(log, LogInstance.SOURCE, "ReceiveResponse").msg("kind", "DATA").msg("psn", 0).end();
    Traffic target = new Traffic();
    projection(ROCE).traffic(log.log().events().get(0), target);
    Traffic source = new Traffic();
    projection(ROCE).traffic(log.log().events().get(1), source);
    assertThat(target.departures())
        .as("packets that answer the READ")
        .hasSize(2)
        .extracting(Traffic.Departure::key)
        .contains(source.arrivals().get(0).key());
  }

  /** Answers a READ with data for each of its PSNs, and with one packet of another kind. */
  @ParameterizedTest
  @CsvSource({"DATA, 3", "ACK, 1", "REFUSED, 1"})
  void onlyDataAnswersEachPsnOfARead(String kind, int packets) {
    HandLog log = new HandLog();
    roce(log, LogInstance.TARGET, "Receive")
        .msg("psn", 7)
        .msg("span", 3)
        .msg("answer", List.of(Map.of("kind", kind, "psn", 7)))
        .end();
    Traffic target = new Traffic();
    projection(ROCE).traffic(log.log().events().get(0), target);
    assertThat(target.departures()).as("answers of kind %s", kind).hasSize(packets);
  }

  /** Asks for fewer packets than none, which TLC refuses by an assumption. */
  @Test
  void aRequestOfFewerThanNoPacketsTakesNoneOffTheOthers() throws BadLog {
    HandLog log = asked("SEND", -3, "WRITE", 2).msg("psn", 10).end();
    assertThat(constant(log.log(), "Places"))
        .as("requests of the packets")
        .isEqualTo(Value.seq(Value.of(2), Value.of(2)));
  }

  @Test
  void aResponderWithoutEventsSavesAsManyAnswersAsAreAskedFor() throws BadLog {
    HandLog log = asked("READ", 2).end();
    assertThat(constant(log.log(), "Saved")).as("Saved, like Depth").isEqualTo(Value.of(4));
    assertThat(constant(log.log(), "Receives")).as("Receives").isEqualTo(Value.of(0));
  }
}
