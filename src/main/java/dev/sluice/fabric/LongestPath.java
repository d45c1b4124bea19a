package dev.sluice.fabric;

import dev.sluice.cc.BaseRtt;
import dev.sluice.requirement.Requirement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/** The slowest of all paths that the routes of a topology offer, for the base RTT. */
@Requirement("RTT-7")
public final class LongestPath {
  private record Place(int leaf, BaseRtt.Link hostLink) {}

  private final Topology topology;
  private final Routes routes;
  private final long frameBytes;

  private LongestPath(Topology topology, long frameBytes) {
    this.topology = topology;
    this.frameBytes = frameBytes;
    boolean[] up = new boolean[topology.ports()];
    Arrays.fill(up, true);
    routes = new Routes(topology, up);
  }

  /**
   * The slowest path between any two hosts.
   *
   * @throws IllegalArgumentException if a switch stores frames, or no two hosts reach each other
   */
  public static BaseRtt.Path of(Topology topology, long frameBytes) {
    LongestPath search = new LongestPath(topology, frameBytes);
    BaseRtt.Path longest = null;
    Set<List<Place>> tried = new HashSet<>();
    int[] hosts = search.twoOfEachPlace();
    for (int from : hosts) {
      for (int to : hosts) {
        if (from != to && tried.add(List.of(search.place(from), search.place(to)))) {
          longest = search.slower(longest, search.between(from, to));
        }
      }
    }
    if (longest == null) {
      throw new IllegalArgumentException("no two hosts reach each other");
    }
    return longest;
  }

  /** The slowest path from one host to another, or null if there is none. */
  public static BaseRtt.Path between(Topology topology, int from, int to, long frameBytes) {
    return new LongestPath(topology, frameBytes).between(from, to);
  }

  /**
   * The first host that no path leads to from host 0, or −1 if there is none. Links go both ways,
   * so that then every host reaches every other.
   */
  public static int firstUnreached(Topology topology, long frameBytes) {
    LongestPath search = new LongestPath(topology, frameBytes);
    for (int host = 1; host < topology.hosts(); host++) {
      if (search.between(0, host) == null) {
        return host;
      }
    }
    return -1;
  }

  /** All that a search among alike hosts needs: two of them, so that there is a way between. */
  private int[] twoOfEachPlace() {
    Map<Place, Integer> seen = new HashMap<>();
    return IntStream.range(0, topology.hosts())
        .filter(host -> seen.merge(place(host), 1, Integer::sum) <= 2)
        .toArray();
  }

  private Place place(int host) {
    return new Place(topology.attachedTo(host), topology.link(topology.hostPort(host)));
  }

  private BaseRtt.Path between(int from, int to) {
    return extend(List.of(), List.of(), topology.hostPort(from), to);
  }

  /** Goes over a port, and then on every way that the routes offer. */
  private BaseRtt.Path extend(List<BaseRtt.Link> links, List<Long> latencies, int port, int to) {
    List<BaseRtt.Link> farther = new ArrayList<>(links);
    farther.add(topology.link(port));
    int node = topology.portTo(port);
    if (topology.isHost(node)) {
      return topology.hostOf(node) == to ? new BaseRtt.Path(farther, latencies) : null;
    }
    SwitchSpec kind = topology.switchSpec(node);
    if (!kind.cutThrough()) {
      throw new IllegalArgumentException(topology.name(node) + " stores frames");
    }
    List<Long> later = new ArrayList<>(latencies);
    later.add(kind.latencyPs());
    if (routes.isLastSwitch(node, to)) {
      return extend(farther, later, routes.lastPort(to), to);
    }
    BaseRtt.Path longest = null;
    Set<List<Object>> alike = new HashSet<>();
    int first = routes.first(node, to);
    for (int i = first; i < routes.end(first); i++) {
      int next = routes.port(i);
      if (alike.add(alike(next))) {
        longest = slower(longest, extend(farther, later, next, to));
      }
    }
    return longest;
  }

  /** What two ports must share to need no separate search: all that lies behind them. */
  private List<Object> alike(int port) {
    int node = topology.portTo(port);
    List<Object> onward = new ArrayList<>();
    for (int next : topology.portsOf(node)) {
      onward.add(topology.link(next));
      onward.add(topology.portTo(next));
    }
    return List.of(topology.link(port), topology.switchSpec(node), onward);
  }

  private BaseRtt.Path slower(BaseRtt.Path one, BaseRtt.Path other) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    return delay(one) >= delay(other) ? one : other;
  }

  private long delay(BaseRtt.Path path) {
    return BaseRtt.oneWay(path, frameBytes).totalPs();
  }
}
