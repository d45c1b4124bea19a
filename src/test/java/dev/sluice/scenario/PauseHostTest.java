package dev.sluice.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.requirement.Requirement;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * What a host makes of a pause: host-0 sends 2 MB to a port that four others fill, and 2 MB to one
 * that nobody uses besides, in queues of their own or in one.
 */
class PauseHostTest {
  private static final String TWO_CLASSES =
      """
      [topology]
      kind = "star"
      hosts = 7
      [roce]
      mtu = 1024
      [[queue]]
      name = "control"
      dscp = [46, 48]
      [[queue]]
      name = "storage"
      dscp = 26
      [[queue]]
      name = "rest"
      dscp = "others"
      [pause]
      lossless = ["storage"]
      [[flow]]
      transport = "roce"
      from = 0
      to = 6
      dscp = 8
      [[workload]]
      kind = "incast"
      transport = "roce"
      senders = 5
      target = 5
      dscp = 26
      """;

  /**
   * 2 MB at 3/4 of the link: 1,954 frames of at most 1,146 B, 80 ps a byte. The paused class has a
   * fifth of the link, and a little more where its host's frames are first of those that come in
   * the same picosecond.
   */
  private static final long UNHINDERED_PS = 1_954L * 1_146 * 80 * 4 / 3;

  private static Figures run(Map<String, String> changes) throws BadScenario {
    Figures figures = Run.of(Scenario.read("two", "two", TWO_CLASSES, changes));
    assertThat(figures.completed()).isEqualTo(6);
    assertThat(figures.frames().dropped()).isZero();
    assertThat(figures.value(Metric.XOFFS)).isPositive();
    return figures;
  }

  /** How long the flow takes whose way nobody else fills. */
  private static long fctPs(Figures figures) {
    return figures.flows().stream()
        .filter(flow -> flow.flow().to() == 6)
        .mapToLong(FlowResult::fctPs)
        .sum();
  }

  /** The other class has all of the link that its host's paused one leaves. */
  @Test
  @Requirement({"PFC-4", "RCM-9"})
  void aHostSendsWhatIsOfAnotherClass() throws BadScenario {
    assertThat(fctPs(run(Map.of()))).isLessThan(UNHINDERED_PS);
  }

  /** In the paused class it has no more than the flow that fills it: a fifth of the link. */
  @Test
  @Requirement({"PFC-4", "RCM-8"})
  void whatIsOfThePausedClassWaits() throws BadScenario {
    long fctPs = fctPs(run(Map.of("flow[0].dscp", "26")));
    assertThat(fctPs).isGreaterThan(3 * UNHINDERED_PS);
  }

  /** A pause of 802.3x knows no classes, and holds up everything that comes over the link. */
  @Test
  @Requirement({"PFC-4", "RCM-7"})
  void aPauseOfTheLinkHoldsAllUp() throws BadScenario {
    Figures figures = run(Map.of("pause.lossless", "all", "pause.frames", "802.3x"));
    assertThat(fctPs(figures)).isGreaterThan(3 * UNHINDERED_PS);
    assertThat(figures.pauses()).allMatch(pause -> pause.queue().equals("all"));
  }
}
