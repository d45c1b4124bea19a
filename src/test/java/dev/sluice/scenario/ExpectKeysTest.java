package dev.sluice.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.fabric.DropReason;
import dev.sluice.host.load.LoadCounts;
import dev.sluice.wire.roce.LdcpHeader;
import dev.sluice.wire.roce.Opcode;
import dev.sluice.wire.roce.Syndrome;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every key of {@code [expect]}: it is met by its figure, which is found here by other means, and
 * not by the next value.
 */
class ExpectKeysTest {
  private static final String LOSSY =
      """
      [topology]
      kind = "star"
      [queues]
      count-ingress = true
      trim = "20KB"
      ecn-min = "1B"
      [nic]
      base-rtt = "microseconds"
      entropy = "sticky"
      rto = "50us"
      [[workload]]
      kind = "incast"
      senders = 5
      size = "100KB"
      stagger = "3us"
      [[load]]
      from = 6
      to = 5
      rate = "10G"
      for = "100us"
      [[fault]]
      link = "*"
      loss = "1%"
      """;

  /**
   * A message that finds no receive, a link that loses, and one that is dead: three requests of one
   * packet there, and no answer.
   */
  private static final String LOSSY_ROCE =
      """
      [topology]
      kind = "star"
      hosts = 5
      [roce]
      timeout = 4
      retries = 2
      receives = 1
      repost = "35us"
      [[flow]]
      transport = "roce"
      operation = "send"
      from = 0
      to = 1
      size = "8B"
      [[flow]]
      transport = "roce"
      operation = "send"
      from = 0
      to = 1
      size = "8B"
      [[flow]]
      transport = "roce"
      from = 2
      to = 1
      size = "1MB"
      [[flow]]
      transport = "roce"
      from = 3
      to = 4
      size = "8B"
      [[fault]]
      link = "host-2>switch-0"
      loss = "2%"
      [[fault]]
      link = "switch-0>host-4"
      loss = "100%"
      """;

  /** Two senders into one link, which marks. */
  private static final String MARKED_ROCE =
      """
      [topology]
      kind = "star"
      [queues]
      ecn-min = "5KB"
      ecn-max = "200KB"
      [roce]
      cc = "rcm"
      [[workload]]
      kind = "incast"
      transport = "roce"
      senders = 2
      size = "1MB"
      """;

  /** Two windows of LDCP into one link, which marks, and drops where the queue is full. */
  private static final String LDCP =
      """
      [topology]
      kind = "star"
      [[queue]]
      name = "ldcp"
      dscp = "others"
      ecn-min = "20KB"
      ecn-max = "100KB"
      ecn-chance = "50%"
      limit = "25KB"
      [roce]
      cc = "ldcp"
      mtu = 1024
      timeout = 4
      [ldcp]
      begins = "stable"
      [[workload]]
      kind = "incast"
      transport = "roce"
      senders = 2
      size = "1024000B"
      """;

  private static final Set<Metric> OF_LDCP =
      Set.of(
          Metric.LDCP_QUEUE,
          Metric.LDCP_QUEUE_OFF,
          Metric.LDCP_WINDOW,
          Metric.LDCP_WINDOW_OFF,
          Metric.LDCP_MARKED,
          Metric.LDCP_LOAD,
          Metric.CAPABLE_DROPS);

  /** Two windows of HPCC++ into one link of 100 Gb/s. */
  private static final String HPCC =
      """
      [topology]
      kind = "star"
      [roce]
      cc = "hpcc"
      mtu = 1024
      [[workload]]
      kind = "incast"
      transport = "roce"
      senders = 2
      size = "512000B"
      """;

  private static final Set<Metric> OF_HPCC =
      Set.of(
          Metric.HPCC_QUEUE,
          Metric.HPCC_QUEUE_P99,
          Metric.HPCC_QUEUE_PEAK,
          Metric.HPCC_LOAD,
          Metric.HPCC_LOAD_OFF,
          Metric.HPCC_LOAD_MIN,
          Metric.HPCC_LOAD_MAX,
          Metric.HPCC_U,
          Metric.HPCC_U_OFF,
          Metric.HPCC_WINDOW);

