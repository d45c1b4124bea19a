package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sluice.host.roce.HpccRuns;
import dev.sluice.house.Whole;
import dev.sluice.model.validate.BadLog;
import dev.sluice.model.validate.Behaviour;
import dev.sluice.model.validate.EventLog;
import dev.sluice.model.validate.HpccWindowProjection;
import dev.sluice.model.validate.Judged;
import dev.sluice.model.validate.Projection;
import dev.sluice.model.validate.TelemetryRecordsProjection;
import dev.sluice.requirement.Requirement;
import dev.sluice.trace.LogEvent;
import dev.sluice.trace.LogValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What only a whole log of HPCC++ shows. */
class HpccLogTest {
  private static final Projection WINDOWS = new HpccWindowProjection();
  private static final Projection RECORDS = new TelemetryRecordsProjection();

  /** So many constants of either kind a build changes. */
  private static final int DRAWN = 3;

  private static final Map<String, Boolean> SOUND = new HashMap<>();
  private static Map<String, EventLog> logs;

  @BeforeAll
  static void run() {
    logs = HpccRuns.logs();
  }

  private static EventLog log(String begin) {
    return logs.entrySet().stream()
        .filter(each -> each.getKey().startsWith("HPCC: " + begin))
        .findFirst()
        .orElseThrow()
        .getValue();
  }

  private static List<Judged> judged(Projection projection, EventLog log) throws Exception {
    return SpecJudges.pool().through(projection, judge -> judge.judge(log));
  }

  /** Whether a log is accepted; each is judged once for all constants. */
  private static boolean accepted(Projection projection, EventLog log) {
    try {
      List<Judged> judged = judged(projection, log);
      return !judged.isEmpty() && judged.stream().allMatch(Judged::isAccepted);
    } catch (Exception failed) {
      throw new IllegalStateException(failed);
    }
  }

  /** The same log with something else in each event that fixes this constant. */
  private static EventLog with(EventLog log, String constant, UnaryOperator<LogValue> change) {
    List<LogEvent> events = new ArrayList<>();
    for (LogEvent event : log.events()) {
      Map<String, LogValue> given = new LinkedHashMap<>(event.given());
      given.computeIfPresent(constant, (name, value) -> change.apply(value));
      events.add(LogMutations.withGiven(event, given));
    }
    return log.with(events);
  }

  private static EventLog plus(EventLog log, String constant, long more) {
    return with(log, constant, value -> LogValue.of(((LogValue.Num) value).value() + more));
  }

  /**
   * The same of the constants that are words. A log whose packets fit is one in which they may
   * leave below the window as well.
   */
  @ParameterizedTest
  @CsvSource({
    "Reacts, ACK, counters come round",
    "Reacts, ROUND, counters come round",
    "LeavesIf, FITS, packets may pass"
  })
  @Requirement({"HPCC-4", "HPCC-5"})
  void aWordThatAWindowGoesByMatters(String name, String word, String begin) throws Exception {
    EventLog log = log(begin);
    assertThat(sound(WINDOWS, begin)).isTrue();
    assertThat(LogValidationTest.isSeenBy(WINDOWS, with(log, name, any -> LogValue.of(word))))
        .isTrue();
  }

  /** A constant of windows, by how much it is changed, and a log in which that shows. */
  static List<Arguments> ofWindows() {
    return Whole.drawn(
        List.of(
            Arguments.of("One", 1L, "paths change"),
            Arguments.of("Eta", 1L, "counters come round"),
            Arguments.of("MaxU", 1L, "counters come round"),
            Arguments.of("MaxStage", 1L, "counters come round"),
            Arguments.of("T", 1L, "paths change"),
            Arguments.of("WInit", 1L, "paths change"),
            Arguments.of("Wai", 1L, "the receiver runs the algorithm"),
            Arguments.of("MinW", 1L, "links that lose"),
            Arguments.of("Size", 1L, "paths change"),
            Arguments.of("Modulus", -16_777_152L, "counters come round")),
        DRAWN);
  }

