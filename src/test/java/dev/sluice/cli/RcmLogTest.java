package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sluice.host.roce.RcmRuns;
import dev.sluice.model.validate.BadLog;
import dev.sluice.model.validate.Behaviour;
import dev.sluice.model.validate.EventLog;
import dev.sluice.model.validate.Judged;
import dev.sluice.model.validate.Projection;
import dev.sluice.model.validate.RcmLoopProjection;
import dev.sluice.requirement.Requirement;
import dev.sluice.trace.LogEvent;
import dev.sluice.trace.LogValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What only a whole log of congestion management shows. */
class RcmLogTest {
  private static final Projection LOOPS = new RcmLoopProjection();
  private static final String TIME_AND_BYTES = "RCM: the interval's end answers";
  private static final String STAGES = "RCM: the next mark answers";
  private static Map<String, EventLog> logs;

  @BeforeAll
  static void run() {
    logs = RcmRuns.logs();
  }

  private static EventLog log(String begin) {
    return logs.entrySet().stream()
        .filter(each -> each.getKey().startsWith(begin))
        .findFirst()
        .orElseThrow()
        .getValue();
  }

  private static List<Judged> judged(EventLog log) throws Exception {
    return SpecJudges.pool().through(LOOPS, judge -> judge.judge(log));
  }

  private static final Set<String> ACCEPTED = ConcurrentHashMap.newKeySet();

  /** One of the runs' logs, which is accepted. */
  private static EventLog sound(String begin) throws Exception {
    EventLog log = log("RCM: " + begin);
    if (ACCEPTED.add(begin)) {
      assertThat(isAccepted(log)).isTrue();
    }
    return log;
  }

  private static boolean isAccepted(EventLog log) throws Exception {
    List<Judged> judged = judged(log);
    assertThat(judged).isNotEmpty();
    return judged.stream().allMatch(Judged::isAccepted);
  }

  /** A READ's data go the other way: its direction is of the one that sends them. */
  @Test
  void everyDirectionIsABehaviourOfItsOwn() throws Exception {
    EventLog log = log(TIME_AND_BYTES);
    List<String> keys = LOOPS.behaviours(log).stream().map(Behaviour::key).toList();
    assertThat(keys).contains("host-0/2>host-2/2", "host-1/2>host-2/3", "host-1/3>host-2/4");
    assertThat(judged(log)).allMatch(Judged::isAccepted);
  }

  /** All that happens to the points, in one run or another. */
  @Test
  @Requirement({"RCM-3", "RCM-5", "RCM-6"})
  void theRunsHaveEveryActionAndStage() {
    Set<String> seen = new TreeSet<>();
    for (EventLog log : logs.values()) {
      for (LogEvent event : log.events()) {
        seen.add(event.action());
        note(seen, event.variables().get("rp"));
        note(seen, event.variables().get("np"));
        event.message().values().forEach(value -> seen.add(value.toString()));
      }
    }
    assertThat(seen)
        .contains("Transmit", "Receive", "ReceiveCnp", "RiseTimer", "AlphaTimer", "CnpTimer")
        .contains("limited", "timeStage", "byteStage", "sentBytes", "sinceCut", "owed");
    assertThat(seen.toString()).contains("ECT_0", "CE", "ECT_1", "NOT_ECT");
  }

  /** Notes which values have not been what they were at first. */
  private static void note(Set<String> seen, LogValue point) {
    if (point instanceof LogValue.Fields fields) {
      fields
          .fields()
          .forEach(
              (name, value) -> {
                if (!value.equals(LogValue.of(0)) && !value.equals(LogValue.of(false))) {
                  seen.add(name);
                }
              });
    }
  }

  /** Constants that matter somewhere in a log, each one more than it is. */
  @ParameterizedTest
  @CsvSource({
    "Line, the interval's end",
    "MinRate, a rate that falls",
    "Scale, the interval's end",
    "Gain, the interval's end",
    "AlphaStart, each mark",
    "DecayTime, the interval's end",
    "CutGap, the next mark",
    "RiseTime, the interval's end",
    "RiseBytes, the next mark",
    "FastSteps, the next mark",
    "StepAdd, the next mark",
    "Interval, the interval's end"
  })
  void aConstantIsHeldAgainstAllThatHappens(String constant, String run) throws Exception {
    EventLog more =
        with(
            sound(run),
            constant,
            value -> LogValue.of(((LogValue.Num) value).value() + more(constant)));
    assertThat(LogValidationTest.isSeenBy(LOOPS, more)).isTrue();
  }

  /** Bytes are counted by packets. */
  private static long more(String constant) {
    return constant.equals("RiseBytes") ? 1_106 : 1;
  }

