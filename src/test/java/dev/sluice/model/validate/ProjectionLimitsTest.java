package dev.sluice.model.validate;

import static dev.sluice.model.validate.ProjectedLogs.at;
import static dev.sluice.model.validate.ProjectedLogs.behaviours;
import static dev.sluice.model.validate.ProjectedLogs.fixing;
import static dev.sluice.model.validate.ProjectedLogs.in;
import static dev.sluice.model.validate.ProjectedLogs.kept;
import static dev.sluice.model.validate.ProjectedLogs.part;
import static dev.sluice.model.validate.ProjectedLogs.telling;
import static dev.sluice.model.validate.ProjectedLogs.times;
import static dev.sluice.model.validate.ProjectedLogs.unjudged;
import static dev.sluice.model.validate.ProjectedLogs.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sluice.cli.LogMutations;
import dev.sluice.trace.LogEvent;
import dev.sluice.trace.LogValue;
import dev.sluice.trace.Value;
import dev.sluice.uet.pdc.LossRecovery;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Holds each limit of a judgment at its last value and one beyond, with kept logs. */
class ProjectionLimitsTest {
  // ---------------------------------------------------------------- times

  /** Gives a wait the longest time that is judged, and one picosecond more. */
  @ParameterizedTest
  @CsvSource({
    "EventRate-1, ResponseTime, 1000000000, ''",
    "FastStart-1, Rto, 2100000000, ''",
    "FastStart-1, BaseRtt, 2100000000, ''",
    "PawaWindow-1, MaxRtt, 1000000000, One Gamma"
  })
  void aWaitIsJudgedUpToTheLongestThatIsCounted(String name, String constant, long ps, String ones)
      throws Exception {
    EventLog log = kept(name);
    for (String one : ones.split(" ")) {
      log = fixing(log, one, 1);
    }
    assertThat(unjudged(fixing(log, constant, ps))).as("%s of %d ps", constant, ps).isEmpty();
    assertThat(unjudged(fixing(log, constant, ps + 1)))
        .as("%s of %d ps", constant, ps + 1)
        .isNotEmpty()
        .allSatisfy(why -> assertThat(why).contains("longer than " + ps + " ps"));
  }

  @Test
  void aLongSilenceOfAFastStartPassesInStepsThatTlcCanAdd() throws Exception {
    EventLog log = fixing(kept("FastStart-1"), "Rto", 2_100_000_000);
    List<LogEvent> ends =
        log.events().stream().filter(event -> event.at().equals("host-0")).toList();
    List<LogEvent> two = List.of(ends.get(0), at(ends.get(1), ends.get(0).atPs() + 100_000_000));
    Behaviour behaviour = behaviours(log.with(two)).get(0);
    int step = Integer.MAX_VALUE - 2_100_000_000;
    assertThat(times(behaviour, "Tick", 2))
        .as("times that pass")
        .containsExactly(step, step, 100_000_000 - 2 * step);
  }

  /** Has a window's first event at the instant 0, and the next one 5 ps later. */
  @Test
  void theClockOfAWindowRunsFromTheInstantZero() throws Exception {
    EventLog log = fixing(kept("PawaWindow-1"), "Since", 0);
    List<LogEvent> of = log.events().stream().filter(event -> !event.isOfTarget()).toList();
    LogEvent first = of.get(0);
    LogEvent second =
        of.stream()
            .filter(event -> event.number() > first.number())
            .filter(event -> event.instance().equals(first.instance()))
            .findFirst()
            .orElseThrow();
    Behaviour behaviour = behaviours(log.with(List.of(at(first, 0), at(second, 5)))).get(0);
    assertThat(times(behaviour, "Tick", 1)).as("time before the first event").isEmpty();
    assertThat(times(behaviour, "Tick", 2)).as("time before the second event").containsExactly(5);
  }

