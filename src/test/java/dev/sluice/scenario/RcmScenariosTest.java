package dev.sluice.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.requirement.Requirement;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** RoCEv2 congestion management in whole runs at full size. */
class RcmScenariosTest {
  /** Of payload what frames of 1,024 B take on a link, all counted. */
  private static final double WIRE = 1_106.0 / 1_024;

  private static final double GIGABIT = 1e9;
  private static final long MS = 1_000_000_000;

  private static Scenario ready(String name, String... changes) throws BadScenario {
    Map<String, String> all = new HashMap<>();
    for (String change : changes) {
      all.put(change.replaceFirst("=.*", ""), change.replaceFirst("[^=]*=", ""));
    }
    return Scenario.read(name, name, ReadyScenarios.text(name).orElseThrow(), all);
  }

  private static Figures recorded(Scenario scenario) throws IOException {
    return Run.of(scenario, new Run.Recording(true, null, null, null));
  }

  /** What a flow has of the link between two times, in Gb/s of whole frames. */
  private static double share(Curve rate, long fromPs, long toPs) {
    return WIRE
        / GIGABIT
        * Arrays.stream(rate.values(), (int) (fromPs / rate.stepPs()), (int) (toPs / rate.stepPs()))
            .average()
            .orElseThrow();
  }

  private static double jain(double one, double other) {
    return (one + other) * (one + other) / (2 * (one * one + other * other));
  }

  /**
   * The first flow has the link, and no more than that; ten milliseconds after the second one's
   * beginning both have the same; in the end a half each, three Gb/s more or less.
   */
  @Test
  @Requirement({"RCM-2", "RCM-3", "RCM-5", "RCM-6"})
  void twoFlowsComeToHalfOfTheLink() throws BadScenario, IOException {
    Figures figures = recorded(ready("rcm-two-flows"));
    List<Curve> rates =
        figures.curves().stream().filter(curve -> curve.group().equals("rate")).toList();
    assertThat(share(rates.get(0), MS, 9 * MS)).isBetween(39.99, 40.01);
    double one = share(rates.get(0), 20 * MS, 24 * MS);
    double other = share(rates.get(1), 20 * MS, 24 * MS);
    assertThat(jain(one, other)).isGreaterThanOrEqualTo(0.98);
    for (Curve rate : rates) {
      assertThat(share(rate, 50 * MS, 76 * MS)).isBetween(17.0, 23.0);
    }
    assertThat(figures.busiestQueue().p99Bytes()).isLessThan(200_000);
    assertThat(figures.roce().leastRateBps()).isLessThan(5_000_000_000L);
  }

  /** Without a reaction point CNPs come and change nothing; without a notification point, none. */
  @Test
  @Requirement("RCM-12")
  void hostsWithoutCongestionManagementGoOn() throws BadScenario {
    String small = "flow[*].size=20MB";
    Figures managed = Run.of(ready("rcm-two-flows", small));
    Figures ignoring = Run.of(ready("rcm-two-flows", small, "rcm.react=false"));
    Figures silent = Run.of(ready("rcm-two-flows", small, "rcm.notify=false"));
    Figures neither = Run.of(ready("rcm-two-flows", small, "rcm.notify=false", "rcm.react=false"));
    assertThat(neither.flows()).isEqualTo(silent.flows());
    for (Figures each : List.of(managed, ignoring, silent)) {
      assertThat(each.completed()).isEqualTo(2);
      assertThat(each.isAtRest()).isTrue();
      assertThat(each.frames().dropped()).isZero();
    }
    // the flows do not meet, and nothing is marked
    assertThat(managed.roce().cnpsSent()).isZero();

    String met = "flow[1].start=1ms";
    Figures slowed = Run.of(ready("rcm-two-flows", small, met));
    Figures heedless = Run.of(ready("rcm-two-flows", small, met, "rcm.react=false"));
    Figures unasked = Run.of(ready("rcm-two-flows", small, met, "rcm.notify=false"));
    assertThat(heedless.roce().cnpsReceived()).isPositive();
    assertThat(unasked.roce().cnpsSent()).isZero();
    assertThat(heedless.peakQueueBytes()).isEqualTo(unasked.peakQueueBytes());
    assertThat(heedless.flows()).isEqualTo(unasked.flows());
    assertThat(slowed.peakQueueBytes()).isLessThan(heedless.peakQueueBytes() / 10);
  }

  /** Where pause is off and the buffer small: fewer drops with it, and none are none. */
  @Test
  @Requirement({"RCM-2", "RCM-5"})
  void fewerPacketsAreDroppedWithIt() throws BadScenario {
    Figures managed = Run.of(ready("rcm-incast"));
    Figures heedless = Run.of(ready("rcm-incast", "rcm.react=false"));
    assertThat(managed.frames().dropped()).isPositive();
    assertThat(heedless.frames().dropped()).isGreaterThan(2 * managed.frames().dropped());
    assertThat(Run.of(ready("rcm-incast", "queues.buffer=32MB")).frames().dropped()).isZero();
  }

  /** What is not selected is neither marked nor slowed down, and what is makes way for it. */
  @Test
  @Requirement({"RCM-1", "RCM-2", "RCM-10"})
  void aFlowThatIsNotSelectedIsLeftAlone() throws BadScenario {
    Figures figures =
        Run.of(
            ready(
                "rcm-two-flows",
                "flow[*].size=20MB",
                "flow[1].start=1ms",
                "flow[1].selected=false",
                "expect.flow-goodput-min=>=1G"));
    FlowResult selected = figures.flows().get(0);
    FlowResult other = figures.flows().get(1);
    assertThat(figures.roce().cnpsSent()).isPositive();
    assertThat(other.goodputBps()).isGreaterThan(33_000_000_000L);
    assertThat(selected.goodputBps()).isLessThan(20_000_000_000L);
  }

  /** A rate needs up to a second to recover, long after its last packet: no run waits for that. */
  @Test
  void aRunEndsWithItsLastPacketAndNotWithTheTimersOfRates() throws BadScenario {
    Scenario scenario = ready("rcm-two-flows", "rcm.profile=hpcc-artifact-timers");
    Figures figures = Run.of(scenario);
    assertThat(figures.isAtRest()).isTrue();
    long lastPs = figures.flows().stream().mapToLong(FlowResult::endPs).max().orElseThrow();
    assertThat(figures.endPs()).isBetween(lastPs, lastPs + 1_000_000_000);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"paper-2015", "connectx-firmware", "ns3-rdma-sample", "hpcc-artifact-timers"})
  @Requirement("RCM-6")
  void nothingDependsOnHowLateTheLinkAsks(String profile) throws BadScenario, IOException {
    Scenario scenario =
        ready(
            "rcm-two-flows",
            "flow[*].size=10MB",
            "flow[1].start=100us",
            "rcm.profile=" + profile,
            "rcm.rise-bytes=100KB");
    Figures late = Run.of(scenario);
    Figures punctual = recorded(scenario);
    assertThat(late.roce().cnpsSent()).isPositive();
    assertThat(late.roce()).isEqualTo(punctual.roce());
    assertThat(late.flows()).isEqualTo(punctual.flows());
    assertThat(late.frames()).isEqualTo(punctual.frames());
    assertThat(late.endPs()).isEqualTo(punctual.endPs());
  }
}
