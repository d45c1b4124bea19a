package dev.sluice.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.requirement.Requirement;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

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
  @Test
  @Requirement("UET-10")
  void anAverageOverABaseRttHasBothFlowsEndNearlyTogether() {
    Runs runs = new Runs("auto");
    assertThat(runs.unmet()).isZero();
    assertThat(runs.firstUs()).isEqualTo(3_032);
  }

  /** Averages over less than half a base RTT. */
  @Test
  @Requirement("UET-10")
  void aWeightOfEightFavoursTheLatecomer() {
    Runs runs = new Runs("8");
    assertThat(runs.unmet()).isGreaterThanOrEqualTo(4);
    assertThat(runs.firstUs()).isEqualTo(3_270);
  }

  /** Averages over two base RTTs and more. */
  @Test
  @Requirement("UET-10")
  void aWeightOfEightyFavoursItLeastHere() {
    Runs runs = new Runs("80");
    assertThat(runs.unmet()).isZero();
    assertThat(runs.firstUs()).isEqualTo(2_935);
  }
}
