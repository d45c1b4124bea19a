package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sluice.fabric.PauseRuns;
import dev.sluice.house.Golden;
import dev.sluice.model.validate.BadLog;
import dev.sluice.model.validate.Behaviour;
import dev.sluice.model.validate.EventLog;
import dev.sluice.model.validate.Judged;
import dev.sluice.model.validate.PfcLosslessProjection;
import dev.sluice.requirement.Requirement;
import dev.sluice.scenario.ReadyScenarios;
import dev.sluice.scenario.Run;
import dev.sluice.scenario.Scenario;
import dev.sluice.trace.EventCollector;
import dev.sluice.trace.LogEvent;
import dev.sluice.trace.LogValue;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What lanes and the ports that send into them do, held against PfcLossless. */
class PauseLogTest {
  private static final PfcLosslessProjection LANES = new PfcLosslessProjection();
  private static final Path KEPT = Path.of("src", "test", "resources", "faults");

  private static List<Judged> judged(EventLog log) throws Exception {
    return SpecJudges.pool().through(LANES, judge -> judge.judge(log));
  }

  private static EventLog log(String name, String... changes) throws Exception {
    Map<String, String> all = new HashMap<>();
    for (String change : changes) {
      all.put(change.replaceFirst("=.*", ""), change.replaceFirst("[^=]*=", ""));
    }
    String text = ReadyScenarios.text(name).orElseThrow();
    text = text.substring(0, text.indexOf("[expect]"));
    Scenario scenario = Scenario.read(name, name, text, all);
    List<LogEvent> events = new ArrayList<>();
    Run.of(scenario, new Run.Recording(false, new EventCollector(events::add, null), null, null));
    return new EventLog(RunLog.header(scenario), events);
  }

  /** Over one switch and two, of one class and of all, with thresholds of either kind. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "victim; flow[*].size=100KB; flow[0].start=10us; pause.threshold=20KB",
        "victim; flow[*].size=60KB; flow[0].start=5us; pause.threshold=20KB; pause.quanta=400",
        "victim-switch; flow[0].size=100KB; flow[0].start=10us; workload[0].size=100KB;"
            + "pause.lossless=all; pause.frames=802.3x; pause.threshold=20KB",
        "rcm-isolation; workload[0].size=60KB; load[0].for=50us; pause.threshold=20KB",
        "ecn-before-pfc; flow[*].size=60KB; load[*].for=50us",
        "rcm-incast; workload[0].senders=8; workload[0].size=60KB; pause.lossless=roce;"
            + "pause.threshold=20KB"
      })
  @Requirement({"PFC-1", "PFC-2", "PFC-3", "PFC-4", "PFC-5", "PFC-6", "PFC-7"})
  void everyRunIsABehaviour(String run) throws Exception {
    String[] parts = run.split("; ?");
    List<Judged> judged = judged(log(parts[0], Arrays.copyOfRange(parts, 1, parts.length)));
    assertThat(judged).isNotEmpty().allMatch(Judged::isAccepted);
    assertThat(judged).allMatch(each -> each.behaviour().unjudged().isEmpty());
  }

  /**
   * Makes watchdogs take congestion for a storm. A port that sends in spite of its pause, and one
   * that drops arriving frames, is not judged from then on.
   */
  @ParameterizedTest
  @CsvSource({"forward, Forward", "drop, Lose"})
  @Requirement("PFC-10")
  void lanesBehindAWatchdogsStormAreNotJudgedFromThenOn(String action, String what)
      throws Exception {
    String text =
        """
        [topology]
        kind = "leaf-spine"
        leaves = 2
        spines = 1
        [[queue]]
        name = "roce"
        dscp = "others"
        [pause]
        lossless = ["roce"]
        gap = "90KB"
        watchdog = "20us"
        [[workload]]
        kind = "incast"
        transport = "roce"
        senders = 6
        size = "300KB"
        """;
    Scenario scenario =
        Scenario.read("storm", "storm.toml", text, Map.of("pause.watchdog-action", action));
    List<LogEvent> events = new ArrayList<>();
    Run.of(scenario, new Run.Recording(false, new EventCollector(events::add, null), null, null));
    assertThat(events).anyMatch(event -> event.action().equals(what));
    List<Judged> judged = judged(new EventLog(RunLog.header(scenario), events));
    assertThat(judged).isNotEmpty().noneMatch(Judged::isRejected);
    assertThat(judged).anyMatch(each -> !each.behaviour().unjudged().isEmpty());
  }

