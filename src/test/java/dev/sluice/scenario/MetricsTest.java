package dev.sluice.scenario;

import static dev.sluice.scenario.MadeFigures.NEVER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.host.load.Load;
import dev.sluice.host.load.LoadCounts;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The rules by which metrics are computed from flows and counts, each on a case worked by hand. */
class MetricsTest {
  private static final long US = 1_000_000;
  private static final long GBPS = 1_000_000_000;

  private static MadeFigures made() {
    return new MadeFigures();
  }

  // ---------------------------------------------------------------- goodput

  /** Expects 600,000 bit of 75,000 B: 100 Gb/s over 6 us. */
  @Test
  void goodputCountsThePayloadOfCompletedFlowsOnly() {
    assertThat(made().flow(75_000, 0, 6 * US).flow(50_000, 0, NEVER).value(Metric.GOODPUT))
        .as("goodput of 75,000 B in 6 us beside a flow of 50,000 B that was not completed")
        .isEqualTo(100 * GBPS);
  }

  @Test
  void goodputBeginsWithTheFirstFlowEvenIfThatIsNotCompleted() {
    assertThat(made().flow(9, 0, NEVER).flow(75_000, 2 * US, 8 * US).value(Metric.GOODPUT))
        .as("goodput of 75,000 B from the start of the other flow at 0 to 8 us")
        .isEqualTo(75 * GBPS);
  }

  @Test
  void goodputBeginsWithTheFirstFlowAndNotWithTheRun() {
    assertThat(made().flow(75_000, 4 * US, 10 * US).value(Metric.GOODPUT))
        .as("goodput of one flow from 4 us to 10 us")
        .isEqualTo(100 * GBPS);
  }

  @Test
  void goodputEndsWithTheLastCompletionInWhateverOrderFlowsStand() {
    assertThat(made().flow(75_000, 0, 24 * US).flow(75_000, 6 * US, 12 * US).value(Metric.GOODPUT))
        .as("goodput of 150,000 B, a flow at 25 and one at 100 Gb/s, from 0 to 24 us")
        .isEqualTo(50 * GBPS);
  }

  @Test
  void goodputOfEqualFlowsThatShareTheTimeIsTheirSum() {
    assertThat(made().flow(25_000, 0, 6 * US).flow(25_000, 0, 6 * US).value(Metric.GOODPUT))
        .as("goodput of 2 x 25,000 B in the same 6 us")
        .isEqualTo(66_666_666_666L);
  }

  @Test
  void goodputIsZeroIfNoFlowWasCompletedOrThereIsNone() {
    assertThat(made().flow(75_000, 0, NEVER).value(Metric.GOODPUT))
        .as("goodput of a flow that was not completed")
        .isZero();
    assertThat(made().value(Metric.GOODPUT)).as("goodput of no flow").isZero();
  }

  @Test
  void aFlowsGoodputIsItsPayloadOverItsOwnCompletionTime() {
    MadeFigures mixed = made().flow(75_000, 4 * US, 10 * US).flow(75_000, 0, 24 * US);
    assertThat(mixed.value(Metric.FLOW_GOODPUT_MAX))
        .as("flow-goodput-max: 75,000 B from 4 us to 10 us")
        .isEqualTo(100 * GBPS);
    assertThat(mixed.value(Metric.FLOW_GOODPUT_MIN))
        .as("flow-goodput-min: 75,000 B from 0 to 24 us")
        .isEqualTo(25 * GBPS);
  }

  @Test
  void theLeastGoodputIsThatOfAFlowThatWasNotCompleted() {
    MadeFigures one = made().flow(75_000, 0, 6 * US).flow(75_000, 0, NEVER);
    assertThat(one.value(Metric.FLOW_GOODPUT_MIN)).as("flow-goodput-min beside a starved").isZero();
    assertThat(one.value(Metric.FLOW_GOODPUT_MAX))
        .as("flow-goodput-max beside a starved flow")
        .isEqualTo(100 * GBPS);
    assertThat(made().value(Metric.FLOW_GOODPUT_MIN)).as("flow-goodput-min of no flow").isZero();
    assertThat(made().value(Metric.FLOW_GOODPUT_MAX)).as("flow-goodput-max of no flow").isZero();
  }