  /** The same of records. */
  static List<Arguments> ofRecords() {
    return Whole.drawn(
        List.of(
            Arguments.of("One", 1L, "paths change"),
            Arguments.of("T", 1_000L, "paths change"),
            Arguments.of("TimeUnit", 1L, "counters come round"),
            Arguments.of("TxUnit", 1L, "counters come round"),
            Arguments.of("QueueUnit", 1L, "paths change"),
            Arguments.of("WaitUnit", 1_000L, "notifications of waits"),
            Arguments.of("Silence", -40_000_000L, "the receiver runs it on some packets"),
            Arguments.of("Silence", 50_000_000L, "counters come round"),
            Arguments.of("Fastest", 400_000L, "counters come round")),
        DRAWN);
  }

  /** A log is accepted as it is, and with another constant it is not. */
  private static void matters(Projection projection, String name, long more, String begin)
      throws Exception {
    assertThat(sound(projection, begin)).isTrue();
    assertThat(LogValidationTest.isSeenBy(projection, plus(log(begin), name, more))).isTrue();
  }

  /** Returns whether a run's log is accepted; judges each log once. */
  private static boolean sound(Projection projection, String begin) {
    return SOUND.computeIfAbsent(
        projection.spec() + ": " + begin, any -> accepted(projection, log(begin)));
  }

  /** Constants that matter somewhere in a log, each one a little more than it is. */
  @ParameterizedTest
  @MethodSource("ofWindows")
  @Requirement({"HPCC-2", "HPCC-3", "HPCC-5", "HPCC-6"})
  void everyConstantOfWindowsMattersSomewhere(String name, long more, String begin)
      throws Exception {
    matters(WINDOWS, name, more, begin);
  }

  /** The same of records; a counter could come round in a longer Silence, or over a faster link. */
  @ParameterizedTest
  @MethodSource("ofRecords")
  @Requirement({"HPCC-2", "HPCC-7", "FIND-11"})
  void everyConstantOfRecordsMattersSomewhere(String name, long more, String begin)
      throws Exception {
    matters(RECORDS, name, more, begin);
  }

  /** Whichever way telemetry comes back, both ends do as they may. */
  @ParameterizedTest
  @ValueSource(strings = {"responses with one link", "notifications of waits"})
  @Requirement({"HPCC-10", "HPCC-12", "HPCC-14"})
  void otherWaysBackAreJudgedToo(String begin) throws Exception {
    assertThat(sound(WINDOWS, begin)).isTrue();
    assertThat(sound(RECORDS, begin)).isTrue();
  }

  /**
   * Returns the runs with READs. A build judges the two shortest, one for each end that may run the
   * algorithm; LogValidationTest judges these logs too.
   */
  static List<String> ofReads() {
    List<String> some = List.of("READs whose requester runs", "READs and probes");
    List<String> others =
        List.of(
            "READs, and links that lose",
            "READs, and responses with one link",
            "READs and notifications");
    return Whole.IS_ASKED ? Stream.concat(some.stream(), others.stream()).toList() : some;
  }

  /**
   * Responses to READs, whose sender is the queue pair that answers: it goes back as they are lost,
   * and whoever runs the algorithm measures them.
   */
  @ParameterizedTest
  @MethodSource("ofReads")
  @Requirement({"HPCC-4", "HPCC-9", "HPCC-10", "HPCC-11", "HPCC-12", "HPCC-23"})
  void windowsOverResponsesToReadsAreJudgedToo(String begin) throws Exception {
    EventLog log = log(begin);
    List<String> ofResponses =
        log.events().stream()
            .filter(event -> event.instance().orElseThrow().flow().startsWith("host-2/"))
            .map(LogEvent::action)
            .distinct()
            .toList();
    assertThat(ofResponses).contains("Transmit", "ReceiveAck", "GoBack", "Receive");
    assertThat(ofResponses.contains("Hear")).isEqualTo(!begin.endsWith("requester runs"));
    assertThat(sound(WINDOWS, begin)).isTrue();
    assertThat(sound(RECORDS, begin)).isTrue();
  }