  /** The same of those that are words or truth values. */
  @ParameterizedTest
  @CsvSource({
    "Clamp, ALWAYS, the next mark",
    "Rise, STEP, the next mark",
    "Rise, DCQCN, each mark",
    "Answers, NEXT_MARK, the interval's end",
    "Answers, INTERVAL_END, the next mark",
    "CnpEcn, ECT_0, the interval's end",
    "Both, true, the interval's end",
    "Both, false, each mark",
    "CountsFirst, true, the interval's end",
    "CountsFirst, false, the next mark",
    "Reacts, false, the interval's end",
    "Reacts, true, hosts without"
  })
  void aChoiceIsHeldAgainstAllThatHappens(String constant, String other, String run)
      throws Exception {
    LogValue value =
        other.equals("true") || other.equals("false")
            ? LogValue.of(Boolean.parseBoolean(other))
            : LogValue.of(other);
    EventLog log = with(sound(run), constant, any -> value);
    assertThat(LogValidationTest.isSeenBy(LOOPS, log)).isTrue();
  }

  private interface Change {
    LogValue of(LogValue value);
  }

  /** The same log with another constant, wherever it is fixed. */
  private static EventLog with(EventLog log, String constant, Change change) {
    List<LogEvent> events = new ArrayList<>();
    for (LogEvent event : log.events()) {
      Map<String, LogValue> given = new LinkedHashMap<>(event.given());
      given.computeIfPresent(constant, (name, value) -> change.of(value));
      events.add(LogMutations.withGiven(event, given));
    }
    return log.with(events);
  }

  /** At 1 Mb/s a gap is longer than 32 bits of picoseconds: it is kept to the picosecond. */
  @Test
  @Requirement("RCM-5")
  void aGapIsHeldToThePicosecondHoweverLongItIs() throws Exception {
    EventLog log = sound("a rate that falls");
    List<LogEvent> events = log.events();
    long before = -1;
    int longest = -1;
    long gap = 0;
    for (int at = 0; at < events.size(); at++) {
      LogEvent event = events.get(at);
      if (event.action().equals("Transmit")) {
        if (before >= 0 && event.atPs() - before > gap) {
          gap = event.atPs() - before;
          longest = at;
        }
        before = event.atPs();
      }
    }
    assertThat(gap).as("picoseconds").isGreaterThan(1L << 32);
    List<LogEvent> early = new ArrayList<>(events.subList(0, longest + 1));
    early.set(longest, LogMutations.at(early.get(longest), early.get(longest).atPs() - 1));
    assertThat(isAccepted(log.with(events.subList(0, longest + 1)))).isTrue();
    assertThat(isAccepted(log.with(early))).isFalse();
  }

  /** A packet's size counts from the first CNP on. */
  @Test
  @Requirement({"RCM-5", "RCM-6"})
  void aSizeIsHeldAgainstWhatIsCounted() throws Exception {
    EventLog log = log(STAGES);
    int at = 0;
    boolean isHeld = false;
    while (!isHeld || !log.events().get(at).action().equals("Transmit")) {
      isHeld |= log.events().get(at).action().equals("ReceiveCnp");
      at++;
    }
    LogEvent event = log.events().get(at);
    Map<String, LogValue> message = new LinkedHashMap<>(event.message());
    message.put("bytes", LogValue.of(1_105));
    assertThat(isAccepted(log.with(LogMutations.withMessage(event, message)))).isFalse();
  }

  @Test
  void aCnpThatNobodyHasSentIsRejected() throws Exception {
    List<LogEvent> events = new ArrayList<>(log(TIME_AND_BYTES).events());
    boolean[] isFirst = {true};
    events.removeIf(
        event -> {
          boolean answers =
              event.message().get("cnp") instanceof LogValue.Items cnp && !cnp.items().isEmpty();
          return answers && isFirst[0] && !(isFirst[0] = false);
        });
    assertThat(isAccepted(log(TIME_AND_BYTES).with(events))).isFalse();
  }

  @Test
  void aPointThatDoesNotSayHowItIsConfiguredIsRefused() {
    EventLog log = log(STAGES);
    EventLog without = log.with(LogMutations.withGiven(log.events().get(0), Map.of()));
    assertThatExceptionOfType(BadLog.class)
        .isThrownBy(() -> LOOPS.behaviours(without))
        .withMessageContaining("give it given.Reacts, given.Line");
  }

  @Test
  void aConstantThatIsTooLargeIsRefused() {
    EventLog log = with(log(STAGES), "RiseTime", any -> LogValue.of(2_000_000_000));
    assertThatExceptionOfType(BadLog.class)
        .isThrownBy(() -> LOOPS.behaviours(log))
        .withMessageContaining("fixes RiseTime to more than 1000000000");
  }

  @Test
  void anEventOfTheOtherEndIsRefused() {
    EventLog log = log(STAGES);
    EventLog other = log.with(LogMutations.withAction(log.events().get(0), "Receive"));
    assertThatExceptionOfType(BadLog.class)
        .isThrownBy(() -> LOOPS.behaviours(other))
        .withMessageContaining("no action of its end of a connection");
  }
}
