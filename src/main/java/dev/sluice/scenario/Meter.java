package dev.sluice.scenario;

import dev.sluice.fabric.DropReason;
import dev.sluice.fabric.FabricObserver;
import dev.sluice.fabric.Packets;
import dev.sluice.fabric.Topology;
import dev.sluice.fabric.TrafficClasses;
import dev.sluice.host.uet.NicObserver;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Counts what a run's result consists of, and if wanted how it goes over time. */
final class Meter implements FabricObserver, NicObserver {
  /** How many curves of one group are kept. */
  static final int MOST_CURVES = 8;

  /** How many steps of a series make one of a rate. */
  static final int RATE_STEPS = 16;

  /** Low bits of a queue found; the queue's number stands above. */
  private static final int BYTES_BITS = 40;

  private final Topology topology;
  private final QueueRules rules;
  private final Packets packets;
  private final List<PlannedFlow> flows;
  private final boolean records;

  /** Of each queue of a port its place among those that are measured; −1 for others. */
  private final int[] placeOf;

  /** How many queues of a port are measured: that of data, or all that are the scenario's own. */
  private final int places;

  private final long[] marks;
  private final long[] drops;
  private final Histogram[] queues;
  private final ByteTime[] byteTimes;

  /**
   * Queues found, number and bytes, that are not in their histograms yet; the complement where a
   * frame has left and has not found anything. A large fabric has more of these than fit into a
   * processor's caches; filled many at once, they need not wait for one another.
   */
  private final long[] found = new long[1024];

  /** When each of them was. */
  private final long[] foundAtPs = new long[found.length];

  /** A frame that has not waited, and begins next. */
  private int notWaiting = -1;

  private int founds;
  private final boolean[] isHosts;
  private final Series[] queueCurves;
  private final Map<Long, Series> windows = new LinkedHashMap<>();
  private final Map<Long, Series> credits = new LinkedHashMap<>();
  private final Series[] rates;
  private final long[] ends;

  /** Of each flow when its connection failed; −1 if it did not. */
  private final long[] failures;

  private long deliveredBytes;
  private long dataPackets;
  private long retransmissions;
  private long entropyChanges;
  private long leastRttPs = Long.MAX_VALUE;
  private long greatestRttPs = -1;

  private final Scenario scenario;
  private long ingressBytes = -1;
  private int ingressPort = -1;
  private int ingressClass;

  /** Of each flow of UET its number in the scenario. */
  private final int[] flowOf;

  /** Counts a run of a scenario, told whose frames it will see. */
  Meter(Scenario scenario, Packets packets, boolean records) {
    this.scenario = scenario;
    this.topology = scenario.topology();
    this.flows = scenario.flows();
    this.flowOf = scenario.flowsOf(false);
    this.rules = scenario.queues();
    this.packets = packets;
    this.records = records;
    placeOf = new int[rules.queues().size()];
    Arrays.setAll(placeOf, i -> rules.areOwn() ? i : i == TrafficClasses.LOW ? 0 : -1);
    places = rules.areOwn() ? placeOf.length : 1;
    marks = new long[placeOf.length];
    drops = new long[placeOf.length];
    queues = new Histogram[topology.ports() * places];
    byteTimes = new ByteTime[queues.length];
    isHosts = new boolean[topology.ports()];
    for (int port = 0; port < isHosts.length; port++) {
      isHosts[port] = topology.isHost(topology.portFrom(port));
    }
    queueCurves = new Series[records ? queues.length : 0];
    rates = new Series[records ? flows.size() : 0];
    ends = new long[flows.size()];
    Arrays.fill(ends, -1);
    failures = ends.clone();
  }

  // ---------------------------------------------------------------- fabric

  @Override
  public void enqueued(long atPs, int port, int packet, int trafficClass, long queueBytes) {
    int place = placeOf[trafficClass];
    if (place < 0 || isHosts[port]) {
      return;
    }
    int queue = port * places + place;
    notWaiting = queueBytes == 0 ? packet : -1;
    note(atPs, (long) queue << BYTES_BITS | queueBytes);
    if (records) {
      curve(queue).add(atPs, queueBytes);
    }
  }

  @Override
  public void dequeued(long atPs, int port, int packet, int trafficClass, long queueBytes) {
    int place = placeOf[trafficClass];
    if (place < 0 || isHosts[port]) {
      return;
    }
    int queue = port * places + place;
    if (packet != notWaiting) {
      note(atPs, ~((long) queue << BYTES_BITS | queueBytes));
    }
    notWaiting = -1;
    if (records) {
      curve(queue).add(atPs, queueBytes);
    }
  }

  @Override
  public void marked(long atPs, int port, int packet, long queueBytes) {
    marks[packets.trafficClass(packet)]++;
  }

  @Override
  public void dropped(long atPs, int port, int packet, DropReason why) {
    drops[packets.trafficClass(packet)]++;
  }

  @Override
  public void ingressChanged(long atPs, int port, int trafficClass, long bytes) {
    if (bytes > ingressBytes) {
      ingressBytes = bytes;
      ingressPort = port;
      ingressClass = trafficClass;
    }
  }

