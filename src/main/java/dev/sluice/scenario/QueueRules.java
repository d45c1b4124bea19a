package dev.sluice.scenario;

import dev.sluice.fabric.FabricRules;
import dev.sluice.fabric.PausePlan;
import dev.sluice.fabric.PortRules;
import dev.sluice.fabric.Topology;
import dev.sluice.fabric.TrafficClasses;
import dev.sluice.fabric.WatchdogPlan;
import dev.sluice.requirement.Requirement;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What holds at the switches' ports: one rule for all, and one for each queue; and which frames
 * wait in which queue.
 *
 * @param bufferBytes the most that a port holds
 * @param sharedBytes the most that a switch holds
 * @param countsIngress whether switches count what they hold by the link that it came over
 * @param queues those of a port: the three ready ones, or the scenario's own
 * @param areOwn which of the two
 * @param byPriority whether the priority of a frame's tag chooses its queue, and not its DSCP
 * @param queueOf for each of the 64 DSCPs, or the 8 priorities, the number of its queue
 * @param baseRttPs the time of a BDP
 * @param pause how switches pause those that send to them; empty: they do not
 * @param telemetry what switches write into packets; empty: nothing
 */
@Requirement({"RCCC-11", "UET-6"})
public record QueueRules(
    long bufferBytes,
    long sharedBytes,
    boolean countsIngress,
    List<QueueRule> queues,
    boolean areOwn,
    boolean byPriority,
    List<Integer> queueOf,
    long baseRttPs,
    Optional<PauseRule> pause,
    Optional<TelemetryRule> telemetry)
    implements FabricRules {

  public QueueRules {
    queues = List.copyOf(queues);
    queueOf = List.copyOf(queueOf);
  }

  @Override
  public PortRules port(Topology topology, int port) {
    if (topology.isHost(topology.portFrom(port))) {
      return new PortRules(PortRules.UNLIMITED, queues.stream().map(QueueRule::atHost).toList());
    }
    boolean lastHop = topology.leadsToHost(port);
    long rateBps = topology.link(port).rateBps();
    return new PortRules(
        bufferBytes,
        queues.stream()
            .map(queue -> queue.at(lastHop, rateBps, baseRttPs))
            .map(
                queue ->
                    telemetry
                        .map(rule -> rule.at(topology, topology.portFrom(port), queue))
                        .orElse(queue))
            .toList());
  }

  /** The same where switches write so. */
  QueueRules telling(Optional<TelemetryRule> rule) {
    return new QueueRules(
        bufferBytes,
        sharedBytes,
        countsIngress,
        queues,
        areOwn,
        byPriority,
        queueOf,
        baseRttPs,
        pause,
        rule);
  }

  @Override
  public long sharedBufferBytes(Topology topology, int node) {
    return sharedBytes;
  }

  @Override
  public boolean countsIngress(Topology topology, int node) {
    return countsIngress;
  }

  @Override
  public Optional<PausePlan> pauses(Topology topology, int port) {
    return pause.map(rule -> rule.at(topology, port));
  }

  @Override
  public Optional<WatchdogPlan> watchdog() {
    return pause.flatMap(PauseRule::watchdog);
  }

  /**
   * Where frames are marked.
   *
   * @param minBytes the queue from which on they may be; {@link QueueRule#AUTO}: 0.2 BDP
   * @param maxBytes from which on all are; {@link QueueRule#AUTO}: 0.8 BDP
   * @param of32 how likely it is just below that, in units of 2⁻³²
   * @param atLastHop whether ports towards hosts mark, too
   */
  public record Marks(long minBytes, long maxBytes, long of32, boolean atLastHop) {}

  /** How the first queue that marks does so; empty if none does. */
  public Optional<Marks> marks() {
    return queues.stream()
        .filter(QueueRule::ecn)
        .findFirst()
        .map(
            queue ->
                new Marks(
                    queue.ecnMinBytes(), queue.ecnMaxBytes(), queue.ecnOf32(), queue.lastHopEcn()));
  }

  /** Which frames wait in which queue. */
  @Requirement("RCM-9")
  public TrafficClasses classes() {
    byte[] numbers = new byte[queueOf.size()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = (byte) (int) queueOf.get(i);
    }
    int trimmed = TrafficClasses.DSCP_TRIMMED;
    int lastHop = TrafficClasses.DSCP_TRIMMED_LAST_HOP;
    Set<Integer> trimmable = Set.of(TrafficClasses.DSCP_DATA);
    return byPriority
        ? TrafficClasses.byPriority(
            queues.size(), numbers, TrafficClasses.selectors(), trimmable, trimmed, lastHop)
        : new TrafficClasses(queues.size(), numbers, trimmable, trimmed, lastHop);
  }

  /** The queue in which data waits that has no class of its own. */
  QueueRule ofData() {
    return queues.get(classes().classOf(TrafficClasses.DSCP_DATA));
  }

  /** The most of it that a port towards a host holds. */
  long lastHopBytes() {
    return Math.min(bufferBytes, Math.min(ofData().limitBytes(), ofData().lastHopBytes()));
  }
}
