package dev.sluice.fabric;

import dev.sluice.sim.RandomStreams;
import java.util.HashMap;
import java.util.Map;

/** Makes the ports of a fabric by its rules; what does not change at them, several share. */
final class PortMaker {
  private final Topology topology;
  private final FabricConfig config;
  private final RandomStreams streams;
  private final IngressBytes ingress;
  private final Map<PortRules, Treatment> treatments = new HashMap<>();
  private final Map<PortKind, PortKind> kinds = new HashMap<>();

  PortMaker(Topology topology, FabricConfig config, RandomStreams streams, IngressBytes ingress) {
    this.topology = topology;
    this.config = config;
    this.streams = streams;
    this.ingress = ingress;
  }

  /** Counts for all links, if any switch counts; else null. */
  static IngressBytes ingress(Topology topology, FabricConfig config) {
    for (int node = 0; node < topology.nodes(); node++) {
      if (!topology.isHost(node) && counts(topology, config, node)) {
        return new IngressBytes(topology.ports(), config.classes().count());
      }
    }
    return null;
  }

  /** A switch that pauses others has to count, too. */
  private static boolean counts(Topology topology, FabricConfig config, int node) {
    if (config.rules().countsIngress(topology, node)) {
      return true;
    }
    for (int port : topology.portsOf(node)) {
      if (config.rules().pauses(topology, port ^ 1).isPresent()) {
        return true;
      }
    }
    return false;
  }

  /**
   * All ports, by their numbers.
   *
   * @throws IllegalArgumentException if one has not a queue for each class
   */
  Port[] make() {
    SharedBuffer[] buffers = new SharedBuffer[topology.nodes()];
    boolean[] counts = new boolean[topology.nodes()];
    for (int node = 0; node < buffers.length; node++) {
      if (!topology.isHost(node)) {
        long limit = config.rules().sharedBufferBytes(topology, node);
        buffers[node] = limit < PortRules.UNLIMITED ? new SharedBuffer(limit) : null;
        counts[node] = counts(topology, config, node);
      }
    }
    long[] fastestBps = new long[topology.nodes()];
    for (int port = 0; port < topology.ports(); port++) {
      int node = topology.portFrom(port);
      fastestBps[node] = Math.max(fastestBps[node], topology.link(port).rateBps());
    }
    Port[] ports = new Port[topology.ports()];
    for (int number = 0; number < ports.length; number++) {
      int node = topology.portFrom(number);
      PortKind kind = kind(number, fastestBps[topology.portTo(number)]);
      ports[number] =
          new Port(
              topology,
              number,
              kind,
              streams.number("mark/" + topology.portName(number)),
              buffers[node],
              counts[node] ? ingress : null);
      if (kind.treatment().leaving != null) {
        ports[number].leaveStream = streams.number("leave/" + topology.portName(number));
      }
    }
    return ports;
  }

  /** The same ports in the order of their names; each is told its place there. */
  static Port[] byName(Topology topology, Port[] ports) {
    int[] numbers = topology.portsByName();
    Port[] byName = new Port[numbers.length];
    for (int place = 0; place < numbers.length; place++) {
      byName[place] = ports[numbers[place]];
      byName[place].place = place;
    }
    return byName;
  }

  private PortKind kind(int number, long fastestBps) {
    PortRules rules = config.rules().port(topology, number);
    int classes = config.classes().count();
    if (rules.queues().size() != classes) {
      throw new IllegalArgumentException(
          topology.portName(number)
              + " has "
              + rules.queues().size()
              + " queues for "
              + classes
              + " classes");
    }
    PortKind kind =
        PortKind.of(
            topology, number, fastestBps, treatments.computeIfAbsent(rules, Treatment::new));
    return kinds.computeIfAbsent(kind, same -> same);
  }
}
