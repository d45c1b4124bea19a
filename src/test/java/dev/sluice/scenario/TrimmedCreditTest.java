package dev.sluice.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.requirement.Requirement;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An incast by receiver credit into a trimming switch: no sender has to wait until it asks. */
class TrimmedCreditTest {
  /**
   * Bounds the last completion: 24 senders need 406 us of a link of 100 Gb/s, 256 of them 4.33 ms.
   */
  @ParameterizedTest
  @CsvSource({
    "24, 10ms, 420",
    "24, 1ms, 420",
    "24, 20us, 420",
    "24, 1us, 420",
    "256, 5ms, 4420",
    "256, 100us, 4420",
    "256, 20us, 4420",
    "256, 1us, 4425"
  })
  @Requirement({"RCCC-3", "UET-6"})
  void theLastFlowEndsSoonHoweverLongTheTimerIs(String senders, String ask, long mostUs)
      throws BadScenario {
    Map<String, String> changes = Map.of("nic.ask", ask, "workload[0].senders", senders);
    String text = ReadyScenarios.text("trimmed-incast").orElseThrow();
    Figures figures = Run.of(Scenario.read("trimmed-incast", "trimmed-incast.toml", text, changes));
    assertThat(figures.frames().trimmed()).isPositive();
    assertThat(figures.completed()).isEqualTo(Integer.parseInt(senders));
    long lastPs = figures.flows().stream().mapToLong(FlowResult::fctPs).max().orElseThrow();
    assertThat(lastPs).isLessThan(mostUs * 1_000_000);
  }

  /**
   * Compares the last completion with the timeout: without trimming and gaps nothing but a timer
   * tells of a loss, so that first flights that overflow the buffer leave the link idle.
   */
  @ParameterizedTest
  @ValueSource(longs = {200, 1000, 4000})
  @Requirement("UET-9")
  void firstFlightsThatOverflowWaitForOneTimeout(long rtoUs) throws BadScenario {
    Map<String, String> changes =
        Map.of(
            "queues.trim", "off",
            "queues.buffer", "300KB",
            "nic.initial-credit", "199936B",
            "nic.rto", rtoUs + "us",
            "workload[0].senders", "24");
    String text = ReadyScenarios.text("trimmed-incast").orElseThrow();
    Figures figures = Run.of(Scenario.read("trimmed-incast", "trimmed-incast.toml", text, changes));
    assertThat(figures.frames().dropped()).isPositive();
    assertThat(figures.completed()).isEqualTo(24);
    long lastPs = figures.flows().stream().mapToLong(FlowResult::fctPs).max().orElseThrow();
    assertThat(lastPs / 1_000_000).isBetween(rtoUs + 350, rtoUs + 420);
  }
}
