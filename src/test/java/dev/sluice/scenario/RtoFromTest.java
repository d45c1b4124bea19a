package dev.sluice.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.requirement.Requirement;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Figures of UET-4's note on the instant from which the retransmission timeout counts. */
class RtoFromTest {
  private static final long MICROSECOND = 1_000_000;

  /** An incast by NSCC over 16 hosts without trimming; a base RTT is 14 us. */
  private static final String INCAST =
      """
      title = "n to 1"
      cc = "nscc"
      [topology]
      kind = "fat-tree"
      radix = 4
      fec = "0ps"
      switch-latency = "0ns"
      length = "200m"
      edge-length = "200m"
      core-length = "200m"
      [nic]
      base-rtt = "14022ns"
      [[workload]]
      kind = "incast"
      size = "2MB"
      """;

  @ParameterizedTest
  @CsvSource({
    "progress, 8, 443us, 892250B, 1796, 83, 83",
    "sending, 8, 443us, 892250B, 1660, 83, 83",
    "progress, 15, 200us, unlimited, 2476, 0, 0",
    "sending, 15, 200us, unlimited, 2531, 0, 103"
  })
  @Requirement("UET-4")
  void countingFromTheSendingFindsLossesEarlierAndSeesSomeThatAreNone(
      String from, String senders, String rto, String buffer, long lastUs, long drops, long again)
      throws BadScenario {
    Map<String, String> changes =
        Map.of(
            "nic.rto-from", from,
            "nic.rto", rto,
            "queues.buffer", buffer,
            "workload[0].senders", senders);
    Figures figures = Run.of(Scenario.read("incast", "incast.toml", INCAST, changes));
    assertThat(figures.frames().dropped()).isEqualTo(drops);
    assertThat(figures.retransmissions()).isEqualTo(again);
    long lastPs = figures.flows().stream().mapToLong(FlowResult::fctPs).max().orElseThrow();
    assertThat((lastPs + MICROSECOND / 2) / MICROSECOND).isEqualTo(lastUs);
  }
}
