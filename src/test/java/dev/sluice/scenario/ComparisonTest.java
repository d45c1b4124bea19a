package dev.sluice.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Comparison of algorithms against one ideal. */
class ComparisonTest {
  private static Scenario scenario(String baseRtt) throws BadScenario {
    return Scenario.read(
        "pair",
        "pair.toml",
        """
        [topology]
        kind = "star"
        hosts = 2

        [[flow]]
        from = 0
        to = 1
        size = "20KB"
        """,
        Map.of("nic.base-rtt", baseRtt));
  }

  private static long millionths(long above, long below) {
    return BigInteger.valueOf(above)
        .multiply(BigInteger.valueOf(1_000_000))
        .divide(BigInteger.valueOf(below))
        .longValueExact();
  }

  /** Runs one flow with NICs that are told a base RTT of 40 us, and lets the ideal have 10 us. */
  @Test
  void everySlowdownIsThatAgainstTheIdealOfAll() throws BadScenario {
    Scenario own = scenario("40us");
    Scenario ideal = scenario("10us");
    Figures figures = Run.of(own);
    Comparison comparison =
        new Comparison(
            List.of(Algorithm.NSCC),
            List.of(true),
            ideal,
            own.seed(),
            1,
            List.of(own),
            List.of(Optional.of(new Comparison.Done(own, figures))));
    FlowResult flow = figures.flows().get(0);
    long slowdown = millionths(flow.fctPs(), ideal.idealPs(flow.flow()));
    assertThat(own.idealPs(flow.flow()) - ideal.idealPs(flow.flow()))
        .as("by how much longer the flow takes alone in the scenario that is run, ps")
        .isEqualTo(30_000_000);
    assertThat(comparison.spread(0, Metric.SLOWDOWN_MAX).median())
        .as("slowdown of all flows")
        .isEqualTo(slowdown);
    List<SizeBin> sizes = comparison.sizes();
    assertThat(sizes).as("sizes of the one flow").hasSize(1);
    for (int percent : SizeBin.PERCENTS) {
      assertThat(comparison.slowdown(0, 0, sizes.get(0), percent))
          .as("slowdown of flows of its size, %dth percentile", percent)
          .isEqualTo(slowdown);
    }
    assertThat(comparison.spread(0, Metric.EFFICIENCY).median())
        .as("efficiency")
        .isEqualTo(millionths(ideal.leastPs(), flow.fctPs()));
  }
}
