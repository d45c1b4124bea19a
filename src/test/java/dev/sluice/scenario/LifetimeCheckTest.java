package dev.sluice.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Packets that wait for longer than their lifetime, in a run that leaves flows undone. */
class LifetimeCheckTest {
  private static final String INCAST =
      """
      cc = "none"
      until = "20us"
      [topology]
      kind = "star"
      rate = "100G"
      [nic]
      lifetime = "1us"
      [[workload]]
      kind = "incast"
      senders = 2
      size = "400KB"
      """;

  private static final String QUEUES =
      """
      [[queue]]
      name = "acks"
      dscp = 46
      [[queue]]
      name = "bulk"
      dscp = "others"
      """;

  /** Takes the rate of the port, whether or not its queue has a name of its own. */
  @ParameterizedTest
  @CsvSource({"false, switch-0>host-2", "true, switch-0>host-2 bulk"})
  void theWaitIsThatOfTheLongestQueueAtItsPort(boolean hasOwnQueues, String queue)
      throws BadScenario {
    String text = INCAST + (hasOwnQueues ? QUEUES : "");
    Scenario scenario = Scenario.read("incast", "incast.toml", text, Map.of());
    Figures figures = Run.of(scenario);
    LifetimeCheck check = LifetimeCheck.of(scenario, figures).orElseThrow();
    assertThat(check.port()).isEqualTo(queue);
    assertThat(check.waitedPs())
        .as("80 ps for each byte of the longest queue at 100 Gb/s")
        .isEqualTo(80 * figures.peakQueueBytes());
  }
}
