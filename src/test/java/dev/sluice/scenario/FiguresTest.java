package dev.sluice.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How figures are computed from what became of flows and frames. */
class FiguresTest {
  private static final long RATE_BPS = 100_000_000_000L;
  private static final long BASE_RTT_PS = 4_000_000;

  private static Figures of(long... bytesStartEnd) {
    return of(0, bytesStartEnd);
  }

  private static Figures of(int leastPs, long[] bytesStartEnd) {
    MadeFigures made = new MadeFigures().leastPs(leastPs);
    for (int i = 0; i < bytesStartEnd.length; i += 3) {
      long bytes = bytesStartEnd[i];
      made.flow(
          bytes,
          bytesStartEnd[i + 1],
          bytesStartEnd[i + 2],
          FlowResult.idealPs(bytes, RATE_BPS, BASE_RTT_PS));
    }
    return made.figures();
  }

  @Test
  void goodputIsPayloadOverTimeRoundedTowardZero() {
    Figures figures = of(75_000, 0, 6_000_000, 75_000, 6_000_000, 12_000_000);
    assertThat(figures.goodputBps()).as("600,000 bit / 6.0 us, twice").isEqualTo(100_000_000_000L);
    assertThat(figures.value(Metric.FLOW_GOODPUT_MIN)).isEqualTo(100_000_000_000L);
    assertThat(of(1, 0, 3).goodputBps()).as("8 bit / 3 ps").isEqualTo(2_666_666_666_666L);
    assertThat(of(5, 7, 7).goodputBps()).isZero();
    assertThat(of(5, 7, -1).goodputBps()).isZero();
  }

  @Test
  void efficiencyIsTheLeastTimeOverThatOfAllFlows() {
    long[] flows = {75_000, 0, 8_000_000, 75_000, 4_000_000, 12_500_000};
    assertThat(of(10_000_000, flows).value(Metric.EFFICIENCY)).as("10.0 / 12.5").isEqualTo(800_000);
    flows[2] = -1;
    assertThat(of(10_000_000, flows).value(Metric.EFFICIENCY)).as("not completed").isEqualTo(-1);
  }

  /** 75,000 B at 100 Gb/s are 6 us, and 10 us with the base RTT of 4 us. */
  @Test
  void slowdownIsTheTimeOverThatOfAFlowAlone() {
    Figures figures = of(75_000, 0, 10_000_000, 75_000, 5, 25_000_005, 75_000, 0, -1);
    assertThat(figures.value(Metric.SLOWDOWN_MAX)).as("25 us over 10 us").isEqualTo(2_500_000);
    assertThat(of(75_000, 0, 10_000_000).value(Metric.SLOWDOWN_P99)).isEqualTo(1_000_000);
    assertThat(of(75_000, 0, -1).value(Metric.SLOWDOWN_MAX)).isEqualTo(-1);
    assertThat(FlowResult.idealPs(1, 3, 0)).as("8 bit at 3 bit/s").isEqualTo(2_666_666_666_667L);
    assertThat(Figures.ratio(1, 3)).isEqualTo(333_333);
    assertThat(Figures.ratio(0, 0)).isZero();
  }

  @Test
  void percentilesAreOnesThatHappened() {
    long[] flows = new long[300];
    for (int i = 0; i < 100; i++) {
      flows[3 * i] = 1;
      flows[3 * i + 2] = 1_000 - i; // 901 … 1,000 ps
    }
    Figures figures = of(flows);
    assertThat(figures.fctPs(0)).isEqualTo(901);
    assertThat(figures.fctPs(50)).isEqualTo(950);
    assertThat(figures.fctPs(99)).isEqualTo(999);
    assertThat(figures.fctPs(100)).isEqualTo(1_000);
    assertThat(of(1, 0, -1).fctPs(50)).isEqualTo(-1);
    assertThat(of(1, 3, 5, 1, 0, -1).value(Metric.FCT_MAX)).isEqualTo(2);
  }

  /**
   * Flows of 3,000 B and of 30 MB are still of the bin that ends there, and those a byte larger
   * not.
   */
  @Test
  void aFlowOfJustTheSizeAtWhichABinEndsBelongsToIt() {
    assertThat(of(3_000, 0, 5, 3_001, 0, 5, 10_000, 0, 5).bySize())
        .extracting(SizeBin::aboveBytes, SizeBin::upToBytes, SizeBin::flows)
        .as("bins of 3,000 B, 3,001 B and 10,000 B: above, up to, flows")
        .containsExactly(tuple(0L, 3_000L, 1), tuple(3_000L, 10_000L, 2));
    assertThat(of(30_000_000, 0, 5, 30_000_001, 0, 5).bySize())
        .extracting(SizeBin::aboveBytes, SizeBin::upToBytes, SizeBin::flows)
        .as("bins of 30,000,000 B and 30,000,001 B: above, up to, flows")
        .containsExactly(tuple(10_000_000L, 30_000_000L, 1), tuple(30_000_000L, Long.MAX_VALUE, 1));
  }