  /** A switch with a fault writes a log that is rejected, and the explanation names the fault. */
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  @Requirement({"PFC-3", "PFC-5", "PFC-6", "PFC-7"})
  void aFaultIsRejectedAndExplained(PauseRuns.Fault fault) throws Exception {
    assertThat(judged(fault.log(false))).isNotEmpty().allMatch(Judged::isAccepted);
    List<String> lines =
        judged(fault.log(true)).stream()
            .filter(Judged::isRejected)
            .findFirst()
            .map(ValidationText::lines)
            .orElse(List.of());
    assertThat(lines).isNotEmpty();
    Path kept = KEPT.resolve(fault.name().toLowerCase(Locale.ROOT) + ".txt");
    Golden.hold(kept, String.join("\n", lines) + "\n", PauseLogTest.class);
    assertThat(Files.readString(Path.of("docs/validation.md"))).contains("](../" + kept + ") |");
  }

  /** Of each value that is told one more is seen somewhere. */
  @ParameterizedTest
  @CsvSource({
    "st.held",
    "st.limit",
    "st.untilRefresh",
    "st.left",
    "in.size",
    "msg.size",
    "msg.time",
    "msg.age",
    "given.Cable",
    "given.Gap",
    "given.Response",
    "given.RefreshAfter",
    "given.Pause",
    "given.PauseFrame"
  })
  void oneMoreIsSeen(String where) throws Exception {
    EventLog log = PauseRuns.Fault.REFRESH_TOO_LATE.log(false);
    String name = where.substring(where.indexOf('.') + 1);
    boolean seen = false;
    Set<String> tried = new TreeSet<>();
    for (int i = 0; i < log.events().size() && !seen; i++) {
      LogEvent event = log.events().get(i);
      Map<String, LogValue> part =
          switch (where.replaceFirst("\\..*", "")) {
            case "st" -> event.variables();
            case "in" -> event.arguments();
            case "msg" -> event.message();
            default -> event.given();
          };
      if (!(part.get(name) instanceof LogValue.Num number)
          || number.value() == 0 && !name.equals("left")
          || !tried.add(event.action() + tried.size() / 8)) {
        continue;
      }
      Map<String, LogValue> more = new LinkedHashMap<>(part);
      more.put(name, LogValue.of(number.value() + 1));
      LogEvent altered =
          switch (where.replaceFirst("\\..*", "")) {
            case "st" -> LogMutations.withVariables(event, more);
            case "in" -> LogMutations.withArguments(event, more);
            case "msg" -> LogMutations.withMessage(event, more);
            default -> LogMutations.withGiven(event, more);
          };
      List<LogEvent> events = new ArrayList<>(log.events());
      events.set(i, altered);
      seen = LogValidationTest.isSeenBy(LANES, new EventLog(log.header(), events));
    }
    assertThat(seen).isTrue();
  }

  @Test
  void aBufferThatDoesNotSayHowItIsConfiguredIsRefused() {
    EventLog log = PauseRuns.Fault.NONE.log(false);
    List<LogEvent> events =
        log.events().stream().map(each -> LogMutations.withGiven(each, Map.of())).toList();
    EventLog without = new EventLog(log.header(), events);
    assertThatExceptionOfType(BadLog.class)
        .isThrownBy(() -> LANES.behaviours(without))
        .withMessageContaining("give it given.PerByte, given.Gap");
  }

  /** Sets the time in which a port obeys to the limit of 2 ms, and to one picosecond more. */
  @Test
  void aLinkWithPausesTooLongToCountIsNotJudged() throws Exception {
    EventLog log = PauseRuns.Fault.NONE.log(false);
    for (long ps : List.of(2_000_000_000L, 2_000_000_001L)) {
      List<LogEvent> events = new ArrayList<>();
      for (LogEvent event : log.events()) {
        Map<String, LogValue> given = new LinkedHashMap<>(event.given());
        given.computeIfPresent("Response", (name, told) -> LogValue.of(ps));
        events.add(LogMutations.withGiven(event, given));
      }
      for (Behaviour lane : LANES.behaviours(log.with(events))) {
        long steps = lane.steps().stream().filter(step -> !step.isImplied()).count();
        assertThat(lane.events())
            .as("events that are judged of %s, each with a step", lane.key())
            .isEqualTo(steps);
        assertThat(lane.unjudged().map(Behaviour.Unjudged::why).orElse("all is judged"))
            .as("%s with a Response of %d ps", lane.key(), ps)
            .startsWith(
                ps > 2_000_000_000L
                    ? "a pause of its link may be longer than 2 ms"
                    : "all is judged");
      }
    }
  }
}
