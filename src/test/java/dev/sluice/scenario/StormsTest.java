package dev.sluice.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.fabric.DropReason;
import dev.sluice.requirement.Requirement;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Storms of pause frames from one host, beside a flow to another host of the same leaf, and the
 * watchdogs that end them. Case 29: sonic-swss#3824.
 */
@Requirement("PFC-10")
class StormsTest {
  private static final long MS = 1_000_000_000;

  /** The report's own input, in the folder of cases. */
  private static final String CASE_29 =
      """
      [topology]
      kind = "star"
      hosts = 4
      [[queue]]
      name = "roce"
      dscp = "others"
      [pause]
      lossless = ["roce"]
      watchdog = "200ms"
      [[flow]]
      transport = "roce"
      from = 0
      to = 3
      [[fault]]
      link = "host-3>switch-0"
      storm = true
      """;

  /** Flows 0 to 4 and 1 to 5 share a spine; host 4 storms from 1 ms to 21 ms. */
  private static final String SHARED =
      """
      [topology]
      kind = "leaf-spine"
      leaves = 2
      spines = 1
      [[queue]]
      name = "roce"
      dscp = "others"
      [pause]
      lossless = ["roce"]
      watchdog = "2ms"
      [roce]
      timeout = 10
      [[flow]]
      transport = "roce"
      from = 0
      to = 4
      size = "100MB"
      [[flow]]
      transport = "roce"
      from = 1
      to = 5
      size = "100MB"
      [[fault]]
      link = "host-4>leaf-1"
      storm = true
      at = "1ms"
      for = "20ms"
      """;

  private static Scenario read(String text, String... changes) throws BadScenario {
    Map<String, String> all =
        Arrays.stream(changes)
            .map(change -> change.split("=", 2))
            .collect(Collectors.toMap(parts -> parts[0], parts -> parts[1]));
    return Scenario.read("storm", "storm.toml", text, all);
  }

  private static Figures run(String text, String... changes) throws BadScenario {
    return Run.of(read(text, changes));
  }

  private static List<String> storms(Figures figures) {
    return figures.storms().stream()
        .map(
            storm ->
                "%s %s %d %d %d"
                    .formatted(
                        storm.port(),
                        storm.queue(),
                        storm.foundPs() / MS,
                        storm.endPs() < 0 ? -1 : storm.endPs() / MS,
                        storm.dropped()))
        .toList();
  }

  /** Expects 32 frames, as many as the lane takes: 100 KB, and the headroom. */
  @Test
  void aStormWithoutEndIsFoundAndItsFramesAreDropped() throws BadScenario {
    Figures figures = run(CASE_29);
    assertThat(storms(figures)).containsExactly("switch-0>host-3 roce 300 -1 32");
    assertThat(figures.value(Metric.STORMS)).isEqualTo(1);
    assertThat(figures.drops()).containsExactly(Map.entry(DropReason.WATCHDOG, 32L));
    assertThat(figures.value(Metric.FAILED)).isEqualTo(1);
    assertThat(figures.isAtRest()).isTrue(); // the storm itself is nothing to wait for
  }

  @Test
  void withoutAWatchdogNothingMovesAndNothingIsDropped() throws BadScenario {
    Figures figures = run(CASE_29, "pause.watchdog=off", "until=50ms");
    assertThat(figures.storms()).isEmpty();
    assertThat(figures.frames().dropped()).isZero();
    assertThat(figures.value(Metric.PAUSED_MAX)).isGreaterThan(49 * MS);
  }

  /** Expects a storm at each port on the way, for all are held up alike. */
  @Test
  void aStormIsFoundAtAllPortsThatItReaches() throws BadScenario {
    Figures figures = run(SHARED);
    assertThat(storms(figures))
        .containsExactly(
            "leaf-0>spine-0 roce 4 6 12016",
            "spine-0>leaf-1 roce 4 6 32",
            "leaf-1>host-4 roce 4 23 27989");
    assertThat(figures.completed()).isEqualTo(2);
    long others = fctPs(figures, 1);
    assertThat(others).isLessThan(22 * MS);
    assertThat(fctPs(figures, 0)).isGreaterThan(others + 5 * MS);
  }