  /** Moves the last event of a log away from the one before, up to the cap and far beyond. */
  @ParameterizedTest
  @CsvSource({
    "EventRate-1, Tick, 1000000000",
    "HpccWindow-1, Tick, 1000000000",
    "NsccWindow-1, Tick, 2147483647",
    "PawaWindow-1, Tick, 1000000000",
    "PfcLossless-1, Elapse, 1000000000",
    "RcmLoop-1, Tick, 1000000000"
  })
  void aSilenceBeyondWhatTlcCountsPassesAsTheLongestThatItDoes(String name, String clock, int most)
      throws Exception {
    EventLog log = kept(name);
    LogEvent last = log.events().get(log.events().size() - 1);
    List<LogEvent> lane =
        log.events().stream()
            .filter(event -> event.instance().get().flow().equals(last.instance().get().flow()))
            .toList();
    LogEvent before = lane.get(lane.size() - 2);
    for (long ps : new long[] {most - 1, most, most + 1L, 1L << 31, 5_000_000_000_000L}) {
      List<LogEvent> events = new ArrayList<>(lane.subList(0, lane.size() - 1));
      events.add(at(last, before.atPs() + ps));
      EventLog late = log.with(events);
      assertThat(unjudged(late)).as("reasons not to judge after %d ps", ps).isEmpty();
      assertThat(behaviours(late).get(0).steps())
          .as("times of %s before the last event, after %d ps", clock, ps)
          .filteredOn(step -> step.isImplied() && step.action().equals(clock))
          .last()
          .extracting(step -> part(step, "in", "time"))
          .isEqualTo(Value.of((int) Math.min(ps, most)));
    }
  }

  // ---------------------------------------------------------------- packets and constants

  @ParameterizedTest
  @CsvSource({"1.1/99999, ''", "1.1/100000, a PDC is judged up to its packet 99999"})
  void aPdcIsJudgedUpToItsLastPacket(String packet, String why) throws Exception {
    EventLog log = kept("LossRecovery-1");
    EventLog one = log.with(List.of(in(log.events().get(0), "p", packet)));
    assertThat(unjudged(one))
        .as("packet %s", packet)
        .isEqualTo(why.isEmpty() ? List.of() : List.of(why));
  }

  /** Sends the packet before the last of a span, the last, and one that has no number. */
  @ParameterizedTest
  @CsvSource({"1.1/30, 0", "1.1/31, 64", "1.1/95, 128", "none, 0"})
  void theLastPacketOfASpanHasOneMoreKept(String packet, int to) throws Exception {
    EventLog log = kept("LossRecovery-1");
    EventLog one = log.with(List.of(in(log.events().get(0), "p", packet)));
    List<Step> implied = behaviours(one).get(0).steps().stream().filter(Step::isImplied).toList();
    assertThat(implied.stream().map(step -> part(step, "in", "to")))
        .as("to where packets are kept with %s", packet)
        .isEqualTo(to == 0 ? List.of() : List.of(Value.of(to)));
  }

  @Test
  void countsOfAPdcAreNotHeldOnceOneIsNotComputed() throws Exception {
    EventLog log = kept("LossRecovery-1");
    EventLog none = telling(log, "ReceiveAck", "count", LossRecovery.NOT_COMPUTED);
    assertThat(behaviours(log))
        .extracting(each -> each.constants().get("Counting"))
        .as("Counting")
        .containsOnly(Value.of(true));
    assertThat(behaviours(none))
        .extracting(each -> each.constants().get("Counting"))
        .as("Counting")
        .containsOnly(Value.of(false));
  }

  /** Has one of two acknowledgments without a count: the first, or the last. */
  @ParameterizedTest
  @CsvSource({"0", "1"})
  void oneAcknowledgmentWithoutACountIsEnough(int place) throws Exception {
    EventLog log = kept("LossRecovery-1");
    LogEvent heard =
        log.events().stream()
            .filter(event -> event.action().equals("ReceiveAck"))
            .findFirst()
            .orElseThrow();
    LogEvent uncounted =
        LogMutations.withMessage(heard, with(heard.message(), "count", LossRecovery.NOT_COMPUTED));
    List<LogEvent> two = new ArrayList<>(List.of(heard, heard));
    two.set(place, uncounted);
    assertThat(behaviours(log.with(two)).get(0).constants().get("Counting"))
        .as("Counting, with acknowledgment %d not counted", place)
        .isEqualTo(Value.of(false));
  }

