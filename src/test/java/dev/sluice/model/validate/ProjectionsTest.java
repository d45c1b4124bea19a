package dev.sluice.model.validate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sluice.cli.LogMutations;
import dev.sluice.cli.RecordedLogs;
import dev.sluice.fabric.PauseRuns;
import dev.sluice.model.Systems;
import dev.sluice.trace.LogEvent;
import dev.sluice.trace.LogInstance;
import dev.sluice.trace.LogValue;
import dev.sluice.trace.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The behaviours that are cut from a log, before TLC judges any of them. */
class ProjectionsTest {
  /**
   * So many of a log's events are looked at: each action occurs among them in one log or another.
   */
  private static final int EVENTS = 400;

  /** Specifications whose events tell the work asked of them so far, which grows. */
  private static final Set<String> GROWING =
      Set.of("CccScheduling", "PdcHandshake", "CreditConservation", "LossRecovery", "CccLifecycle");

  private static Stream<EventLog> logs() {
    return Stream.of(RecordedLogs.logs(), RecordedLogs.logsOfRoce())
        .flatMap(logs -> logs.values().stream())
        .map(
            log ->
                new EventLog(
                    log.header(), log.events().subList(0, Math.min(EVENTS, log.events().size()))));
  }

  private static boolean hasEventsOf(String spec, EventLog log) {
    return log.events().stream().anyMatch(event -> event.spec().equals(spec));
  }

  private static Projection projection(String spec) {
    return Systems.projections().stream()
        .filter(each -> each.spec().equals(spec))
        .findFirst()
        .orElseThrow();
  }

  private static Map<String, LogValue> without(Map<String, LogValue> values, String name) {
    Map<String, LogValue> fewer = new TreeMap<>(values);
    fewer.remove(name);
    return fewer;
  }

  /** Tells the configuration of each end, window and point with its first event. */
  @TestFactory
  Stream<DynamicTest> whatAFirstEventFixesItMustTellAndNoLaterOneMay() {
    return Systems.projections().stream()
        .filter(each -> !GROWING.contains(each.spec()))
        .map(each -> DynamicTest.dynamicTest(each.spec(), () -> assertThatItIsFixedOnce(each)));
  }

  private static void assertThatItIsFixedOnce(Projection projection) throws BadLog {
    Set<String> asked = new HashSet<>();
    Set<String> again = new HashSet<>();
    for (EventLog log : logs().filter(each -> hasEventsOf(projection.spec(), each)).toList()) {
      projection.behaviours(log);
      for (LogEvent first : log.of(projection.spec())) {
        Map<String, LogValue> fixed = without(first.given(), "Work"); // which grows
        if (fixed.isEmpty() || !asked.add(first.action())) {
          continue;
        }
        for (String name : fixed.keySet()) {
          assertThatExceptionOfType(BadLog.class)
              .as("%s of %s, left out", name, first.action())
              .isThrownBy(
                  () ->
                      projection.behaviours(
                          log.with(LogMutations.withGiven(first, without(first.given(), name)))))
              .withMessageContaining("event " + first.number());
        }
        log.of(projection.spec()).stream()
            .filter(later -> later.number() > first.number() && later.given().isEmpty())
            .filter(later -> later.at().equals(first.at()))
            .filter(later -> later.instance().equals(first.instance()))
            .filter(later -> projection.fixes(later.action()).containsAll(first.given().keySet()))
            .findFirst()
            .ifPresent(
                later -> {
                  again.add(later.action());
                  assertThatExceptionOfType(BadLog.class)
                      .as("%s again, by %s", first.given().keySet(), later.action())
                      .isThrownBy(
                          () ->
                              projection.behaviours(
                                  log.with(LogMutations.withGiven(later, first.given()))))
                      .withMessageContaining("again");
                });
      }
    }
    assertThat(asked).as("actions that fix a configuration").isNotEmpty();
    assertThat(again).as("later actions that could fix it again").isNotEmpty();
  }

  /** Has an event that is not the first of its end fix each constant that its action may. */
  @TestFactory
  Stream<DynamicTest> aConstantIsFixedByTheFirstEventAlone() {
    return Systems.projections().stream()
        .filter(each -> !GROWING.contains(each.spec()))
        .map(each -> DynamicTest.dynamicTest(each.spec(), () -> assertThatNoneIsFixedLate(each)));
  }

