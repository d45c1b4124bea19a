package dev.sluice.model.graph;

import dev.sluice.trace.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A graph with its states and edges numbered by what they are, and not by the order in which TLC
 * happened to meet them.
 *
 * <p>States are numbered by a breadth-first search from the one initial state, in which the edges
 * of a state are taken by action, arguments, and then the values of the state they lead to. Edges
 * are numbered in the same order. The numbers so depend on the model alone.
 */
final class CanonicalGraph {
  private final StateGraph graph;
  private final int[] variables;
  private final int[] states;
  private final int[] first;
  private final int[] edges;
  private final int[] targets;

  /**
   * Numbers a graph anew.
   *
   * @throws IllegalArgumentException if the graph has not exactly one initial state
   */
  CanonicalGraph(StateGraph graph) {
    if (graph.initials().length != 1) {
      throw new IllegalArgumentException(
          "behaviours start in one initial state, and this model has " + graph.initials().length);
    }
    this.graph = graph;
    this.variables =
        IntStream.range(0, graph.variables().size())
            .boxed()
            .sorted(Comparator.comparing(graph.variables()::get))
            .mapToInt(Integer::intValue)
            .toArray();
    int count = graph.states();
    this.states = new int[count];
    this.first = new int[count + 1];
    this.edges = new int[graph.transitions()];
    this.targets = new int[graph.transitions()];
    number();
  }

  private void number() {
    int[] numbers = new int[states.length];
    Arrays.fill(numbers, -1);
    states[0] = graph.initials()[0];
    numbers[states[0]] = 0;
    int seen = 1;
    int edge = 0;
    for (int state = 0; state < seen; state++) {
      first[state] = edge;
      for (int original : sortedEdges(states[state])) {
        int target = graph.target(original);
        if (numbers[target] < 0) {
          numbers[target] = seen;
          states[seen++] = target;
        }
        edges[edge] = original;
        targets[edge++] = numbers[target];
      }
    }
    first[seen] = edge;
  }

  /** The edges of a state, sorted already by action; what is left to sort are equal actions. */
  private List<Integer> sortedEdges(int state) {
    List<Integer> sorted = new ArrayList<>();
    for (int edge = graph.firstEdge(state); edge < graph.firstEdge(state + 1); edge++) {
      sorted.add(edge);
    }
    sorted.sort(
        Comparator.<Integer>comparingInt(graph::action)
            .thenComparing((a, b) -> compareStates(graph.target(a), graph.target(b))));
    return sorted;
  }

  private int compareStates(int a, int b) {
    for (int variable : variables) {
      int byValue = graph.value(a, variable).compareTo(graph.value(b, variable));
      if (byValue != 0) {
        return byValue;
      }
    }
    return 0;
  }

  /** How many states there are; 0 is the initial one. */
  int states() {
    return states.length;
  }

  /** How many edges there are. */
  int edges() {
    return edges.length;
  }

  /** The first edge of a state; its edges run up to the first edge of the next state. */
  int firstEdge(int state) {
    return first[state];
  }

  /** The state that an edge leads to. */
  int target(int edge) {
    return targets[edge];
  }

  /** The action instance of an edge. */
  ActionInstance action(int edge) {
    return graph.alphabet().get(graph.action(edges[edge]));
  }

  /** The variables, sorted by name. */
  List<String> variables() {
    return Arrays.stream(variables).mapToObj(graph.variables()::get).toList();
  }

  /** The values of a state, in the order of {@link #variables()}. */
  List<Value> values(int state) {
    return Arrays.stream(variables)
        .mapToObj(variable -> graph.value(states[state], variable))
        .toList();
  }
}
