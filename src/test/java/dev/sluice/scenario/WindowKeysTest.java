package dev.sluice.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.requirement.Requirement;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Keys that steer a window, or what is sent again, and did nothing once: each makes a difference.
 */
class WindowKeysTest {
  private static final String INCAST =
      """
      cc = "nscc"

      [topology]
      kind = "star"

      [queues]
      trim = "auto"

      [[workload]]
      kind = "incast"
      senders = 8
      size = "200KB"
      """;

  private static Figures run(String... changes) throws BadScenario {
    Map<String, String> changed = new TreeMap<>();
    for (int i = 0; i < changes.length; i += 2) {
      changed.put(changes[i], changes[i + 1]);
    }
    return Run.of(Scenario.read("incast", "incast.toml", INCAST, changed));
  }

  @ParameterizedTest
  @CsvSource({
    "nscc, nic.max-window, 60",
    "nscc, nic.max-window, 300",
    "nscc, nic.initial-window, 8KB",
    "both, nic.initial-window, 8KB",
    "nscc, nic.delay-weight, 80",
    "rccc, nic.unanswered, all"
  })
  @Requirement({"NSCC-2", "NSCC-3", "UET-2", "UET-8"})
  void eachChangesWhenFlowsAreComplete(String cc, String key, String value) throws BadScenario {
    Figures before = run("cc", cc);
    Figures after = run("cc", cc, key, value);
    assertThat(after.completed()).isEqualTo(before.completed()).isEqualTo(8);
    assertThat(after.flows()).isNotEqualTo(before.flows());
  }

  /** With a threshold that no queue reaches, nothing is trimmed: only NSCC's parameters differ. */
  @Test
  @Requirement("UET-2")
  void nsccHearsWhetherTheFabricTrims() throws BadScenario {
    Figures off = run("cc", "nscc", "queues.trim", "off");
    Figures on = run("cc", "nscc", "queues.trim", "1GB");
    assertThat(off.frames().trimmed()).isEqualTo(on.frames().trimmed()).isZero();
    assertThat(on.flows()).isNotEqualTo(off.flows());
  }
}
