package dev.sluice.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.fabric.MadeFrames;
import dev.sluice.fabric.Packets;
import dev.sluice.fabric.PauseDeadlock;
import dev.sluice.fabric.Topology;
import dev.sluice.fabric.TrafficClasses;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rules by which meters count, on a few events that are made by hand and not by a run. */
class MetersTest {
  private static final long US = 1_000_000;

  /** Hosts 0 and 2 at 100 Gb/s, host 1 at 400 Gb/s. */
  private static final String TWO_INTO_ONE =
      """
      [topology]
      kind = "star"
      hosts = 3
      rate = ["100G", "400G", "100G"]
      [roce]
      cc = "CC"
      mtu = 1024
      [[workload]]
      kind = "incast"
      transport = "roce"
      senders = 2
      size = "1MB"
      """;

  private final Packets packets = new Packets(0);

  private static Scenario read(String text, Map<String, String> changes) throws BadScenario {
    return Scenario.read("mine", "mine.toml", text, changes);
  }

  private static int port(Scenario scenario, String name) {
    Topology topology = scenario.topology();
    for (int port = 0; port < topology.ports(); port++) {
      if (topology.portName(port).equals(name)) {
        return port;
      }
    }
    throw new AssertionError("no port " + name);
  }

  // ---------------------------------------------------------------- queues, packets, times

  private static Scenario star() throws BadScenario {
    return read(
        """
        [topology]
        kind = "star"
        hosts = 3
        [[flow]]
        from = 0
        to = 1
        size = "1MB"
        """,
        Map.of());
  }

  /** Has so many frames find 256 B, 512 B, … at a port, and lets all leave one by one. */
  private void fill(Meter meter, int port, int frames, long fromPs) {
    for (int i = 1; i <= frames; i++) {
      int packet = MadeFrames.of(packets, 256, TrafficClasses.LOW);
      meter.enqueued(fromPs + i, port, packet, TrafficClasses.LOW, 256L * i);
    }
    for (int i = 1; i <= frames; i++) {
      meter.dequeued(fromPs + US + i, port, 0, TrafficClasses.LOW, 256L * (frames - i));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1, 256, 256",
    "2, 256, 512",
    "99, 12800, 25344",
    "100, 12800, 25344",
    "101, 13056, 25600",
    "201, 25856, 50944"
  })
  void aQueuePercentileIsTheValueAtTheRankRoundedUp(int frames, long p50, long p99)
      throws BadScenario {
    Scenario scenario = star();
    Meter meter = new Meter(scenario, packets, false);
    fill(meter, port(scenario, "switch-0>host-1"), frames, 0);
    MadeFigures made = new MadeFigures().meter(meter);
    assertThat(made.value(Metric.QUEUE_P50)).as("queue-p50 of %d frames", frames).isEqualTo(p50);
    assertThat(made.value(Metric.QUEUE_P99)).as("queue-p99 of %d frames", frames).isEqualTo(p99);
    assertThat(made.value(Metric.PEAK_QUEUE))
        .as("peak-queue of %d frames", frames)
        .isEqualTo(256L * frames);
  }

  /**
   * Holds 10 frames of 256 B at one port for a moment, and 2 at the other for a hundred times as
   * long.
   */
  @Test
  void queuePercentilesAreOfThePortThatHoldsMostBytesTimesTime() throws BadScenario {
    Scenario scenario = star();
    Meter meter = new Meter(scenario, packets, false);
    fill(meter, port(scenario, "switch-0>host-1"), 10, 0);
    int slow = port(scenario, "switch-0>host-2");
    for (int i = 1; i <= 2; i++) {
      int packet = MadeFrames.of(packets, 256, TrafficClasses.LOW);
      meter.enqueued(2 * US, slow, packet, TrafficClasses.LOW, 256L * i);
    }
    meter.dequeued(102 * US, slow, 0, TrafficClasses.LOW, 0);
    MadeFigures made = new MadeFigures().meter(meter);
    assertThat(made.figures().busiestPort()).as("busiestPort").isEqualTo("switch-0>host-2");
    assertThat(made.value(Metric.QUEUE_P99)).as("queue-p99 of 256 B and 512 B").isEqualTo(512);
    assertThat(made.value(Metric.QUEUE_P50)).as("queue-p50 of 256 B and 512 B").isEqualTo(256);
    assertThat(made.value(Metric.PEAK_QUEUE)).as("peak-queue, at the other").isEqualTo(2_560);
  }

