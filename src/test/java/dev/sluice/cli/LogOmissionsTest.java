package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.fabric.PauseRuns;
import dev.sluice.host.roce.HpccRuns;
import dev.sluice.host.roce.LdcpRateRuns;
import dev.sluice.host.roce.LdcpRuns;
import dev.sluice.host.roce.RcmRuns;
import dev.sluice.host.roce.RoceRuns;
import dev.sluice.model.Systems;
import dev.sluice.model.validate.BadLog;
import dev.sluice.model.validate.EventLog;
import dev.sluice.model.validate.Judged;
import dev.sluice.model.validate.Omission;
import dev.sluice.model.validate.Projection;
import dev.sluice.model.validate.SpecJudge;
import dev.sluice.trace.LogEvent;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Logs that leave things out are judged by what they tell. The same logs and mutations as in {@link
 * LogValidationTest}, with the target's events left out, or the values: all are accepted, and of
 * each action some wrong event is still seen. Of the long logs every build takes some.
 */
@Execution(ExecutionMode.CONCURRENT) // each waits for a process
@Order(1) // among the longest
class LogOmissionsTest {
  /** Whose budget decides is not in the log. */
  private static final Set<String> RECEIVERS = Set.of("CreditConservation", "PfcLossless");

  /** Whatever comes may come, and only what is made of it can be wrong. */
  private static final String ALL_IN_VALUES = "TelemetryRecords";

  /** The same of one event: a CNP may be a copy of an earlier one, or be lost. */
  private static final String CNP_IN_VALUES = "EventRate.ReceiveCnp";

  private static Map<String, EventLog> logs;

  /** The logs without what each omission leaves out, made at first use. */
  private static final Map<Omission, Map<String, EventLog>> LEFT = new ConcurrentHashMap<>();

  @BeforeAll
  static void run() throws Exception {
    logs = new LinkedHashMap<>(RecordedLogs.logs());
    logs.putAll(RoceRuns.logs());
    logs.putAll(RcmRuns.logs());
    logs.putAll(LdcpRuns.logs());
    logs.putAll(LdcpRateRuns.logs());
    logs.putAll(HpccRuns.logs());
    logs.put("pauses that are repeated", PauseRuns.Fault.REFRESH_TOO_LATE.log(false));
    LEFT.clear();
  }

  private static Map<String, EventLog> left(Omission omission) {
    return LEFT.computeIfAbsent(
        omission,
        of -> {
          Map<String, EventLog> left = new LinkedHashMap<>();
          logs.forEach((name, log) -> left.put(name, of.of(log)));
          return left;
        });
  }

  static Stream<Arguments> omissions() {
    return Stream.of(Omission.values())
        .flatMap(
            omission -> Systems.projections().stream().map(each -> Arguments.of(omission, each)));
  }

  @ParameterizedTest
  @MethodSource("omissions")
  void everyRunIsAccepted(Omission omission, Projection projection) throws Exception {
    SpecJudges.pool().through(projection, judge -> accepts(omission, projection, judge));
  }

  private static boolean accepts(Omission omission, Projection projection, SpecJudge judge)
      throws BadLog, IOException {
    boolean isLeft = omission == Omission.TARGETS && RECEIVERS.contains(projection.spec());
    List<String> wrong = new ArrayList<>();
    long events = 0;
    for (Map.Entry<String, EventLog> log : Acceptance.part(projection, logs).entrySet()) {
      for (Judged judged : judge.judge(left(omission).get(log.getKey()))) {
        events += judged.behaviour().events();
        if (judged.isRejected() || judged.isAccepted() == isLeft) {
          wrong.add(
              log.getKey()
                  + " "
                  + judged.behaviour().key()
                  + " "
                  + judged.behaviour().unjudged()
                  + "\n"
                  + String.join("\n", ValidationText.lines(judged)));
        }
      }
    }
    System.out.println(
        projection.spec() + " without " + omission + ": " + Words.count(events) + " events judged");
    assertThat(wrong).isEmpty();
    assertThat(events == 0).isEqualTo(isLeft);
    return true;
  }

  @ParameterizedTest
  @MethodSource("omissions")
  void oneWrongEventIsSeen(Omission omission, Projection projection) throws Exception {
    if (omission == Omission.TARGETS && RECEIVERS.contains(projection.spec())
        || omission == Omission.VALUES && projection.spec().equals(ALL_IN_VALUES)) {
      return;
    }
    Map<String, Boolean> seen =
        SpecJudges.pool().through(projection, judge -> seen(omission, projection, judge));
    if (omission == Omission.VALUES) {
      seen.keySet().removeIf(action -> CNP_IN_VALUES.equals(projection.spec() + "." + action));
    }
    assertThat(seen).isNotEmpty().doesNotContainValue(false);
  }

  /** By action, whether one of an event's mutants is seen. */
  private static Map<String, Boolean> seen(
      Omission omission, Projection projection, SpecJudge judge) throws BadLog, IOException {
    Map<String, Boolean> seen = new TreeMap<>();
    Map<String, Integer> here = new LinkedHashMap<>();
    for (EventLog log : left(omission).values()) {
      List<LogEvent> events = log.events();
      for (int at = 0; at < events.size() * 2 / 3; at++) {
        LogEvent event = events.get(at);
        // not the first of its action: by then there is something that it can contradict
        if (!event.spec().equals(projection.spec())
            || event.isOutside()
            || here.merge(event.action(), 1, Integer::sum) != 3) {
          continue;
        }
        boolean isSeen = false;
        Iterator<LogMutations.Mutant> mutants =
            LogValidationTest.mutants(projection, log, at).iterator();
        while (mutants.hasNext() && !isSeen) {
          isSeen = LogValidationTest.isSeen(judge, mutants.next().log());
        }
        seen.put(event.action(), isSeen);
      }
    }
    return seen;
  }
}