  /**
   * N that a receiver counts, for itself or for its sender: where each one is told as one more, the
   * windows are not those of it, or the sender goes by one that no receiver has reported.
   */
  @ParameterizedTest
  @ValueSource(strings = {"a receiver that counts flows", "a receiver that reports"})
  @Requirement("HPCC-17")
  void aCountIsJudged(String begin) throws Exception {
    EventLog log = log(begin);
    assertThat(log.events().stream().filter(event -> event.action().equals("Count")))
        .as("as one flow begins, another one, and as one ends")
        .hasSizeGreaterThanOrEqualTo(3);
    assertThat(sound(WINDOWS, begin)).isTrue();
    assertThat(sound(RECORDS, begin)).isTrue();
    List<LogEvent> counts =
        log.events().stream().filter(event -> event.action().equals("Count")).toList();
    LogEvent last = counts.get(counts.size() - 1);
    EventLog more = with(log, last, "r", "n", 1);
    assertThat(accepted(WINDOWS, more)).isFalse();
    List<LogEvent> events = new ArrayList<>();
    for (LogEvent event : log.events()) {
      Map<String, LogValue> message = new LinkedHashMap<>(event.message());
      message.computeIfPresent("n", (name, told) -> LogValue.of(((LogValue.Num) told).value() + 9));
      events.add(LogMutations.withMessage(event, message));
    }
    assertThat(accepted(WINDOWS, log.with(events)))
        .as("its receiver has reported no such N")
        .isFalse();
  }

  /** Both ends keep records where one link comes back, and it is not always the first. */
  @Test
  @Requirement("HPCC-12")
  void responsesTellOfOneLinkOrAnother() {
    List<LogEvent> events = log("responses with one link").of(RECORDS.spec());
    assertThat(events.stream().map(LogEvent::action).distinct())
        .containsExactlyInAnyOrder("Receive", "Hear");
    assertThat(
            events.stream()
                .filter(event -> event.action().equals("Hear"))
                .map(event -> event.message().get("first"))
                .distinct())
        .hasSizeGreaterThan(1);
  }

  /** All that happens to windows and records, in one run or another. */
  @Test
  @Requirement({"HPCC-4", "HPCC-8", "HPCC-11"})
  void theRunsHaveEveryAction() {
    assertThat(
            logs.values().stream()
                .flatMap(log -> log.events().stream())
                .map(event -> event.spec() + "." + event.action())
                .distinct())
        .containsExactlyInAnyOrder(
            "HpccWindow.Transmit",
            "HpccWindow.ReceiveAck",
            "HpccWindow.GoBack",
            "HpccWindow.Receive",
            "HpccWindow.Count",
            "TelemetryRecords.Hear",
            "TelemetryRecords.Receive");
  }

  /** As if one link were twice as fast: two ends that differ are two behaviours. */
  @Test
  void endsThatAreConfiguredDifferentlyAreJudgedOneByOne() throws Exception {
    EventLog log = log("the receiver runs the algorithm");
    assertThat(WINDOWS.behaviours(log)).hasSize(2);
    List<LogEvent> events = new ArrayList<>();
    for (LogEvent event : log.events()) {
      Map<String, LogValue> given = new LinkedHashMap<>(event.given());
      if (!event.isOfTarget()) {
        given.computeIfPresent(
            "MinW", (name, value) -> LogValue.of(((LogValue.Num) value).value() + 1));
      }
      events.add(LogMutations.withGiven(event, given));
    }
    List<String> keys = WINDOWS.behaviours(log.with(events)).stream().map(Behaviour::key).toList();
    assertThat(keys)
        .containsExactlyInAnyOrder(
            "host-0/2>host-2/2 source",
            "host-0/2>host-2/2 target",
            "host-1/2>host-2/3 source",
            "host-1/2>host-2/3 target");
    assertThat(
            judged(WINDOWS, log.with(events)).stream()
                .filter(each -> each.behaviour().key().endsWith("target"))
                .allMatch(Judged::isAccepted))
        .isTrue();
  }