  @ParameterizedTest
  @CsvSource({"1073741823, ''", "1073741824, an LSN is 1073741824 or more"})
  void anLsnIsJudgedBelowTheModulusOfTheLogModule(long lsn, String why) throws Exception {
    EventLog log = kept("LsnSpace-1");
    EventLog one = telling(log.with(log.events().subList(0, 1)), "Transmit", "lsn", lsn);
    assertThat(unjudged(one)).as("LSN %d", lsn).isEqualTo(why.isEmpty() ? List.of() : List.of(why));
  }

  @Test
  void aPointIsJudgedUpToTheLargestConstant() throws Exception {
    EventLog log = kept("RcmLoop-1");
    assertThat(unjudged(fixing(log, "RiseTime", 1_000_000_000))).isEmpty();
    assertThatExceptionOfType(BadLog.class)
        .isThrownBy(() -> behaviours(fixing(log, "RiseTime", 1_000_000_001)))
        .withMessageContaining("fixes RiseTime to more than 1000000000");
  }

  @ParameterizedTest
  @CsvSource({"2000000000, true", "2000000001, false"})
  void aLaneIsJudgedUpToTheLongestPause(long ps, boolean isJudged) throws Exception {
    List<String> why = unjudged(fixing(kept("PfcLossless-1"), "Pause", ps));
    if (isJudged) {
      assertThat(why).as("pauses of %d ps", ps).isEmpty();
    } else {
      assertThat(why)
          .as("pauses of %d ps", ps)
          .isNotEmpty()
          .allMatch(each -> each.startsWith("a pause of its link may be longer than 2 ms"));
    }
  }

  // ---------------------------------------------------------------- HpccWindow

  /** Returns the first events of both ends of a connection, at 100 and 200 ps. */
  private static EventLog ends(String name, long begun) throws Exception {
    EventLog log = kept(name);
    LogEvent sends = log.events().get(0);
    LogEvent takes =
        log.events().stream()
            .filter(LogEvent::isOfTarget)
            .filter(e -> e.instance().get().flow().equals(sends.instance().get().flow()))
            .findFirst()
            .orElseThrow();
    return fixing(log.with(List.of(at(sends, 100), at(takes, 200))), "Begun", begun);
  }

  @Test
  void theClockOfBothEndsRunsFromWhereTheReceiverBegins() throws Exception {
    Behaviour both = behaviours(ends("HpccWindow-1", 40)).get(0);
    assertThat(times(both, "Tick", 1)).as("time before the sender's event").containsExactly(60);
    assertThat(times(both, "Tick", 2)).as("time before the receiver's").containsExactly(100);
  }

  @Test
  void theClockOfASenderAloneBeginsWithItsFirstEvent() throws Exception {
    EventLog log = ends("HpccWindow-1", 40);
    LogEvent takes = log.events().get(1);
    LogEvent other = LogMutations.withGiven(takes, with(takes.given(), "T", 4_000_000));
    List<Behaviour> alone = behaviours(log.with(other));
    assertThat(alone).as("behaviours of ends that differ").hasSize(2);
    assertThat(times(alone.get(0), "Tick", 1)).as("time before the sender's event").isEmpty();
    assertThat(times(alone.get(1), "Tick", 2)).as("the receiver's time").containsExactly(160);
  }

  @ParameterizedTest
  @CsvSource({"200, true", "201, false"})
  void aReceiverMayBeginWithItsFirstEvent(long begun, boolean isPossible) throws Exception {
    EventLog log = ends("HpccWindow-1", begun);
    if (isPossible) {
      assertThat(behaviours(log)).as("behaviours of ends that begin apart").hasSize(2);
    } else {
      assertThatExceptionOfType(BadLog.class)
          .isThrownBy(() -> behaviours(log))
          .withMessageContaining("begins at 201 ps, later than it");
    }
  }

