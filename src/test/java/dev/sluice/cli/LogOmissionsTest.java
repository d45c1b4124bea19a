package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.ModelTable;
import dev.sluice.model.tlc.Tlc;
import dev.sluice.model.tlc.TlcJar;
import dev.sluice.model.validate.EventLog;
import dev.sluice.model.validate.Judged;
import dev.sluice.model.validate.Omission;
import dev.sluice.model.validate.Projection;
import dev.sluice.model.validate.SpecJudge;
import dev.sluice.model.validate.Validation;
import dev.sluice.trace.LogEvent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Logs that leave things out are judged by what they tell. The same logs and mutations as in {@link
 * LogValidationTest}, with the target's events left out, or the values: all are accepted, and of
 * each action some wrong event is still seen.
 */
class LogOmissionsTest {
  /** Whose budget decides is not in the log. */
  private static final String RECEIVER = "CreditConservation";

  @TempDir static Path folder;
  private static Map<String, EventLog> logs;
  private static Validation validation;
  private static int processes;

  @BeforeAll
  static void run() throws Exception {
    logs = LoggedRuns.logs();
    validation = new Validation(new Tlc(TlcJar.shipped()), ModelTable.load(Path.of("")));
  }

  static Stream<Arguments> omissions() {
    return Stream.of(Omission.values())
        .flatMap(
            omission ->
                Validation.projections().stream().map(each -> Arguments.of(omission, each)));
  }

  private static SpecJudge judge(Projection projection) throws Exception {
    return validation.through(
        projection, Files.createDirectory(folder.resolve("judge-" + ++processes)));
  }

  @ParameterizedTest
  @MethodSource("omissions")
  void everyRunIsAccepted(Omission omission, Projection projection) throws Exception {
    boolean isLeft = omission == Omission.TARGETS && projection.spec().equals(RECEIVER);
    List<String> wrong = new ArrayList<>();
    long events = 0;
    try (SpecJudge judge = judge(projection)) {
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
    Map<String, Integer> seen = new TreeMap<>();
    Map<String, Integer> here = new LinkedHashMap<>();
    int mutants = 0;
    int killed = 0;
    try (SpecJudge judge = judge(projection)) {
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
          seen.putIfAbsent(event.action(), 0);
          for (LogMutations.Mutant mutant :
              LogMutations.of(log, at, LogValidationTest.until(events, at))) {
            mutants++;
            if (LogValidationTest.isSeen(judge, mutant.log())) {
              killed++;
              seen.merge(event.action(), 1, Integer::sum);
            }
          }
        }
      }
    }
    System.out.println(
        projection.spec()
            + " without "
            + omission
            + ": "
            + killed
            + " of "
            + mutants
            + " mutants seen: "
            + seen);
    assertThat(seen).isNotEmpty().doesNotContainValue(0);
  }
}
