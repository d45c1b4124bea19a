package dev.sluice.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The times of flows alone. Slowdown and efficiency are computed from them. */
class SlowdownTest {
  private static final long US = 1_000_000;

  /** Takes 8 us for 100,000 B at 100 Gb/s, 32 us at 25 Gb/s and 2 us at 400 Gb/s. */
  private static final String ONE =
      """
      [nic]
      base-rtt = "4us"
      [topology]
      kind = "star"
      hosts = 4
      rate = ["100G", "25G", "100G", "400G"]
      [[flow]]
      from = 0
      to = 1
      size = "100000B"
      """;

  private static final String LEAF_SPINE =
      """
      [nic]
      base-rtt = "6us"
      [topology]
      kind = "leaf-spine"
      leaves = 2
      spines = 1
      hosts-per-leaf = 2
      rate = "400G"
      core-rate = "100G"
      [[flow]]
      from = 0
      to = 2
      size = "100000B"
      """;

  private static final String FAT_TREE =
      """
      [nic]
      base-rtt = "6us"
      [topology]
      kind = "fat-tree"
      radix = 4
      rate = "400G"
      edge-rate = "100G"
      core-rate = "25G"
      [[flow]]
      from = 0
      to = 15
      size = "100000B"
      """;

  private static Scenario read(String text, Map<String, String> changes) throws BadScenario {
    return Scenario.read("mine", "mine.toml", text, changes);
  }

  private static long alonePs(String text, Map<String, String> changes) throws BadScenario {
    Scenario scenario = read(text, changes);
    return scenario.idealPs(scenario.flows().get(0)) - scenario.nic().baseRttPs();
  }

  @ParameterizedTest
  @CsvSource({"0, 1, 32", "1, 0, 32", "0, 2, 8", "0, 3, 8", "3, 0, 8", "1, 3, 32"})
  void aFlowAloneTakesItsPayloadAtTheSlowerHostsRate(String from, String to, long us)
      throws BadScenario {
    Map<String, String> hosts = Map.of("flow[0].from", from, "flow[0].to", to);
    assertThat(alonePs(ONE, hosts)).as("a WRITE from %s to %s", from, to).isEqualTo(us * US);
  }

  @ParameterizedTest
  @CsvSource({"0, 1", "1, 0"})
  void aReadAloneTakesItsPayloadAtTheSlowerHostsRate(String from, String to) throws BadScenario {
    assertThat(
            alonePs(
                ONE, Map.of("flow[0].from", from, "flow[0].to", to, "flow[0].operation", "read")))
        .as("a READ by %s of %s", from, to)
        .isEqualTo(32 * US);
  }

  @Test
  void aFlowAloneTakesOneBaseRttBesideItsPayload() throws BadScenario {
    Scenario scenario = read(ONE, Map.of());
    assertThat(scenario.idealPs(scenario.flows().get(0)))
        .as("100,000 B at 25 Gb/s, and nic.base-rtt = 4us")
        .isEqualTo(32 * US + 4 * US);
  }

  @ParameterizedTest
  @CsvSource({"1, 8", "2, 4", "3, 2.666667", "4, 2", "8, 2"})
  void aFlowAloneTakesTheRateOfTheSlowestHopWhoseLinksCountTogether(String spines, double us)
      throws BadScenario {
    assertThat(alonePs(LEAF_SPINE, Map.of("topology.spines", spines)))
        .as("hosts of 400 Gb/s, and %s spines over links of 100 Gb/s each", spines)
        .isEqualTo(Math.round(us * US));
  }

  @Test
  void aSlowCoreDoesNotHoldUpFlowsThatStayOnALeaf() throws BadScenario {
    assertThat(alonePs(LEAF_SPINE, Map.of("flow[0].to", "1")))
        .as("a flow between two hosts of 400 Gb/s on one leaf")
        .isEqualTo(2 * US);
  }

  @Test
  void theSlowestHopMayBeAnyOfThePath() throws BadScenario {
    assertThat(alonePs(FAT_TREE, Map.of()))
        .as("between pods: 2 x 100 Gb/s at the edge, 4 x 25 Gb/s at the core")
        .isEqualTo(8 * US);
    assertThat(alonePs(FAT_TREE, Map.of("topology.core-rate", "400G")))
        .as("between pods: 2 x 100 Gb/s at the edge, 4 x 400 Gb/s at the core")
        .isEqualTo(4 * US);
    assertThat(alonePs(FAT_TREE, Map.of("flow[0].to", "2")))
        .as("within a pod: 2 x 100 Gb/s at the edge")
        .isEqualTo(4 * US);
  }