  private static final Set<Metric> OF_ROCE =
      Set.of(Metric.FAILED, Metric.NAKS, Metric.RNR_NAKS, Metric.TIMEOUTS);

  private static final Set<Metric> OF_PAUSES =
      Set.of(Metric.XOFFS, Metric.XONS, Metric.PAUSED_MAX, Metric.XOFFS_UNMARKED);

  private static Seen seen;
  private static Seen seenRoce;
  private static Seen seenMarked;
  private static Seen seenPaused;
  private static Seen seenLocked;
  private static Seen seenStorm;
  private static Seen seenLdcp;
  private static Seen seenHpcc;
  private static List<PauseCapture.Told> told;

  @BeforeAll
  static void run() throws BadScenario {
    seen = new Seen(Scenario.read("lossy", "lossy", LOSSY, Map.of()));
    assertThat(seen.figures.completed()).isEqualTo(5);
    seenRoce = new Seen(Scenario.read("roce", "roce", LOSSY_ROCE, Map.of()));
    assertThat(seenRoce.figures.completed()).isEqualTo(3);
    seenMarked = new Seen(Scenario.read("marked", "marked", MARKED_ROCE, Map.of()));
    assertThat(seenMarked.figures.completed()).isEqualTo(2);
    seenPaused = new Seen(Scenario.read("paused", "paused", PauseKeyRows.PAUSED, Map.of()));
    assertThat(seenPaused.figures.completed()).isEqualTo(4);
    told = PauseCapture.of(seenPaused.scenario);
    seenStorm = new Seen(Scenario.read("storm", "storm", PauseKeyRows.WATCHED, Map.of()));
    seenLocked = new Seen(Scenario.read("locked", "locked", LockedRing.text(), Map.of()));
    seenLdcp = new Seen(Scenario.read("ldcp", "ldcp", LDCP, Map.of()));
    assertThat(seenLdcp.figures.completed()).isEqualTo(2);
    seenHpcc = new Seen(Scenario.read("hpcc", "hpcc", HPCC, Map.of()));
    assertThat(seenHpcc.figures.completed()).isEqualTo(2);
  }

  private static Seen seen(Metric metric) {
    return OF_PAUSES.contains(metric)
        ? seenPaused
        : metric == Metric.STORMS
            ? seenStorm
            : metric == Metric.DEADLOCKED
                ? seenLocked
                : OF_LDCP.contains(metric)
                    ? seenLdcp
                    : OF_HPCC.contains(metric)
                        ? seenHpcc
                        : metric == Metric.CNPS
                            ? seenMarked
                            : OF_ROCE.contains(metric) ? seenRoce : seen;
  }

  /** Acknowledgments of one kind that came to those who had asked: of a capture the second half. */
  private static long answers(Seen of, int kind) {
    return RoceCapture.of(of.scenario).stream()
            .filter(frame -> frame.syndrome() >= 0 && Syndrome.kind(frame.syndrome()) == kind)
            .count()
        / 2;
  }

  /** Acknowledgments that echo a mark. */
  private static long echoes(Seen of) {
    return RoceCapture.of(of.scenario).stream()
            .filter(frame -> frame.opcode() == Opcode.ACKNOWLEDGE)
            .filter(
                frame ->
                    LdcpHeader.ece(
                        frame.octets(), frame.bth() + Opcode.headerSize(Opcode.ACKNOWLEDGE)))
            .count()
        / 2;
  }

  /** Frames of 1,150 B, and 16 B more in the first of each WRITE, at 80 ps a byte. */
  private static long hpccLoad(Seen of) {
    return (of.figures.dataPackets() * 1_150 + 2 * 16) * 80 * 1_000_000 / of.figures.endPs();
  }

  private static LongStream times() {
    return seen.figures.flows().stream().mapToLong(f -> f.endPs() - f.flow().startPs()).sorted();
  }

  private static LongStream samples() {
    return seen.arguments("NsccWindow", "Ack", "rtt").filter(rtt -> rtt > 0);
  }

  private static double rate(long bytes, long ps) {
    return bytes * 8e12 / ps;
  }

  private static double slowdown() {
    // 100,000 B at 100 Gb/s, and the base RTT
    return (double) times().max().getAsLong() / (8_000_000 + seen.scenario.nic().baseRttPs());
  }

