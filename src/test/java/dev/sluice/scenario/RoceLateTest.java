package dev.sluice.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.requirement.Requirement;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A frame is asked for late where nothing is recorded, and in time where something is. Neither what
 * is timed from its beginning on depends on that, nor a timer that rings meanwhile.
 */
class RoceLateTest {
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  @Requirement("RC-12")
  void nothingDependsOnHowLateTheLinkAsks(long seed) throws BadScenario, IOException {
    Scenario scenario =
        Scenario.read(
            "roce-loss",
            "roce-loss",
            ReadyScenarios.text("roce-loss").orElseThrow(),
            Map.of("seed", Long.toString(seed)));
    Figures late = Run.of(scenario);
    Figures punctual = Run.of(scenario, new Run.Recording(true, null, null, null));
    assertThat(late.roce()).isEqualTo(punctual.roce());
    assertThat(late.flows()).isEqualTo(punctual.flows());
    assertThat(late.dataPackets()).isEqualTo(punctual.dataPackets());
    assertThat(late.leastRttPs()).isEqualTo(punctual.leastRttPs());
    assertThat(late.greatestRttPs()).isEqualTo(punctual.greatestRttPs());
  }
}
