package dev.sluice.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.requirement.Requirement;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The figures of HPCC-5's note on packets that fit into their window in part. */
class HpccDepartureTest {
  private static Figures run(String ready, Map<String, String> changes) throws BadScenario {
    return Run.of(Scenario.read(ready, ready, ReadyScenarios.text(ready).orElseThrow(), changes));
  }

  private static double rounded(long millionths, double parts) {
    return Math.round(millionths * parts / 1e6) / parts;
  }

  /** Windows of 1.6 packets, 32 flows: the load in parts of 1, and the queue's mean, p99, peak. */
  @ParameterizedTest
  @CsvSource({
    "5, fits, 0.9618, 44, 1280, 3450, 0.991",
    "5, below, 0.9425, 2140, 8192, 12650, 0.985",
    "0, fits, 0.9120, 13038, 47360, 59800, 1.000",
    "0, below, 0.9479, 2166, 6912, 14950, 0.977"
  })
  @Requirement("HPCC-5")
  void aPacketThatHasToFitCostsLoadWithoutAdditiveStepsAlone(
      String maxStage,
      String leavesIf,
      double load,
      long mean,
      long p99,
      long peak,
      double fairness)
      throws BadScenario {
    Figures figures =
        run("hpcc-incast", Map.of("hpcc.max-stage", maxStage, "hpcc.leaves-if", leavesIf));
    HpccResult hpcc = figures.hpcc();
    assertThat(rounded(hpcc.loadMillionths(), 1e4)).isEqualTo(load);
    assertThat(hpcc.queueBytes()).isEqualTo(mean);
    assertThat(hpcc.queueP99Bytes()).isEqualTo(p99);
    assertThat(hpcc.queuePeakBytes()).isEqualTo(peak);
    assertThat(rounded(figures.fairnessMillionths(), 1e3)).isEqualTo(fairness);
    assertThat(figures.completed()).isEqualTo(32);
  }

  /** Windows of six packets, eight flows: the load in parts of 1, and the queue's p99. */
  @ParameterizedTest
  @CsvSource({
    "5, fits, 0.9430, 1280",
    "5, below, 0.9466, 3584",
    "0, fits, 0.9512, 2304",
    "0, below, 0.9481, 3584"
  })
  @Requirement("HPCC-5")
  void withWindowsOfSixPacketsTheQueueIsShorterWherePacketsFit(
      String maxStage, String leavesIf, double load, long p99) throws BadScenario {
    HpccResult hpcc =
        run(
                "hpcc-load",
                Map.of(
                    "workload[0].senders", "8",
                    "hpcc.max-stage", maxStage,
                    "hpcc.leaves-if", leavesIf))
            .hpcc();
    assertThat(rounded(hpcc.loadMillionths(), 1e4)).isEqualTo(load);
    assertThat(hpcc.queueP99Bytes()).isEqualTo(p99);
  }
}
