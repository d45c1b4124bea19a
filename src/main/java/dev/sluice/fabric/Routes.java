package dev.sluice.fabric;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which ports lead on, computed once for each state of the links: those to the next node of the
 * topology's own route, or all ports of a switch that lie on a shortest way to the switch that the
 * destination hangs on.
 *
 * <p>The table has a row for each switch and a column for each switch with hosts; hosts on one
 * switch share its column. In a topology with routes of its own each host has a column.
 */
final class Routes {
  private final int columns;
  private final int[] columnOfHost;
  private final int[] lastPort;
  private final int[] lastSwitch;

  /** For each node and column, where its ports begin in {@link #ports}. */
  private final int[] firstAt;

  /** Lists of ports, each once, with its end in front of it. */
  private int[] ports = new int[64];

  private int filled;

  Routes(Topology topology, boolean[] portIsUp) {
    int nodes = topology.nodes();
    int hosts = topology.hosts();
    columnOfHost = new int[hosts];
    lastPort = new int[hosts];
    lastSwitch = new int[hosts];
    int[] columnOf = new int[nodes];
    Arrays.fill(columnOf, -1);
    int[] firstHost = new int[hosts]; // of each column
    int found = 0;
    for (int host = 0; host < hosts; host++) {
      int leaf = topology.attachedTo(host);
      if (columnOf[leaf] < 0 || topology.hasRoutes()) {
        firstHost[found] = host;
        columnOf[leaf] = found++;
      }
      columnOfHost[host] = columnOf[leaf];
      lastPort[host] = topology.hostPort(host) ^ 1;
      lastSwitch[host] = leaf;
    }
    columns = found;
    int[][] distance = new int[columns][];
    for (int column = 0; column < columns; column++) {
      int leaf = lastSwitch[firstHost[column]];
      distance[column] =
          column > 0 && lastSwitch[firstHost[column - 1]] == leaf
              ? distance[column - 1]
              : distances(topology, leaf, portIsUp);
    }
    firstAt = new int[nodes * columns];
    for (int node = 0; node < nodes; node++) {
      if (!topology.isHost(node)) {
        fill(topology, node, distance, portIsUp);
      }
    }
  }

  /** How many switches away each switch is from this one. */
  static int[] distances(Topology topology, int leaf, boolean[] portIsUp) {
    int[] distance = new int[topology.nodes()];
    Arrays.fill(distance, Integer.MAX_VALUE);
    int[] queue = new int[topology.nodes()];
    int tail = 0;
    distance[leaf] = 0;
    queue[tail++] = leaf;
    for (int head = 0; head < tail; head++) {
      for (int port : topology.portsOf(queue[head])) {
        int neighbour = topology.portTo(port);
        if (portIsUp[port ^ 1]
            && !topology.isHost(neighbour)
            && distance[neighbour] == Integer.MAX_VALUE) {
          distance[neighbour] = distance[queue[head]] + 1;
          queue[tail++] = neighbour;
        }
      }
    }
    return distance;
  }

  private void fill(Topology topology, int node, int[][] distance, boolean[] portIsUp) {
    Map<List<Integer>, Integer> known = new HashMap<>();
    for (int column = 0; column < columns; column++) {
      int host = topology.hasRoutes() ? column : -1;
      List<Integer> onward = onward(topology, node, host, distance[column], portIsUp);
      firstAt[node * columns + column] = known.computeIfAbsent(onward, this::append);
    }
  }

  /**
   * Returns the ports by which frames to a host leave a switch.
   *
   * @param host −1 if the topology has no routes of its own
   * @param distance of each switch from the last one
   */
  static List<Integer> onward(
      Topology topology, int node, int host, int[] distance, boolean[] portIsUp) {
    int next = host < 0 ? -1 : topology.routed(node, host);
    return next < 0
        ? nearer(topology, node, distance, portIsUp)
        : Arrays.stream(topology.portsOf(node))
            .filter(port -> portIsUp[port] && topology.portTo(port) == next)
            .boxed()
            .toList();
  }

  /** A switch's ports on a shortest way. */
  private static List<Integer> nearer(
      Topology topology, int node, int[] distance, boolean[] portIsUp) {
    List<Integer> onward = new ArrayList<>();
    int here = distance[node];
    for (int port : topology.portsOf(node)) {
      int neighbour = topology.portTo(port);
      if (portIsUp[port]
          && !topology.isHost(neighbour)
          && here != Integer.MAX_VALUE
          && distance[neighbour] == here - 1) {
        onward.add(port);
      }
    }
    return onward;
  }

  private int append(List<Integer> onward) {
    int first = filled + 1;
    int end = first + onward.size();
    if (end > ports.length) {
      ports = Arrays.copyOf(ports, 2 * end);
    }
    ports[filled] = end;
    for (int i = 0; i < onward.size(); i++) {
      ports[first + i] = onward.get(i);
    }
    filled = end;
    return first;
  }

  /** The port from its switch to a host. */
  int lastPort(int host) {
    return lastPort[host];
  }

  /** Whether a host hangs on this switch. */
  boolean isLastSwitch(int node, int host) {
    return lastSwitch[host] == node;
  }

  /** Where the ports begin that lead from a switch to a host that does not hang on it. */
  int first(int node, int host) {
    return firstAt[node * columns + columnOfHost[host]];
  }

  /** Where the ports end that begin there. */
  int end(int first) {
    return ports[first - 1];
  }

  /** The port at one of the places between. */
  int port(int at) {
    return ports[at];
  }
}
