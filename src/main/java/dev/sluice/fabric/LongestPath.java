package dev.sluice.fabric;

import dev.sluice.cc.BaseRtt;
import dev.sluice.requirement.Requirement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The slowest of all paths that the routes of a topology offer, for the base RTT. Where a topology
 * has routes of its own, {@link RoutedPath} finds it.
 *
 * <p>Routes offer every way with the fewest switches. What the rest of such a way takes depends on
 * the switch, on the target, and on the rate of the link that leads to the switch, and on nothing
 * else before it. So one search from a target's switch outwards, each switch once, finds the
 * slowest of all ways to it, however many there are.
 *
 * <p>Not every switch needs a search of its own. Two switches of one kind with the same neighbours
 * over the same links, and with hosts that take as long, may change places in every path. No path
 * with the fewest switches goes over both, except from one to the other. Two of them stand for all
 * such switches, and one where they have no hosts.
 */
@Requirement("RTT-7")
public final class LongestPath {
  /** Instead of a delay: no way leads there. */
  private static final long NONE = -1;

  /** Instead of a delay, and longer than each: a switch on the way stores frames. */
  private static final long STORED = Long.MAX_VALUE;

  private final Topology topology;

  /** For each link, which of the rates is its own. */
  private final int[] rateOf;

  /** For each rate, how long the frame is on a link of it, in ps. */
  private final long[] framePs;

  /** For each link, its fibre and its error correction, in ps. */
  private final long[] linkPs;

  /** For each switch that takes part, its ports to others that do; none for all other nodes. */
  private final int[][] onward;

  /**
   * For each switch and each rate: how long a frame takes from its arrival over a link of this rate
   * until it is whole at the slowest target, in ps.
   */
  private final long[] restPs;

  /** For each switch, how many others lie between it and the targets; −1 if that is not known. */
  private final int[] distance;

  /** The switches whose distance is known, nearest first. */
  private final int[] known;

  private int found;
  private long steps;

  private LongestPath(Topology topology, long frameBytes) {
    this.topology = topology;
    rateOf = new int[topology.links()];
    linkPs = new long[topology.links()];
    Map<Long, Integer> rates = new HashMap<>();
    for (int each = 0; each < rateOf.length; each++) {
      BaseRtt.Link link = topology.link(2 * each);
      rateOf[each] = rates.computeIfAbsent(link.rateBps(), rate -> rates.size());
      linkPs[each] = Math.addExact(BaseRtt.propagationPs(link.lengthMm()), link.fecPs());
    }
    framePs = new long[rates.size()];
    rates.forEach((rate, at) -> framePs[at] = BaseRtt.serializationPs(frameBytes, rate));
    onward = new int[topology.nodes()][0];
    restPs = new long[Math.multiplyExact(topology.nodes(), framePs.length)];
    distance = new int[topology.nodes()];
    Arrays.fill(distance, -1);
    known = new int[topology.nodes()];
  }

  /**
   * What a search came to.
   *
   * @param path the slowest
   * @param steps how often a port was looked at for it
   */
  record Found(BaseRtt.Path path, long steps) {}

  /**
   * The slowest path between any two hosts.
   *
   * @throws IllegalArgumentException if a switch stores frames, or no two hosts reach each other
   */
  public static BaseRtt.Path of(Topology topology, long frameBytes) {
    return search(topology, frameBytes).path();
  }

  /** The slowest path between any two hosts, and how long the search was. */
  static Found search(Topology topology, long frameBytes) {
    if (topology.hasRoutes()) {
      return new Found(reached(new RoutedPath(topology, frameBytes).slowest()), 0);
    }
    LongestPath search = new LongestPath(topology, frameBytes);
    return new Found(reached(search.slowest()), search.steps);
  }

  private static BaseRtt.Path reached(BaseRtt.Path path) {
    if (path == null) {
      throw new IllegalArgumentException("no two hosts reach each other");
    }
    return path;
  }