  /** Has a frame find one queue empty, and then two of equal length. */
  @Test
  void aQueueIsLongestAtTheFirstPortOfEqualsAndNowhereIfNothingWaited() throws BadScenario {
    Scenario scenario =
        read(
            """
            [topology]
            kind = "star"
            hosts = 3
            [[queue]]
            name = "own"
            dscp = "others"
            [[flow]]
            from = 0
            to = 1
            size = "1MB"
            """,
            Map.of());
    Meter meter = new Meter(scenario, packets, false);
    int packet = MadeFrames.of(packets, 256, 0);
    meter.enqueued(1, port(scenario, "switch-0>host-0"), packet, 0, 0); // sent at once
    assertThat(meter.queueResults().get(0).port()).as("port if nothing waited").isEmpty();
    meter.enqueued(2, port(scenario, "switch-0>host-1"), packet, 0, 512);
    meter.enqueued(3, port(scenario, "switch-0>host-2"), packet, 0, 512);
    assertThat(meter.queueResults().get(0).port())
        .as("port of two queues of 512 B")
        .isEqualTo("switch-0>host-1");
  }

  @Test
  void queuesOfHostsDoNotCount() throws BadScenario {
    Scenario scenario = star();
    Meter meter = new Meter(scenario, packets, false);
    fill(meter, port(scenario, "host-0>switch-0"), 5, 0);
    assertThat(new MadeFigures().meter(meter).value(Metric.PEAK_QUEUE)).as("peak-queue").isZero();
  }

  @Test
  void roundTripsAreThoseThatSourcesMeasured() throws BadScenario {
    Meter meter = new Meter(star(), packets, false);
    MadeFigures none = new MadeFigures().meter(meter);
    assertThat(none.value(Metric.RTT_MIN)).as("rtt-min without samples").isEqualTo(-1);
    assertThat(none.value(Metric.RTT_MAX)).as("rtt-max without samples").isEqualTo(-1);
    for (long rtt : new long[] {5, 0, 3, 9, 7}) {
      meter.acknowledged(20, 0, 1, 1_000, rtt, false);
    }
    MadeFigures made = new MadeFigures().meter(meter);
    assertThat(made.value(Metric.RTT_MIN)).as("rtt-min of 5, none, 3, 9, 7").isEqualTo(3);
    assertThat(made.value(Metric.RTT_MAX)).as("rtt-max of 5, none, 3, 9, 7").isEqualTo(9);
  }

  @Test
  void aRetransmissionIsAPacketSentToo() throws BadScenario {
    Meter meter = new Meter(star(), packets, false);
    for (boolean again : new boolean[] {false, false, true, false, false}) {
      meter.packetSent(1, 0, 0, 0, 7, 1_000, 0, again);
    }
    MadeFigures made = new MadeFigures().meter(meter);
    assertThat(made.value(Metric.RETRANSMISSIONS)).as("retransmissions").isEqualTo(1);
    assertThat(made.value(Metric.RESENT_SHARE)).as("resent-share: 1 over 4").isEqualTo(250_000);
  }

  @Test
  void aFlowEndsWhenItsSourceFirstKnowsItToBeComplete() throws BadScenario {
    Meter meter = new Meter(star(), packets, false);
    assertThat(meter.flowResults().get(0).isComplete()).as("complete before its end").isFalse();
    meter.packetDelivered(3 * US, 1, 0, 1_000_000, false);
    assertThat(meter.flowResults().get(0).isComplete()).as("complete by delivery").isFalse();
    meter.flowCompleted(5 * US, 0);
    meter.flowCompleted(9 * US, 0);
    assertThat(meter.flowResults().get(0).fctPs()).as("completion time").isEqualTo(5 * US);
  }

  // ---------------------------------------------------------------- pauses