  private static void assertThatNoneIsFixedLate(Projection projection) throws BadLog {
    Set<String> tried = new HashSet<>();
    for (EventLog log : logs().filter(each -> hasEventsOf(projection.spec(), each)).toList()) {
      Map<String, LogValue> given = new TreeMap<>();
      for (LogEvent event : log.of(projection.spec())) {
        given.putAll(event.given());
        if (!event.given().isEmpty()) {
          continue;
        }
        for (String name : projection.fixes(event.action())) {
          if (name.equals("Work") || !tried.add(event.action() + " " + name)) {
            continue;
          }
          Map<String, LogValue> late = Map.of(name, given.getOrDefault(name, LogValue.of(1)));
          assertThatExceptionOfType(BadLog.class)
              .as("%s fixes %s late, at a %s", event.action(), name, event.instance())
              .isThrownBy(
                  () -> projection.behaviours(log.with(LogMutations.withGiven(event, late))))
              .withMessageContaining("event " + event.number());
        }
      }
    }
    assertThat(tried).as("actions and what they may fix").isNotEmpty();
  }

  /** Has a window begin after its first event. */
  @ParameterizedTest
  @CsvSource({"PawaWindow, Since, -1", "HpccWindow, Begun, -1", "HpccWindow, Begun, 1000000000000"})
  void aWindowThatBeginsAfterItsFirstEventIsRefused(String spec, String name, long ps)
      throws BadLog {
    Projection projection = projection(spec);
    int tried = 0;
    for (EventLog log : logs().filter(each -> hasEventsOf(spec, each)).toList()) {
      for (LogEvent event : log.of(spec)) {
        if (event.given().containsKey(name)) {
          Map<String, LogValue> given = new TreeMap<>(event.given());
          given.put(name, LogValue.of(ps));
          assertThatExceptionOfType(BadLog.class)
              .as("%s = %d of %s", name, ps, event)
              .isThrownBy(
                  () -> projection.behaviours(log.with(LogMutations.withGiven(event, given))))
              .withMessageContaining("later than it");
          tried++;
        }
      }
    }
    assertThat(tried).as("events that tell %s", name).isPositive();
  }

  /** Adds to the ranges of packets that a target has one that cannot be. */
  @ParameterizedTest
  @ValueSource(strings = {"PdcHandshake", "LossRecovery"})
  void aRangeThatCannotBeIsNotPassedOver(String spec) throws BadLog {
    Projection projection = projection(spec);
    EventLog log =
        logs()
            .filter(each -> each.of(spec).stream().anyMatch(event -> got(event, null) != null))
            .findFirst()
            .orElseThrow();
    LogEvent event =
        log.of(spec).stream().filter(each -> got(each, null) != null).findFirst().orElseThrow();
    List<Value> sound = told(projection, log);
    LogValue seven = LogValue.of(7);
    LogValue nine = LogValue.of(9);
    for (LogValue odd :
        List.of(
            new LogValue.Items(List.of(nine, seven)),
            new LogValue.Items(List.of(seven)),
            new LogValue.Items(List.of(seven, LogValue.of("nine"))),
            seven)) {
      EventLog other = log.with(LogMutations.withVariables(event, got(event, odd)));
      assertThat(told(projection, other))
          .as("event %d has the range %s, too", event.number(), odd)
          .isNotEqualTo(sound);
    }
  }

  private static List<Value> told(Projection projection, EventLog log) throws BadLog {
    return projection.behaviours(log).stream()
        .flatMap(each -> each.steps().stream())
        .map(Step::event)
        .toList();
  }

  /** Returns the variables of an event with one more range that it has got; null if it has none. */
  private static Map<String, LogValue> got(LogEvent event, LogValue range) {
    Map<String, LogValue> variables = new TreeMap<>(event.variables());
    if (variables.get("got") instanceof LogValue.Items ranges) {
      variables.put("got", with(ranges, range));
      return variables;
    }
    if (variables.get("target") instanceof LogValue.Items records
        && records.items().size() == 1
        && records.items().get(0) instanceof LogValue.Fields record
        && record.fields().get("got") instanceof LogValue.Items ranges) {
      Map<String, LogValue> fields = new TreeMap<>(record.fields());
      fields.put("got", with(ranges, range));
      variables.put("target", new LogValue.Items(List.of(new LogValue.Fields(fields))));
      return variables;
    }
    return null;
  }

