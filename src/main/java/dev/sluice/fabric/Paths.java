package dev.sluice.fabric;

import dev.sluice.sim.RandomStreams;

/**
 * Which port a frame leaves a switch by: among those on a shortest way, the one that the hash of
 * flow, entropy and the switch's own salt falls on; if that one is down, another by the same hash
 * among those that are up.
 *
 * <p>The shortest ways are those that {@link #compute} found last: who is not at the end of a link
 * does not notice that it is down.
 */
final class Paths {
  private static final long ENTROPY_WEIGHT = 0x9E3779B97F4A7C15L;

  private final Topology topology;
  private final Port[] ports;
  private final long[] salts;
  private Routes routes;
  private int portsDown;

  /** The paths over all links. */
  Paths(Topology topology, Port[] ports, RandomStreams streams) {
    this.topology = topology;
    this.ports = ports;
    salts = new long[topology.nodes()];
    for (int node = 0; node < salts.length; node++) {
      if (!topology.isHost(node)) {
        salts[node] = streams.number("salt/" + topology.name(node));
      }
    }
    compute();
  }

  /** Finds all shortest ways over the ports that are up. */
  void compute() {
    boolean[] up = new boolean[ports.length];
    for (int number = 0; number < up.length; number++) {
      up[number] = ports[number].isUp;
    }
    routes = new Routes(topology, up);
  }

  /** One more port is down. */
  void lost() {
    portsDown++;
  }

  /** One more port is up. */
  void regained() {
    portsDown--;
  }

  /** What a frame keeps of its flow and entropy value, for all switches on its way. */
  static int of(long flow, long entropy) {
    return (int) hash(flow ^ entropy * ENTROPY_WEIGHT);
  }

  /**
   * The port that a frame leaves a switch by, or {@link Fabric#NO_ROUTE}.
   *
   * @param host where it goes; negative for nowhere
   * @param path what {@link #of} says of it
   */
  int onward(int node, int host, int path) {
    if (host < 0) {
      return Fabric.NO_ROUTE;
    }
    if (routes.isLastSwitch(node, host)) {
      return routes.lastPort(host);
    }
    int first = routes.first(node, host);
    int end = routes.end(first);
    if (first == end) {
      return Fabric.NO_ROUTE;
    }
    long hash = hash(path ^ salts[node]) >>> 32;
    int chosen = routes.port(first + (int) (hash * (end - first) >>> 32));
    return portsDown == 0 || ports[chosen].isUp
        ? chosen
        : around(first, end, hash * (end - first) & 0xFFFF_FFFFL);
  }

  /**
   * Another port than the one that was chosen, which is down.
   *
   * @param hash what choosing has left of the hash, 32 bits: all that chose the same port began
   *     with the same ones
   */
  private int around(int first, int end, long hash) {
    int up = 0;
    for (int i = first; i < end; i++) {
      up += ports[routes.port(i)].isUp ? 1 : 0;
    }
    int wanted = (int) (hash * up >>> 32);
    for (int i = first; i < end; i++) {
      int port = routes.port(i);
      if (ports[port].isUp && wanted-- == 0) {
        return port;
      }
    }
    return Fabric.NO_ROUTE;
  }

  /** Looks at where a frame to this host goes behind a port. */
  long lookAt(Port port, int host) {
    return host < 0 || port.kind.leadsToHost() || routes.isLastSwitch(port.farEnd, host)
        ? 0
        : routes.end(routes.first(port.farEnd, host));
  }

  /** The finishing function of MurmurHash3: each bit of the result depends on all. */
  private static long hash(long bits) {
    long mixed = bits;
    mixed = (mixed ^ (mixed >>> 33)) * 0xFF51AFD7ED558CCDL;
    mixed = (mixed ^ (mixed >>> 33)) * 0xC4CEB9FE1A85EC53L;
    return mixed ^ (mixed >>> 33);
  }
}