  @ParameterizedTest
  @CsvSource({"WInit, 1000000000, FALSE", "WInit, 1000000001, TRUE", "Wai, 1000000001, TRUE"})
  void aWindowThatTwoOfDoNotFitIsLarge(String name, long bytes, String isLarge) throws Exception {
    Behaviour behaviour = behaviours(fixing(kept("HpccWindow-1"), name, bytes)).get(0);
    assertThat(behaviour.constants().get("Large")).as("Large").hasToString(isLarge);
  }

  @Test
  void aLargeWindowHasAllItsConstantsWhereAnEndTellsFewer() throws Exception {
    EventLog log = kept("HpccWindow-2");
    EventLog sender = fixing(log.with(log.events().subList(0, 1)), "WInit", 2_000_000_000);
    Map<String, Value> constants = behaviours(sender).get(0).constants();
    assertThat(constants.get("LargeWInit"))
        .as("LargeWInit, in digits to the base 32768")
        .isEqualTo(Value.seq(Value.of(5_120), Value.of(28_267), Value.of(1)));
    assertThat(constants.get("LargeWai")).as("LargeWai").isEqualTo(Value.seq(Value.of(1)));
  }

  /** Tells windows of another kind, and one of 0, where windows are large. */
  @Test
  void aWindowThatIsNoneIsToldAsItStands() throws Exception {
    EventLog log = kept("HpccWindow-1");
    EventLog first = fixing(log.with(log.events().subList(0, 1)), "WInit", 2_000_000_000);
    assertThat(variable(first, Map.of("c", 7), "c")).as("c").isEqualTo(Value.of(7));
    assertThat(variable(first, Map.of("c", Map.of("wc", "x")), "c"))
        .as("c")
        .isEqualTo(Value.rec(Value.field("wc", Value.of("x"))));
    assertThat(variable(first, Map.of("c", Map.of("wc", 0)), "c"))
        .as("c")
        .isEqualTo(Value.rec(Value.field("wc", Value.EMPTY_SEQ)));
    assertThat(variable(first, Map.of("s", Map.of("w", -5)), "s"))
        .as("s")
        .isEqualTo(Value.rec(Value.field("w", Value.seq(Value.of(-5)))));
  }

  /** Returns a variable that the last step tells, where the first event tells others. */
  private static Value variable(EventLog log, Map<String, Object> told, String name) throws BadLog {
    Map<String, LogValue> others = new TreeMap<>();
    told.forEach((each, value) -> others.put(each, HandLog.value(value)));
    EventLog other = log.with(LogMutations.withVariables(log.events().get(0), others));
    List<Step> steps = behaviours(other).get(0).steps();
    return part(steps.get(steps.size() - 1), "st", name);
  }

  @ParameterizedTest
  @CsvSource({"1000000, true", "1000001, false"})
  void aGapOfTheLeastWindowIsJudgedUpToTheLongest(long t, boolean isJudged) throws Exception {
    EventLog log = fixing(fixing(kept("HpccWindow-1"), "MinW", 1), "Size", 1_000);
    List<String> why = unjudged(fixing(log, "T", t));
    assertThat(why.isEmpty()).as("gaps of 1,000 times %d ps: %s", t, why).isEqualTo(isJudged);
  }

  // ---------------------------------------------------------------- TelemetryRecords

  /** Returns one end's first event, and others like it without constants, at these times. */
  private static EventLog records(long... times) throws Exception {
    EventLog log = fixing(kept("TelemetryRecords-1"), "TimeUnit", 1);
    LogEvent first = LogMutations.withVariables(log.events().get(0), Map.of());
    List<LogEvent> all = new ArrayList<>();
    for (long ps : times) {
      all.add(at(all.isEmpty() ? first : LogMutations.withGiven(first, Map.of()), ps));
    }
    return log.with(all);
  }