  // ---------------------------------------------------------------- efficiency

  @Test
  void efficiencyIsTheHostsTimeOverTheTimeFromTheFirstStart() {
    assertThat(
            made()
                .leastPs(8 * US)
                .flow(1, 2 * US, 12 * US)
                .flow(1, 3 * US, 5 * US)
                .value(Metric.EFFICIENCY))
        .as("efficiency: 8 us over those from 2 us to 12 us")
        .isEqualTo(800_000);
  }

  @Test
  void efficiencyIsAbsentIfAFlowWasNotCompleted() {
    assertThat(
            made().leastPs(8 * US).flow(1, 0, 10 * US).flow(1, 0, NEVER).value(Metric.EFFICIENCY))
        .as("efficiency beside a flow that was not completed")
        .isEqualTo(-1);
  }

  // ---------------------------------------------------------------- fairness

  @Test
  void fairnessCountsAFlowThatWasNotCompletedAsOneOfRateZero() {
    assertThat(made().flow(9, 0, 9).flow(9, 0, 9).flow(9, 0, NEVER).value(Metric.FAIRNESS))
        .as("fairness of rates 1, 1 and 0: 2^2 / (3 x 2)")
        .isEqualTo(666_666);
  }

  @Test
  void fairnessIsOfRatesAndNotOfSizesOrTimes() {
    assertThat(made().flow(30, 0, 10).flow(90, 5, 35).value(Metric.FAIRNESS))
        .as("fairness of rates 3 and 3, of sizes and times 1 to 3")
        .isEqualTo(1_000_000);
    assertThat(made().flow(7, 0, 7).flow(20, 5, 25).flow(6, 0, 3).value(Metric.FAIRNESS))
        .as("fairness of rates 1, 1 and 2, of sizes 7, 20 and 6: 4^2 / (3 x 6)")
        .isEqualTo(888_888);
    assertThat(made().flow(30, 0, 10).flow(30, 0, 30).value(Metric.FAIRNESS))
        .as("fairness of rates 3 and 1, of equal sizes: 4^2 / (2 x 10)")
        .isEqualTo(800_000);
    assertThat(made().flow(30, 0, 10).flow(10, 0, 10).value(Metric.FAIRNESS))
        .as("fairness of rates 3 and 1, of equal times: 4^2 / (2 x 10)")
        .isEqualTo(800_000);
  }

  @Test
  void fairnessOfOneFlowIsOneAndOfNoneZero() {
    assertThat(made().flow(7, 3, 11).value(Metric.FAIRNESS)).as("one flow").isEqualTo(1_000_000);
    assertThat(made().flow(7, 3, NEVER).value(Metric.FAIRNESS)).as("one, not completed").isZero();
    assertThat(made().value(Metric.FAIRNESS)).as("fairness of no flow").isZero();
  }

  // ---------------------------------------------------------------- completion times

  @Test
  void aCompletionTimeRunsFromTheFlowsOwnStart() {
    assertThat(made().flow(1, 4 * US, 10 * US).value(Metric.FCT_MAX))
        .as("fct-max of a flow from 4 us to 10 us")
        .isEqualTo(6 * US);
  }

  @Test
  void completionTimesAreThoseOfCompletedFlowsOnly() {
    MadeFigures two = made().flow(1, 0, NEVER).flow(1, 0, 7).flow(1, 0, 5);
    assertThat(two.value(Metric.FCT_MIN)).as("fct-min of 7, 5 and none").isEqualTo(5);
    assertThat(two.value(Metric.FCT_MEDIAN)).as("fct-median of 7, 5 and none").isEqualTo(5);
    assertThat(two.value(Metric.FCT_MAX)).as("fct-max of 7, 5 and none").isEqualTo(7);
    assertThat(two.value(Metric.COMPLETED)).as("completed of three").isEqualTo(2);
  }