  private static LogValue with(LogValue.Items ranges, LogValue range) {
    List<LogValue> all = new ArrayList<>(ranges.items());
    if (range != null) {
      all.add(range);
    }
    return new LogValue.Items(all);
  }

  /** Judges nothing where a wait may be longer than TLC can count. */
  @ParameterizedTest
  @CsvSource({
    "PawaWindow, MaxRtt, 2000000000, a gap between two packets may be longer",
    "EventRate, ResponseTime, 1000000001, a response may be waited for longer",
    "FastStart, Rto, 2147000000, a round trip or a timeout is longer",
    "FastStart, BaseRtt, 2147000000, a round trip or a timeout is longer",
    "HpccWindow, T, 1000000000, a gap between two packets may be longer"
  })
  void aWaitThatNobodyCanCountEndsWhatIsJudged(String spec, String name, long ps, String why)
      throws BadLog {
    Projection projection = projection(spec);
    for (EventLog log : logs().filter(each -> hasEventsOf(spec, each)).toList()) {
      for (LogEvent event : log.of(spec)) {
        if (!(event.given().get(name) instanceof LogValue.Num told) || event.isOfTarget()) {
          continue;
        }
        assertThat(unjudged(projection, log)).as("as it was told").isEmpty();
        Map<String, LogValue> given = new TreeMap<>(event.given());
        given.put(name, LogValue.of(ps));
        List<Behaviour.Unjudged> unjudged =
            unjudged(projection, log.with(LogMutations.withGiven(event, given)));
        assertThat(unjudged).as("%s of %s", name, event).hasSize(1);
        assertThat(unjudged.get(0).why()).startsWith(why);
        assertThat(unjudged.get(0).from()).as("from").isGreaterThanOrEqualTo(event.number());
        return;
      }
    }
    throw new AssertionError("no Transmit of " + spec + " gives " + name);
  }

  private static List<Behaviour.Unjudged> unjudged(Projection projection, EventLog log)
      throws BadLog {
    return projection.behaviours(log).stream().flatMap(each -> each.unjudged().stream()).toList();
  }

  /** Drops the events of receivers: the windows of senders do not depend on them. */
  @ParameterizedTest
  @ValueSource(strings = {"NsccWindow", "CccScheduling", "FastStart"})
  void whatATargetLogsChangesNoConstantOfASender(String spec) throws BadLog {
    Projection projection = projection(spec);
    int looked = 0;
    for (EventLog log : logs().filter(each -> hasEventsOf(spec, each)).toList()) {
      List<LogEvent> ofSources =
          log.events().stream().filter(event -> !event.isOfTarget()).toList();
      if (ofSources.size() < log.events().size()) {
        looked++;
        assertThat(constants(projection, log))
            .as("constants of %s beside the events of targets", spec)
            .isEqualTo(constants(projection, log.with(ofSources)));
      }
    }
    assertThat(looked).as("logs in which targets tell something").isPositive();
  }

  private static List<Map<String, Value>> constants(Projection projection, EventLog log)
      throws BadLog {
    return projection.behaviours(log).stream().map(Behaviour::constants).toList();
  }

  /** Specifications that look at senders alone, or at connections whose ends act differently. */
  private static final Set<String> OF_ONE_END =
      Set.of(
          "CccScheduling",
          "EventRate",
          "FastStart",
          "HpccWindow",
          "LsnSpace",
          "NsccWindow",
          "PawaWindow",
          "RcTransport",
          "RcmLoop",
          "TelemetryRecords");

  /** Gives the first event of each action the other role, and then a PDC, which it has not. */
  @TestFactory
  Stream<DynamicTest> anEventOfTheOtherEndOrOfAPdcIsRefused() {
    return Systems.projections().stream()
        .filter(each -> OF_ONE_END.contains(each.spec()))
        .map(each -> DynamicTest.dynamicTest(each.spec(), () -> assertThatItIsOfItsEnd(each)));
  }

