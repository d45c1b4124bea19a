package dev.sluice.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.requirement.Requirement;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The figures of HPCC-6's note on N that a receiver reports to a sender. */
class HpccCountTest {
  private static double rounded(long millionths, double parts) {
    return Math.round(millionths * parts / 1e6) / parts;
  }

  private static Figures run(String ready, Map<String, String> changes) throws BadScenario {
    return Run.of(Scenario.read(ready, ready, ReadyScenarios.text(ready).orElseThrow(), changes));
  }

  /**
   * Compares 32 flows by an expected N of 100 with those whose receiver reports N: the load in
   * parts of 1, the goodput in Gb/s, the p99 of the queue in bytes, and fairness.
   */
  @ParameterizedTest
  @CsvSource({
    "0, fits, 0.9618, 84.24, 1280, 0.9909",
    "100, fits, 0.8784, 78.50, 11520, 0.9995",
    "0, below, 0.9425, 82.81, 8192, 0.9849",
    "100, below, 0.9741, 86.03, 8192, 0.9997"
  })
  @Requirement({"HPCC-6", "HPCC-17"})
  void flowsWhoseReceiverReportsNShareAlike(
      String counted, String leavesIf, double load, double gbps, long p99, double fairness)
      throws BadScenario {
    Figures figures =
        run("hpcc-incast", Map.of("hpcc.counted-flows", counted, "hpcc.leaves-if", leavesIf));
    assertThat(rounded(figures.hpcc().loadMillionths(), 1e4)).isEqualTo(load);
    assertThat(Math.round(figures.goodputBps() / 1e7) / 1e2).isEqualTo(gbps);
    assertThat(figures.hpcc().queueP99Bytes()).isEqualTo(p99);
    assertThat(rounded(figures.fairnessMillionths(), 1e4)).isEqualTo(fairness);
    assertThat(figures.completed()).isEqualTo(32);
  }

  /** Compares eight flows in the same way, whose windows are of six packets. */
  @ParameterizedTest
  @CsvSource({
    "0, 0, 0.9512, 2304, 0.9981",
    "100, 0, 0.9691, 5750, 0.9998",
    "0, 5, 0.9430, 1280, 0.9992",
    "100, 5, 0.9778, 4600, 1.0000"
  })
  @Requirement({"HPCC-6", "HPCC-17"})
  void flowsWhoseReceiverReportsNUseTheHeadroom(
      String counted, String maxStage, double load, long p99, double fairness) throws BadScenario {
    Figures figures =
        run(
            "hpcc-load",
            Map.of(
                "workload[0].senders", "8",
                "hpcc.counted-flows", counted,
                "hpcc.max-stage", maxStage));
    assertThat(rounded(figures.hpcc().loadMillionths(), 1e4)).isEqualTo(load);
    assertThat(figures.hpcc().queueP99Bytes()).isEqualTo(p99);
    assertThat(rounded(figures.fairnessMillionths(), 1e4)).isEqualTo(fairness);
  }

  /**
   * Computes the closed form of eight flows whose receiver has room for four: each step is a fourth
   * of the headroom, so that U* is 0.95 + 8 x 0.05 / 4 = 1.05, and 0.05 x 62,500 = 3,125 B wait.
   * The run agrees.
   */
  @Test
  @Requirement({"HPCC-13", "HPCC-17"})
  void beyondItsRoomAReceiverHasTheClosedFormGoByTheRoom() throws BadScenario {
    Map<String, String> few =
        Map.of(
            "hpcc.counted-flows", "4",
            "workload[0].senders", "8",
            "workload[0].size", "700KB");
    Figures figures = run("hpcc-load", few);
    HpccClosedForm closed = figures.hpcc().closed().orElseThrow();
    assertThat(closed.uMillionths()).isEqualTo(1_050_000);
    assertThat(closed.queueBytes()).isEqualTo(3_125);
    assertThat(closed.mostFlows()).isEqualTo(4);
    assertThat(figures.hpcc().uOff()).as("%s", figures.hpcc()).isLessThan(10_000);
    assertThat(figures.hpcc().queueBytes()).isBetween(3_125L * 8 / 10, 3_125L * 12 / 10);
  }

  /** Limits a reported count to 16 bits; a receiver that runs the algorithm has no such limit. */
  @ParameterizedTest
  @CsvSource({
    "sender, 65534, 65534", "sender, 65536, 65535",
    "sender, 1000000, 65535", "receiver, 1000000, 1000000"
  })
  @Requirement({"HPCC-6", "HPCC-17"})
  void aReportTellsOfNoMoreFlowsThanFit(String form, String counted, long room) throws BadScenario {
    Map<String, String> changes = Map.of("hpcc.form", form, "hpcc.counted-flows", counted);
    String text = ReadyScenarios.text("hpcc-load").orElseThrow();
    HpccPlan plan = Scenario.read("r", "r", text, changes).hpcc().orElseThrow();
    assertThat(plan.countedFlows()).isEqualTo(room);
    assertThat(plan.wai(1_000_000)).as("3,125 B in 2^-9 byte").isEqualTo(1_600_000 / room);
  }

  /**
   * Computes the closed form without headroom, by an eta of all of the link: a step adds a part of
   * a byte, and not nothing.
   */
  @Test
  @Requirement({"HPCC-13", "HPCC-17"})
  void withoutHeadroomTheClosedFormHasTheLeastStep() throws BadScenario {
    Figures figures =
        run(
            "hpcc-load",
            Map.of("hpcc.counted-flows", "10", "hpcc.eta", "100%", "workload[0].size", "20KB"));
    HpccClosedForm closed = figures.hpcc().closed().orElseThrow();
    assertThat(closed.uMillionths()).isEqualTo(1_000_000);
    assertThat(closed.mostFlows()).isZero();
  }
}
