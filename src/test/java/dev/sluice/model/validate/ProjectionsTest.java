package dev.sluice.model.validate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sluice.cli.LogMutations;
import dev.sluice.cli.RecordedLogs;
import dev.sluice.model.Systems;
import dev.sluice.trace.LogEvent;
import dev.sluice.trace.LogValue;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
}
