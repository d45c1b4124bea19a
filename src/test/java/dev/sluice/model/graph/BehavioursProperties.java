package dev.sluice.model.graph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.graph.Graphs.Edge;
import dev.sluice.trace.ItfTrace;
import dev.sluice.trace.ItfWriter;
import dev.sluice.trace.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class BehavioursProperties {
  private static final String DIGEST = "0".repeat(64);

  /** Up to 125 states and 300 edges: chains, bushes, loops, self-loops, several ways to one. */
  @Provide
  Arbitrary<List<Edge>> graphs() {
    return Arbitraries.integers()
        .between(1, 125)
        .flatMap(states -> edges(states).list().ofMinSize(1).ofMaxSize(300))
        .map(Graphs::reachable)
        .filter(edges -> !edges.isEmpty());
  }

  @Provide
  Arbitrary<List<Edge>> smallGraphs() {
    return Arbitraries.integers()
        .between(1, 5)
        .flatMap(states -> edges(states).list().ofMinSize(1).ofMaxSize(9))
        .map(Graphs::reachable)
        .filter(edges -> !edges.isEmpty());
  }

  private static Arbitrary<Edge> edges(int states) {
    return Combinators.combine(
            Arbitraries.integers().between(0, states - 1),
            Arbitraries.integers().between(0, 3),
            Arbitraries.integers().between(0, states - 1))
        .as(Edge::new);
  }

  private record Transition(List<Value> from, ItfTrace.Step step, List<Value> to) {}

  private static Set<String> transitions(StateGraph graph) {
    CanonicalGraph canonical = new CanonicalGraph(graph);
    Set<String> all = new TreeSet<>();
    for (int state = 0; state < canonical.states(); state++) {
      for (int e = canonical.firstEdge(state); e < canonical.firstEdge(state + 1); e++) {
        ActionInstance action = canonical.action(e);
        List<Value.Field> arguments = new ArrayList<>();
        for (int i = 0; i < action.arguments().size(); i++) {
          arguments.add(Value.field(action.parameters().get(i), action.arguments().get(i)));
        }
        all.add(
            new Transition(
                    canonical.values(state),
                    new ItfTrace.Step(action.name(), arguments),
                    canonical.values(canonical.target(e)))
                .toString());
      }
    }
    return all;
  }

  @Property(seed = "7", tries = 300, edgeCases = EdgeCasesMode.NONE)
  void theyTakeEveryTransitionAndNoOther(@ForAll("graphs") List<Edge> edges) {
    StateGraph graph = Graphs.of(edges, new Random(1));
    Set<String> taken = new TreeSet<>();
    for (ItfTrace behaviour : Behaviours.covering(graph, "Foo", "trace", DIGEST)) {
      assertThat(behaviour.variables()).containsExactly("high", "low", "middle");
      List<ItfTrace.State> states = behaviour.states();
      assertThat(states.get(0).values()).isEqualTo(new CanonicalGraph(graph).values(0));
      for (int i = 1; i < states.size(); i++) {
        taken.add(
            new Transition(
                    states.get(i - 1).values(),
                    states.get(i).step().orElseThrow(),
                    states.get(i).values())
                .toString());
      }
    }
    assertThat(taken).hasSize(edges.size()).isEqualTo(transitions(graph));
  }

  @Property(seed = "8", tries = 200, edgeCases = EdgeCasesMode.NONE)
  void theirBytesDoNotDependOnTheOrderInWhichTlcFoundThings(
      @ForAll("graphs") List<Edge> edges, @ForAll long one, @ForAll long other) {
    assertThat(bytes(Graphs.of(edges, new Random(one))))
        .isEqualTo(bytes(Graphs.of(edges, new Random(other))));
  }

  private static List<String> bytes(StateGraph graph) {
    return Behaviours.covering(graph, "Foo", "trace", DIGEST).stream()
        .map(behaviour -> new String(ItfWriter.bytes(behaviour)))
        .toList();
  }

  /** Against a search through everything, on graphs small enough for one. */
  @Property(seed = "9", tries = 300, edgeCases = EdgeCasesMode.NONE)
  void noSetOfWalksIsShorter(@ForAll("smallGraphs") List<Edge> edges) {
    CanonicalGraph graph = new CanonicalGraph(Graphs.of(edges, new Random(2)));
    List<List<Integer>> walks = CoveringWalks.of(graph);
    int cost = CoveringWalks.NEW_WALK * (walks.size() - 1);
    for (List<Integer> walk : walks) {
      cost += walk.size();
    }
    assertThat(cost).isEqualTo(leastCost(graph));
  }

  private static int leastCost(CanonicalGraph graph) {
    int all = (1 << graph.edges()) - 1;
    Map<Integer, Integer> best = new HashMap<>(); // key: edges walked, then the state
    PriorityQueue<int[]> queue = new PriorityQueue<>((a, b) -> Integer.compare(a[0], b[0]));
    queue.add(new int[] {0, 0, 0});
    while (true) {
      int[] head = queue.remove();
      int state = head[1];
      int walked = head[2];
      if (walked == all) {
        return head[0];
      }
      if (best.putIfAbsent(walked * 8 + state, head[0]) != null) {
        continue;
      }
      queue.add(new int[] {head[0] + CoveringWalks.NEW_WALK, 0, walked});
      for (int e = graph.firstEdge(state); e < graph.firstEdge(state + 1); e++) {
        queue.add(new int[] {head[0] + 1, graph.target(e), walked | 1 << e});
      }
    }
  }
}