  private static void assertThatItIsOfItsEnd(Projection projection) throws BadLog {
    Set<String> tried = new HashSet<>();
    for (EventLog log : logs().filter(each -> hasEventsOf(projection.spec(), each)).toList()) {
      for (LogEvent event : log.of(projection.spec())) {
        LogInstance of = event.instance().orElse(null);
        if (of == null || !tried.add(event.action())) {
          continue;
        }
        LogInstance other =
            of(of, event.isOfTarget() ? LogInstance.SOURCE : LogInstance.TARGET, of.pdc());
        LogInstance ofPdc = of(of, of.role(), 7);
        for (LogInstance wrong : List.of(other, ofPdc)) {
          assertThatExceptionOfType(BadLog.class)
              .as("%s of %s", event.action(), wrong)
              .isThrownBy(() -> projection.behaviours(log.with(event.of(wrong))))
              .withMessageContaining("event " + event.number());
        }
      }
    }
    assertThat(tried).as("actions").isNotEmpty();
  }

  private static LogInstance of(LogInstance of, String role, int pdc) {
    return new LogInstance(
        role,
        of.source(),
        of.destination(),
        of.trafficClass(),
        of.ccc(),
        of.life(),
        pdc,
        of.sourceQp(),
        of.destinationQp());
  }

  /** Has each end name the sender of another host, or another CCC of its own. */
  @Test
  void theSenderThatCreditIsAboutIsThatOfTheFlow() throws BadLog {
    Projection credit = projection("CreditConservation");
    Set<String> tried = new HashSet<>();
    for (EventLog log : logs().filter(each -> hasEventsOf(credit.spec(), each)).toList()) {
      for (LogEvent event : log.of(credit.spec())) {
        if (!(event.arguments().get("s") instanceof LogValue.Str sender)
            || !tried.add(event.action())) {
          continue;
        }
        List<String> wrong = new ArrayList<>(List.of("host-99/1"));
        if (!event.isOfTarget()) {
          wrong.add(sender.value() + "9"); // a target does not know the CCC_IDs of the others
        }
        for (String name : wrong) {
          Map<String, LogValue> arguments = new TreeMap<>(event.arguments());
          arguments.put("s", LogValue.of(name));
          assertThatExceptionOfType(BadLog.class)
              .as("%s of a %s about %s", event.action(), event.instance().get().role(), name)
              .isThrownBy(
                  () -> credit.behaviours(log.with(LogMutations.withArguments(event, arguments))))
              .withMessageContaining("is about the sender \"" + name + "\"");
        }
      }
    }
    assertThat(tried).as("actions about a sender").contains("Want", "Receive", "Commit", "Learn");
  }

  /** Actions of log modules in which time passes. */
  private static final Set<String> CLOCKS = Set.of("Tick", "Elapse");

  /** Sums up the steps in which time passes before an event: the log's times are no closer. */
  @TestFactory
  Stream<DynamicTest> noMoreTimePassesThanTheLogTells() {
    return Systems.projections().stream()
        .filter(each -> each.added().stream().anyMatch(CLOCKS::contains))
        .map(each -> DynamicTest.dynamicTest(each.spec(), () -> assertThatTimeIsToldOnce(each)));
  }

  private static void assertThatTimeIsToldOnce(Projection projection) throws BadLog {
    Map<String, EventLog> all = new TreeMap<>(RecordedLogs.logs());
    all.putAll(RecordedLogs.logsOfRoce());
    int clocks = 0;
    for (Map.Entry<String, EventLog> log : all.entrySet()) {
      for (Behaviour behaviour : projection.behaviours(log.getValue())) {
        long unitPs = number(behaviour.constants().getOrDefault("Grain", Value.of(1)));
        Map<Value, Long> lastPs = new HashMap<>();
        long passedPs = 0;
        for (Step step : behaviour.steps()) {
          if (step.isImplied()) {
            if (CLOCKS.contains(step.action())) {
              passedPs += unitPs * number(in(in(step.event(), "in"), "time"));
              clocks++;
            }
            continue;
          }
          Value role = in(in(step.event(), "of"), "role");
          Long before = lastPs.put(role, step.atPs());
          if (before != null) {
            assertThat(passedPs)
                .as(
                    "%s, %s: ps that pass before event %d, %s",
                    log.getKey(), behaviour.key(), step.number(), step.action())
                .isLessThanOrEqualTo(step.atPs() - before);
          }
          passedPs = 0;
        }
      }
    }
    assertThat(clocks).as("steps of time").isGreaterThan(10);
  }