  private static double jain() {
    double[] rates = times().mapToDouble(ps -> 1.0 / ps).toArray();
    double sum = Arrays.stream(rates).sum();
    return sum * sum / rates.length / Arrays.stream(rates).map(rate -> rate * rate).sum();
  }

  private static LoadCounts load(Seen of) {
    return of.figures.loads().get(0).counts();
  }

  /** The figure by other means, in its unit, rounded toward zero. */
  private static ToLongFunction<Seen> figure(Metric metric) {
    return switch (metric) {
      case COMPLETED -> s -> 5;
      case DROPS -> s -> s.figures.drops().values().stream().mapToLong(Long::longValue).sum();
      case MARKS -> s -> s.figures.frames().marked();
      case TRIMS -> s -> s.figures.frames().trimmed();
      case RETRANSMISSIONS -> s -> s.count("PdcHandshake", "Retransmit");
      case ENTROPY_CHANGES -> s -> s.figures.entropyChanges();
      case PEAK_QUEUE -> s -> s.figures.longestQueue().peakBytes();
      case QUEUE_P99 -> s -> s.figures.busiestQueue().p99Bytes();
      case QUEUE_P50 -> s -> s.figures.busiestQueue().p50Bytes();
      case GOODPUT ->
          s ->
              (long)
                  rate(
                      500_000,
                      s.figures.flows().stream().mapToLong(FlowResult::endPs).max().getAsLong());
      case EFFICIENCY ->
          s -> {
            // five flows of 100,000 B into one host of 100 Gb/s, which all begin at 0 or soon after
            long first =
                s.figures.flows().stream().mapToLong(f -> f.flow().startPs()).min().getAsLong();
            long last = s.figures.flows().stream().mapToLong(FlowResult::endPs).max().getAsLong();
            return (40_000_000 + s.scenario.nic().baseRttPs()) * 1_000_000 / (last - first);
          };
      case FLOW_GOODPUT_MIN -> s -> (long) rate(100_000, times().max().getAsLong());
      case FLOW_GOODPUT_MAX -> s -> (long) rate(100_000, times().min().getAsLong());
      case FCT_MIN -> s -> times().min().getAsLong();
      case FCT_MEDIAN -> s -> times().skip(2).findFirst().getAsLong();
      case FCT_P99, FCT_MAX -> s -> times().max().getAsLong();
      case RTT_MIN -> s -> samples().min().getAsLong();
      case RTT_MAX -> s -> samples().max().getAsLong();
      case FAIRNESS -> s -> (long) (jain() * 1_000_000);
      case SLOWDOWN_P99, SLOWDOWN_MAX -> s -> (long) (slowdown() * 1_000_000);
      case RESENT_SHARE ->
          s -> {
            long again = s.count("PdcHandshake", "Retransmit");
            return again * 1_000_000 / s.count("PdcHandshake", "Transmit");
          };
      // 100 us of a frame in 1,230,400 ps: from 0 to 81 times that
      case LOAD_DELIVERED -> s -> 1_000_000 * load(s).deliveredFrames() / 82;
      case LOAD_DELAY_MAX -> s -> load(s).longestPs();
      case PEAK_INGRESS -> s -> s.figures.ingressPeak().bytes();
      // nothing is marked in that run, and the only ports that are told are those of hosts
      case XOFFS, XOFFS_UNMARKED -> s -> told.stream().filter(one -> one.quanta() > 0).count();
      case XONS -> s -> told.stream().filter(one -> one.quanta() == 0).count();
      case PAUSED_MAX -> s -> PauseCapture.longestPs(s);
      case STORMS -> s -> s.figures.drops().containsKey(DropReason.WATCHDOG) ? 1 : 0;
      case DEADLOCKED -> s -> 6; // the links of the ring, and those of the hosts into it
      case FAILED -> s -> s.figures.flows().stream().filter(f -> !f.isComplete()).count();
      case NAKS -> s -> answers(s, Syndrome.NAK);
      case RNR_NAKS -> s -> answers(s, Syndrome.RNR_NAK);
      case CNPS ->
          s ->
              RoceCapture.of(s.scenario).stream()
                      .filter(frame -> frame.opcode() == Opcode.CNP)
                      .count()
                  / 2; // of a capture each stands at both ends
      case LDCP_QUEUE -> s -> s.figures.ldcp().queueBytes();
      // 2 flows of 1,114 B, K 20,000 to 100,000 B at a half, a BDP of 24,958 B
      case LDCP_QUEUE_OFF ->
          s -> Math.abs(s.figures.ldcp().queueBytes() - 26_625) * 1_000_000 / 26_625;
      case LDCP_WINDOW -> s -> s.figures.ldcp().windowMillionths();
      case LDCP_WINDOW_OFF -> s -> s.figures.ldcp().windowOff();
      case LDCP_MARKED -> s -> 1_000_000 * echoes(s) / 2_000; // of so many packets
      case LDCP_LOAD ->
          s -> {
            long frames = s.figures.dataPackets() - s.figures.frames().dropped();
            return (frames * 1_114 + 2 * 16) * 80 * 1_000_000 / s.figures.endPs();
          };
      case CAPABLE_DROPS -> s -> s.figures.frames().dropped(); // each frame is capable
      case HPCC_QUEUE -> s -> s.figures.hpcc().queueBytes();
      case HPCC_QUEUE_P99 -> s -> s.figures.hpcc().queueP99Bytes();
      case HPCC_QUEUE_PEAK -> s -> s.figures.peakQueueBytes() - 1_150; // the one that comes
      case HPCC_LOAD -> ExpectKeysTest::hpccLoad;
      // 0.95 + 2 x 31.25 / 62,500
      case HPCC_LOAD_OFF -> s -> Math.abs(hpccLoad(s) - 951_000) * 1_000_000 / 951_000;
      case HPCC_LOAD_MIN -> s -> s.figures.hpcc().leastMillionths();
      case HPCC_LOAD_MAX -> s -> 55 * 1_150L * 80 / 5; // frames in 5 us, of 92 ns each
      case HPCC_U -> s -> s.figures.hpcc().uMillionths();
      case HPCC_U_OFF ->
          s -> Math.abs(s.figures.hpcc().uMillionths() - 951_000) * 1_000_000 / 951_000;
      case HPCC_WINDOW -> s -> s.figures.hpcc().windowBytes();
      case TIMEOUTS -> s -> 3; // two retries, and the one after which it gives up
    };
  }

