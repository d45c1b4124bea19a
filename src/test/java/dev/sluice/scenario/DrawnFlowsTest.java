package dev.sluice.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sluice.sim.RandomStream;
import dev.sluice.sim.RandomStreams;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Flows of drawn sizes at drawn times, and files of flows. */
class DrawnFlowsTest {
  private static final String FABRIC =
      """
      [topology]
      kind = "leaf-spine"
      leaves = 2
      hosts-per-leaf = 4
      """;

  private static final String DRAWN = FABRIC + "[[workload]]\nkind = \"drawn\"\n";

  private static Scenario read(String text, Map<String, String> changes) throws BadScenario {
    return Scenario.read("drawn", "drawn.toml", text, changes);
  }

  private static RandomStream stream(String name) {
    return new RandomStreams(7).stream(name);
  }

  private static SizeDistribution websearch() throws BadLine {
    return SizeDistribution.of(SizeDistribution.ready("websearch").orElseThrow());
  }

  /**
   * Between two points the mean is the middle. In bytes, each weighed by its percentage:
   *
   * <pre>
   * 0 … 10 KB      15 % of     5,000       750
   * … 20 KB         5 % of    15,000       750
   * … 30 KB        10 % of    25,000     2,500
   * … 50 KB        10 % of    40,000     4,000
   * … 80 KB        13 % of    65,000     8,450
   * … 200 KB        7 % of   140,000     9,800
   * … 1 MB         10 % of   600,000    60,000
   * … 2 MB         10 % of 1,500,000   150,000
   * … 5 MB         10 % of 3,500,000   350,000
   * … 10 MB         7 % of 7,500,000   525,000
   * … 30 MB         3 % of 20,000,000  600,000
   *                                  1,711,250
   * </pre>
   */
  @Test
  void theMeanSizeOfWebsearchIs1711250Bytes() throws BadLine {
    BigInteger over = BigInteger.valueOf(2 * SizeDistribution.ALL);
    assertThat(websearch().mean()).isEqualTo(over.multiply(BigInteger.valueOf(1_711_250)));
  }

  /**
   * Of 1,000,000 draws the mean lies within 1 %, 4.3 standard deviations: the mean square of a size
   * is 18.66 MB², and the mean of so many is off by 3,970 B. Each point's share is within 0.4 of a
   * percent.
   */
  @Test
  void drawsAreDistributedAsTheDistributionSays() throws BadLine {
    SizeDistribution sizes = websearch();
    RandomStream chance = stream("sizes");
    long[] drawn = new long[1_000_000];
    Arrays.setAll(drawn, i -> sizes.draw(chance));
    assertThat(Arrays.stream(drawn).min().orElseThrow()).isPositive();
    assertThat(Arrays.stream(drawn).max().orElseThrow()).isBetween(29_000_000L, 30_000_000L);
    assertThat(Arrays.stream(drawn).sum() / drawn.length).isBetween(1_694_000L, 1_729_000L);
    long[][] points = {{10_000, 15}, {80_000, 53}, {1_000_000, 70}, {10_000_000, 97}};
    for (long[] point : points) {
      long atMost = Arrays.stream(drawn).filter(size -> size <= point[0]).count();
      assertThat(1_000 * atMost / drawn.length).isBetween(10 * point[1] - 4, 10 * point[1] + 4);
    }
  }

  /** What stands there at once are flows of just that size. */
  @Test
  void aStepIsFlowsOfOneSize() throws BadLine {
    SizeDistribution sizes = SizeDistribution.of("# two sizes\n100, 25%\n900 25\n900\t100\n");
    assertThat(sizes.mean())
        .isEqualTo(BigInteger.valueOf(2 * SizeDistribution.ALL).multiply(BigInteger.valueOf(700)));
    RandomStream chance = stream("steps");
    long[] drawn = new long[4_000];
    Arrays.setAll(drawn, i -> sizes.draw(chance));
    assertThat(drawn).containsOnly(100, 900);
    assertThat(Arrays.stream(drawn).filter(size -> size == 100).count()).isBetween(900L, 1_100L);
  }

