package dev.sluice.scenario;

import dev.sluice.fabric.DropReason;
import dev.sluice.fabric.FabricCounts;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;

/**
 * What a run came out with: whole numbers, the same each time.
 *
 * @param flows what became of each, in the scenario's order
 * @param leastPs what all flows would take together at least: see {@link Metric#EFFICIENCY}
 * @param frames what became of all frames
 * @param drops by reason, those that happened
 * @param dataPackets sent, each repetition counted
 * @param retransmissions data packets sent again
 * @param entropyChanges how often a context changed its entropy value
 * @param leastRttPs the shortest round trip that a source measured; −1 if none did
 * @param greatestRttPs the longest
 * @param busiestQueue the data queue of a switch that held most over time, in byte-seconds
 * @param longestQueue the data queue of a switch that was the longest at any moment
 * @param busiestLastHop of the queues towards hosts the one that held most over time
 * @param queues what happened in each of the scenario's own queues
 * @param loads what became of the frames of open-loop sources
 * @param ingressPeak the most that a switch held of one queue and one link
 * @param pauses of each port and queue that was told to pause, the longest paused first
 * @param storms of pause frames, as watchdogs found them, in that order
 * @param deadlock the ports that paused one another for ever; empty if there are none
 * @param unmarkedXoffs how often one was told to pause before any mark; −1 where none can be
 * @param roce what RoCEv2's connections came to
 * @param ldcp what LDCP came to in the mean
 * @param hpcc what HPCC++ came to
 * @param endPs when nothing was left to happen, or the run was ended
 * @param events how many events of the simulation there were
 * @param isAtRest whether nothing was left to happen
 * @param curves how it went, if that was recorded
 */
