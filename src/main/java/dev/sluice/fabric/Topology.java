package dev.sluice.fabric;

import dev.sluice.cc.BaseRtt;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Which hosts, switches and links there are, and how they hang together; nothing moves in here.
 *
 * <p>Nodes are numbered in the order in which they were built, hosts besides by a number of their
 * own, which is their address. Link number n consists of port 2n, from its first end to its second,
 * and port 2n + 1, the other way.
 */
public final class Topology {
  private record Node(String name, SwitchSpec kind, int host) {}

  private record Ends(int from, int to, BaseRtt.Link link) {
    boolean joins(int one, int other) {
      return from == one && to == other || from == other && to == one;
    }
  }

  private final List<Node> nodes;
  private final int[] hosts;
  private final List<Ends> links;
  private final List<String> portNames;
  private final int[][] portsOf;

  /** The next node, by switch and host; none where the shortest ways hold. */
  private final Map<Long, Integer> routes;

  private final PathRates pathRates;

  private Topology(List<Node> nodes, List<Ends> links, Map<Long, Integer> routes) {
    this.routes = Map.copyOf(routes);
    this.nodes = List.copyOf(nodes);
    this.links = List.copyOf(links);
    this.hosts =
        IntStream.range(0, nodes.size()).filter(node -> nodes.get(node).kind == null).toArray();
    int[] degree = new int[nodes.size()];
    for (Ends ends : links) {
      degree[ends.from]++;
      degree[ends.to]++;
    }
    portsOf = new int[nodes.size()][];
    for (int node = 0; node < portsOf.length; node++) {
      if (isHost(node) && degree[node] != 1) {
        throw new IllegalArgumentException(
            "host " + name(node) + " has " + degree[node] + " links instead of one");
      }
      portsOf[node] = new int[degree[node]];
    }
    int[] filled = new int[nodes.size()];
    Map<String, Integer> between = new HashMap<>();
    portNames = new ArrayList<>();
    for (int port = 0; port < ports(); port++) {
      int from = portFrom(port);
      portsOf[from][filled[from]++] = port;
      String name = name(from) + ">" + name(portTo(port));
      int parallel = between.merge(name, 1, Integer::sum);
      portNames.add(parallel == 1 ? name : name + "#" + parallel);
    }
    pathRates = new PathRates(this);
  }

