package dev.sluice.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.fabric.DropReason;
import dev.sluice.requirement.Requirement;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** LDCP in whole runs: frames of 1,114 B over links of 100 Gb/s, of which a BDP are 100. */
class LdcpScenariosTest {
  private static final double FRAME = 1_114;

  private static Scenario ready(String name, String... changes) throws BadScenario {
    Map<String, String> all = new HashMap<>();
    for (String change : changes) {
      all.put(change.replaceFirst("=.*", ""), change.replaceFirst("[^=]*=", ""));
    }
    return Scenario.read(name, name, ReadyScenarios.text(name).orElseThrow(), all);
  }

  /**
   * The closed form by its own arithmetic, and the run by it. With few packets in a window the half
   * that never fills it shows: for 32 flows, and 5.9 packets in each, the closed form is 6 % too
   * high, and with whole packets it is right.
   */
  @ParameterizedTest
  @CsvSource({
    "2, 111400, 20%, 26.24, 63.12, 0.01560, 0.05",
    "8, 111400, 20%, 41.42, 17.68, 0.05354, 0.05",
    "16, 222800, 50%, 53.90, 9.62, 0.09417, 0.05",
    "32, 445600, 80%, 88.83, 5.90, 0.14491, 0.08"
  })
  @Requirement({"LDCP-1", "LDCP-14", "LDCP-15"})
  void theQueueComesToRestWhereItShould(
      int flows, long max, String chance, double queue, double cw, double marked, double band)
      throws BadScenario {
    Scenario scenario =
        ready(
            "ldcp-incast",
            "workload[0].senders=" + flows,
            "workload[0].size=" + 64_000_000L / flows + "B",
            "topology.hosts=" + (flows + 1),
            "queue[0].ecn-max=" + max + "B",
            "queue[0].ecn-chance=" + chance,
            "ldcp.observe-from=1ms",
            "ldcp.observe-until=4ms");
    Figures figures = Run.of(scenario);
    LdcpResult result = figures.ldcp();
    LdcpClosedForm form = result.closed().orElseThrow();
    assertThat(form.queueBytes() / FRAME).isBetween(queue - 0.006, queue + 0.006);
    assertThat(form.windowMillionths() / 1e6).isBetween(cw - 0.006, cw + 0.006);
    assertThat(form.markedMillionths() / 1e6).isBetween(marked - 6e-6, marked + 6e-6);
    assertThat(form.isValid()).isTrue();
    assertThat(result.queueOff() / 1e6).as("%s", result).isLessThan(band);
    assertThat((double) result.queueBytes() / form.wholeQueueBytes()).isBetween(0.96, 1.04);
    assertThat(result.markedMillionths() / 1e6).isBetween(0.9 * marked, 1.1 * marked);
    assertThat(result.windowMillionths() / 1e6 - cw).as("half a packet").isBetween(0.2, 1.6);
    assertThat(result.loadMillionths()).isGreaterThan(995_000);
    assertThat(result.capableDrops()).isZero();
    assertThat(figures.completed()).isEqualTo(flows);
    assertThat(figures.roce().timeouts()).isZero();
  }

  /**
   * Nothing is paused, and nothing needs to be: no scenario of LDCP has a lossless queue, nor has
   * one that is written for another algorithm once it is LDCP's.
   */
  @Test
  @Requirement("LDCP-15")
  void noSwitchPauses() throws BadScenario {
    int scenarios = 0;
    for (String name : ReadyScenarios.names()) {
      boolean isLdcp = name.startsWith("ldcp-");
      if (isLdcp || name.equals("rcm-isolation") || name.equals("roce-incast")) {
        String text = ReadyScenarios.text(name).orElseThrow();
        Scenario scenario = Scenario.read(name, name, text, Map.of(), Algorithm.LDCP);
        assertThat(scenario.queues().pause()).as(name).isEmpty();
        assertThat(scenario.ldcp()).as(name).isPresent();
        scenarios += isLdcp ? 1 : 0;
      }
    }
    assertThat(scenarios).isEqualTo(8);
    String paused =
        ReadyScenarios.text("ldcp-incast").orElseThrow() + "\n[pause]\nlossless = [\"ldcp\"]\n";
    assertThat(Scenario.read("p", "p", paused, Map.of()).queues().pause()).isPresent();
    for (Algorithm form : List.of(Algorithm.LDCP, Algorithm.LDCP_RATE)) {
      assertThat(Scenario.read("p", "p", paused, Map.of(), form).queues().pause()).isEmpty();
    }
  }