  private static Value in(Value record, String name) {
    return ((Value.Rec) record).get(name);
  }

  private static long number(Value value) {
    return ((Value.Int) value).value();
  }

  /** Leaves out each value of each action once: nothing is counted twice or lost. */
  @TestFactory
  Stream<DynamicTest> anEventIsJudgedOrCountedAsNotJudged() {
    return Systems.projections().stream()
        .map(each -> DynamicTest.dynamicTest(each.spec(), () -> assertThatAllIsCounted(each)));
  }

  private static void assertThatAllIsCounted(Projection projection) throws BadLog {
    Set<String> tried = new HashSet<>();
    for (EventLog log : logs().filter(each -> hasEventsOf(projection.spec(), each)).toList()) {
      long events = log.of(projection.spec()).stream().filter(each -> !each.isOutside()).count();
      assertThat(all(projection.behaviours(log))).as("events of all").isEqualTo(events);
      for (LogEvent event : log.of(projection.spec())) {
        for (LogEvent other : fewer(event)) {
          String left =
              "%s %s %s %s"
                  .formatted(
                      event.action(),
                      other.arguments().keySet(),
                      other.variables().keySet(),
                      other.message().keySet());
          if (!tried.add(left)) {
            continue;
          }
          List<Behaviour> behaviours;
          try {
            behaviours = projection.behaviours(log.with(other));
          } catch (BadLog refused) {
            continue;
          }
          assertThat(all(behaviours)).as("events of all, %s", other).isEqualTo(events);
          for (Behaviour each : behaviours) {
            if (each.unjudged().isPresent()) {
              assertThat(each.unjudged().get().from()).as("from").isEqualTo(event.number());
            }
          }
        }
      }
    }
    assertThat(tried).as("values left out").hasSizeGreaterThan(3);
  }

  /** Returns the event without each of its arguments, variables and parts of its message. */
  private static List<LogEvent> fewer(LogEvent event) {
    List<LogEvent> fewer = new ArrayList<>();
    for (String name : event.arguments().keySet()) {
      fewer.add(LogMutations.withArguments(event, without(event.arguments(), name)));
    }
    for (String name : event.variables().keySet()) {
      fewer.add(LogMutations.withVariables(event, without(event.variables(), name)));
    }
    for (String name : event.message().keySet()) {
      fewer.add(LogMutations.withMessage(event, without(event.message(), name)));
    }
    return fewer;
  }

  /** Counts events that are judged or counted as not judged. */
  private static long all(List<Behaviour> behaviours) {
    return behaviours.stream()
        .mapToLong(
            each -> each.events() + each.unjudged().map(Behaviour.Unjudged::events).orElse(0L))
        .sum();
  }

  /** Leaves out the argument that names the message or the event. */
  @ParameterizedTest
  @CsvSource({
    "EventRate, ReceiveResponse, number",
    "EventRate, Respond, number",
    "EventRate, Notify, k",
    "EventRate, OtherEvent, event"
  })
  void judgingEndsWithAnEventWithoutItsArgument(String spec, String action, String argument)
      throws BadLog {
    Projection projection = projection(spec);
    for (EventLog log : logs().filter(each -> hasEventsOf(spec, each)).toList()) {
      for (LogEvent event : log.of(spec)) {
        if (!event.action().equals(action)) {
          continue;
        }
        assertThat(event.arguments()).as("what %s tells", event).containsKey(argument);
        List<Behaviour.Unjudged> unjudged =
            unjudged(
                projection,
                log.with(LogMutations.withArguments(event, without(event.arguments(), argument))));
        assertThat(unjudged).as("%s without %s", action, argument).hasSize(1);
        assertThat(unjudged.get(0).from()).as("from").isEqualTo(event.number());
        assertThat(unjudged.get(0).why()).isEqualTo("it does not tell its " + argument);
        return;
      }
    }
    throw new AssertionError("no log has a " + action + " of " + spec);
  }