  /** The end that does not run the algorithm tells of no step, and is judged all the same. */
  @Test
  @Requirement({"HPCC-5", "HPCC-11"})
  void endsOfLargeWindowsAreJudgedOneByOneToo() throws Exception {
    EventLog log = log("windows of 2.25 MB");
    List<LogEvent> events = new ArrayList<>();
    for (LogEvent event : log.events()) {
      Map<String, LogValue> given = new LinkedHashMap<>(event.given());
      if (event.isOfTarget()) {
        given.computeIfPresent(
            "MinW", (name, value) -> LogValue.of(((LogValue.Num) value).value() + 1));
      }
      events.add(LogMutations.withGiven(event, given));
    }
    assertThat(judged(WINDOWS, log.with(events))).hasSize(4).allMatch(Judged::isAccepted);
  }

  /** Times that TLC cannot count are named, and not passed over. */
  @Test
  void whatIsTooWideIsNotJudgedAndTheVerdictSaysWhy() throws Exception {
    EventLog log = with(log("paths change"), "T", any -> LogValue.of(2_000_000_000));
    assertThat(judged(WINDOWS, log).stream().map(each -> each.why().orElse("")).distinct())
        .hasSize(2)
        .allMatch(why -> why.endsWith("T is 2000000000, and TLC counts up to 1000000000"));
  }

  /** A window that is told, a part less than it was, and a digit more; either is seen. */
  @ParameterizedTest
  @CsvSource({
    "windows of 5 MB, c, wc, Transmit",
    "windows of 5 MB, s, w, Transmit",
    "windows of 5 MB, c, wc, ReceiveAck",
    "windows of 5 MB, s, w, ReceiveAck",
    "windows of 2.25 MB, c, wc, Receive",
    "windows of 2.25 MB, s, w, ReceiveAck"
  })
  @Requirement({"HPCC-3", "HPCC-4", "HPCC-11", "HPCC-17"})
  void windowsBeyondTheIntegersOfTlcAreJudgedToAPart(
      String begin, String variable, String window, String action) throws Exception {
    EventLog log = log(begin);
    assertThat(sound(WINDOWS, begin)).isTrue();
    List<LogEvent> moved =
        log.of(WINDOWS.spec()).stream()
            .filter(event -> event.action().equals(action))
            .filter(event -> number(event, variable, window) > 1_000_000_000)
            .toList();
    LogEvent event = moved.get(moved.size() / 2);
    for (long more : new long[] {-1, 1 << 15}) {
      assertThat(LogValidationTest.isSeenBy(WINDOWS, with(log, event, variable, window, more)))
          .as("%d more", more)
          .isTrue();
    }
  }

  private static long number(LogEvent event, String variable, String name) {
    return event.variables().get(variable) instanceof LogValue.Fields record
            && record.fields().get(name) instanceof LogValue.Num number
        ? number.value()
        : 0;
  }

  /** The same log with more in one variable of one event. */
  private static EventLog with(
      EventLog log, LogEvent altered, String variable, String name, long more) {
    List<LogEvent> events = new ArrayList<>();
    for (LogEvent event : log.events()) {
      Map<String, LogValue> variables = new LinkedHashMap<>(event.variables());
      if (event == altered) {
        Map<String, LogValue> record =
            new LinkedHashMap<>(((LogValue.Fields) variables.get(variable)).fields());
        record.put(name, LogValue.of(number(event, variable, name) + more));
        variables.put(variable, new LogValue.Fields(record));
      }
      events.add(LogMutations.withVariables(event, variables));
    }
    return log.with(events);
  }

