package dev.sluice.model.graph;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.List;

/**
 * The shortest set of walks from the initial state that together take every edge of a graph.
 *
 * <p>It is the postman's problem on a directed graph, with a way home added: from every state a
 * walk may end and the next begin in the initial state. Taking each edge once leaves some states
 * more often entered than left, others the reverse; a flow of least cost says which edges to take
 * again, and where to go home, so that all balances. A round trip through the whole then falls
 * apart into walks wherever it goes home. No set of walks costs less, counting their steps and
 * {@value #NEW_WALK} for each walk after the first. The same graph gives the same walks.
 */
final class CoveringWalks {
  /** What beginning a new walk costs, in steps: a file's head and the initial state once more. */
  static final int NEW_WALK = 2;

  private static final int FAR = Integer.MAX_VALUE;
  private static final int START = -1;

  // Nodes are the graph's states and one more, home, between the end of a walk and the next.
  // Arc e below edges is the graph's edge; arc edges + s leads from state s home. The last two
  // lead from home to the initial state: one free, for the end of the tour, and one at a price.
  private final CanonicalGraph graph;
  private final int home;
  private final int edges;
  private final int free;
  private final int priced;
  private final int[] from;
  private final int[] again;
  private final int[] potential;
  private final int[] excess;

  /** Nodes to be visited: the distance in the upper half, the node in the lower. */
  private final LongHeap queue = new LongHeap();

  private CoveringWalks(CanonicalGraph graph) {
    this.graph = graph;
    this.home = graph.states();
    this.edges = graph.edges();
    this.free = edges + home;
    this.priced = free + 1;
    this.from = new int[priced + 1];
    this.again = new int[priced + 1];
    this.potential = new int[home + 1];
    this.excess = new int[home + 1];
    for (int state = 0; state < home; state++) {
      from[edges + state] = state;
      for (int edge = graph.firstEdge(state); edge < graph.firstEdge(state + 1); edge++) {
        from[edge] = state;
        excess[state]--;
        excess[graph.target(edge)]++;
      }
    }
    from[free] = home;
    from[priced] = home;
  }

  /** The walks, each a list of edges of which the first leaves state 0. */
  static List<List<Integer>> of(CanonicalGraph graph) {
    CoveringWalks walks = new CoveringWalks(graph);
    walks.balance();
    return walks.cut(walks.roundTrip());
  }

  private int to(int arc) {
    if (arc < edges) {
      return graph.target(arc);
    }
    return arc < free ? home : 0;
  }

  private int cost(int arc) {
    if (arc < edges) {
      return 1;
    }
    return arc == priced ? NEW_WALK : 0;
  }

  /** Adds arcs, at least cost, until every state is entered as often as it is left. */
  private void balance() {
    int[][] incoming = incoming();
    int[] distance = new int[home + 1];
    int[] by = new int[home + 1];
    int end = nearestDeficit(incoming, distance, by);
    while (end >= 0) {
      for (int state = 0; state <= home; state++) {
        potential[state] += Math.min(distance[state], distance[end]);
      }
      int amount = -excess[end];
      int start = end;
      while (by[start] != START) {
        int arc = by[start];
        amount = Math.min(amount, arc >= 0 ? room(arc) : again[undone(arc)]);
        start = before(start, by);
      }
      amount = Math.min(amount, excess[start]);
      for (int state = end; state != start; state = before(state, by)) {
        if (by[state] >= 0) {
          again[by[state]] += amount;
        } else {
          again[undone(by[state])] -= amount;
        }
      }
      excess[start] -= amount;
      excess[end] += amount;
      end = nearestDeficit(incoming, distance, by);
    }
  }

  /** How often more an arc may be taken. */
  private int room(int arc) {
    return arc == free ? 1 - again[free] : FAR;
  }

  /** The state before this one on a way that {@code by} holds. */
  private int before(int state, int[] by) {
    return by[state] >= 0 ? from[by[state]] : to(undone(by[state]));
  }

  /** The arc that {@code by} says is to be taken once less; the same sum leads back. */
  private static int undone(int arc) {
    return START - 1 - arc;
  }