  /**
   * Expects the value at rank ⌈n p ÷ 100⌉ of the values 1, 2, … n.
   *
   * @param median the 50th
   * @param p99 the 99th
   */
  @ParameterizedTest
  @CsvSource({
    "1, 1, 1",
    "2, 1, 2",
    "3, 2, 3",
    "99, 50, 99",
    "100, 50, 99",
    "101, 51, 100",
    "102, 51, 101",
    "199, 100, 198",
    "200, 100, 198",
    "201, 101, 199"
  })
  void aPercentileIsTheValueAtTheRankRoundedUp(int flows, long median, long p99) {
    MadeFigures made = made();
    for (int i = flows; i > 0; i--) {
      made.flow(1, 100, 100 + i, 1);
    }
    assertThat(made.value(Metric.FCT_MIN)).as("fct-min of %d flows", flows).isEqualTo(1);
    assertThat(made.value(Metric.FCT_MEDIAN)).as("fct-median of %d", flows).isEqualTo(median);
    assertThat(made.value(Metric.FCT_P99)).as("fct-p99 of %d flows", flows).isEqualTo(p99);
    assertThat(made.value(Metric.FCT_MAX)).as("fct-max of %d flows", flows).isEqualTo(flows);
    assertThat(made.value(Metric.SLOWDOWN_P99))
        .as("slowdown-p99 of %d flows that take 1 ps alone", flows)
        .isEqualTo(p99 * 1_000_000);
    assertThat(made.value(Metric.SLOWDOWN_MAX))
        .as("slowdown-max of %d flows that take 1 ps alone", flows)
        .isEqualTo(flows * 1_000_000L);
  }

  @Test
  void aPercentileOfEqualValuesIsThatValue() {
    MadeFigures made = made();
    for (int i = 0; i < 101; i++) {
      made.flow(1, i, i + 8);
    }
    assertThat(List.of(Metric.FCT_MIN, Metric.FCT_MEDIAN, Metric.FCT_P99, Metric.FCT_MAX))
        .extracting(made::value)
        .as("completion times of 101 flows of 8 ps each")
        .containsOnly(8L);
  }

  /**
   * Expects, for sizes of one bin, the percentiles of 101 flows, and of those only that were
   * completed.
   */
  @Test
  void percentilesBySizeAreAtTheRankRoundedUpOfTheCompletedFlows() {
    MadeFigures made = made().flow(1, 0, NEVER, 1);
    for (int i = 101; i > 0; i--) {
      made.flow(1, 0, i, 1);
    }
    assertThat(made.figures().bySize())
        .as("bins of 102 flows of 1 B, 101 of them completed with slowdowns 1 to 101")
        .containsExactly(new SizeBin(0, 3_000, 102, 101, 51_000_000, 96_000_000, 100_000_000));
  }

  /** Expects the lower one of the two values in the middle of an even number of seeds. */
  @Test
  void theMedianOverSeedsIsAValueThatOccurred() {
    assertThat(Comparison.Spread.of(9, 1, 4, 2))
        .as("spread of 9, 1, 4 and 2")
        .isEqualTo(new Comparison.Spread(1, 2, 9, 4));
    assertThat(Comparison.Spread.of(9, 1, 4)).isEqualTo(new Comparison.Spread(1, 4, 9, 3));
    assertThat(Comparison.Spread.of(5)).isEqualTo(new Comparison.Spread(5, 5, 5, 1));
    assertThat(Comparison.Spread.of()).isEqualTo(new Comparison.Spread(-1, -1, -1, 0));
  }

  // ---------------------------------------------------------------- slowdown

  @Test
  void slowdownIsEachFlowsTimeOverItsOwnTimeAlone() {
    MadeFigures mixed = made().flow(1, 5, 25, 10).flow(1, 5, 35, 20).flow(1, 0, NEVER, 1);
    assertThat(mixed.value(Metric.SLOWDOWN_MAX))
        .as("slowdown-max: 20 over 10; the longest flow has 30 over 20")
        .isEqualTo(2_000_000);
    assertThat(made().flow(1, 0, 10, 10).value(Metric.SLOWDOWN_P99))
        .as("slowdown-p99 of a flow that takes what it takes alone")
        .isEqualTo(1_000_000);
  }