  /** Returns a log whose header tells other constants of a specification. */
  private static EventLog telling(EventLog log, String spec, Map<String, LogValue> others) {
    Map<String, LogValue> constants = new TreeMap<>(log.header().constants());
    Map<String, LogValue> own = new TreeMap<>(log.constants(spec));
    own.putAll(others);
    constants.put(spec, new LogValue.Fields(own));
    return new EventLog(log.header().telling(constants), log.events());
  }

  /** Sets Overdraft to false in the header, and leaves credit out of all events. */
  @Test
  void judgingEndsWithAnAlgorithmThatDoesNotTellItsCredit() throws BadLog {
    String spec = "CccScheduling";
    Projection projection = projection(spec);
    int tried = 0;
    for (EventLog log : RecordedLogs.logs().values()) {
      if (log.of(spec).stream().noneMatch(event -> event.action().equals("Rccc"))) {
        continue;
      }
      List<LogEvent> events = new ArrayList<>();
      for (LogEvent event : log.of(spec)) {
        LogEvent silent = LogMutations.withVariables(event, without(event.variables(), "credit"));
        events.add(LogMutations.withArguments(silent, without(event.arguments(), "c")));
      }
      EventLog silent = telling(log.with(events), spec, Map.of("Overdraft", LogValue.of(false)));
      Map<String, Long> firsts = new TreeMap<>();
      for (LogEvent event : silent.of(spec)) {
        LogInstance of = event.instance().orElseThrow();
        if (event.action().equals("Rccc")) {
          firsts.putIfAbsent(of.flow() + " life " + of.life(), event.number());
        }
      }
      assertThat(
              unjudged(projection, silent).stream().map(Behaviour.Unjudged::from).sorted().toList())
          .as("the first Rccc of each context, without c and credit: %s", firsts)
          .isEqualTo(firsts.values().stream().sorted().toList());
      tried++;
    }
    assertThat(tried).as("logs with an Rccc").isPositive();
  }

  /** Gives each host another Window. */
  @Test
  void aSenderHasTheWindowOfItsOwnHost() throws BadLog {
    String spec = "CreditConservation";
    Projection projection = projection(spec);
    int senders = 0;
    for (EventLog log : RecordedLogs.logs().values()) {
      Map<String, LogValue> lengths = new TreeMap<>();
      for (LogEvent event : log.of(spec)) {
        LogInstance of = event.instance().orElseThrow();
        lengths.putIfAbsent(of.source(), LogValue.of(4_096 * (lengths.size() + 1)));
        lengths.putIfAbsent(of.destination(), LogValue.of(4_096 * (lengths.size() + 1)));
      }
      EventLog various = telling(log, spec, Map.of("Window", new LogValue.Fields(lengths)));
      for (Behaviour each : projection.behaviours(various)) {
        for (Value.Field window : ((Value.Rec) each.constants().get("Windows")).fields()) {
          senders++;
          String host = window.name().substring(0, window.name().indexOf('/'));
          assertThat(window.value())
              .as("how far %s asks ahead of its credit at %s", window.name(), each.key())
              .isEqualTo(lengths.get(host).toTlc().orElseThrow());
        }
      }
    }
    assertThat(senders).as("senders").isGreaterThan(5);
  }

  /** Halves the rate of either link, and makes the first window a byte larger than its limit. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aFirstWindowIsLimitedByTheSlowerLink(boolean isSourceSlower) throws BadLog {
    String spec = "CccLifecycle";
    EventLog log = RecordedLogs.logs().get("growth");
    LogInstance of = log.of(spec).get(0).instance().orElseThrow();
    List<LogEvent> flow =
        log.of(spec).stream()
            .filter(event -> event.instance().orElseThrow().flow().equals(of.flow()))
            .toList();
    long slow = 100_000_000_000L; // bits in a second
    long rttPs = 8_000_000;
    long fits = 150_000; // bytes: three halves of the 100,000 that the slower link has on its way
    Map<String, LogValue> constants = new TreeMap<>();
    Map<String, LogValue> speeds = new TreeMap<>();
    speeds.put(of.source(), LogValue.of(isSourceSlower ? slow : 2 * slow));
    speeds.put(of.destination(), LogValue.of(isSourceSlower ? 2 * slow : slow));
    constants.put("LinkSpeed", new LogValue.Fields(speeds));
    constants.put("BaseRtt", LogValue.of(rttPs));
    constants.put("MaxWndFactor", new LogValue.Items(List.of(LogValue.of(3), LogValue.of(2))));
    constants.put("InitialLimit", LogValue.of("MaxWnd"));
    constants.put("InitialCwnd", LogValue.of(fits));
    Projection projection = projection(spec);
    assertThat(projection.behaviours(telling(log.with(flow), spec, constants)))
        .as("behaviours with a first window of all that fits")
        .hasSize(1);
    constants.put("InitialCwnd", LogValue.of(fits + 1));
    assertThatExceptionOfType(BadLog.class)
        .as("a first window of one byte more")
        .isThrownBy(() -> projection.behaviours(telling(log.with(flow), spec, constants)))
        .withMessageContaining("its InitialLimit, is " + fits);
  }

  /** Adds each constant to a later event of each action and end. */
  @TestFactory
  Stream<DynamicTest> noLaterEventOfEitherEndFixesAConstant() {
    return Systems.projections().stream()
        .filter(each -> !GROWING.contains(each.spec()))
        .map(each -> DynamicTest.dynamicTest(each.spec(), () -> assertThatNoLaterOneFixes(each)));
  }