  /**
   * Sends, by the scenario's own routes, all frames to x over one of two switches in the middle.
   */
  @Test
  void aRouteTakesTheLinksOfItsOwnWay() throws BadScenario {
    String text =
        """
        [nic]
        base-rtt = "6us"
        [topology]
        kind = "custom"
        [[host]]
        name = "a"
        [[host]]
        name = "x"
        [[switch]]
        name = "first"
        [[switch]]
        name = "fast"
        [[switch]]
        name = "slow"
        [[switch]]
        name = "last"
        [[link]]
        from = "a"
        to = "first"
        rate = "400G"
        [[link]]
        from = "first"
        to = "fast"
        rate = "100G"
        [[link]]
        from = "first"
        to = "slow"
        rate = "25G"
        [[link]]
        from = "fast"
        to = "last"
        rate = "400G"
        [[link]]
        from = "slow"
        to = "last"
        rate = "400G"
        [[link]]
        from = "last"
        to = "x"
        rate = "400G"
        [[flow]]
        from = 0
        to = 1
        size = "100000B"
        """;
    assertThat(alonePs(text, Map.of()))
        .as("without a route: 100 and 25 Gb/s together")
        .isEqualTo(6_400_000);
    assertThat(alonePs(text, Map.of("flow[0].from", "1", "flow[0].to", "0")))
        .as("the other way, where the last hop between switches is the slowest")
        .isEqualTo(6_400_000);
    String routed = "[[route]]\npath = [\"first\", \"slow\", \"last\", \"x\"]\n";
    assertThat(alonePs(text + routed, Map.of()))
        .as("over the slow switch alone: 25 Gb/s")
        .isEqualTo(32 * US);
  }

  @ParameterizedTest
  @CsvSource({"LEAF_SPINE", "ONE"})
  void aFlowThatIsAloneIsHardlySlowedDown(String text) throws BadScenario {
    Figures figures =
        Run.of(
            read(
                text.equals("ONE") ? ONE : LEAF_SPINE,
                Map.of("cc", "none", "flow[0].size", "4MB")));
    assertThat(figures.value(Metric.SLOWDOWN_MAX))
        .as("slowdown of 4 MB of payload and headers beside them, %s", text)
        .isBetween(1_000_000L, 1_050_000L);
  }

  // ---------------------------------------------------------------- efficiency

  private static final String THREE =
      ONE
          + """
          [[flow]]
          from = 0
          to = 2
          size = "100000B"
          start = "20us"
          [[flow]]
          from = 3
          to = 2
          size = "100000B"
          start = "10us"
          """;

  /** Has host 0 send 200,000 B from 0 on, and host 1 take 100,000 B at 25 Gb/s: 32 us. */
  @Test
  void theLeastTimeIsThatOfTheBusiestHostAtItsOwnRate() throws BadScenario {
    assertThat(read(THREE, Map.of()).leastPs())
        .as("32 us of host 1 at 25 Gb/s, and nic.base-rtt = 4us")
        .isEqualTo(36 * US);
    assertThat(read(THREE, Map.of("flow[0].to", "3", "flow[0].size", "300000B")).leastPs())
        .as("host 0 sends 400,000 B at 100 Gb/s from 0 on: 32 us")
        .isEqualTo(36 * US);
  }

  @Test
  void aHostsTimeIsThatOfAllItsFlowsAtItsOwnRate() throws BadScenario {
    assertThat(read(THREE, Map.of("flow[2].to", "1")).leastPs())
        .as("host 1 takes 200,000 B at 25 Gb/s from 0 on: 64 us, and nic.base-rtt = 4us")
        .isEqualTo(68 * US);
  }

  /** Has host 2 take 500,000 B at 100 Gb/s, 40 us, from its own first flow at 10 us on. */
  @Test
  void aHostsTimeBeginsWithItsOwnFirstFlow() throws BadScenario {
    assertThat(read(THREE, Map.of("flow[2].size", "400000B")).leastPs())
        .as("10 us, 40 us of host 2, and nic.base-rtt = 4us")
        .isEqualTo(54 * US);
    assertThat(
            read(
                    THREE,
                    Map.of("flow[2].size", "400000B", "flow[0].start", "5us", "flow[0].to", "3"))
                .leastPs())
        .as("the same from the first start at 5 us on")
        .isEqualTo(49 * US);
  }
}
