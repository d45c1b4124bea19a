package dev.sluice.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.requirement.Requirement;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The ready scenario {@code latecomer}, seed by seed, with each way to weigh a queue delay. */
class LatecomerTest {
  private static final long US = 1_000_000;

  /** Eight runs, one for each seed. */
  private record Runs(List<Figures> all) {
    Runs(String weight) {
      this(IntStream.rangeClosed(1, 8).mapToObj(seed -> run(weight, seed)).toList());
    }

    /** Returns the number of runs that do not meet the scenario's expectations. */
    long unmet() {
      return all.stream().filter(figures -> !meets(figures)).count();
    }

    /** Returns the latest that the first flow ends, rounded to microseconds. */
    long firstUs() {
      return all.stream()
          .mapToLong(run -> (run.flows().get(0).fctPs() + US / 2) / US)
          .max()
          .orElseThrow();
    }
  }

  private static boolean meets(Figures figures) {
    return figures.unmet(scenario(Map.of()).expectations()).isEmpty();
  }

  private static Figures run(String weight, int seed) {
    return Run.of(scenario(Map.of("nic.delay-weight", weight, "seed", "" + seed)));
  }

  private static Scenario scenario(Map<String, String> changes) {
    try {
      return Scenario.read(
          "latecomer", "latecomer", ReadyScenarios.text("latecomer").orElseThrow(), changes);
    } catch (BadScenario e) {
      throw new AssertionError(e);
    }
  }

  /** Compares with 2,816 µs, when the first flow would end with even shares. */
  @ParameterizedTest
  @CsvSource({"auto, 0, 0, 3032", "8, 4, 8, 3270", "80, 0, 0, 2935"})
  @Requirement("UET-10")
  void anAverageOverLessThanABaseRttFavoursTheLatecomer(
      String weight, long leastUnmet, long mostUnmet, long firstUs) {
    Runs runs = new Runs(weight);
    assertThat(runs.unmet()).isBetween(leastUnmet, mostUnmet);
    assertThat(runs.firstUs()).isEqualTo(firstUs);
  }
}