  @Test
  void pausedTimeIsThatOfThePortAndQueueThatWerePausedLongest() throws BadScenario {
    Scenario scenario = read(PauseKeyRows.PAUSED, Map.of());
    PauseMeter meter = new PauseMeter(scenario, packets, false);
    int[] xoff = new int[scenario.queues().queues().size()];
    int[] xon = xoff.clone();
    xoff[0] = 9;
    int other = 0;
    int first = 1;
    meter.toldToPause(0, first, 1, xoff);
    meter.paused(0, first, 1);
    meter.toldToPause(2 * US, first, 1, xoff); // once more
    meter.paused(2 * US, first, 1);
    meter.toldToPause(3 * US, first, 1, xon);
    meter.paused(3 * US, first, 0);
    meter.marked(3 * US, first, 0, 1);
    meter.toldToPause(5 * US, other, 1, xoff);
    meter.paused(5 * US, other, 1);
    meter.paused(6 * US, first, 1);
    meter.endsAt(10 * US); // the first 3 + 4 us, the other 5 us
    MadeFigures made = new MadeFigures().pauses(meter);
    assertThat(made.value(Metric.PAUSED_MAX)).as("paused-max: 3 us and 4 us").isEqualTo(7 * US);
    assertThat(made.value(Metric.XOFFS)).as("xoffs, one of them a repetition").isEqualTo(3);
    assertThat(made.value(Metric.XONS)).as("xons").isEqualTo(1);
    assertThat(made.value(Metric.XOFFS_UNMARKED)).as("xoffs before the mark").isEqualTo(2);
  }

  // ---------------------------------------------------------------- HPCC++

  private static Scenario hpcc() throws BadScenario {
    return read(
        TWO_INTO_ONE.replace("CC", "hpcc"),
        Map.of("hpcc.observe-from", "10us", "hpcc.observe-until", "1s"));
  }

  private void leaves(HpccMeter meter, long atPs, int port, int bytes) {
    int packet = MadeFrames.of(packets, bytes, 0);
    meter.dequeued(atPs, port, packet, 0, 0);
  }

  /** Expects 8 us for 400,000 B at 400 Gb/s, and 8.4 us for 105,000 B at 100 Gb/s. */
  @Test
  void theBusiestPortIsTheOneThatSendsForTheGreatestShareOfTheTime() throws BadScenario {
    Scenario scenario = hpcc();
    HpccMeter meter = new HpccMeter(scenario, scenario.hpcc().orElseThrow(), packets);
    leaves(meter, 9_999_999, port(scenario, "switch-0>host-1"), 500_000); // not observed yet
    leaves(meter, 10 * US, port(scenario, "switch-0>host-1"), 400_000);
    leaves(meter, 10 * US, port(scenario, "host-2>switch-0"), 250_000); // a host's
    leaves(meter, 10 * US, port(scenario, "switch-0>host-2"), 105_000);
    HpccResult result = meter.result(22 * US);
    assertThat(result.port()).as("the busiest port").isEqualTo("switch-0>host-2");
    assertThat(new MadeFigures().hpcc(result).value(Metric.HPCC_LOAD))
        .as("hpcc-load: 8.4 us of those from 10 us to 22 us")
        .isEqualTo(700_000);
  }

  /**
   * Expects the load of each T; the first may have begun before it was observed, the last is not
   * over.
   */
  @Test
  void theLeastAndTheGreatestLoadAreOfWholeTimesT() throws BadScenario {
    Scenario scenario = hpcc();
    HpccPlan plan = scenario.hpcc().orElseThrow();
    long t = plan.params().tPs();
    int bytes = (int) (t / 1_000); // 1,000 ps a byte: a load of 20/1,000 of them at 400 Gb/s
    HpccMeter meter = new HpccMeter(scenario, plan, packets);
    int port = port(scenario, "switch-0>host-1");
    int[] times = {1, 20, 30, 10, 40, 2};
    for (int i = 0; i < times.length; i++) {
      leaves(meter, 10 * US + i * t, port, times[i] * bytes);
    }
    MadeFigures made = new MadeFigures().hpcc(meter.result(10 * US + 6 * t));
    assertThat(made.value(Metric.HPCC_LOAD_MIN))
        .as("hpcc-load-min: 10 of 1, 20, 30, 10, 40, 2")
        .isEqualTo(10 * 1_000_000L * 20 / 1_000);
    assertThat(made.value(Metric.HPCC_LOAD_MAX))
        .as("hpcc-load-max: 40 of 1, 20, 30, 10, 40, 2")
        .isEqualTo(40 * 1_000_000L * 20 / 1_000);
    leaves(meter, 10 * US + 8 * t, port, bytes);
    leaves(meter, 10 * US + 9 * t, port, bytes);
    assertThat(new MadeFigures().hpcc(meter.result(10 * US + 9 * t)).value(Metric.HPCC_LOAD_MIN))
        .as("hpcc-load-min with two T in which nothing was sent")
        .isZero();
  }