  /**
   * The slowest path from one host to another, or null if there is none.
   *
   * @throws IllegalArgumentException if a switch stores frames
   */
  public static BaseRtt.Path between(Topology topology, int from, int to, long frameBytes) {
    if (topology.hasRoutes()) {
      return new RoutedPath(topology, frameBytes).between(from, to);
    }
    LongestPath search = new LongestPath(topology, frameBytes);
    int last = topology.attachedTo(to);
    if (topology.isHost(last)) {
      return topology.hostOf(last) == from ? search.alone(from) : null;
    }
    for (int node = 0; node < topology.nodes(); node++) {
      if (!topology.isHost(node)) {
        search.onward[node] = search.towardsSwitches(node);
      }
    }
    return search.path(from, last, new int[] {to});
  }

  /** The first host that no path leads to from host 0, or −1 if there is none. */
  public static int firstUnreached(Topology topology) {
    boolean[] isReached = new boolean[topology.nodes()];
    int[] reached = new int[topology.nodes()];
    int tail = 0;
    reached[tail++] = topology.portFrom(topology.hostPort(0));
    isReached[reached[0]] = true;
    for (int head = 0; head < tail; head++) {
      for (int port : topology.portsOf(reached[head])) {
        int next = topology.portTo(port);
        if (!isReached[next]) {
          isReached[next] = true;
          reached[tail++] = next;
        }
      }
    }
    for (int host = 1; host < topology.hosts(); host++) {
      if (!isReached[topology.portFrom(topology.hostPort(host))]) {
        return host;
      }
    }
    return -1;
  }

  // ---------------------------------------------------------------- all hosts

  /** A path by its ends, the target's as some hosts of one switch. */
  private record Candidate(long delayPs, int from, int last, int[] targets) {
    /** Slower, or as slow and from an earlier host; of several to choose, the first is kept. */
    boolean isBefore(Candidate other) {
      return other == null
          || delayPs > other.delayPs
          || delayPs == other.delayPs && from < other.from;
    }
  }

  private BaseRtt.Path slowest() {
    Candidate slowest = null;
    Map<Integer, int[]> ends = ends();
    for (int host = 0; host < topology.hosts(); host++) {
      if (topology.isHost(topology.attachedTo(host))) {
        long delay = Math.addExact(linkPs(host), framePs(host));
        Candidate pair = new Candidate(delay, host, -1, new int[0]);
        slowest = pair.isBefore(slowest) ? pair : slowest;
      }
    }
    for (Map.Entry<Integer, int[]> each : ends.entrySet()) {
      Candidate pair = onOneSwitch(each.getKey(), each.getValue());
      slowest = pair != null && pair.isBefore(slowest) ? pair : slowest;
    }
    List<Integer> leaves = leaveOutTwins(ends);
    for (int last : leaves) {
      searchFrom(last, ends.get(last));
      for (int first : leaves) {
        for (int from : first == last ? new int[0] : ends.get(first)) {
          long delay = delayPs(from);
          Candidate pair = new Candidate(delay, from, last, ends.get(last));
          slowest = delay != NONE && pair.isBefore(slowest) ? pair : slowest;
        }
      }
    }
    if (slowest == null) {
      return null;
    }
    return slowest.last < 0
        ? alone(slowest.from)
        : path(slowest.from, slowest.last, slowest.targets);
  }

  /**
   * The hosts that matter, for each switch with hosts, in the order of their numbers: of those with
   * links of one rate the two whose links take longest. There is no slower way from or to another,
   * and two are needed for the way between.
   */
  private Map<Integer, int[]> ends() {
    Map<Integer, Map<Integer, int[]>> byRate = new LinkedHashMap<>();
    for (int host = 0; host < topology.hosts(); host++) {
      int leaf = topology.attachedTo(host);
      if (!topology.isHost(leaf)) {
        byRate
            .computeIfAbsent(leaf, node -> new HashMap<>())
            .merge(rateOf[link(host)], new int[] {host}, this::longestTwo);
      }
    }
    Map<Integer, int[]> ends = new LinkedHashMap<>();
    byRate.forEach(
        (leaf, hosts) ->
            ends.put(
                leaf, hosts.values().stream().flatMapToInt(Arrays::stream).sorted().toArray()));
    return ends;
  }