  private static void assertThatNoLaterOneFixes(Projection projection) {
    Set<String> tried = new TreeSet<>();
    for (EventLog log : logs().filter(each -> hasEventsOf(projection.spec(), each)).toList()) {
      for (LogEvent event : log.of(projection.spec())) {
        String role = event.instance().map(LogInstance::role).orElse("");
        for (String name : projection.fixes(event.action())) {
          boolean isLater = !name.equals("Work") && event.given().isEmpty() && !event.isOutside();
          if (!isLater || !tried.add(event.action() + " of a " + role + ", " + name)) {
            continue;
          }
          EventLog other = log.with(LogMutations.withGiven(event, Map.of(name, LogValue.of(7))));
          assertThatExceptionOfType(BadLog.class)
              .as("%s of a %s, which fixes %s", event.action(), role, name)
              .isThrownBy(() -> projection.behaviours(other))
              .withMessageContaining("event " + event.number())
              .withMessageContaining("fixes " + name);
        }
      }
    }
    assertThat(tried).as("actions, ends and constants").isNotEmpty();
  }

  /** Moves an event to the other end of its flow, with its role and its host. */
  @ParameterizedTest
  @CsvSource({
    "PfcLossless, Begin",
    "PfcLossless, ReceivePause",
    "PfcLossless, Admit",
    "PfcLossless, Release",
    "PfcLossless, SendPause",
    "CreditConservation, Slice",
    "PdcHandshake, Refuse"
  })
  void anEventOfTheOtherEndIsRefused(String spec, String action) throws BadLog {
    Projection projection = projection(spec);
    for (EventLog log : allLogs()) {
      for (LogEvent event : log.of(spec)) {
        if (event.action().equals(action)) {
          projection.behaviours(log); // does not throw
          assertThatExceptionOfType(BadLog.class)
              .as("%s of %s at the other end", action, event)
              .isThrownBy(() -> projection.behaviours(log.with(atOtherEnd(event))))
              .withMessageContaining("event " + event.number() + ", " + spec + "." + action)
              .withMessageContaining("is of a " + (event.isOfTarget() ? "source" : "target"));
          return;
        }
      }
    }
    throw new AssertionError("no log has a " + action + " of " + spec);
  }

  private static List<EventLog> allLogs() {
    List<EventLog> all = new ArrayList<>(RecordedLogs.logs().values());
    all.addAll(RecordedLogs.logsOfRoce().values());
    all.add(PauseRuns.Fault.NONE.log(false));
    return all;
  }

  private static LogEvent atOtherEnd(LogEvent event) {
    LogInstance of = event.instance().orElseThrow();
    return new LogEvent(
        event.number(),
        event.atPs(),
        event.isOfTarget() ? of.source() : of.destination(),
        event.spec(),
        event.action(),
        Optional.of(
            new LogInstance(
                event.isOfTarget() ? LogInstance.SOURCE : LogInstance.TARGET,
                of.source(),
                of.destination(),
                of.trafficClass(),
                of.ccc(),
                of.life(),
                of.pdc(),
                of.sourceQp(),
                of.destinationQp())),
        event.arguments(),
        event.variables(),
        event.given(),
        event.message(),
        false);
  }
}