  /** For each node the arcs that enter it. */
  private int[][] incoming() {
    int[] count = new int[home + 1];
    for (int arc = 0; arc <= priced; arc++) {
      count[to(arc)]++;
    }
    int[][] incoming = new int[home + 1][];
    for (int state = 0; state <= home; state++) {
      incoming[state] = new int[count[state]];
    }
    for (int arc = priced; arc >= 0; arc--) {
      incoming[to(arc)][--count[to(arc)]] = arc;
    }
    return incoming;
  }

  /**
   * Dijkstra from all states with a surplus at once, to the nearest that lacks something.
   *
   * @param by for each state reached: {@link #START}, an arc to be taken once more, or {@link
   *     #undone} of an arc to be taken once less
   */
  private int nearestDeficit(int[][] incoming, int[] distance, int[] by) {
    Arrays.fill(distance, FAR);
    queue.clear();
    for (int state = 0; state < home; state++) {
      if (excess[state] > 0) {
        distance[state] = 0;
        by[state] = START;
        queue.add(state);
      }
    }
    while (!queue.isEmpty()) {
      long head = queue.remove();
      int state = (int) head;
      if (head >>> Integer.SIZE > distance[state]) {
        continue;
      }
      if (excess[state] < 0) {
        return state;
      }
      if (state == home) {
        relax(state, priced, distance, by);
        if (room(free) > 0) {
          relax(state, free, distance, by);
        }
      } else {
        for (int edge = graph.firstEdge(state); edge < graph.firstEdge(state + 1); edge++) {
          relax(state, edge, distance, by);
        }
        relax(state, edges + state, distance, by);
      }
      for (int arc : incoming[state]) {
        if (again[arc] > 0) {
          relax(state, undone(arc), distance, by);
        }
      }
    }
    return -1;
  }

  private void relax(int node, int arc, int[] distance, int[] by) {
    int next = arc >= 0 ? to(arc) : from[undone(arc)];
    int cost = arc >= 0 ? cost(arc) : -cost(undone(arc));
    int reached = distance[node] + cost + potential[node] - potential[next];
    if (reached < distance[next]) {
      distance[next] = reached;
      by[next] = arc;
      queue.add((long) reached << Integer.SIZE | next);
    }
  }

  /** A closed tour from the initial state that takes each edge as often as it must. */
  private List<Integer> roundTrip() {
    int[] left = again.clone();
    for (int edge = 0; edge < edges; edge++) {
      left[edge]++;
    }
    int[] next = new int[home];
    for (int state = 0; state < home; state++) {
      next[state] = graph.firstEdge(state);
    }
    List<Integer> tour = new ArrayList<>();
    Deque<Integer> arcs = new ArrayDeque<>();
    int at = 0;
    while (true) {
      int arc = takeNext(at, left, next);
      if (arc >= 0) {
        arcs.push(arc);
        at = to(arc);
      } else if (arcs.isEmpty()) {
        Collections.reverse(tour);
        return tour;
      } else {
        tour.add(arcs.peek());
        at = from[arcs.pop()];
      }
    }
  }

  private int takeNext(int node, int[] left, int[] next) {
    if (node == home) {
      return takeOne(free, left) ? free : takeOne(priced, left) ? priced : -1;
    }
    for (; next[node] < graph.firstEdge(node + 1); next[node]++) {
      if (takeOne(next[node], left)) {
        return next[node];
      }
    }
    return takeOne(edges + node, left) ? edges + node : -1;
  }

  private static boolean takeOne(int arc, int[] left) {
    return left[arc] > 0 && left[arc]-- > 0;
  }

  /** Cuts the tour where it goes home; what follows the last cut comes before the first. */
  private List<List<Integer>> cut(List<Integer> tour) {
    List<List<Integer>> walks = new ArrayList<>();
    List<Integer> walk = new ArrayList<>();
    for (int arc : tour) {
      if (arc < edges) {
        walk.add(arc);
      } else if (arc >= free) {
        walks.add(walk);
        walk = new ArrayList<>();
      }
    }
    if (walks.isEmpty()) {
      return List.of(walk);
    }
    walks.get(0).addAll(0, walk);
    return walks;
  }
}