  @Test
  void theQueueOfHpccIsWhatItsFramesFindWithoutThemselves() throws BadScenario {
    Scenario scenario = hpcc();
    HpccPlan plan = scenario.hpcc().orElseThrow();
    HpccMeter meter = new HpccMeter(scenario, plan, packets);
    int port = port(scenario, "switch-0>host-1");
    int ofHpcc = scenario.queues().classes().classOf(plan.dscp());
    int packet = MadeFrames.of(packets, 1_150, ofHpcc);
    meter.enqueued(9_999_999, port, packet, ofHpcc, 99_000); // not observed yet
    meter.enqueued(10 * US, port, packet, ofHpcc, 0); // sent at once
    for (int i = 1; i <= 101; i++) {
      meter.enqueued(11 * US, port, packet, ofHpcc, 1_150 + 256 * i);
    }
    leaves(meter, 12 * US, port, 1_150);
    MadeFigures made = new MadeFigures().hpcc(meter.result(20 * US));
    assertThat(made.value(Metric.HPCC_QUEUE))
        .as("hpcc-queue: 0 and 256 times 1 to 101, over 102 frames")
        .isEqualTo(256L * 5_151 / 102);
    assertThat(made.value(Metric.HPCC_QUEUE_P99)).as("hpcc-queue-p99: rank 101").isEqualTo(25_600);
    assertThat(made.value(Metric.HPCC_QUEUE_PEAK)).as("hpcc-queue-peak").isEqualTo(25_856);
  }

  @Test
  void windowsAndUOfHpccAreMeansOverObservedAcknowledgments() throws BadScenario {
    Scenario scenario = hpcc();
    HpccMeter meter = new HpccMeter(scenario, scenario.hpcc().orElseThrow(), packets);
    meter.windowTold(9 * US, 512_000, 9_000_000); // not observed yet
    meter.windowTold(10 * US, 512 * 1_000, 900_000);
    meter.windowTold(11 * US, 512 * 4_000, -1); // does not tell U
    meter.windowTold(30 * US, 512 * 1_000, 400_000);
    leaves(meter, 12 * US, port(scenario, "switch-0>host-1"), 1);
    MadeFigures made = new MadeFigures().hpcc(meter.result(40 * US));
    assertThat(made.value(Metric.HPCC_WINDOW)).as("1,000, 4,000, 1,000 B").isEqualTo(2_000);
    assertThat(made.value(Metric.HPCC_U)).as("hpcc-u: 0.9 and 0.4").isEqualTo(650_000);
  }

  // ---------------------------------------------------------------- LDCP

  private static Scenario ldcp() throws BadScenario {
    return read(
        TWO_INTO_ONE.replace("CC", "ldcp"),
        Map.of("ldcp.observe-from", "10us", "ldcp.observe-until", "30us"));
  }

