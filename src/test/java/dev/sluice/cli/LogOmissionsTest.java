package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.validate.EventLog;
import dev.sluice.model.validate.Judged;
import dev.sluice.model.validate.Omission;
import dev.sluice.model.validate.Projection;
import dev.sluice.model.validate.SpecJudge;
import dev.sluice.model.validate.Validation;
import dev.sluice.trace.LogEvent;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Logs that leave things out are judged by what they tell. The same logs and mutations as in {@link
 * LogValidationTest}, with the target's events left out, or the values: all are accepted, and of
 * each action some wrong event is still seen.
 */
@Execution(ExecutionMode.CONCURRENT) // each waits for a process of its own
class LogOmissionsTest {
  /** Whose budget decides is not in the log. */
  private static final String RECEIVER = "CreditConservation";

  @TempDir static Path folder;
  private static Map<String, EventLog> logs;
  private static SpecJudges judges;

  @BeforeAll
  static void run() throws Exception {
    logs = LoggedRuns.logs();
    judges = new SpecJudges(folder);
  }

  static Stream<Arguments> omissions() {
    return Stream.of(Omission.values())
        .flatMap(
            omission ->
                Validation.projections().stream().map(each -> Arguments.of(omission, each)));
  }

  @AfterAll
  static void stop() {
    judges.close();
  }

  @ParameterizedTest
  @MethodSource("omissions")
  void everyRunIsAccepted(Omission omission, Projection projection) throws Exception {
    boolean isLeft = omission == Omission.TARGETS && projection.spec().equals(RECEIVER);
    List<String> wrong = new ArrayList<>();
    long events = 0;
    SpecJudge judge = judges.of(projection.spec());
    synchronized (judge) {
      for (Map.Entry<String, EventLog> log : logs.entrySet()) {
        for (Judged judged : judge.judge(omission.of(log.getValue()))) {
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
    }
    System.out.println(
        projection.spec() + " without " + omission + ": " + Words.count(events) + " events judged");
    assertThat(wrong).isEmpty();
    assertThat(events == 0).isEqualTo(isLeft);
  }

  @ParameterizedTest
  @MethodSource("omissions")
  void oneWrongEventIsSeen(Omission omission, Projection projection) throws Exception {
    if (omission == Omission.TARGETS && projection.spec().equals(RECEIVER)) {
      return;
    }
    Map<String, Boolean> seen = new TreeMap<>();
    Map<String, Integer> here = new LinkedHashMap<>();
    SpecJudge judge = judges.of(projection.spec());
    synchronized (judge) {
      for (EventLog whole : logs.values()) {
        EventLog log = omission.of(whole);
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
              LogMutations.of(log, at, LogValidationTest.until(events, at)).iterator();
          while (mutants.hasNext() && !isSeen) {
            isSeen = LogValidationTest.isSeen(judge, mutants.next().log());
          }
          seen.put(event.action(), isSeen);
        }
      }
    }
    assertThat(seen).isNotEmpty().doesNotContainValue(false);
  }
}