  /**
   * On an idle path a message of a BDP, 100 packets, takes the base RTT of 8,912,000 ps, 99 more
   * frames, and the 16 B that the first has besides; a longer one does not stop in between.
   */
  @ParameterizedTest
  @ValueSource(ints = {1, 40, 100, 101, 400})
  @Requirement({"LDCP-8", "LDCP-11", "LDCP-17"})
  void aMessageOfABdpTakesOneRoundTripAndALongerOneDoesNotStop(int packets) throws BadScenario {
    Figures figures =
        Run.of(
            ready(
                "ldcp-first-round",
                "workload[0].senders=1",
                "workload[0].size=" + 1_024 * packets + "B"));
    assertThat(figures.fctPs(100)).isEqualTo(8_912_000 + (packets - 1) * 89_120L + 1_280);
    assertThat(figures.frames().marked() + figures.frames().dropped()).isZero();
  }

  /**
   * The same of a READ, 8,815,360 ps there and back beside what its frame takes, of 110 B: behind
   * its acknowledgment of 94 B responses of 1,118 B, the first and the last with an AETH of 4 B,
   * leave without a stop.
   */
  @ParameterizedTest
  @ValueSource(ints = {2, 40, 100, 101, 400})
  @Requirement({"LDCP-8", "LDCP-11", "LDCP-12"})
  void responsesToAReadDoNotStopEither(int packets) throws BadScenario {
    Figures figures =
        Run.of(
            ready(
                "ldcp-read",
                "workload[0].receivers=1",
                "workload[0].size=" + 1_024 * packets + "B"));
    assertThat(figures.fctPs(100)).isEqualTo(8_815_360 + (110 + 94 + packets * 1_118 + 8) * 80L);
    assertThat(figures.frames().marked() + figures.frames().dropped()).isZero();
  }

  /**
   * Behind a READ on the same queue pair WRITEs of as many bytes take no time of their own:
   * responses share their way with an acknowledgment of each request, and one behind the last of
   * them says that all is done. With requests acknowledged behind the responses the WRITEs took 89
   * us more, and 187.392 us in all.
   */
  @Test
  @Requirement({"LDCP-2", "LDCP-12"})
  void writesBehindAReadLeaveWhileItsResponsesCome() throws BadScenario {
    long read = 8_815_360 + (110 + 8 + 1_000 * 1_118 + 1_001 * 94) * 80L;
    assertThat(read).isEqualTo(105_792_320);
    Figures figures = Run.of(ready("ldcp-read-write"));
    assertThat(figures.fctPs(100)).as("the WRITEs").isEqualTo(read + 94 * 80);
    assertThat(figures.fctPs(0)).as("the READ").isEqualTo(read);
    assertThat(figures.frames().marked() + figures.frames().dropped()).isZero();
  }

  /**
   * Go-back-N of responses: one of a READ is lost, and 101 are sent again, it and the BDP behind
   * it, for which the READ takes as much longer; not all that is left of the READ. Of WRITEs behind
   * it all leave once more that have left.
   */
  @Test
  @Requirement({"LDCP-10", "LDCP-12", "RC-7", "RC-9"})
  void aLostResponseIsSentAgainWithTheBdpBehindIt() throws BadScenario {
    long sound = 8_815_360 + (110 + 94 + 1_000 * 1_118 + 8) * 80L;
    assertThat(sound).isEqualTo(98_272_320);
    Figures alone = Run.of(ready("ldcp-read-loss", "flow[1].start=200us"));
    assertThat(alone.frames().dropped()).isEqualTo(1);
    assertThat(alone.retransmissions()).isEqualTo(101);
    assertThat(alone.fctPs(100) - sound).isBetween(101 * 89_440L, 102 * 89_440L);
    Figures writing = Run.of(ready("ldcp-read-loss"));
    assertThat(writing.frames().dropped()).isEqualTo(1);
    assertThat(writing.retransmissions() - 101).isBetween(500L, 562L);
  }

  /**
   * Windows of responses come to rest where those of requests do: within a tenth of 53.90 packets.
   */
  @Test
  @Requirement({"LDCP-12", "LDCP-14"})
  void windowsOfResponsesComeToRestLikeThoseOfRequests() throws BadScenario {
    Figures figures =
        Run.of(
            ready(
                "ldcp-read",
                "workload[0].size=4MB",
                "ldcp.observe-from=2ms",
                "ldcp.observe-until=5ms"));
    assertThat(figures.ldcp().queueOff()).isBetween(0L, 100_000L);
    assertThat(figures.ldcp().capableDrops()).isZero();
    assertThat(figures.roce().naks() + figures.roce().timeouts()).isZero();
  }