  @Test
  void withoutAWatchdogTheOtherFlowWaitsForTheStormsEnd() throws BadScenario {
    Figures figures = run(SHARED, "pause.watchdog=off");
    assertThat(figures.completed()).isEqualTo(2);
    assertThat(fctPs(figures, 1)).isGreaterThan(36 * MS);
    assertThat(figures.frames().dropped()).isZero();
  }

  @Test
  void framesThatLeaveInSpiteOfThePauseAreNotDropped() throws BadScenario {
    Figures figures = run(SHARED, "pause.watchdog-action=forward");
    assertThat(figures.frames().dropped()).isZero();
    assertThat(figures.value(Metric.STORMS)).isEqualTo(3);
    assertThat(figures.completed()).isEqualTo(2);
    assertThat(fctPs(figures, 0)).isLessThan(20 * MS);
  }

  /** Bounds the poll that finds the storm. */
  @ParameterizedTest
  @ValueSource(longs = {100, 50, 20})
  void theTimeIsKeptButForAPoll(long pollUs) throws BadScenario {
    Figures figures =
        run(CASE_29, "pause.watchdog=200us", "pause.watchdog-poll=" + pollUs + "us", "until=1ms");
    long foundUs = figures.storms().get(0).foundPs() / 1_000_000;
    assertThat(foundUs).isBetween(200L, 200 + 2 * pollUs);
    assertThat(foundUs % pollUs).isZero();
  }

  /**
   * Takes the link down for 10 us at 210 us. The port sends from then until the next XOFF, at 451
   * us. So the first of four polls that find it stuck is that at 600 us.
   */
  @ParameterizedTest
  @CsvSource({"210us, 900", "2ms, 600"})
  void aPauseThatALinkHasBrokenIsNoneWithoutABreak(String at, long foundUs) throws BadScenario {
    String text =
        CASE_29
            + """
            at = "120us"
            for = "1ms"
            [[flow]]
            transport = "roce"
            from = 1
            to = 3
            size = "20MB"
            [[fault]]
            link = "host-3~switch-0"
            down = true
            for = "10us"
            """;
    Figures figures =
        run(
            text,
            "flow[0].size=20MB",
            "pause.watchdog=400us",
            "pause.watchdog-poll=100us",
            "until=1ms",
            "fault[1].at=" + at);
    assertThat(figures.storms().get(0).foundPs() / 1_000_000).isEqualTo(foundUs);
  }

  /**
   * Pauses host 0 in both classes for 335 us, and then flaps its link. The switch pauses class a
   * anew, as two flows of it share a link: class b, to an idle host, must not be paused with it.
   */
  @Test
  @Requirement("PFC-3")
  void aPauseFromBeforeAFlapDoesNotComeBack() throws BadScenario {
    String flap =
        """
        [[flow]]
        transport = "roce"
        from = 0
        to = 2
        dscp = 8
        size = "1MB"
        [[fault]]
        link = "host-0~switch-0"
        down = true
        at = "70us"
        for = "10us"
        """;
    Figures figures =
        run(
            TWO_QUEUES + flap,
            "flow[1].dscp=26",
            "roce.cc=none",
            "fault[0].link=switch-0>host-0",
            "fault[0].for=10us",
            "pause.watchdog=1s");
    assertThat(figures.completed()).isEqualTo(3);
    assertThat(figures.value(Metric.XOFFS)).isGreaterThan(50);
    assertThat(figures.flows().get(2).fctPs()).isLessThan(300_000_000L);
  }

