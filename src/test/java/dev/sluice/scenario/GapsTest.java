package dev.sluice.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.requirement.Requirement;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a lost packet costs a flow when it is told by what comes after it, and when it is not. */
class GapsTest {
  private static final String LONE =
      """
      [topology]
      kind = "star"
      hosts = 2

      [[flow]]
      from = 0
      to = 1
      size = "20MB"
      """;

  private static final String LOSES =
      LONE
          + """

          [[fault]]
          link = "*"
          loss = "0.01%"
          """;

  private static final String SPRAYED =
      """
      cc = "nscc"

      [topology]
      kind = "leaf-spine"

      [[workload]]
      kind = "permutation"
      size = "4MB"
      """;

  private static Figures run(String text, String cc, String gaps, long seed) throws BadScenario {
    Map<String, String> changes = Map.of("cc", cc, "nic.gaps", gaps, "seed", Long.toString(seed));
    Figures figures = Run.of(Scenario.read("gaps", "gaps.toml", text, changes));
    assertThat(figures.completed()).isEqualTo(figures.flows().size());
    return figures;
  }

  private static long longestPs(Figures figures) {
    return figures.flows().stream().mapToLong(FlowResult::fctPs).max().orElseThrow();
  }

  @ParameterizedTest
  @ValueSource(strings = {"nscc", "rccc", "both"})
  @Requirement("UET-9")
  void aFlowThatLosesIsHardlySlowerThanOneThatDoesNot(String cc) throws BadScenario {
    double free = longestPs(run(LONE, cc, "off", 1));
    for (long seed : new long[] {1, 3}) { // three frames are lost in each
      Figures off = run(LOSES, cc, "off", seed);
      Figures on = run(LOSES, cc, "on", seed);
      assertThat(off.frames().dropped()).isEqualTo(on.frames().dropped()).isEqualTo(3);
      assertThat(longestPs(off) / free).as("by timeouts alone").isGreaterThan(2.0);
      assertThat(longestPs(on) / free).isLessThan(1.02);
      assertThat(on.retransmissions()).as("no more than was lost").isBetween(1L, 3L);
    }
  }

  /** Packets overtake each other on the spines, and none is lost. */
  @Test
  @Requirement("UET-9")
  void overtakingIsNoLoss() throws BadScenario {
    Figures off = run(SPRAYED, "nscc", "off", 1);
    Figures on = run(SPRAYED, "nscc", "on", 1);
    assertThat(on.frames().dropped()).isZero();
    assertThat(on.retransmissions()).isZero();
    assertThat(on.flows()).isEqualTo(off.flows());
  }
}