  private void note(long atPs, long queueAndBytes) {
    foundAtPs[founds] = atPs;
    found[founds++] = queueAndBytes;
    if (founds == found.length) {
      sortIn();
    }
  }

  private void sortIn() {
    for (int i = 0; i < founds; i++) {
      boolean hasLeft = found[i] < 0;
      long queueAndBytes = hasLeft ? ~found[i] : found[i];
      int queue = (int) (queueAndBytes >>> BYTES_BITS);
      long bytes = queueAndBytes & (1L << BYTES_BITS) - 1;
      if (queues[queue] == null) {
        queues[queue] = new Histogram();
        byteTimes[queue] = new ByteTime();
      }
      if (!hasLeft) {
        queues[queue].add(bytes);
      }
      if (hasLeft || bytes > 0) { // it was empty before a frame that does not wait
        byteTimes[queue].holds(foundAtPs[i], bytes);
      }
    }
    founds = 0;
  }

  private Series curve(int queue) {
    if (queueCurves[queue] == null) {
      queueCurves[queue] = new Series(Series.Keeps.LARGEST);
    }
    return queueCurves[queue];
  }

  // ---------------------------------------------------------------- NICs

  @Override
  public void flowCompleted(long atPs, int flow) {
    completed(atPs, flowOf[flow]);
  }

  /** A flow of the scenario is complete. */
  void completed(long atPs, int flow) {
    if (ends[flow] < 0) {
      ends[flow] = atPs;
    }
  }

  /** Notes that the connection of a flow of the scenario has failed. */
  void failed(long atPs, int flow) {
    failures[flow] = atPs;
  }

  @Override
  public void packetSent(
      long atPs, int host, int flow, int pdc, long packet, int bytes, int entropy, boolean again) {
    sent(again);
  }

  /** A data packet leaves. */
  void sent(boolean again) {
    dataPackets++;
    if (again) {
      retransmissions++;
    }
  }

  @Override
  public void packetDelivered(long atPs, int host, int flow, int bytes, boolean marked) {
    came(atPs, flowOf[flow], bytes);
  }

  /** Payload of a flow of the scenario has come, for the first time. */
  void came(long atPs, int flow, int bytes) {
    deliveredBytes += bytes;
    if (records) {
      if (rates[flow] == null) {
        rates[flow] = new Series(Series.Keeps.SUM);
      }
      rates[flow].add(atPs, bytes);
    }
  }

  @Override
  public void acknowledged(
      long atPs, int host, int destination, long bytes, long rttPs, boolean marked) {
    measured(rttPs);
  }

  /** A round trip was measured, if it is not 0. */
  void measured(long rttPs) {
    if (rttPs > 0) {
      leastRttPs = Math.min(leastRttPs, rttPs);
      greatestRttPs = Math.max(greatestRttPs, rttPs);
    }
  }

  @Override
  public void entropyChanged(long atPs, int host, int destination, int from, int to) {
    entropyChanges++;
  }

  @Override
  public void windowChanged(long atPs, int host, int destination, long cwnd, long inFlight) {
    if (records) {
      ofPair(windows, host, destination).add(atPs, cwnd);
    }
  }

  @Override
  public void creditChanged(long atPs, int host, int destination, long credit, long backlog) {
    if (records) {
      ofPair(credits, host, destination).add(atPs, credit);
    }
  }

  private static Series ofPair(Map<Long, Series> all, int host, int destination) {
    return all.computeIfAbsent(
        (long) host << 32 | destination, pair -> new Series(Series.Keeps.LAST));
  }

  // ---------------------------------------------------------------- result

  /** Payload that has come to its targets so far. */
  long deliveredBytes() {
    return deliveredBytes;
  }

  long dataPackets() {
    return dataPackets;
  }

  long retransmissions() {
    return retransmissions;
  }

  long entropyChanges() {
    return entropyChanges;
  }

  /** The shortest round trip measured; −1 if none was. */
  long leastRttPs() {
    return greatestRttPs < 0 ? -1 : leastRttPs;
  }

  /** The longest round trip measured; −1 if none was. */
  long greatestRttPs() {
    return greatestRttPs;
  }

  /** See {@link Scenario#leastPs}. */
  long leastPs() {
    return scenario.leastPs();
  }

  List<FlowResult> flowResults() {
    List<FlowResult> results = new ArrayList<>();
    for (int flow = 0; flow < ends.length; flow++) {
      results.add(
          new FlowResult(
              flows.get(flow), ends[flow], failures[flow], scenario.idealPs(flows.get(flow))));
    }
    return results;
  }

  /** The run is over; what still stands in queues has stood there until now. */
  void endsAt(long atPs) {
    sortIn();
    for (ByteTime byteTime : byteTimes) {
      if (byteTime != null) {
        byteTime.endsAt(atPs);
      }
    }
  }