public record Figures(
    List<FlowResult> flows,
    long leastPs,
    FabricCounts frames,
    Map<DropReason, Long> drops,
    long dataPackets,
    long retransmissions,
    long entropyChanges,
    long leastRttPs,
    long greatestRttPs,
    PortQueue busiestQueue,
    PortQueue longestQueue,
    PortQueue busiestLastHop,
    List<QueueResult> queues,
    List<LoadResult> loads,
    IngressPeak ingressPeak,
    List<PauseResult> pauses,
    List<StormResult> storms,
    Optional<DeadlockResult> deadlock,
    long unmarkedXoffs,
    RoceResult roce,
    LdcpResult ldcp,
    HpccResult hpcc,
    long endPs,
    long events,
    boolean isAtRest,
    List<Curve> curves) {
  private static final long MILLION = 1_000_000;
  private static final int RATE_BITS = 160;

  public Figures {
    flows = List.copyOf(flows);
    queues = List.copyOf(queues);
    loads = List.copyOf(loads);
    pauses = List.copyOf(pauses);
    storms = List.copyOf(storms);
    Map<DropReason, Long> inOrder = new EnumMap<>(DropReason.class);
    inOrder.putAll(drops);
    drops = Collections.unmodifiableMap(inOrder);
    curves = List.copyOf(curves);
  }

  /**
   * The same run, held against what its flows would take alone in another scenario: one in which
   * they are the same, and base RTT or links may be others.
   */
  public Figures against(Scenario reference) {
    List<FlowResult> held = new ArrayList<>();
    for (FlowResult each : flows) {
      held.add(
          new FlowResult(
              each.flow(), each.endPs(), each.failedPs(), reference.idealPs(each.flow())));
    }
    return new Figures(
        held,
        reference.leastPs(),
        frames,
        drops,
        dataPackets,
        retransmissions,
        entropyChanges,
        leastRttPs,
        greatestRttPs,
        busiestQueue,
        longestQueue,
        busiestLastHop,
        queues,
        loads,
        ingressPeak,
        pauses,
        storms,
        deadlock,
        unmarkedXoffs,
        roce,
        ldcp,
        hpcc,
        endPs,
        events,
        isAtRest,
        curves);
  }

  /** The port whose data queue held most over time; empty if nothing ever waited. */
  public String busiestPort() {
    return busiestQueue.port();
  }

  /** How long the longest data queue at a switch was. */
  public long peakQueueBytes() {
    return longestQueue.peakBytes();
  }

  /** What half of the frames found at the busiest port. */
  public long queueP50Bytes() {
    return busiestQueue.p50Bytes();
  }

  /** How many flows were completed. */
  public int completed() {
    return (int) flows.stream().filter(FlowResult::isComplete).count();
  }

  private long[] sorted(ToLongFunction<FlowResult> figure) {
    return flows.stream().filter(FlowResult::isComplete).mapToLong(figure).sorted().toArray();
  }

  /** One over the other in millionths, rounded toward zero; 0 over 0. */
  static long ratio(long above, long below) {
    return below == 0
        ? 0
        : BigInteger.valueOf(above)
            .multiply(BigInteger.valueOf(MILLION))
            .divide(BigInteger.valueOf(below))
            .longValueExact();
  }

  /**
   * The flow completion time that so many percent of the completed flows keep: the least that at
   * least as many do not exceed; 0 percent is the shortest. −1 if none was completed.
   */
  public long fctPs(int percent) {
    return percentile(percent, FlowResult::fctPs);
  }

  private long slowdown(int percent) {
    return percentile(percent, FlowResult::slowdownMillionths);
  }

  private long percentile(int percent, ToLongFunction<FlowResult> figure) {
    return percentile(sorted(figure), percent);
  }

  /**
   * What so many percent of some values keep, which stand there in rising order: the least that at
   * least as many do not exceed; −1 of none.
   */
  static long percentile(long[] sorted, int percent) {
    if (sorted.length == 0) {
      return -1;
    }
    long rank = Math.max(1, ((long) sorted.length * percent + 99) / 100);
    return sorted[(int) rank - 1];
  }

  /** The flows by their size, from small to large, and how much each size was slowed down. */
  public List<SizeBin> bySize() {
    return SizeBin.of(flows);
  }

  /** Whether flows are of sizes so different that it says something to tell them apart by it. */
  public boolean differInSize() {
    return bySize().size() > 1;
  }

  /** Payload of the completed flows over the time from the first's beginning to the last's end. */
  public long goodputBps() {
    return FlowResult.rate(completedBytes(), spanPs());
  }

  /** From the first flow's beginning to the last completed one's end. */
  private long spanPs() {
    long first = flows.stream().mapToLong(flow -> flow.flow().startPs()).min().orElse(0);
    return flows.stream().mapToLong(FlowResult::endPs).max().orElse(0) - first;
  }

  /** Payload of the completed flows. */
  public long completedBytes() {
    return flows.stream()
        .filter(FlowResult::isComplete)
        .mapToLong(flow -> flow.flow().bytes())
        .sum();
  }

  private LongStream rates() {
    return flows.stream().mapToLong(FlowResult::goodputBps);
  }

  /**
   * Jain's index of the flows' rates, (Σx)² ÷ n·Σx², in millionths: exact to the last step, which
   * rounds toward zero. A flow that was not completed has rate 0.
   */
  public long fairnessMillionths() {
    BigInteger sum = BigInteger.ZERO; // of rates in units of 2⁻¹⁶⁰, each rounded down
    BigInteger squares = BigInteger.ZERO;
    long rates = 0;
    for (FlowResult flow : flows) {
      if (flow.isComplete() && flow.fctPs() > 0) {
        BigInteger bytes = BigInteger.valueOf(flow.flow().bytes());
        BigInteger rate = bytes.shiftLeft(RATE_BITS).divide(BigInteger.valueOf(flow.fctPs()));
        sum = sum.add(rate);
        squares = squares.add(rate.pow(2));
        rates++;
      }
    }
    if (squares.signum() == 0) {
      return 0;
    }
    // rounded up, each would be one more: between the two lies what it is
    BigInteger more = BigInteger.valueOf(rates);
    BigInteger moreSquares = squares.add(sum.shiftLeft(1)).add(more);
    long least = jain(sum, moreSquares);
    return least == jain(sum.add(more), squares) ? least : exactFairnessMillionths();
  }

  private long jain(BigInteger sum, BigInteger squares) {
    return sum.pow(2)
        .multiply(BigInteger.valueOf(MILLION))
        .divide(squares.multiply(BigInteger.valueOf(flows.size())))
        .longValueExact();
  }

  /**
   * The same by fractions over one denominator, which grows with each time that is another one: for
   * indices that are just a whole number of millionths, as where all rates are equal.
   */
  long exactFairnessMillionths() {
    BigInteger above = BigInteger.ZERO;
    BigInteger squares = BigInteger.ZERO;
    BigInteger below = BigInteger.ONE;
    for (FlowResult flow : flows) { // sums of fractions over one denominator
      if (flow.isComplete() && flow.fctPs() > 0) {
        BigInteger bytes = BigInteger.valueOf(flow.flow().bytes());
        BigInteger time = BigInteger.valueOf(flow.fctPs());
        BigInteger common = below.gcd(time);
        BigInteger grow = time.divide(common);
        BigInteger share = bytes.multiply(below.divide(common));
        above = above.multiply(grow).add(share);
        squares = squares.multiply(grow.pow(2)).add(share.pow(2));
        below = below.multiply(grow);
      }
    }
    return squares.signum() == 0 ? 0 : jain(above, squares);
  }

  /** A figure by its metric, in the metric's unit; −1 where there is none. */
  public long value(Metric metric) {
    return switch (metric) {
      case COMPLETED -> completed();
      case DROPS -> frames.dropped();
      case MARKS -> frames.marked();
      case TRIMS -> frames.trimmed();
      case RETRANSMISSIONS -> retransmissions;
      case ENTROPY_CHANGES -> entropyChanges;
      case PEAK_QUEUE -> peakQueueBytes();
      case QUEUE_P99 -> busiestQueue.p99Bytes();
      case QUEUE_P50 -> queueP50Bytes();
      case GOODPUT -> goodputBps();
      case EFFICIENCY -> completed() < flows.size() ? -1 : ratio(leastPs, spanPs());
      case FLOW_GOODPUT_MIN -> rates().min().orElse(0);
      case FLOW_GOODPUT_MAX -> rates().max().orElse(0);
      case FCT_MIN -> fctPs(0);
      case FCT_MEDIAN -> fctPs(50);
      case FCT_P99 -> fctPs(99);
      case FCT_MAX -> fctPs(100);
      case RTT_MIN -> leastRttPs;
      case RTT_MAX -> greatestRttPs;
      case FAIRNESS -> fairnessMillionths();
      case SLOWDOWN_P99 -> slowdown(99);
      case SLOWDOWN_MAX -> slowdown(100);
      case RESENT_SHARE -> ratio(retransmissions, dataPackets - retransmissions);
      case LOAD_DELIVERED ->
          loads.isEmpty()
              ? -1
              : ratio(
                  loads.stream().mapToLong(load -> load.counts().deliveredFrames()).sum(),
                  loads.stream().mapToLong(load -> load.counts().sentFrames()).sum());
      case LOAD_DELAY_MAX ->
          loads.stream().mapToLong(load -> load.counts().longestPs()).max().orElse(-1);
      case PEAK_INGRESS -> ingressPeak.bytes();
      case XOFFS -> ofPauses(pauses.stream().mapToLong(PauseResult::xoffs).sum());
      case XONS -> ofPauses(pauses.stream().mapToLong(PauseResult::xons).sum());
      case PAUSED_MAX -> ofPauses(pauses.isEmpty() ? 0 : pauses.get(0).pausedPs());
      case STORMS -> ofPauses(storms.size());
      case XOFFS_UNMARKED -> unmarkedXoffs;
      case DEADLOCKED -> ofPauses(deadlock.map(DeadlockResult::lanes).orElse(0L));
      case FAILED -> roce.failed();
      case NAKS -> roce.naks();
      case RNR_NAKS -> roce.rnrNaks();
      case TIMEOUTS -> roce.timeouts();
      case CNPS -> roce.cnpsSent();
      case LDCP_QUEUE -> ldcp.queueBytes();
      case LDCP_QUEUE_OFF -> ldcp.queueOff();
      case LDCP_WINDOW -> ldcp.windowMillionths();
      case LDCP_WINDOW_OFF -> ldcp.windowOff();
      case LDCP_MARKED -> ldcp.markedMillionths();
      case LDCP_LOAD -> ldcp.loadMillionths();
      case CAPABLE_DROPS -> ldcp.capableDrops();
      case HPCC_QUEUE -> hpcc.queueBytes();
      case HPCC_QUEUE_P99 -> hpcc.queueP99Bytes();
      case HPCC_QUEUE_PEAK -> hpcc.queuePeakBytes();
      case HPCC_LOAD -> hpcc.loadMillionths();
      case HPCC_LOAD_OFF -> hpcc.loadOff();
      case HPCC_LOAD_MIN -> hpcc.leastMillionths();
      case HPCC_LOAD_MAX -> hpcc.mostMillionths();
      case HPCC_U -> hpcc.uMillionths();
      case HPCC_U_OFF -> hpcc.uOff();
      case HPCC_WINDOW -> hpcc.windowBytes();
    };
  }

  private long ofPauses(long value) {
    return unmarkedXoffs < 0 ? -1 : value;
  }

  /**
   * Returns the verdict on the run: the gravest deviation that the scenario does not expect.
   *
   * @param expectations of the scenario
   */
  public RunVerdict verdict(List<Expectation> expectations) {
    boolean isDeadlock = deadlock.isPresent() && !foresees(expectations, Metric.DEADLOCKED);
    boolean isFailure = roce.failed() > 0 && !foresees(expectations, Metric.FAILED);
    if (isDeadlock) {
      return RunVerdict.DEADLOCK;
    }
    if (isFailure) {
      return RunVerdict.CONNECTIONS_FAILED;
    }
    if (!unmet(expectations).isEmpty()) {
      return RunVerdict.FAILED;
    }
    boolean isCutShort =
        flows.stream().anyMatch(flow -> flow.outcome() == FlowResult.Outcome.OPEN)
            && deadlock.isEmpty();
    return isCutShort ? RunVerdict.NOT_DECIDED : RunVerdict.AS_EXPECTED;
  }

  /** Returns whether a figure is expected, and is as expected. */
  private boolean foresees(List<Expectation> expectations, Metric metric) {
    return expectations.stream().anyMatch(each -> each.metric() == metric && meets(each));
  }

  /** Whether an expectation is met. */
  public boolean meets(Expectation expectation) {
    return expectation.isMetBy(value(expectation.metric()), flows.size());
  }

  /** Those expectations that are not met. */
  public List<Expectation> unmet(List<Expectation> expectations) {
    List<Expectation> unmet = new ArrayList<>();
    for (Expectation expectation : expectations) {
      if (!meets(expectation)) {
        unmet.add(expectation);
      }
    }
    return unmet;
  }
}
