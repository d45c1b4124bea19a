package dev.sluice.fabric;

import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Rates of the paths between hosts, while all links are up: that of the slowest hop. A hop over
 * several links, among which switches choose, carries as much as its links together.
 */
final class PathRates {
  private final Topology topology;
  private final boolean[] allUp;

  /** The slowest link between two switches, in bits per second. */
  private final long slowestBps;

  /** By the first switch and the target. */
  private final Map<Long, Long> known = new ConcurrentHashMap<>();

  PathRates(Topology topology) {
    this.topology = topology;
    allUp = new boolean[topology.ports()];
    long slowest = Long.MAX_VALUE;
    for (int port = 0; port < allUp.length; port++) {
      allUp[port] = true;
      if (!topology.isHost(topology.portFrom(port)) && !topology.isHost(topology.portTo(port))) {
        slowest = Math.min(slowest, topology.link(port).rateBps());
      }
    }
    slowestBps = slowest;
  }

  /** Returns the rate of the path from one host to another, in bits per second. */
  long bps(int from, int to) {
    long hostsBps = Math.min(topology.hostRateBps(from), topology.hostRateBps(to));
    int first = topology.attachedTo(from);
    return hostsBps <= slowestBps || topology.isHost(first)
        ? hostsBps
        : Math.min(
            hostsBps,
            known.computeIfAbsent((long) first << 32 | to, pair -> betweenBps(first, to)));
  }

  /** Returns the rate of the slowest hop between a switch and the last one before a host. */
  private long betweenBps(int first, int to) {
    int last = topology.attachedTo(to);
    int[] distance = Routes.distances(topology, last, allUp);
    TreeSet<Integer> here = new TreeSet<>();
    here.add(first);
    long least = Long.MAX_VALUE;
    long arrivedBps = 0; // over shorter ways, where routes differ in length
    here.remove(last);
    while (!here.isEmpty()) {
      TreeSet<Integer> next = new TreeSet<>();
      long hopBps = arrivedBps;
      for (int node : here) {
        for (int port : Routes.onward(topology, node, to, distance, allUp)) {
          long rateBps = topology.link(port).rateBps();
          hopBps += rateBps;
          arrivedBps += topology.portTo(port) == last ? rateBps : 0;
          next.add(topology.portTo(port));
        }
      }
      next.remove(last);
      least = Math.min(least, hopBps);
      here = next;
    }
    return least == 0 ? Long.MAX_VALUE : least; // 0: no path
  }
}
