package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.requirement.Requirement;
import dev.sluice.scenario.BadScenario;
import dev.sluice.scenario.HpccResult;
import dev.sluice.scenario.LdcpResult;
import dev.sluice.scenario.ReadyScenarios;
import dev.sluice.scenario.Scenario;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The configuration and the figures of HPCC++ in the output of {@code sluice run}. */
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

  /** Shows the windows alone where one link joins two hosts. */
  @Test
  void withoutASwitchNoQueueIsShown() throws BadScenario {
    HpccResult hpcc = new HpccResult("", -1, -1, -1, -1, -1, -1, -1, 62_500, Optional.empty());
    assertThat(HpccText.seen(hpcc)).isEqualTo("no queue and no load, as there is no switch");
    assertThat(HpccText.cells(hpcc)).containsOnly("none");
    String text = ReadyScenarios.text("ldcp-incast").orElseThrow();
    Scenario scenario = Scenario.read("t", "t", text, Map.of());
    LdcpResult ldcp = new LdcpResult("", -1, 0, 3_000_000, -1, 0, Optional.empty());
    assertThat(LdcpText.means(ldcp, scenario.ldcp().orElseThrow()))
        .isEqualTo(
            "queue none, window 3.00 packets, marked 0.000 %, load none; capable frames dropped 0");
  }
}