  /** Of one or two hosts, slowest first, and one more, the slowest two; the earlier of equals. */
  private int[] longestTwo(int[] before, int[] one) {
    int host = one[0];
    if (linkPs(host) > linkPs(before[0])) {
      return new int[] {host, before[0]};
    }
    if (before.length == 1 || linkPs(host) > linkPs(before[1])) {
      return new int[] {before[0], host};
    }
    return before;
  }

  /** The slowest path between two hosts of one switch, or null if it has only one. */
  private Candidate onOneSwitch(int leaf, int[] hosts) {
    Candidate slowest = null;
    for (int to : hosts) {
      int[] target = {to};
      for (int from : hosts) {
        if (from < to) { // the way back takes as long
          steps++;
          long rest = restPs(leaf, rateOf[link(from)], target);
          long delay = rest == STORED ? STORED : Math.addExact(linkPs(from), rest);
          Candidate pair = new Candidate(delay, from, leaf, target);
          slowest = pair.isBefore(slowest) ? pair : slowest;
        }
      }
    }
    return slowest;
  }

  /**
   * Has one switch of several alike take part in the search, two if they have hosts.
   *
   * @return the switches with hosts that take part, in the order of their hosts
   */
  private List<Integer> leaveOutTwins(Map<Integer, int[]> ends) {
    Map<List<Object>, Integer> seen = new HashMap<>();
    Map<BaseRtt.Link, Integer> kinds = new HashMap<>();
    Set<Integer> takesPart = new HashSet<>();
    List<Integer> leaves = new ArrayList<>();
    for (int leaf : ends.keySet()) {
      if (seen.merge(alike(leaf, ends.get(leaf), kinds), 1, Integer::sum) <= 2) {
        leaves.add(leaf);
        takesPart.add(leaf);
      }
    }
    for (int node = 0; node < topology.nodes(); node++) {
      if (!topology.isHost(node)
          && !ends.containsKey(node)
          && seen.putIfAbsent(alike(node, new int[0], kinds), 1) == null) {
        takesPart.add(node);
      }
    }
    for (int node : takesPart) {
      int[] ports = towardsSwitches(node);
      onward[node] =
          Arrays.stream(ports).filter(port -> takesPart.contains(topology.portTo(port))).toArray();
    }
    return leaves;
  }

  /** What two switches must share, so that they may change places in every path. */
  private List<Object> alike(int node, int[] hosts, Map<BaseRtt.Link, Integer> kinds) {
    Map<Integer, Long> slowestHost = new HashMap<>();
    for (int host : hosts) {
      slowestHost.merge(rateOf[link(host)], linkPs(host), Math::max);
    }
    Set<Long> neighbours = new HashSet<>();
    for (int port : topology.portsOf(node)) {
      steps++;
      if (!topology.isHost(topology.portTo(port))) {
        int kind = kinds.computeIfAbsent(topology.link(port), link -> kinds.size());
        neighbours.add((long) topology.portTo(port) << Integer.SIZE | kind);
      }
    }
    return List.of(topology.switchSpec(node), slowestHost, neighbours);
  }

  // ---------------------------------------------------------------- the way to some targets

  /** A switch's ports to other switches, one of several links that are alike. */
  private int[] towardsSwitches(int node) {
    Set<List<Object>> seen = new HashSet<>();
    return Arrays.stream(topology.portsOf(node))
        .filter(port -> !topology.isHost(topology.portTo(port)))
        .filter(port -> seen.add(List.of(topology.portTo(port), topology.link(port))))
        .toArray();
  }

  /** Finds out how long the rest of the way takes from everywhere to hosts of one switch. */
  private void searchFrom(int last, int[] targets) {
    for (int i = 0; i < found; i++) {
      distance[known[i]] = -1;
    }
    found = 0;
    distance[last] = 0;
    known[found++] = last;
    for (int head = 0; head < found; head++) {
      int node = known[head];
      for (int rate = 0; rate < framePs.length; rate++) {
        restPs[node * framePs.length + rate] =
            node == last ? restPs(last, rate, targets) : restPs(node, rate);
      }
      for (int port : onward[node]) {
        int next = topology.portTo(port);
        if (distance[next] < 0) {
          distance[next] = distance[node] + 1;
          known[found++] = next;
        }
      }
    }
  }