  /** Expects 8 us for 400,000 B at 400 Gb/s; the frames at the other port find less in all. */
  @Test
  void queueAndLoadOfLdcpAreOfThePortWhereItsFramesFindMost() throws BadScenario {
    Scenario scenario = ldcp();
    LdcpPlan plan = scenario.ldcp().orElseThrow();
    LdcpMeter meter = new LdcpMeter(scenario, plan, packets);
    int ofLdcp = scenario.queues().classes().classOf(plan.dscp());
    int fast = port(scenario, "switch-0>host-1");
    int slow = port(scenario, "switch-0>host-2");
    int packet = MadeFrames.of(packets, 1_000, ofLdcp);
    meter.enqueued(9 * US, fast, packet, ofLdcp, 999_000); // not observed yet
    meter.enqueued(10 * US, fast, packet, ofLdcp, 0); // sent at once
    meter.enqueued(10 * US, fast, packet, ofLdcp, 4_000);
    meter.enqueued(10 * US, fast, packet, ofLdcp, 7_000);
    meter.enqueued(10 * US, slow, packet, ofLdcp, 9_000); // more in the mean, less in all
    meter.dequeued(29 * US, fast, MadeFrames.of(packets, 400_000, 0), 0, 0);
    meter.dequeued(30 * US, fast, MadeFrames.of(packets, 400_000, 0), 0, 0); // too late
    LdcpResult result = meter.result(50 * US);
    MadeFigures made = new MadeFigures().ldcp(result);
    assertThat(result.port()).as("port").isEqualTo("switch-0>host-1");
    assertThat(made.value(Metric.LDCP_QUEUE)).as("0, 3,000 and 6,000 B").isEqualTo(3_000);
    assertThat(made.value(Metric.LDCP_LOAD)).as("ldcp-load: 8 us of 20 us").isEqualTo(400_000);
  }

  /** Gives one pair 10 packets for 5 us and 30 for 15 us, the other 5 for 20 us: 25, and 5. */
  @Test
  void theWindowOfLdcpIsAMeanOverTimeOfEachPairAndThenOverPairs() throws BadScenario {
    Scenario scenario = ldcp();
    LdcpMeter meter = new LdcpMeter(scenario, scenario.ldcp().orElseThrow(), packets);
    meter.windowMoved(10 * US, 1, 0, 1, false, 10, 1);
    meter.windowMoved(15 * US, 1, 0, 1, false, 30, 1);
    meter.windowMoved(16 * US, 1, 0, 1, false, 30, 1);
    meter.windowMoved(10 * US, 2, 0, 1, false, 5, 1);
    assertThat(new MadeFigures().ldcp(meter.result(50 * US)).value(Metric.LDCP_WINDOW))
        .as("ldcp-window of two pairs, 25 and 5 packets")
        .isEqualTo(15_000_000);
  }

  /** Observes from 10 us to 30 us: 10 packets for all of it, although there are 90 at 90 us. */
  @Test
  void theWindowOfLdcpAfterTheObservedTimeDoesNotCount() throws BadScenario {
    Scenario scenario = ldcp();
    LdcpMeter meter = new LdcpMeter(scenario, scenario.ldcp().orElseThrow(), packets);
    meter.windowMoved(10 * US, 1, 0, 1, false, 10, 1);
    meter.windowMoved(40 * US, 1, 0, 1, false, 90, 1);
    meter.windowMoved(90 * US, 1, 0, 1, false, 90, 1);
    assertThat(new MadeFigures().ldcp(meter.result(100 * US)).value(Metric.LDCP_WINDOW))
        .as("ldcp-window: 10 packets from 10 us to 30 us")
        .isEqualTo(10_000_000);
  }

  @Test
  void theMarkedShareOfLdcpIsOfPacketsAndNotOfAcknowledgments() throws BadScenario {
    Scenario scenario = ldcp();
    LdcpMeter meter = new LdcpMeter(scenario, scenario.ldcp().orElseThrow(), packets);
    meter.windowMoved(9 * US, 1, 0, 100, true, 1, 1); // not observed yet
    meter.windowMoved(10 * US, 1, 0, 3, true, 1, 1);
    meter.windowMoved(11 * US, 1, 0, 9, false, 1, 1);
    assertThat(new MadeFigures().ldcp(meter.result(50 * US)).value(Metric.LDCP_MARKED))
        .as("ldcp-marked: 3 of 12 packets")
        .isEqualTo(250_000);
  }

  /** Pauses two ports in turn. Each waits for the other one. */
  @Test
  void aDeadlockStandsSinceTheLastPortOfItsCycleWasPaused() throws BadScenario {
    Scenario scenario = read(PauseKeyRows.PAUSED, Map.of());
    List<Integer> ports = List.of(0, 1);
    List<PauseDeadlock.Wait> cycle =
        List.of(new PauseDeadlock.Wait(0, 0, 1, 0, 10), new PauseDeadlock.Wait(1, 0, 0, 0, 20));
    for (int first : ports) {
      PauseMeter meter = new PauseMeter(scenario, packets, false);
      meter.paused(US, first, 1);
      meter.paused(3 * US, 1 - first, 1);
      assertThat(meter.deadlock(new PauseDeadlock(cycle, 2)).sincePs())
          .as("since when, port %d being paused at 1 us and the other at 3 us", first)
          .isEqualTo(3 * US);
    }
  }