  /** Windows that TLC counts are judged alike, as its integers and digit by digit. */
  @Test
  @Requirement({"HPCC-3", "HPCC-5"})
  void bothWaysToCountWindowsJudgeAlike() throws Exception {
    Projection wide = new HpccWindowProjection(0);
    // Digit by digit it takes ten times as long: a build has the shorter of the two.
    List<String> begins =
        List.of("a receiver that counts", "packets may pass", "links that lose, repeat");
    for (String begin : begins.subList(0, Whole.IS_ASKED ? 3 : 2)) {
      EventLog log = log(begin);
      assertThat(accepted(wide, log)).isTrue();
      assertThat(sound(WINDOWS, begin)).isTrue();
      List<LogEvent> told = log.of(WINDOWS.spec());
      for (int at = 0; at < told.size(); at += told.size() / 2) {
        LogEvent event = told.get(at);
        String variable = event.action().equals("Receive") ? "c" : "s";
        String window = variable.equals("c") ? "wc" : "w";
        if (number(event, variable, window) > 0) {
          EventLog wrong = with(log, event, variable, window, 1);
          assertThat(accepted(wide, wrong)).isEqualTo(accepted(WINDOWS, wrong)).isFalse();
        }
      }
    }
  }

  @Test
  void anEndThatDoesNotSayHowItIsConfiguredIsRefused() {
    EventLog log = log("paths change");
    for (Projection projection : List.of(WINDOWS, RECORDS)) {
      LogEvent first =
          log.events().stream()
              .filter(event -> event.spec().equals(projection.spec()))
              .findFirst()
              .orElseThrow();
      EventLog without = log.with(LogMutations.withGiven(first, Map.of()));
      assertThatExceptionOfType(BadLog.class)
          .isThrownBy(() -> projection.behaviours(without))
          .withMessageContaining("is the first of its end, but does not tell");
      EventLog again =
          log.with(
              LogMutations.withGiven(
                  log.events().stream()
                      .filter(event -> event.spec().equals(projection.spec()))
                      .filter(event -> event.given().isEmpty())
                      .findFirst()
                      .orElseThrow(),
                  Map.of("One", LogValue.of(1))));
      assertThatExceptionOfType(BadLog.class)
          .isThrownBy(() -> projection.behaviours(again))
          .withMessageContaining("fixes One again; an end has that of its first event");
    }
  }

  /** Has the records that an event tells of come one picosecond after it. */
  @Test
  void aRecordThatIsKeptBeforeItHasComeIsRejected() throws Exception {
    Set<String> tried = new TreeSet<>();
    for (EventLog log : logs.values()) {
      for (LogEvent event : log.events()) {
        if (!event.spec().equals(RECORDS.spec()) || !tells(event) || !tried.add(event.action())) {
          continue;
        }
        assertThat(accepted(RECORDS, log)).as("as it was told").isTrue();
        Map<String, LogValue> early = new LinkedHashMap<>(event.variables());
        early.replaceAll((name, told) -> later(told, event.atPs() + 1));
        List<Judged> judged = judged(RECORDS, log.with(LogMutations.withVariables(event, early)));
        assertThat(judged.stream().filter(Judged::isRejected).findFirst())
            .as("event %d, %s, keeps a record of the next picosecond", event.number(), tried)
            .hasValueSatisfying(
                each ->
                    assertThat(each.rejected().orElseThrow().number()).isEqualTo(event.number()));
      }
    }
    assertThat(tried).as("actions that keep records").containsExactly("Hear", "Receive");
  }

  private static boolean tells(LogEvent event) {
    return event.variables().values().stream().anyMatch(told -> !later(told, -1).equals(told));
  }

  /** Returns what an end tells, with its records come at another time. */
  private static LogValue later(LogValue told, long atPs) {
    if (told instanceof LogValue.Items items) {
      return new LogValue.Items(items.items().stream().map(each -> later(each, atPs)).toList());
    }
    if (!(told instanceof LogValue.Fields record)) {
      return told;
    }
    Map<String, LogValue> fields = new LinkedHashMap<>(record.fields());
    fields.replaceAll(
        (name, value) ->
            name.equals("heardAt") && value instanceof LogValue.Num number && number.value() >= 0
                ? LogValue.of(atPs)
                : later(value, atPs));
    return new LogValue.Fields(fields);
  }
}
