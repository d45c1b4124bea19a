package dev.sluice.model.replay;

import dev.sluice.model.graph.StateGraph;
import java.util.Arrays;

/**
 * The order in which a graph is walked on living kernels: along edges that are not walked yet while
 * there are any near, and then a while at random.
 *
 * <p>A walk that is stuck goes to the nearest state that has an edge left, if one is near;
 * otherwise it ends, and the next begins with the shortest way to the first state that has one. So
 * each edge is taken at least once, unless the steps run out. The same graph gives the same walks.
 */
final class LivingWalks {
  /** So many steps a model's walks may have. */
  static final int MOST_STEPS = 1_000_000;

  /** So many states are looked at for the nearest edge that is left. */
  private static final int LOOKED_AT = 2_000;

  private static final long SEED = 0x51_01CE;
  private static final int NONE = -1;

  private final StateGraph graph;
  private final int[] initials;
  private final int mostSteps;

  /** For each state the first edge that is not walked; those before it are. */
  private final int[] next;

  private final boolean[] walked;
  private final int[] cameBy;
  private final int[] cameFrom;
  private final int[] seen;
  private final int[] queue;
  private int looks;
  private int firstPlace;
  private int left;
  private long steps;
  private int walks;
  private boolean parted;
  private int turn;
  private long random = SEED;

  /** Takes the steps: the kernels, and who compares them with the graph. */
  interface Walker {
    /** Makes new kernels, in an initial state. */
    void begin(int initial);

    /**
     * One step, on the same kernels.
     *
     * @return whether they arrived where the edge leads; if not, the walk ends
     */
    boolean step(int from, int edge);
  }

  LivingWalks(StateGraph graph, int mostSteps) {
    this.graph = graph;
    this.mostSteps = mostSteps;
    this.initials = graph.initials();
    this.next = new int[graph.states()];
    this.walked = new boolean[graph.transitions()];
    this.cameBy = new int[graph.states()];
    this.cameFrom = new int[graph.states()];
    this.seen = new int[graph.states()];
    this.queue = new int[Math.min(graph.states(), LOOKED_AT)];
    this.left = graph.transitions();
    for (int state = 0; state < next.length; state++) {
      next[state] = graph.firstEdge(state);
    }
  }

  /** Steps taken, those over an edge that was walked before included. */
  long steps() {
    return steps;
  }

  /** How often new kernels were made. */
  int walks() {
    return walks;
  }

  /** Edges that were walked at least once. */
  int covered() {
    return graph.transitions() - left;
  }

  /**
   * Walks until each edge is walked or the steps run out, and then some more at random. Ends with
   * the first step that does not arrive. If a walk ends in the initial state in which the next one
   * begins, the next one goes on with the same kernels.
   */
  void run(Walker walker) {
    int at = NONE;
    int target = firstWithEdges();
    while (target != NONE && steps < mostSteps) {
      int initial = graph.start(target);
      if (at != initial) {
        begin(walker, initial);
      }
      at = along(walker, initial, graph.pathTo(target));
      for (int to = at; to != NONE && steps < mostSteps; ) {
        at = to;
        to = edgeLeft(at) == NONE ? toNearest(walker, at) : step(walker, at, edgeLeft(at));
      }
      if (parted) {
        return;
      }
      target = firstWithEdges();
    }
    atRandom(walker, at, Math.min(mostSteps - steps, graph.transitions()));
  }

  private void begin(Walker walker, int initial) {
    walks++;
    walker.begin(initial);
  }

  /** One step; the state that it leads to, or {@link #NONE} if the kernels parted. */
  private int step(Walker walker, int from, int edge) {
    steps++;
    if (!walked[edge]) {
      walked[edge] = true;
      left--;
    }
    parted = !walker.step(from, edge);
    return parted ? NONE : graph.target(edge);
  }

  private int along(Walker walker, int from, Iterable<Integer> path) {
    int at = from;
    for (int edge : path) {
      at = step(walker, at, edge);
      if (at == NONE) {
        return NONE;
      }
    }
    return at;
  }

  private int edgeLeft(int state) {
    while (next[state] < graph.firstEdge(state + 1) && walked[next[state]]) {
      next[state]++;
    }
    return next[state] < graph.firstEdge(state + 1) ? next[state] : NONE;
  }

  /** In breadth-first order the first state that has an edge left. */
  private int firstWithEdges() {
    while (firstPlace < graph.states() && edgeLeft(graph.breadthFirst(firstPlace)) == NONE) {
      firstPlace++;
    }
    return firstPlace < graph.states() ? graph.breadthFirst(firstPlace) : NONE;
  }

  /** Goes on to the nearest state that has an edge left; {@link #NONE} if none is near. */
  private int toNearest(Walker walker, int from) {
    looks++;
    int head = 0;
    int tail = 0;
    seen[from] = looks;
    queue[tail++] = from;
    while (head < tail) {
      int state = queue[head++];
      if (edgeLeft(state) != NONE) {
        return along(walker, from, way(from, state));
      }
      for (int edge = graph.firstEdge(state); edge < graph.firstEdge(state + 1); edge++) {
        int target = graph.target(edge);
        if (seen[target] != looks && tail < queue.length) {
          seen[target] = looks;
          cameBy[target] = edge;
          cameFrom[target] = state;
          queue[tail++] = target;
        }
      }
    }
    return NONE;
  }

  private Iterable<Integer> way(int from, int to) {
    int length = 0;
    for (int state = to; state != from; state = cameFrom[state]) {
      length++;
    }
    Integer[] way = new Integer[length];
    for (int state = to; state != from; state = cameFrom[state]) {
      way[--length] = cameBy[state];
    }
    return Arrays.asList(way);
  }

  private void atRandom(Walker walker, int from, long most) {
    int at = from;
    for (long end = steps + most; steps < end && !parted; ) {
      int choices = at == NONE ? 0 : graph.firstEdge(at + 1) - graph.firstEdge(at);
      if (choices > 0) {
        at = step(walker, at, graph.firstEdge(at) + below(choices));
      } else if (initials.length == 1 && at == initials[0]) {
        return; // there is nowhere to go
      } else {
        at = initials[turn++ % initials.length];
        begin(walker, at);
      }
    }
  }

  /** A number from 0 to below the bound, by a generator of fixed seed. */
  private int below(int bound) {
    random = random * 6_364_136_223_846_793_005L + 1_442_695_040_888_963_407L;
    return (int) ((random >>> 33) % bound);
  }
}