  /** Expects no completion time of flows that were not completed. */
  @ParameterizedTest
  @EnumSource(
      value = Metric.class,
      names = {"FCT_MIN", "FCT_MEDIAN", "FCT_P99", "FCT_MAX", "SLOWDOWN_P99", "SLOWDOWN_MAX"})
  void timesAreAbsentIfNoFlowWasCompletedOrThereIsNone(Metric metric) {
    assertThat(made().flow(1, 0, NEVER).value(metric)).as(metric.key()).isEqualTo(-1);
    assertThat(made().value(metric)).as("%s of no flow", metric.key()).isEqualTo(-1);
  }

  @Test
  void anAbsentFigureMeetsNoExpectation() {
    for (Expectation.Comparison comparison : Expectation.Comparison.values()) {
      assertThat(new Expectation(Metric.FCT_MAX, comparison, 5).isMetBy(-1, 1))
          .as("fct-max %s 5 ps of a run without a completed flow", comparison.sign())
          .isFalse();
    }
  }

  // ---------------------------------------------------------------- packets and loads

  @Test
  void theResentShareIsOverPacketsSentForTheFirstTime() {
    assertThat(made().packets(50, 10).value(Metric.RESENT_SHARE))
        .as("resent-share: 10 retransmissions over 40 packets")
        .isEqualTo(250_000);
    assertThat(made().value(Metric.RESENT_SHARE)).as("resent-share of no packet").isZero();
  }

  private static LoadResult load(long sent, long delivered, long trimmed, long longestPs) {
    Load load = new Load(0, 1, true, GBPS, 1_000, 0, 0, 0, 1, 1, 0);
    return new LoadResult(load, new LoadCounts(sent, delivered, delivered, trimmed, 3, longestPs));
  }

  /** Expects 93 % of 3 of 10 frames and 90 of 90, and not the mean of 30 and 100 %. */
  @Test
  void theDeliveredLoadIsOfAllFramesTogetherWithoutTrimmedOnes() {
    MadeFigures two = made().loads(load(10, 3, 2, 500), load(90, 90, 0, 70));
    assertThat(two.value(Metric.LOAD_DELIVERED)).as("load-delivered").isEqualTo(930_000);
    assertThat(two.value(Metric.LOAD_DELAY_MAX)).as("load-delay-max").isEqualTo(500);
  }

  @Test
  void figuresOfLoadsAreAbsentWithoutLoadsOrDeliveries() {
    assertThat(made().value(Metric.LOAD_DELIVERED)).as("load-delivered").isEqualTo(-1);
    assertThat(made().value(Metric.LOAD_DELAY_MAX)).as("load-delay-max").isEqualTo(-1);
    MadeFigures lost = made().loads(load(10, 0, 0, -1));
    assertThat(lost.value(Metric.LOAD_DELIVERED)).as("of 10 lost frames").isZero();
    assertThat(lost.value(Metric.LOAD_DELAY_MAX)).as("of 10 lost frames").isEqualTo(-1);
  }

  // ---------------------------------------------------------------- comparisons

  /** Sends 75,000 B at 100 Gb/s with a base RTT of 2 us: 8 us. */
  private static Scenario reference() throws BadScenario {
    return Scenario.read(
        "reference",
        "reference.toml",
        """
        [topology]
        kind = "star"
        hosts = 2
        rate = "100G"
        [nic]
        base-rtt = "2us"
        [[flow]]
        from = 0
        to = 1
        size = "75000B"
        """,
        Map.of());
  }

  @Test
  void againstAnotherScenarioItsTimesAloneAndItsLeastTimeCount() throws BadScenario {
    Figures own = made().leastPs(5 * US).flow(75_000, 0, 10 * US, 5 * US).figures();
    assertThat(own.value(Metric.EFFICIENCY)).as("its own efficiency").isEqualTo(500_000);
    Figures held = own.against(reference());
    assertThat(held.value(Metric.EFFICIENCY)).as("efficiency: 8 us of 10 us").isEqualTo(800_000);
    assertThat(held.value(Metric.SLOWDOWN_MAX))
        .as("slowdown-max: 10 us over 8 us")
        .isEqualTo(1_250_000);
  }
}