  @Test
  void theClockOfRecordsRunsFromTheInstantZero() throws Exception {
    Behaviour behaviour = behaviours(records(0, 7_000)).get(0);
    assertThat(behaviour.constants().get("Grain")).as("Grain").isEqualTo(Value.of(7_000));
    assertThat(times(behaviour, "Tick", 2)).as("time before the second event").containsExactly(1);
  }

  @Test
  void aRecordThatCameAtTheInstantZeroCounts() throws Exception {
    EventLog log = records(1_000, 3_000);
    Map<String, Object> end = Map.of("kept", List.of(Map.of("heardAt", 0)));
    LogEvent second = log.events().get(1);
    EventLog heard = log.with(LogMutations.withVariables(second, with(Map.of(), "r", end)));
    assertThat(behaviours(heard).get(0).constants().get("Grain"))
        .as("Grain, the greatest time of which 2,000 and 3,000 ps are multiples")
        .isEqualTo(Value.of(1_000));
  }

  /** Lets events be silent, in grains that the time between the first two gives. */
  @ParameterizedTest
  @CsvSource({
    "1, 2147483647, 2147483647, true",
    "1, 2147483646, 2147483647, false",
    "1, 2147483647, 2147483646, false",
    "2, 2147483646, 4294967294, false",
    "2, 4294967294, 2147483648, false",
    "2, 4294967294, 4294967294, true"
  })
  void aSilenceThatCannotBeCountedEndsWhatIsJudged(
      long grain, long silence, long passed, boolean ends) throws Exception {
    EventLog log = fixing(records(5, 5 + grain, 5 + grain + passed), "Silence", silence);
    assertThat(unjudged(log))
        .as("%d ps in grains of %d ps, with a Silence of %d ps", passed, grain, silence)
        .isEqualTo(
            ends
                ? List.of("nothing came for longer than TLC counts in its picoseconds")
                : List.of());
  }

  /** Gives records 1 ns apart a Silence of 3 ns, and lets one more follow after some time. */
  @ParameterizedTest
  @CsvSource({"2, 2", "3, 3", "4, 4", "5, 4", "90, 4"})
  void aTimeBeyondSilenceIsOneGrainMoreThanIt(int passed, int grains) throws Exception {
    long ns = 1_000;
    EventLog log = fixing(records(ns, 2 * ns, (2 + passed) * ns), "Silence", 3 * ns);
    Map<String, Object> end = Map.of("kept", List.of(Map.of("heardAt", 2 * ns)));
    LogEvent last = log.events().get(2);
    String name = last.isOfTarget() ? "r" : "s";
    Behaviour behaviour =
        behaviours(
                log.with(
                    List.of(
                        log.events().get(0),
                        log.events().get(1),
                        LogMutations.withVariables(last, with(Map.of(), name, end)))))
            .get(0);
    assertThat(behaviour.constants().get("Silence")).as("Silence").isEqualTo(Value.of(3));
    assertThat(times(behaviour, "Tick", last.number()))
        .as("time before the last event, after %d ns", passed)
        .last()
        .isEqualTo(grains);
    Value told = part(behaviour.steps().get(behaviour.steps().size() - 1), "st", name);
    assertThat(((Value.Seq) ((Value.Rec) told).get("kept")).items())
        .as("age of a record that was heard %d ns before", passed)
        .containsExactly(Value.rec(Value.field("age", Value.of(grains))));
  }

  /** Counts one event that is judged, and then one outside of its specification. */
  @Test
  void anEventOutsideOfASpecificationTakesNothingFromTheJudgedOnes() {
    HandLog log = new HandLog().event("Foo", "Do").at("a", 1).end();
    log.event("Foo", "Odd").at("a", 2).outside().end();
    Tally tally = new Tally();
    log.log().events().forEach(tally::judges);
    assertThat(tally.judged()).as("judged events").isEqualTo(1);
    assertThat(tally.unjudged().orElseThrow().events()).as("events left").isEqualTo(1);
  }
}
