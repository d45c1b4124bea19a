package dev.sluice.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.house.Whole;
import dev.sluice.requirement.Requirement;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every ready scenario runs, comes to rest, and meets what it expects; of them every build runs a
 * few, which are drawn.
 */
class ReadyScenariosTest {
  private static final int DRAWN = 12;

  static List<String> names() {
    return Whole.drawn(ReadyScenarios.names(), DRAWN);
  }

  @ParameterizedTest
  @MethodSource("names")
  @Requirement({"CCC-14", "CCC-11", "PDC-11", "RCCC-15"})
  void itMeetsWhatItExpectsAndReleasesAll(String name) throws BadScenario {
    Scenario scenario =
        Scenario.read(name, name, ReadyScenarios.text(name).orElseThrow(), smaller(name));
    Figures figures = Run.of(scenario);
    assertThat(figures.unmet(scenario.expectations())).isEmpty();
    assertThat(figures.completed()).isEqualTo(scenario.flows().size());
    assertThat(figures.isAtRest()).as("everything is released").isTrue();
    assertThat(figures.frames().inFlight()).isZero();
  }

  private static Figures run(String name, String cc) throws BadScenario {
    Map<String, String> changes = new HashMap<>();
    changes.put(
        name.equals("link") ? "flow[*].size" : "workload[*].size",
        name.equals("network") ? "2MB" : "1MB");
    if (!cc.isEmpty()) {
      changes.put("cc", cc);
    }
    return Run.of(Scenario.read(name, name, ReadyScenarios.text(name).orElseThrow(), changes));
  }

  /** The longest queue where congestion is steered, and that it is far longer where it is not. */
  @ParameterizedTest
  @CsvSource({"incast, 270000", "local, 95000", "link, 290000", "network, 140000"})
  @Requirement("CCC-14")
  void ofEachKindOfCongestionTheQueueStaysShort(String name, long bytes) throws BadScenario {
    assertThat(run(name, "").peakQueueBytes()).isPositive().isLessThan(bytes);
    assertThat(run(name, "none").peakQueueBytes()).isGreaterThan(5 * bytes);
  }

  /** Its own link holds the source back, so that nothing waits elsewhere. */
  @Test
  @Requirement("CCC-14")
  void ofOutcastNothingWaitsInTheFabricAndAllGetTheSame() throws BadScenario {
    Figures figures = run("outcast", "");
    assertThat(figures.peakQueueBytes()).isZero();
    assertThat(figures.fairnessMillionths()).isGreaterThan(999_900);
  }

  private static Map<String, String> smaller(String name) {
    return switch (name) {
      case "websearch", "roce-websearch", "hpcc-websearch" -> Map.of("workload[0].flows", "100");
      case "incast" -> Map.of("workload[0].size", "2MB");
      case "rccc-14" -> Map.of("flow[*].size", "4MB");
      case "incast-sweep" -> Map.of("workload[0].senders", "16", "workload[0].size", "1MB");
      case "victim", "victim-switch" -> {
        Map<String, String> changes = new HashMap<>();
        changes.put("flow[0].start", "4ms");
        changes.put("flow[*].size", "12MB");
        if (name.equals("victim-switch")) {
          changes.put("workload[0].size", "12MB");
        }
        changes.put("expect.flow-goodput-min", ">= 1G");
        changes.put("expect.flow-goodput-max", ">= 1G");
        yield changes;
      }
      case "ldcp-incast" ->
          Map.of(
              "workload[0].size",
              "2MB",
              "ldcp.observe-from",
              "700us",
              "ldcp.observe-until",
              "2ms",
              "expect.fairness",
              "> 0.95",
              "expect.ldcp-queue-off",
              "<= 0.08");
      case "hpcc-incast" ->
          Map.of(
              "workload[0].senders",
              "8",
              "workload[0].size",
              "300KB",
              "topology.hosts",
              "9",
              "hpcc.observe-from",
              "80us",
              "hpcc.observe-until",
              "160us",
              "expect.hpcc-u-off",
              "<= 0.05");
      case "ldcp-thousand" ->
          Map.of(
              "workload[0].senders",
              "200",
              "workload[0].size",
              "32KiB",
              "workload[0].stagger",
              "713ns",
              "ldcp.observe-from",
              "200us",
              "ldcp.observe-until",
              "550us",
              "expect.ldcp-window",
              "< 1.2",
              "expect.ldcp-load",
              "> 0.6");
      default -> Map.of();
    };
  }

  @Test
  void twoRunsOfOneSeedAreEqual() throws BadScenario {
    Scenario scenario =
        Scenario.read("n", "n", ReadyScenarios.text("many-to-many").orElseThrow(), Map.of());
    Figures first = Run.of(scenario);
    Figures second = Run.of(scenario);
    assertThat(second).isEqualTo(first);
  }

  @ParameterizedTest
  @MethodSource("names")
  void whatIsRecordedChangesNothing(String name) throws BadScenario, IOException {
    String text = ReadyScenarios.text(name).orElseThrow();
    // Those with the documents' own initial credit have one profile; it is no multiple of 256 B.
    boolean either = !text.contains("initial-credit");
    for (String profile :
        either ? List.of("uet-1.0", "source-documents") : List.of("source-documents")) {
      Map<String, String> changes = new HashMap<>(smaller(name));
      changes.put("profile", profile);
      changes.put("cc", "rccc");
      Scenario scenario = Scenario.read(name, name, text, changes);
      Figures plain = Run.of(scenario);
      Figures recorded = Run.of(scenario, new Run.Recording(true, null, null, null));
      assertThat(recorded.flows()).isEqualTo(plain.flows());
      assertThat(recorded.frames()).isEqualTo(plain.frames());
      assertThat(recorded.peakQueueBytes()).isEqualTo(plain.peakQueueBytes());
      assertThat(recorded.endPs()).isEqualTo(plain.endPs());
      assertThat(recorded.queues()).isEqualTo(plain.queues());
      assertThat(recorded.loads()).isEqualTo(plain.loads());
      assertThat(recorded.ingressPeak()).isEqualTo(plain.ingressPeak());
    }
  }
}