  /** An empty builder. */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Puts a topology together piece by piece. No two nodes have one name, and none has {@code >} or
   * {@code #} in it, so that no two ports have one either.
   */
  public static final class Builder {
    private final List<Node> nodes = new ArrayList<>();
    private final List<Ends> links = new ArrayList<>();
    private final Set<String> names = new HashSet<>();
    private final Map<Long, Integer> routes = new HashMap<>();
    private int hosts;

    private Builder() {}

    /** Adds a host and says which node it is. */
    public int host(String name) {
      return add(new Node(name, null, hosts++));
    }

    /** Adds a switch and says which node it is. */
    public int addSwitch(String name, SwitchSpec kind) {
      return add(new Node(name, kind, -1));
    }

    private int add(Node node) {
      if (node.name.indexOf('>') >= 0 || node.name.indexOf('#') >= 0) {
        throw new IllegalArgumentException("no node is called " + node.name);
      }
      if (!names.add(node.name)) {
        throw new IllegalArgumentException("two nodes are called " + node.name);
      }
      nodes.add(node);
      return nodes.size() - 1;
    }

    /** Links two nodes, the same in both directions, and says which link it is. */
    public int link(int from, int to, BaseRtt.Link link) {
      if (from == to || Math.min(from, to) < 0 || Math.max(from, to) >= nodes.size()) {
        throw new IllegalArgumentException("no link leads from node " + from + " to " + to);
      }
      links.add(new Ends(from, to, link));
      return links.size() - 1;
    }

    /**
     * Has all frames to a host that come to one of these switches go on to the next node, even if
     * the link to it is down. Where no route says how, they go by the fewest switches, until they
     * are there or on a route, which leads there: they cannot go in a circle.
     *
     * @param way switches, each linked with the next already, and the host; a host that they come
     *     from may stand first
     * @throws IllegalArgumentException with a sentence that says why it is none
     */
    public void route(List<Integer> way) {
      String shown = way.stream().map(this::name).collect(Collectors.joining(", "));
      int last = way.isEmpty() ? -1 : way.get(way.size() - 1);
      if (last < 0 || nodes.get(last).host < 0) {
        throw new IllegalArgumentException(
            "a route ends at the host that it leads to, and this one does not: " + shown);
      }
      if (way.size() < (nodes.get(way.get(0)).host < 0 ? 2 : 3)) {
        throw new IllegalArgumentException(
            "a route to %s has a switch before it, and this one has none".formatted(name(last)));
      }
      for (int i = 0; i + 1 < way.size(); i++) {
        int node = way.get(i);
        int next = way.get(i + 1);
        if (way.indexOf(node) != i) {
          throw new IllegalArgumentException("a route comes to %s twice".formatted(name(node)));
        }
        if (links.stream().noneMatch(ends -> ends.joins(node, next))) {
          throw new IllegalArgumentException(
              "no link leads from %s to %s".formatted(name(node), name(next)));
        }
        if (nodes.get(node).host >= 0) {
          continue; // it has one link, and so can stand first only
        }
        Integer other = routes.put((long) node << 32 | nodes.get(last).host, next);
        if (other != null && other != next) {
          throw new IllegalArgumentException(
              "frames to %s have two ways on from %s, to %s and to %s"
                  .formatted(name(last), name(node), name(other), name(next)));
        }
      }
    }

    private String name(int node) {
      return nodes.get(node).name;
    }

    /**
     * The finished topology.
     *
     * @throws IllegalArgumentException with a sentence, if a host has not one link
     */
    public Topology build() {
      return new Topology(nodes, links, routes);
    }
  }

  /** How many nodes there are. */
  public int nodes() {
    return nodes.size();
  }

  /** How many of them are hosts. */
  public int hosts() {
    return hosts.length;
  }

  /** How many links there are. */
  public int links() {
    return links.size();
  }

  /** How many ports there are: two to each link. */
  public int ports() {
    return 2 * links.size();
  }

  /** The number of the host that a node is; −1 for a switch. */
  public int hostOf(int node) {
    return nodes.get(node).host;
  }

  /** Whether a node is a host. */
  public boolean isHost(int node) {
    return nodes.get(node).kind == null;
  }

  /** What kind of switch a node is. */
  public SwitchSpec switchSpec(int node) {
    SwitchSpec kind = nodes.get(node).kind;
    if (kind == null) {
      throw new IllegalArgumentException(name(node) + " is a host");
    }
    return kind;
  }

  /** A node's name. */
  public String name(int node) {
    return nodes.get(node).name;
  }

  /** The node of this name. */
  public int node(String name) {
    for (int node = 0; node < nodes(); node++) {
      if (name(node).equals(name)) {
        return node;
      }
    }
    throw new IllegalArgumentException("no node is called " + name);
  }

  /** The node that a port sends from. */
  public int portFrom(int port) {
    Ends ends = links.get(port >> 1);
    return (port & 1) == 0 ? ends.from : ends.to;
  }

  /** The node that a port sends to. */
  public int portTo(int port) {
    return portFrom(port ^ 1);
  }

  /** A port's name, {@code from>to}, with a number if several links join these two nodes. */
  public String portName(int port) {
    return portNames.get(port);
  }

  /**
   * All ports in the order of their names: of the node that each sends from, of the one that it
   * sends to, and of its number among parallel ones. A port that is put in, wherever it is, leaves
   * the others in their order.
   */
  int[] portsByName() {
    return IntStream.range(0, ports())
        .boxed()
        .sorted(
            Comparator.comparing((Integer port) -> name(portFrom(port)))
                .thenComparing(port -> name(portTo(port)))
                .thenComparing(Comparator.naturalOrder()))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  /** The properties of a port's link. */
  public BaseRtt.Link link(int port) {
    return links.get(port >> 1).link;
  }

  /** Whether a port is a last hop: from a switch to a host. */
  public boolean leadsToHost(int port) {
    return isHost(portTo(port)) && !isHost(portFrom(port));
  }

  /** The one port that a host sends from. */
  public int hostPort(int host) {
    return portsOf[hosts[host]][0];
  }

  /** The rate of a host's link, in bits a second. */
  public long hostRateBps(int host) {
    return link(hostPort(host)).rateBps();
  }

  /**
   * Returns the rate of the path from one host to another while all links are up, in bits per
   * second: that of its slowest hop, where the links among which switches choose count together.
   */
  public long pathRateBps(int from, int to) {
    return pathRates.bps(from, to);
  }

  /** A host's name. */
  public String hostName(int host) {
    return name(hosts[host]);
  }

  /** The switch, or the other host, at the far end of a host's link. */
  public int attachedTo(int host) {
    return portTo(hostPort(host));
  }

  /** The port that this node sends to that one from; the first of several. */
  public int port(int from, int to) {
    for (int port : portsOf[from]) {
      if (portTo(port) == to) {
        return port;
      }
    }
    throw new IllegalArgumentException("no link leads from " + name(from) + " to " + name(to));
  }

  /** Whether some frames go by routes of this topology's own. */
  public boolean hasRoutes() {
    return !routes.isEmpty();
  }

  /** The node that a route has frames to a host go to from a switch; −1 where there is none. */
  int routed(int node, int host) {
    return routes.getOrDefault((long) node << 32 | host, -1);
  }

  /** All ports that a node sends from, in the order of their links. */
  public int[] portsOf(int node) {
    return portsOf[node];
  }
}