  @Test
  void fairnessIsOneFractionRoundedOnce() {
    assertThat(of(100, 0, 10, 100, 0, 10).fairnessMillionths()).isEqualTo(1_000_000);
    assertThat(of(200, 5, 25, 100, 0, 10, 30, 0, 3).fairnessMillionths()).isEqualTo(1_000_000);
    // rates 1 and 3: 16 / (2 * 10)
    assertThat(of(10, 0, 10, 30, 0, 10).fairnessMillionths()).isEqualTo(800_000);
    // rates 1, 1/3: (16/9) / (2 * 10/9)
    assertThat(of(1, 0, 1, 1, 0, 3).fairnessMillionths()).isEqualTo(800_000);
    // rates 1, 1, 2: 16 / (3 * 6) = 0.888888…
    assertThat(of(1, 0, 1, 1, 0, 1, 2, 0, 1).fairnessMillionths()).isEqualTo(888_888);
    assertThat(of(1, 0, 1, 1, 0, -1).fairnessMillionths()).as("one starves").isEqualTo(500_000);
    assertThat(of(1, 0, -1).fairnessMillionths()).isZero();
  }

  /** Rates in fixed point say as much as fractions do, unless they cannot tell which step it is. */
  @Test
  void fairnessInFixedPointIsThatOfFractions() {
    long state = 1;
    for (int flows = 1; flows <= 40; flows++) {
      long[] many = new long[3 * flows];
      for (int i = 0; i < flows; i++) {
        state = state * 6_364_136_223_846_793_005L + 1_442_695_040_888_963_407L;
        many[3 * i] = 1 + (state >>> 33) % (flows % 3 == 0 ? 3 : 30_000_000);
        many[3 * i + 2] = 1 + (state >>> 17) % (flows % 5 == 0 ? 4 : 1_000_000_000_000L);
      }
      Figures figures = of(many);
      assertThat(figures.fairnessMillionths())
          .as("%d flows", flows)
          .isEqualTo(figures.exactFairnessMillionths());
    }
  }

  @Test
  void fairnessOfManyFlowsOfManyTimesIsStillExact() {
    long[] flows = new long[3 * 500];
    for (int i = 0; i < 500; i++) {
      flows[3 * i] = 1_000_003;
      flows[3 * i + 2] = 9_999_991L + 2 * i;
    }
    assertThat(of(flows).fairnessMillionths()).isEqualTo(999_999);
  }

  @ParameterizedTest
  @CsvSource({
    "completed,EQUAL,-1,2,2,true",
    "completed,EQUAL,-1,1,2,false",
    "drops,EQUAL,0,1,2,false",
    "fct-max,AT_MOST,5,5,2,true",
    "fct-max,BELOW,5,5,2,false",
    "goodput,AT_LEAST,5,5,2,true",
    "goodput,ABOVE,5,5,2,false"
  })
  void anExpectationIsMetOrNot(
      String metric,
      Expectation.Comparison comparison,
      long bound,
      long value,
      long all,
      boolean met) {
    Expectation expectation = new Expectation(Metric.of(metric).orElseThrow(), comparison, bound);
    assertThat(expectation.isMetBy(value, all)).isEqualTo(met);
  }

  @Test
  void aHistogramAnswersWithinItsGrainAndNeverAboveTheLargest() {
    Histogram histogram = new Histogram();
    for (int i = 1; i <= 1_000; i++) {
      histogram.add(i);
    }
    assertThat(histogram.largest()).isEqualTo(1_000);
    assertThat(histogram.percentile(50)).as("500 rounded up to 256s").isEqualTo(512);
    assertThat(histogram.percentile(99)).as("990, up to 1,024, at most 1,000").isEqualTo(1_000);
    histogram.add(1L << 40);
    assertThat(histogram.percentile(100)).isEqualTo(1L << 40);
  }

  @Test
  void aSeriesGrowsItsStepsWithTheTime() {
    Series largest = new Series(Series.Keeps.LARGEST);
    largest.add(0, 5);
    largest.add(150_000, 9);
    largest.add(160_000, 2);
    largest.add(450_000, 1);
    assertThat(largest.values(499_999)).containsExactly(5, 9, 2, 2, 2);
    largest.reach(100_000L * Series.STEPS);
    assertThat(largest.stepPs()).isEqualTo(200_000);
    assertThat(largest.values(599_999)).containsExactly(9, 2, 2);
    Series sum = new Series(Series.Keeps.SUM);
    sum.add(0, 1);
    sum.add(100_000, 2);
    sum.add(399_999, 4);
    sum.reach(100_000L * Series.STEPS);
    assertThat(sum.values(500_000)).containsExactly(3, 4, 0);
    Series last = new Series(Series.Keeps.LAST);
    last.add(250_000, 7);
    last.add(260_000, 8);
    assertThat(last.values(450_000)).containsExactly(0, 0, 8, 8, 8);
  }
}