  /**
   * Of 16 initial windows at once about 15 BDPs less K are dropped, none of them capable: all
   * sixteen tails come, and each sender hears of its loss without a timeout.
   */
  @Test
  @Requirement({"LDCP-8", "LDCP-9", "LDCP-10", "LDCP-15"})
  void ofInitialWindowsAtOnceTheTailsCome() throws BadScenario {
    Figures figures = Run.of(ready("ldcp-first-round"));
    assertThat(figures.drops()).containsOnlyKeys(DropReason.ROLE);
    assertThat(figures.frames().dropped()).isBetween(1_350L, 1_400L);
    assertThat(figures.ldcp().capableDrops()).isZero();
    assertThat(figures.roce().naks()).as("each has lost some").isEqualTo(16);
    assertThat(figures.roce().timeouts()).isZero();
    assertThat(figures.peakQueueBytes()).isLessThanOrEqualTo((100 + 16) * 1_114);
  }

  /**
   * The four lose nothing to eight newcomers, which hold the queue at K, 50 packets, for about a
   * round trip. What finds K is marked with p(K) = 0.2 (50 − 20) / (100 − 20) = 7.5 %: so many
   * packets and no more are told of with a mark, and in two round trips the four's windows fall by
   * no more than 1 − 0.925². On average they end no later than half again the time that newcomers
   * need of the link. With seeds 1 to 6 windows fall by 0 to 9 %, and the mean is 37 to 60 us
   * later, where newcomers take 46 us.
   */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6})
  @Requirement({"LDCP-8", "LDCP-14"})
  void newcomersCostWindowsAtRestNoPacketAndWhatKMarks(int seed) throws BadScenario, IOException {
    Figures alone = Run.of(ready("ldcp-churn", "seed=" + seed, "flow[*].start=100ms"));
    Figures beside =
        Run.of(ready("ldcp-churn", "seed=" + seed), new Run.Recording(true, null, null, null));
    assertThat(beside.drops()).containsOnlyKeys(DropReason.ROLE);
    assertThat(beside.ldcp().capableDrops()).isZero();
    assertThat(beside.frames().dropped() - alone.frames().dropped()).isPositive();
    assertThat(beside.ldcp().markedMillionths()).isLessThanOrEqualTo(75_000);
    assertThat(leftOfWindows(beside)).isGreaterThan(0.925 * 0.925);
    long newcomers = 8 * 64 * 89_120L;
    assertThat(sumOfEnds(beside) - sumOfEnds(alone)).isLessThan(4 * 3 * newcomers / 2);
  }

  /**
   * Where K is K_max, each packet that finds K is marked: of 132 in flight more than 100, so that
   * the four's windows fall to a quarter, with seeds 1 to 6 to 0.12 to 0.25.
   */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6})
  @Requirement({"LDCP-1", "LDCP-8"})
  void whereAllIsMarkedAtKWindowsAtRestFallToAQuarter(int seed) throws BadScenario, IOException {
    Figures figures =
        Run.of(
            ready("ldcp-churn", "seed=" + seed, "queue[0].not-ect-limit=111400B"),
            new Run.Recording(true, null, null, null));
    assertThat(figures.ldcp().capableDrops()).isZero();
    assertThat(leftOfWindows(figures)).isBetween(0.05, 0.3);
  }

  /**
   * What the four's windows have fallen to at the least, in all, from 1 ms on, when newcomers come,
   * until the marks of two round trips with 50 packets in the queue are back, 3 × 13.4 us.
   */
  private static double leftOfWindows(Figures figures) {
    List<Curve> windows =
        figures.curves().stream()
            .filter(curve -> curve.group().equals("window"))
            .filter(curve -> curve.name().matches("host-[0-3] .*"))
            .toList();
    assertThat(windows).hasSize(4);
    long stepPs = windows.get(0).stepPs();
    int come = (int) (1_000_000_000 / stepPs);
    int until = (int) (1_040_200_000 / stepPs);
    double before =
        IntStream.range(come - 20, come).mapToLong(at -> sum(windows, at)).average().orElseThrow();
    return IntStream.range(come, until).mapToLong(at -> sum(windows, at)).min().orElseThrow()
        / before;
  }

  private static long sum(List<Curve> curves, int at) {
    return curves.stream().mapToLong(curve -> curve.values()[at]).sum();
  }

  /** When each of the four was complete, all added up. */
  private static long sumOfEnds(Figures figures) {
    return figures.flows().stream()
        .filter(flow -> flow.flow().bytes() > 1_000_000)
        .mapToLong(FlowResult::endPs)
        .sum();
  }

  /**
   * The source's only result, which has no figures: ahead of DCQCN in throughput and latency. On
   * one incast without pause, with the thresholds that `compare` gives each, LDCP's flows end
   * sooner, and a message of one packet that another host sends in the meantime arrives sooner.
   */
  @ParameterizedTest
  @ValueSource(ints = {8, 32})
  @Requirement("LDCP-19")
  void aheadOfDcqcnOnTheSameIncast(int senders) throws BadScenario {
    String text =
        """
        title = "one incast, two algorithms"
        [topology]
        kind = "star"
        hosts = %d
        rate = "100G"
        [queues]
        buffer = "2MB"
        [roce]
        mtu = 1024
        [[workload]]
        kind = "incast"
        transport = "roce"
        senders = %d
        size = "500KB"
        [[flow]]
        transport = "roce"
        from = %d
        to = %d
        size = "1KiB"
        start = "150us"
        """
            .formatted(senders + 2, senders, senders + 1, senders);
    Figures ldcp = Run.of(Scenario.read("l7", "l7", text, Map.of(), Algorithm.LDCP));
    Figures dcqcn = Run.of(Scenario.read("l7", "l7", text, Map.of(), Algorithm.RCM_LOSSY));
    assertThat(ldcp.completed()).isEqualTo(senders + 1);
    assertThat(ldcp.fctPs(100)).isLessThan(dcqcn.fctPs(100));
    assertThat(ldcp.fctPs(50)).isLessThan(dcqcn.fctPs(50));
    assertThat(ldcp.goodputBps()).as("throughput").isGreaterThan(dcqcn.goodputBps());
    assertThat(ofOnePacket(ldcp)).as("latency").isLessThan(ofOnePacket(dcqcn));
  }

  static long ofOnePacket(Figures figures) {
    return figures.flows().stream()
        .filter(flow -> flow.flow().bytes() == 1_024)
        .mapToLong(FlowResult::fctPs)
        .findFirst()
        .orElseThrow();
  }

  /**
   * Three hundred senders, of which a BDP is 100 packets. With windows below one packet the queue
   * is bounded and drains; with a floor of one packet, N − BDP packets stand there, or, by the base
   * RTT, it fills the port.
   */
  @Test
  @Requirement({"LDCP-6", "LDCP-7", "LDCP-14", "LDCP-15"})
  void windowsBelowOnePacketKeepTheQueueBounded() throws BadScenario {
    String[] small = {
      "workload[0].senders=300", "workload[0].size=32KiB", "workload[0].stagger=475ns",
      "ldcp.observe-from=200us", "ldcp.observe-until=700us", "queue[0].limit=1MB"
    };
    Figures bounded = Run.of(ready("ldcp-thousand", small));
    assertThat(bounded.ldcp().capableDrops()).isZero();
    assertThat(bounded.ldcp().windowMillionths()).isLessThan(1_000_000);
    assertThat(bounded.ldcp().loadMillionths()).isGreaterThan(800_000);
    double there = bounded.ldcp().queueBytes() / FRAME;
    assertThat(there).isLessThan(200 * 0.9);

    String floor = "ldcp.gamma=4095/4096";
    Figures standing = Run.of(ready("ldcp-thousand", and(small, floor, "ldcp.timer-rtt=measured")));
    assertThat(standing.ldcp().queueBytes() / FRAME).isBetween(200 * 0.9, 200 * 1.2);
    Figures growing = Run.of(ready("ldcp-thousand", and(small, floor)));
    assertThat(growing.peakQueueBytes()).isGreaterThan(990_000);
    assertThat(growing.ldcp().capableDrops()).isPositive();
  }

  private static String[] and(String[] some, String... more) {
    return Stream.concat(Arrays.stream(some), Arrays.stream(more)).toArray(String[]::new);
  }

  /**
   * Marks come spread out: in a run at rest no flow loses a half of its window in any round trip,
   * as all would that halve theirs with the first mark, and of the flows that are marked in one
   * round trip most have one mark or two.
   */
  @Test
  @Requirement("LDCP-18")
  void aRoundTripTakesLittleOfAWindow() throws BadScenario, IOException {
    Figures figures =
        Run.of(
            ready("ldcp-incast", "workload[0].size=1MB", "workload[0].senders=8"),
            new Run.Recording(true, null, null, null));
    List<Curve> windows =
        figures.curves().stream().filter(curve -> curve.group().equals("window")).toList();
    assertThat(windows).hasSize(8);
    for (Curve window : windows) {
      int round = (int) (9_000_000 / window.stepPs()) + 1;
      int from = (int) (200_000_000 / window.stepPs());
      int to = (int) (700_000_000 / window.stepPs());
      for (int i = from; i + round < to; i++) {
        long now = window.values()[i];
        assertThat(window.values()[i + round]).as("%d", i).isGreaterThan(now / 2);
      }
    }
  }
}