  /**
   * Of an exponential distribution with the mean 1 the share above t is e to the power of −t: of
   * 1,000,000 draws above ½, 1, 2, 4: 606,531, 367,879, 135,335, 18,316; and two draws one after
   * the other have nothing to do with each other, so that of 1,000,000 both are above 1 in 135,335.
   */
  @Test
  void whatLiesBetweenArrivalsIsExponential() {
    long mean = 1_000_000;
    Arrivals arrivals =
        new Arrivals(stream("arrivals"), BigInteger.valueOf(2 * mean), BigInteger.TWO);
    long[] limits = {mean / 2, mean, 2 * mean, 4 * mean};
    long[] above = new long[limits.length];
    long both = 0;
    long before = 0;
    long last = 0;
    for (int i = 0; i < 1_000_000; i++) {
      long now = arrivals.next();
      long gap = now - before;
      for (int limit = 0; limit < limits.length; limit++) {
        above[limit] += gap > limits[limit] ? 1 : 0;
      }
      both += gap > mean && last > mean ? 1 : 0;
      last = gap;
      before = now;
    }
    assertThat(before).isBetween(997_000 * mean, 1_003_000 * mean);
    assertThat(above[0]).isBetween(604_500L, 608_500L);
    assertThat(above[1]).isBetween(365_900L, 369_900L);
    assertThat(above[2]).isBetween(133_900L, 136_800L);
    assertThat(above[3]).isBetween(17_700L, 18_900L);
    assertThat(both).isBetween(133_900L, 136_800L);
  }

  /** The first of seed 1, as any Java draws them. */
  @Test
  void theFirstFlowsOfWebsearchAreTheSameOnAnyMachine() throws BadScenario {
    Scenario scenario =
        Scenario.read("w", "w", ReadyScenarios.text("websearch").orElseThrow(), Map.of());
    assertThat(FlowFile.of(scenario))
        .startsWith(
            """
            from,to,bytes,start_ps
            5,8,194078,12454134
            5,14,21485,12847517
            12,10,33584,26274422
            5,13,4426044,31400710
            8,6,64327,37703385
            4,8,671090,58216366
            """);
    assertThat(Comparison.flowDigest(scenario))
        .isEqualTo("sha256:abfaa3af80d2803088f4f0f9f3fc149092ff31ca4ecfcbb124652f5f447c3f09");
    assertThat(scenario.flows())
        .hasSize(1_000)
        .extracting(PlannedFlow::job)
        .doesNotHaveDuplicates();
  }

  /**
   * Eight hosts of 100 Gb/s at 50 % send 50,000,000,000 B a second in all, in flows of 1,711,250 B
   * 29,218; over 40 ms 1,168.7 of them, and 2,000,000,000 B. Of a Poisson process the standard
   * deviation of so many is 34, 2.9 %, and of their bytes 7.4 %, as the mean square of a size is
   * 18.66 MB²; over 16 seeds a quarter of that. At a quarter of the load they are twice as wide.
   */
  @ParameterizedTest
  @CsvSource({"50%, 1168, 2000000000", "12.5%, 292, 500000000"})
  void overTheSeedsWhatIsOfferedIsTheLoad(String load, long flows, long bytes) throws BadScenario {
    long allFlows = 0;
    long allBytes = 0;
    int seeds = 16;
    for (int seed = 1; seed <= seeds; seed++) {
      Scenario scenario =
          read(
              DRAWN,
              Map.of("workload[0].load", load, "workload[0].for", "40ms", "seed", seed + ""));
      allFlows += scenario.flows().size();
      allBytes += scenario.demandBytes();
      assertThat(scenario.flows())
          .allMatch(flow -> flow.startPs() < 40_000_000_000L && flow.from() != flow.to());
    }
    assertThat(allFlows / seeds).isBetween(95 * flows / 100, 105 * flows / 100);
    assertThat(allBytes / seeds).isBetween(92 * bytes / 100, 108 * bytes / 100);
  }

  /** Sixty-four ordered pairs less the eight of a host with itself: each as often as others. */
  @Test
  void anyTwoHostsAreAsLikelyAsOthers() throws BadScenario {
    Scenario scenario = read(DRAWN, Map.of("workload[0].flows", "56000"));
    Map<List<Integer>, Integer> pairs = new HashMap<>();
    scenario.flows().forEach(flow -> pairs.merge(List.of(flow.from(), flow.to()), 1, Integer::sum));
    assertThat(pairs).hasSize(56);
    assertThat(pairs.values()).allMatch(count -> count > 850 && count < 1_150); // 4.7 deviations
  }

  /** Another load has the same flows at other times; another workload beside it changes nothing. */
  @Test
  void whatIsDrawnOfOneThingDoesNotDependOnAnother() throws BadScenario {
    Scenario half = read(DRAWN, Map.of());
    Scenario tenth = read(DRAWN, Map.of("workload[0].load", "5%"));
    for (int i = 0; i < half.flows().size(); i++) {
      PlannedFlow one = half.flows().get(i);
      PlannedFlow other = tenth.flows().get(i);
      assertThat(List.of(other.from(), other.to(), other.bytes()))
          .isEqualTo(List.of(one.from(), one.to(), one.bytes()));
      assertThat(other.startPs() / 10).isEqualTo(one.startPs());
    }
    Scenario beside = read(DRAWN + "[[workload]]\nkind = \"drawn\"\nflows = 10\n", Map.of());
    assertThat(beside.flows()).hasSize(1_010).containsAll(half.flows());
    Scenario spines = read(DRAWN, Map.of("topology.spines", "7"));
    assertThat(spines.flows()).isEqualTo(half.flows());
  }