  /** Observes from 10 us to 30 us: a window of 10 packets from 4 us on, and of 30 from 20 us on. */
  @Test
  void theWindowOfLdcpBeforeTheObservedTimeDoesNotCount() throws BadScenario {
    Scenario scenario = ldcp();
    LdcpMeter meter = new LdcpMeter(scenario, scenario.ldcp().orElseThrow(), packets);
    meter.windowMoved(4 * US, 1, 0, 1, false, 10, 1);
    meter.windowMoved(20 * US, 1, 0, 1, false, 30, 1);
    assertThat(new MadeFigures().ldcp(meter.result(50 * US)).value(Metric.LDCP_WINDOW))
        .as("ldcp-window: 10 packets for 10 us and 30 for 10 us")
        .isEqualTo(20_000_000);
  }

  // ---------------------------------------------------------------- curves

  /**
   * Records a run in steps of 1.6 us. A last step of less than half of that is part of the one
   * before it.
   */
  @ParameterizedTest
  @CsvSource({
    "4000000, 3500000, 10000, 3, 100000000000",
    "3900000, 3500000, 5750, 2, 20000000000",
    "4800000, 3500000, 20000, 3, 100000000000"
  })
  void theLastStepOfARateIsOverTheTimeThatItLasts(
      long untilPs, long atPs, int bytes, int steps, long bps) throws BadScenario {
    Meter meter = new Meter(star(), packets, true);
    meter.came(atPs, 0, bytes);
    Curve rate =
        meter.curves(untilPs).stream()
            .filter(curve -> curve.group().equals("rate"))
            .findFirst()
            .orElseThrow();
    assertThat(rate.stepPs()).as("step").isEqualTo(1_600_000);
    assertThat(rate.values()).as("rates up to %d ps", untilPs).hasSize(steps);
    assertThat(rate.values()[steps - 1])
        .as("rate of %d B in the last step, up to %d ps", bytes, untilPs)
        .isEqualTo(bps);
  }

  // ---------------------------------------------------------------- no switch

  private static final String ONE_LINK =
      """
      [topology]
      kind = "custom"
      [[host]]
      name = "a"
      [[host]]
      name = "b"
      [[link]]
      from = "a"
      to = "b"
      [roce]
      cc = "CC"
      [[flow]]
      from = 0
      to = 1
      size = "10MB"
      transport = "roce"
      """;

  @Test
  void onOneLinkBetweenTwoHostsThereIsAWindowAndNoQueueOfASwitch() throws BadScenario {
    Figures ldcp = Run.of(read(ONE_LINK.replace("CC", "ldcp"), Map.of()));
    assertThat(ldcp.completed()).as("completed flows of LDCP").isEqualTo(1);
    assertThat(ldcp.value(Metric.LDCP_WINDOW)).as("ldcp-window").isPositive();
    assertThat(ldcp.value(Metric.LDCP_MARKED)).as("ldcp-marked").isZero();
    assertThat(List.of(Metric.LDCP_QUEUE, Metric.LDCP_LOAD, Metric.LDCP_QUEUE_OFF))
        .extracting(ldcp::value)
        .as("queue and load of LDCP")
        .containsOnly(-1L);
    Figures hpcc = Run.of(read(ONE_LINK.replace("CC", "hpcc"), Map.of()));
    assertThat(hpcc.completed()).as("completed flows of HPCC++").isEqualTo(1);
    assertThat(hpcc.value(Metric.HPCC_WINDOW)).as("hpcc-window").isPositive();
    assertThat(List.of(Metric.HPCC_QUEUE, Metric.HPCC_QUEUE_P99, Metric.HPCC_LOAD))
        .extracting(hpcc::value)
        .as("queue and load of HPCC++")
        .containsOnly(-1L);
  }
}