  /**
   * The queue that held most over time: the largest sum of bytes times the time that they stood
   * there, the first of equals.
   *
   * @param lastHops whether only ports towards hosts count
   */
  PortQueue busiest(boolean lastHops) {
    sortIn();
    int busiest = -1;
    for (int queue = 0; queue < queues.length; queue++) {
      if (byteTimes[queue] != null
          && byteTimes[queue].isPositive()
          && (!lastHops || topology.leadsToHost(queue / places))
          && (busiest < 0 || byteTimes[queue].exceeds(byteTimes[busiest]))) {
        busiest = queue;
      }
    }
    return queue(busiest);
  }

  /** The longest queue; of several, this one if it is among them, or the first. */
  PortQueue longest(PortQueue preferred) {
    sortIn();
    PortQueue queue = queue(longest(0, 1));
    return queue.peakBytes() == preferred.peakBytes() ? preferred : queue;
  }

  /** The longest queue of some, the first of equals; −1 if nothing ever waited. */
  private int longest(int first, int step) {
    int longest = -1;
    for (int queue = first; queue < queues.length; queue += step) {
      if (queues[queue] != null
          && queues[queue].largest() > (longest < 0 ? 0 : queues[longest].largest())) {
        longest = queue;
      }
    }
    return longest;
  }

  private PortQueue queue(int queue) {
    return queue < 0
        ? PortQueue.NONE
        : new PortQueue(
            queueName(queue),
            topology.link(queue / places).rateBps(),
            queues[queue].largest(),
            queues[queue].percentile(99),
            queues[queue].percentile(50));
  }

  /** The name of its port; with its own where a scenario has given it one. */
  private String queueName(int queue) {
    String port = topology.portName(queue / places);
    return rules.areOwn() ? port + " " + rules.queues().get(queue % places).name() : port;
  }

  /** What happened in each of a scenario's own queues. */
  List<QueueResult> queueResults() {
    sortIn();
    List<QueueResult> results = new ArrayList<>();
    for (int i = 0; rules.areOwn() && i < places; i++) {
      int longest = longest(i, places);
      results.add(
          new QueueResult(
              rules.queues().get(i).name(),
              longest < 0 ? "" : topology.portName(longest / places),
              longest < 0 ? 0 : queues[longest].largest(),
              marks[i],
              drops[i]));
    }
    return results;
  }

  /** The most that a switch held of what came over one link. */
  IngressPeak ingressPeak() {
    if (!rules.countsIngress()) {
      return IngressPeak.NONE;
    }
    return ingressPort < 0
        ? new IngressPeak("", "", 0)
        : new IngressPeak(
            topology.portName(ingressPort), rules.queues().get(ingressClass).name(), ingressBytes);
  }

  /** What was recorded: the longest queues, and the first windows, credits and rates. */
  List<Curve> curves(long untilPs) {
    List<Curve> curves = new ArrayList<>();
    if (!records) {
      return curves;
    }
    sortIn();
    List<Integer> all = new ArrayList<>();
    for (int queue = 0; queue < queues.length; queue++) {
      if (queues[queue] != null && queues[queue].largest() > 0) {
        all.add(queue);
      }
    }
    all.sort(Comparator.comparingLong((Integer queue) -> -queues[queue].largest())); // stable
    for (int queue : all.subList(0, Math.min(MOST_CURVES / 2, all.size()))) {
      curves.add(curve("queue", queueName(queue), queueCurves[queue], untilPs));
    }
    pairs("window", windows, untilPs, curves);
    pairs("credit", credits, untilPs, curves);
    int shown = 0;
    for (int flow = 0; flow < rates.length && shown < MOST_CURVES; flow++) {
      if (rates[flow] != null) {
        shown++;
        curves.add(rate(flows.get(flow), rates[flow], untilPs));
      }
    }
    return curves;
  }

  /** Bytes over time, in steps long enough for several packets each. */
  private Curve rate(PlannedFlow flow, Series bytes, long untilPs) {
    long[] values = bytes.sums(untilPs, RATE_STEPS);
    long stepPs = RATE_STEPS * bytes.stepPs();
    int last = values.length - 1;
    for (int i = 0; i <= last; i++) {
      values[i] = FlowResult.rate(values[i], i < last ? stepPs : Math.max(1, untilPs - i * stepPs));
    }
    return new Curve("rate", pair(flow), stepPs, values);
  }

  private void pairs(String group, Map<Long, Series> all, long untilPs, List<Curve> curves) {
    all.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .limit(MOST_CURVES)
        .forEach(
            one -> {
              long pair = one.getKey();
              String name = name((int) (pair >>> 32)) + " → " + name((int) pair);
              curves.add(curve(group, name, one.getValue(), untilPs));
            });
  }

  private String pair(PlannedFlow flow) {
    return name(flow.from()) + (flow.isRead() ? " ← " : " → ") + name(flow.to());
  }

  private String name(int host) {
    return topology.hostName(host);
  }

  private static Curve curve(String group, String name, Series series, long untilPs) {
    series.reach(untilPs);
    return new Curve(group, name, series.stepPs(), series.values(untilPs));
  }
}