  /** How long the rest takes from the last switch. */
  private long restPs(int last, int rate, int[] targets) {
    if (!topology.switchSpec(last).cutThrough()) {
      return STORED;
    }
    long longest = NONE;
    for (int to : targets) {
      longest = Math.max(longest, over(link(to), rate, framePs(to)));
    }
    return Math.addExact(topology.switchSpec(last).latencyPs(), longest);
  }

  /** How long it takes from a switch farther away. */
  private long restPs(int node, int rate) {
    if (!topology.switchSpec(node).cutThrough()) {
      return STORED;
    }
    long longest = NONE;
    for (int port : onward[node]) {
      steps++;
      if (isNearer(port)) {
        longest = Math.max(longest, over(port, rate));
      }
    }
    return longest == STORED
        ? STORED
        : Math.addExact(topology.switchSpec(node).latencyPs(), longest);
  }

  /** Whether a port leads to the targets with the fewest switches. */
  private boolean isNearer(int port) {
    return distance[topology.portTo(port)] == distance[topology.portFrom(port)] - 1;
  }

  /** How long the rest takes over a port, after a link of some rate. */
  private long over(int port, int rate) {
    int own = rateOf[port >> 1];
    long rest = restPs[topology.portTo(port) * framePs.length + own];
    return rest == STORED ? STORED : over(port >> 1, rate, rest);
  }

  /** Adds a link, which may have to wait for a frame from a slower one. */
  @Requirement("RTT-2")
  private long over(int link, int rate, long restPs) {
    long waits = Math.max(0, framePs[rate] - framePs[rateOf[link]]);
    return Math.addExact(Math.addExact(linkPs[link], waits), restPs);
  }

  /** How long it takes from a host to the targets, {@link #NONE} or {@link #STORED}. */
  private long delayPs(int from) {
    int leaf = topology.attachedTo(from);
    if (topology.isHost(leaf) || distance[leaf] < 0) {
      return NONE;
    }
    long rest = restPs[leaf * framePs.length + rateOf[link(from)]];
    return rest == STORED ? STORED : Math.addExact(linkPs(from), rest);
  }

  /** The slowest path from a host to some hosts of one switch, or null if there is none. */
  private BaseRtt.Path path(int from, int last, int[] targets) {
    searchFrom(last, targets);
    if (delayPs(from) == NONE) {
      return null;
    }
    List<BaseRtt.Link> links = new ArrayList<>();
    List<Long> latencies = new ArrayList<>();
    int port = topology.hostPort(from);
    while (true) {
      links.add(topology.link(port));
      int rate = rateOf[port >> 1];
      int node = topology.portTo(port);
      SwitchSpec kind = topology.switchSpec(node);
      if (!kind.cutThrough()) {
        throw new IllegalArgumentException(topology.name(node) + " stores frames");
      }
      latencies.add(kind.latencyPs());
      if (node == last) {
        links.add(topology.link(topology.hostPort(slowestOf(targets, rate))));
        return new BaseRtt.Path(links, latencies);
      }
      port = slowestOnward(node, rate);
    }
  }

  private int slowestOf(int[] targets, int rate) {
    int slowest = targets[0];
    for (int to : targets) {
      if (over(link(to), rate, framePs(to)) > over(link(slowest), rate, framePs(slowest))) {
        slowest = to;
      }
    }
    return slowest;
  }

  private int slowestOnward(int node, int rate) {
    int slowest = -1;
    for (int port : onward[node]) {
      if (isNearer(port) && (slowest < 0 || over(port, rate) > over(slowest, rate))) {
        slowest = port;
      }
    }
    return slowest;
  }

  // ---------------------------------------------------------------- one host

  /** The path to the host at the other end of a host's link. */
  private BaseRtt.Path alone(int from) {
    return new BaseRtt.Path(List.of(topology.link(topology.hostPort(from))), List.of());
  }

  private int link(int host) {
    return topology.hostPort(host) >> 1;
  }

  private long linkPs(int host) {
    return linkPs[link(host)];
  }

  private long framePs(int host) {
    return framePs[rateOf[link(host)]];
  }
}
