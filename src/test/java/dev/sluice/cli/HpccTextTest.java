package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.requirement.Requirement;
import dev.sluice.scenario.BadScenario;
import dev.sluice.scenario.ReadyScenarios;
import dev.sluice.scenario.Scenario;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The configuration of HPCC++ in the output of {@code sluice run}. */
class HpccTextTest {
  /** Shows the configured W_ai, which counts until a receiver reports N, and the report. */
  @ParameterizedTest
  @CsvSource({
    "0, W_ai 31.25 B; the sender runs it",
    "1, W_ai 31.25 B or by the flows that are counted; the sender runs it"
  })
  @Requirement({"HPCC-6", "HPCC-17"})
  void theHeadSaysWhereACountSetsTheStep(String counted, String line) throws BadScenario {
    String text = ReadyScenarios.text("hpcc-load").orElseThrow();
    Scenario scenario = Scenario.read("t", "t", text, Map.of("hpcc.counted-flows", counted));
    assertThat(HpccText.head(scenario.hpcc().orElseThrow())).contains(line);
  }
}