  /**
   * Makes a lossless class congested behind a spine: from the port's own point of view the
   * congestion at the second switch is a storm, if the watchdog is faster than queues are.
   */
  @ParameterizedTest
  @CsvSource({"2ms, false", "20us, true"})
  void aWatchdogThatIsTooFastTakesCongestionForAStorm(String watchdog, boolean isFound)
      throws BadScenario {
    String incast =
        """
        [topology]
        kind = "leaf-spine"
        leaves = 2
        spines = 1
        [[queue]]
        name = "roce"
        dscp = "others"
        [pause]
        lossless = ["roce"]
        gap = "90KB"
        [[workload]]
        kind = "incast"
        transport = "roce"
        senders = 6
        size = "2MB"
        """;
    Figures figures = run(incast, "pause.watchdog=" + watchdog);
    assertThat(figures.value(Metric.XOFFS)).isPositive();
    assertThat(figures.storms().isEmpty()).isEqualTo(!isFound);
    assertThat(figures.frames().dropped() > 0).isEqualTo(isFound);
  }

  @Test
  void aPortOfAHostThatASwitchStormsAtStopsAsWell() throws BadScenario {
    Figures figures = run(CASE_29, "fault[0].link=switch-0>host-0", "until=20ms");
    assertThat(figures.completed()).isZero();
    assertThat(figures.pauses().get(0).port()).isEqualTo("host-0>switch-0");
    assertThat(figures.storms()).isEmpty(); // hosts have no watchdog
  }

  @Test
  @Requirement("PFC-3")
  void afterAStormTheLastPauseRunsOut() throws BadScenario {
    Figures figures = run(CASE_29, "pause.watchdog=off", "fault[0].for=1ms");
    assertThat(figures.completed()).isEqualTo(1);
    // the last XOFF lasts 65,535 quanta of 5.12 ns
    assertThat(figures.value(Metric.PAUSED_MAX)).isBetween(MS, MS + 336 * MS / 1_000);
  }

  @Test
  void aStormNeedsALosslessQueue() {
    assertThatThrownBy(() -> read(CASE_29, "pause.lossless=off", "pause.watchdog=off"))
        .isInstanceOf(BadScenario.class)
        .hasMessageContaining("fault[0].storm has no effect where no queue is lossless");
  }

  @Test
  void keysOfTheWatchdogBelongToIt() {
    assertThatThrownBy(() -> read(CASE_29, "pause.watchdog=off", "pause.watchdog-poll=1ms"))
        .isInstanceOf(BadScenario.class)
        .hasMessageContaining("pause.watchdog-poll belongs to pause.watchdog, which is off");
  }

  /** Two lossless queues of one rank, each with a flow of 8 MB to the host that storms. */
  private static final String TWO_QUEUES =
      """
      [topology]
      kind = "star"
      hosts = 4
      [queues]
      buffer = "180KB"
      [[queue]]
      name = "a"
      dscp = 26
      rank = 1
      [[queue]]
      name = "b"
      dscp = "others"
      rank = 1
      [pause]
      lossless = ["a", "b"]
      threshold = "40KB"
      watchdog = "250us"
      watchdog-poll = "100us"
      [roce]
      timeout = 8
      [[flow]]
      transport = "roce"
      from = 0
      to = 3
      dscp = 26
      size = "8MB"
      [[flow]]
      transport = "roce"
      from = 1
      to = 3
      dscp = 8
      size = "8MB"
      [[fault]]
      link = "host-3>switch-0"
      storm = true
      at = "50us"
      for = "1ms"
      """;

  /** Expects three stuck polls, as 250 us are, and room for all frames once the storm is over. */
  @Test
  void aStormHoldsUpAllLosslessQueues() throws BadScenario {
    Figures figures = run(TWO_QUEUES);
    assertThat(figures.storms()).extracting(StormResult::queue).containsExactly("a", "b");
    assertThat(figures.storms())
        .allSatisfy(
            storm -> {
              assertThat(storm.foundPs()).isEqualTo(400_000_000L);
              assertThat(storm.endPs()).isEqualTo(1_600_000_000L);
              assertThat(storm.dropped()).isPositive();
            });
    long dropped = figures.storms().stream().mapToLong(StormResult::dropped).sum();
    assertThat(figures.drops()).containsExactly(Map.entry(DropReason.WATCHDOG, dropped));
    assertThat(figures.completed()).isEqualTo(2);
  }

