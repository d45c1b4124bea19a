package dev.sluice.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.requirement.Requirement;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An incast by receiver credit into a trimming switch: no sender has to wait until it asks. */
class TrimmedCreditTest {
  /**
   * Bounds the last completion: 24 senders need 406 us of a link of 100 Gb/s, 256 of them 4.33 ms.
   */
  @ParameterizedTest
  @CsvSource({
    "24, 10ms, 420",
    "24, 1ms, 420",
    "24, 50us, 420",
    "256, 5ms, 4420",
    "256, 1ms, 4425",
    "256, 100us, 4480"
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
}
