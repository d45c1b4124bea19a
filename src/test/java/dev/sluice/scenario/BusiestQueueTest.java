package dev.sluice.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** The queue that a result shows is the one that held most over time. */
class BusiestQueueTest {
  /** Twelve packets at once to the first host, and two long flows to the last, of equal window. */
  private static final String TWO_INCASTS =
      """
      cc = "window"
      until = "UNTIL"

      [topology]
      kind = "star"
      hosts = 16

      [nic]
      mtu = 4096
      initial-window = "32kB"

      [[workload]]
      kind = "incast"
      target = 0
      senders = 12
      size = "4096B"

      [[flow]]
      from = 13
      to = 15
      size = "1MB"

      [[flow]]
      from = 14
      to = 15
      size = "1MB"
      """;

  @Test
  void aLongQueueForAMomentIsNotTheBusiest() throws BadScenario {
    Figures figures = run("1s");
    assertThat(figures.longestQueue().port()).isEqualTo("switch-0>host-0");
    assertThat(figures.peakQueueBytes())
        .as("all but the first, without congestion state")
        .isEqualTo(11 * (4_222 - 4));
    assertThat(figures.busiestPort()).isEqualTo("switch-0>host-15");
    assertThat(figures.busiestLastHop()).isEqualTo(figures.busiestQueue());
    assertThat(figures.busiestQueue().peakBytes()).isLessThan(figures.peakQueueBytes());
    assertThat(figures.value(Metric.QUEUE_P50)).isEqualTo(figures.busiestQueue().p50Bytes());
    assertThat(figures.value(Metric.PEAK_QUEUE)).isEqualTo(figures.peakQueueBytes());
  }

  @Test
  void inAShortRunItIs() throws BadScenario {
    Figures figures = run("2us");
    assertThat(figures.busiestPort()).isEqualTo("switch-0>host-0");
    assertThat(figures.longestQueue()).isEqualTo(figures.busiestQueue());
  }

  @Test
  void bytesCountForAsLongAsTheyStand() {
    ByteTime one = new ByteTime();
    one.holds(1_000_000, 10);
    one.holds(3_500_001, 0);
    ByteTime other = new ByteTime();
    other.holds(0, 25);
    assertThat(other.isPositive()).isFalse();
    other.endsAt(1_000_000); // 25,000,000 of the former's 25,000,010 B·ps
    assertThat(one.exceeds(other)).isTrue();
    assertThat(other.exceeds(one)).isFalse();
    other.endsAt(1_000_001);
    assertThat(other.exceeds(one)).isTrue();
  }

  /** Sums of 2⁶⁴ B·ps and more, put together in one step and in several. */
  @Test
  void bytesThatStandForLongCountInFull() {
    ByteTime atOnce = new ByteTime();
    atOnce.holds(0, 1L << 31);
    atOnce.endsAt(1L << 33);
    assertThat(atOnce.isPositive()).isTrue();
    ByteTime less = new ByteTime();
    less.holds(0, 1L << 31);
    less.holds((1L << 33) - 1, (1L << 31) - 1);
    less.endsAt(1L << 33);
    assertThat(atOnce.exceeds(less)).isTrue();
    assertThat(less.exceeds(atOnce)).isFalse();
    ByteTime bySteps = new ByteTime();
    bySteps.holds(0, 1L << 31);
    for (long step = 1; step <= 8; step++) {
      bySteps.endsAt(step << 30);
    }
    assertThat(bySteps.exceeds(atOnce)).isFalse();
    assertThat(atOnce.exceeds(bySteps)).isFalse();
    bySteps.endsAt((1L << 33) + 1);
    assertThat(bySteps.exceeds(atOnce)).isTrue();
  }

  private static Figures run(String until) throws BadScenario {
    String text = TWO_INCASTS.replace("UNTIL", until);
    return Run.of(Scenario.read("a", "a.toml", text, Map.of()));
  }

  /** Sums from 2⁶³ B·ps on, which the lower half alone still holds. */
  @Test
  void bytesThatFillTheLowerHalfAreMoreThanFew() {
    ByteTime many = new ByteTime();
    many.holds(0, 4);
    many.endsAt(1L << 61);
    ByteTime few = new ByteTime();
    few.holds(0, 1);
    few.endsAt(10);
    assertThat(many.exceeds(few)).as("2⁶³ B·ps exceed 10").isTrue();
    assertThat(few.exceeds(many)).as("10 B·ps exceed 2⁶³").isFalse();
  }
}