  @ParameterizedTest
  @EnumSource(Metric.class)
  void anExpectationIsMetByItsFigureAlone(Metric metric) throws BadScenario {
    long value = figure(metric).applyAsLong(seen(metric));
    assertThat(value).as("the run has such a figure").isPositive();
    assertThat(unmet(metric, metric.print(value))).isZero();
    assertThat(unmet(metric, ">= " + metric.print(value))).isZero();
    assertThat(unmet(metric, metric.print(value - 1))).isEqualTo(1);
    assertThat(unmet(metric, "> " + metric.print(value))).isEqualTo(1);
  }

  @Test
  void allFlowsMayBeExpected() throws BadScenario {
    assertThat(unmet(Metric.COMPLETED, "all")).isZero();
    Scenario cut =
        Scenario.read("lossy", "lossy", LOSSY, Map.of("until", "20us", "expect.completed", "all"));
    assertThat(Run.of(cut).unmet(cut.expectations())).hasSize(1);
  }

  private static long unmet(Metric metric, String expected) throws BadScenario {
    String text =
        OF_PAUSES.contains(metric)
            ? PauseKeyRows.PAUSED
            : OF_LDCP.contains(metric)
                ? LDCP
                : OF_HPCC.contains(metric)
                    ? HPCC
                    : metric == Metric.CNPS
                        ? MARKED_ROCE
                        : metric == Metric.STORMS
                            ? PauseKeyRows.WATCHED
                            : metric == Metric.DEADLOCKED
                                ? LockedRing.text()
                                : OF_ROCE.contains(metric) ? LOSSY_ROCE : LOSSY;
    Scenario expecting =
        Scenario.read("lossy", "lossy", text, Map.of("expect." + metric.key(), expected));
    assertThat(expecting.expectations())
        .singleElement()
        .satisfies(one -> assertThat(one.metric()).isEqualTo(metric));
    return seen(metric).figures.unmet(expecting.expectations()).size();
  }
}