  @Test
  void aQueueThatMayLoseIsNotHeldUp() throws BadScenario {
    Figures figures = run(TWO_QUEUES, "pause.lossless=a");
    assertThat(figures.storms()).extracting(StormResult::queue).containsExactly("a");
    assertThat(fctPs(figures, 1)).isLessThan(MS);
    assertThat(fctPs(figures, 0)).isGreaterThan(MS);
  }

  @Test
  void pauseFramesOf8023HoldUpAllQueuesAtOnce() throws BadScenario {
    Figures figures = run(TWO_QUEUES, "pause.lossless=all", "pause.frames=802.3x");
    assertThat(figures.storms()).extracting(StormResult::queue).containsExactly("all");
    assertThat(fctPs(figures, 0)).isGreaterThan(MS);
    assertThat(fctPs(figures, 1)).isGreaterThan(MS);
    assertThat(figures.completed()).isEqualTo(2);
  }

  @Test
  void stormsThatOverlapEndWithTheLast() throws BadScenario {
    String second =
        """
        [[fault]]
        link = "host-3>switch-0"
        storm = true
        at = "500us"
        for = "2ms"
        """;
    Figures figures = run(TWO_QUEUES + second);
    // the last XOFF comes before 2.5 ms and lasts 335.5 us; three quiet polls follow
    assertThat(figures.storms())
        .allSatisfy(storm -> assertThat(storm.endPs()).isBetween(2_800_000_000L, 3_200_000_000L));
  }

  /** Expects one poll more than for frames that waited from the start of the storm on. */
  @Test
  void framesThatCameSinceTheLastPollAreNotHeldUpYet() throws BadScenario {
    Figures figures = run(TWO_QUEUES, "flow[*].start=130us");
    assertThat(figures.storms()).extracting(StormResult::foundPs).containsOnly(500_000_000L);
  }

  /**
   * Sends in class a, which goes first, from 350 us on, so that its frames wait at four polls from
   * 400 us.
   */
  @Test
  void aClassThatGoesOnInSpiteOfItsPauseFreesNoOther() throws BadScenario {
    Figures figures = run(TWO_QUEUES, "flow[0].start=350us", "pause.watchdog-action=forward");
    assertThat(figures.storms())
        .extracting(storm -> storm.queue() + " " + storm.foundPs() / 1_000_000)
        .containsExactly("b 400", "a 700");
  }

  /** Lets the last pause, of 25.6 us, run out before a poll that still finds a new XOFF. */
  @Test
  void aPollAfterAnXoffIsNotQuietThoughThePauseIsOver() throws BadScenario {
    Figures figures = run(TWO_QUEUES, "pause.quanta=5000", "fault[0].for=500us");
    assertThat(figures.storms()).extracting(StormResult::endPs).containsOnly(900_000_000L);
  }

  @Test
  void noRunWaitsForTheEndOfAStorm() throws BadScenario {
    Figures figures = run(CASE_29, "fault[0].link=switch-0>host-0", "pause.watchdog=off");
    assertThat(figures.value(Metric.FAILED)).isEqualTo(1);
    assertThat(figures.isAtRest()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"pause.watchdog-poll=300us", "pause.watchdog=1ps"})
  void pollsAreNeitherLongerThanTheTimeNorEndless(String change) {
    assertThatThrownBy(() -> read(TWO_QUEUES, change))
        .isInstanceOf(BadScenario.class)
        .hasMessageContaining("polls of the watchdog come every");
  }

  private static long fctPs(Figures figures, int from) {
    return figures.flows().stream()
        .filter(flow -> flow.flow().from() == from)
        .mapToLong(FlowResult::fctPs)
        .sum();
  }
}
