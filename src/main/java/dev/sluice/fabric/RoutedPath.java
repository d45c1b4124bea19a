package dev.sluice.fabric;

import dev.sluice.cc.BaseRtt;
import dev.sluice.requirement.Requirement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The slowest path in a topology with routes of its own, which need not have the fewest switches:
 * all ways from each host to each other are looked at, the rest of a way once for each switch and
 * rate.
 */
@Requirement("RTT-7")
final class RoutedPath {
  /** A switch, and the rate of the link that a frame came to it by. */
  private record Place(int node, long rateBps) {}

  /** How long the rest of the way takes, and by which port it begins. */
  private record Rest(long delayPs, int port) {}

  private final Topology topology;
  private final long frameBytes;
  private final Routes routes;
  private final Map<Place, Rest> known = new HashMap<>();

  RoutedPath(Topology topology, long frameBytes) {
    this.topology = topology;
    this.frameBytes = frameBytes;
    boolean[] all = new boolean[topology.ports()];
    Arrays.fill(all, true);
    routes = new Routes(topology, all);
  }

  /**
   * The slowest path between any two hosts, the first of equals; null if no two reach each other.
   */
  BaseRtt.Path slowest() {
    BaseRtt.Path slowest = null;
    for (int to = 0; to < topology.hosts(); to++) {
      known.clear();
      for (int from = 0; from < topology.hosts(); from++) {
        BaseRtt.Path path = from == to ? null : path(from, to);
        if (path != null && (slowest == null || delayPs(path) > delayPs(slowest))) {
          slowest = path;
        }
      }
    }
    return slowest;
  }

  /** The slowest path from one host to another, or null if there is none. */
  BaseRtt.Path between(int from, int to) {
    known.clear();
    return path(from, to);
  }

  private long delayPs(BaseRtt.Path path) {
    return BaseRtt.oneWay(path, frameBytes).totalPs();
  }

  private BaseRtt.Path path(int from, int to) {
    List<BaseRtt.Link> links = new ArrayList<>();
    List<Long> latencies = new ArrayList<>();
    int port = topology.hostPort(from);
    links.add(topology.link(port));
    while (!topology.isHost(topology.portTo(port))) {
      int node = topology.portTo(port);
      Rest rest = rest(new Place(node, topology.link(port).rateBps()), to);
      if (rest.port < 0) {
        return null;
      }
      latencies.add(latencyPs(node));
      port = rest.port;
      links.add(topology.link(port));
    }
    boolean isThere = topology.hostOf(topology.portTo(port)) == to;
    return isThere ? new BaseRtt.Path(links, latencies) : null;
  }

  private Rest rest(Place place, int to) {
    Rest rest = known.get(place);
    if (rest != null) {
      return rest;
    }
    Rest slowest = new Rest(-1, -1);
    if (routes.isLastSwitch(place.node, to)) {
      int port = routes.lastPort(to);
      slowest = new Rest(linkPs(port, place.rateBps), port);
    } else {
      int first = routes.first(place.node, to);
      for (int at = first; at < routes.end(first); at++) {
        int port = routes.port(at);
        Place next = new Place(topology.portTo(port), topology.link(port).rateBps());
        long delayPs = linkPs(port, place.rateBps) + latencyPs(next.node) + rest(next, to).delayPs;
        if (delayPs > slowest.delayPs) {
          slowest = new Rest(delayPs, port);
        }
      }
    }
    known.put(place, slowest);
    return slowest;
  }

  /** A link, which may have to wait for a frame from a slower one. */
  @Requirement("RTT-2")
  private long linkPs(int port, long rateBps) {
    BaseRtt.Link link = topology.link(port);
    long waits =
        BaseRtt.serializationPs(frameBytes, rateBps)
            - BaseRtt.serializationPs(frameBytes, link.rateBps());
    return BaseRtt.propagationPs(link.lengthMm()) + link.fecPs() + Math.max(0, waits);
  }

  private long latencyPs(int node) {
    SwitchSpec kind = topology.switchSpec(node);
    if (!kind.cutThrough()) {
      throw new IllegalArgumentException(topology.name(node) + " stores frames");
    }
    return kind.latencyPs();
  }
}