  /** What the rest of the file says is one thing, its flows are another. */
  @Test
  void aFileOfFlowsIsTheFlowsThatItWasWrittenOf() throws BadScenario {
    Scenario drawn = read(DRAWN, Map.of("workload[0].flows", "300"));
    String text = FABRIC + "[[workload]]\nkind = \"file\"\npath = \"flows.csv\"\n";
    NamedFiles written = name -> new NamedFile(name, FlowFile.of(drawn), "");
    Scenario again = Scenario.read("again", "again.toml", text, Map.of(), written);
    assertThat(again.flows()).isEqualTo(drawn.flows());
    assertThat(Comparison.flowDigest(again)).isEqualTo(Comparison.flowDigest(drawn));
    Map<String, String> reads = Map.of("workload[0].operation", "read");
    Scenario read = Scenario.read("again", "again.toml", text, reads, written);
    assertThat(FlowFile.of(read)).as("data go the same way").isEqualTo(FlowFile.of(drawn));
    assertThat(read.flows().get(0).from()).isEqualTo(drawn.flows().get(0).to());
    NamedFiles less = name -> new NamedFile(name, FlowFile.of(drawn) + "0,1,5,0\n", "");
    assertThat(Scenario.read("again", "again.toml", text, Map.of(), less).digest())
        .as("a scenario is its files, too")
        .isNotEqualTo(again.digest());
  }

  /** What arrives is what was sent, whatever holds senders back. */
  @ParameterizedTest
  @CsvSource({"nscc", "rccc", "rcm", "ldcp", "hpcc", "roce"})
  void everyByteArrives(String word) throws BadScenario {
    Algorithm algorithm = Algorithm.of(word).orElseThrow();
    Scenario scenario =
        Scenario.read("d", "d", DRAWN, Map.of("workload[0].flows", "60"), algorithm);
    Figures figures = Run.of(scenario);
    assertThat(figures.completed()).isEqualTo(60);
    assertThat(figures.completedBytes()).isEqualTo(scenario.demandBytes());
    assertThat(figures.isAtRest()).isTrue();
    assertThat(figures.frames().inFlight()).isZero();
    int mtu = algorithm.isRoce() ? scenario.roce().mtu() : scenario.nic().mtuBytes();
    long packets =
        scenario.flows().stream().mapToLong(flow -> (flow.bytes() + mtu - 1) / mtu).sum();
    assertThat(figures.dataPackets() - figures.retransmissions()).isEqualTo(packets);
  }

  @Test
  void withoutAnyoneToReadThemFilesAreRefused() {
    BadScenario bad =
        catchThrowableOfType(
            BadScenario.class, () -> read(DRAWN, Map.of("workload[0].sizes", "mine.cdf")));
    assertThat(bad)
        .hasMessage(
            "--set workload[0].sizes=mine.cdf: mine.cdf: no files are read beside this scenario");
  }

  /** Three flows of one size and one of another: of 1, 2 and 4 times as long as alone, and of 3. */
  @Test
  void slowdownIsToldBySize() throws BadScenario {
    PlannedFlow small = new PlannedFlow(0, 1, 3_000, 0);
    PlannedFlow large = new PlannedFlow(0, 1, 3_001, 0);
    PlannedFlow huge = new PlannedFlow(0, 1, 30_000_001, 0);
    List<SizeBin> bins =
        SizeBin.of(
            List.of(
                new FlowResult(small, 4_000, -1, 1_000),
                new FlowResult(small, 1_000, -1, 1_000),
                new FlowResult(large, 6_000, -1, 2_000),
                new FlowResult(small, 2_000, -1, 1_000),
                new FlowResult(huge, -1, -1, 1_000)));
    assertThat(bins)
        .containsExactly(
            new SizeBin(0, 3_000, 3, 3, 2_000_000, 4_000_000, 4_000_000),
            new SizeBin(3_000, 10_000, 1, 1, 3_000_000, 3_000_000, 3_000_000),
            new SizeBin(30_000_000, Long.MAX_VALUE, 1, 0, -1, -1, -1));
    assertThat(bins).extracting(SizeBin::says).containsExactly("≤ 3 KB", "≤ 10 KB", "> 30 MB");
  }
}
