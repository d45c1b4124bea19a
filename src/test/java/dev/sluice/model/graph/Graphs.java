package dev.sluice.model.graph;

import dev.sluice.trace.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;

/** Graphs made by hand and by chance, and the same graphs as another run of TLC might give them. */
final class Graphs {
  private Graphs() {}

  /** One transition of a graph that is written down: the letter is an index into an alphabet. */
  record Edge(int from, int letter, int to) {}

  /** Edges as they come from chance, cut down to what can be reached from state 0. */
  static List<Edge> reachable(List<Edge> edges) {
    TreeSet<Integer> seen = new TreeSet<>(List.of(0));
    for (int size = 0; size < seen.size(); ) {
      size = seen.size();
      for (Edge edge : edges) {
        if (seen.contains(edge.from)) {
          seen.add(edge.to);
        }
      }
    }
    List<Integer> order = new ArrayList<>(seen);
    return edges.stream()
        .filter(edge -> seen.contains(edge.from))
        .map(edge -> new Edge(order.indexOf(edge.from), edge.letter, order.indexOf(edge.to)))
        .distinct()
        .toList();
  }

  /**
   * The graph with these edges and initial state 0, as TLC might hand it out: {@code shuffle}
   * decides how states and values are numbered and in which order the variables come.
   */
  static StateGraph of(List<Edge> edges, Random shuffle) {
    int count = 1 + edges.stream().mapToInt(edge -> Math.max(edge.from, edge.to)).max().orElse(0);
    List<Integer> numbers = shuffled(count, shuffle);
    List<Integer> columns = shuffled(3, shuffle);
    List<List<Integer>> valueIds = new ArrayList<>();
    List<Value[]> values = new ArrayList<>();
    for (int column : columns) {
      List<Integer> ids = shuffled(5, shuffle);
      Value[] byId = new Value[5];
      for (int digit = 0; digit < 5; digit++) {
        byId[ids.get(digit)] =
            column == 2 ? Value.set(Value.of(digit), Value.of("x")) : Value.of(digit);
      }
      valueIds.add(ids);
      values.add(byId);
    }
    int[] stateValues = new int[3 * count];
    for (int state = 0; state < count; state++) {
      for (int place = 0; place < 3; place++) {
        int digit = (int) (state / Math.pow(5, columns.get(place))) % 5;
        stateValues[3 * numbers.get(state) + place] = valueIds.get(place).get(digit);
      }
    }
    long[] packed =
        edges.stream()
            .mapToLong(
                edge ->
                    (long) numbers.get(edge.from) << 40
                        | (long) edge.letter << 20
                        | numbers.get(edge.to))
            .sorted()
            .toArray();
    int[] first = new int[count + 1];
    Arrays.stream(packed).forEach(edge -> first[(int) (edge >>> 40) + 1]++);
    for (int state = 0; state < count; state++) {
      first[state + 1] += first[state];
    }
    try {
      return new StateGraph(
          columns.stream().map(List.of("low", "middle", "high")::get).toList(),
          Map.of("Limit", Value.of(5)),
          alphabet(),
          values,
          stateValues,
          new int[] {numbers.get(0)},
          new StateGraph.Edges(
              first,
              Arrays.stream(packed).mapToInt(edge -> (int) (edge >>> 20 & 0xfffff)).toArray(),
              Arrays.stream(packed).mapToInt(edge -> (int) (edge & 0xfffff)).toArray(),
              reported(packed)));
    } catch (GraphBroken broken) {
      throw new AssertionError(broken);
    }
  }

  /** Returns the number of edges of each letter, each edge reported once. */
  private static long[] reported(long[] packed) {
    long[] reported = new long[alphabet().size()];
    Arrays.stream(packed).forEach(edge -> reported[(int) (edge >>> 20 & 0xfffff)]++);
    return reported;
  }

  private static List<ActionInstance> alphabet() {
    List<ActionInstance> letters = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      letters.add(new ActionInstance("Learn", List.of("n"), List.of(Value.of(i)), ""));
    }
    letters.add(new ActionInstance("Tick", List.of(), List.of(), ""));
    return letters;
  }

  private static List<Integer> shuffled(int count, Random shuffle) {
    List<Integer> numbers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      numbers.add(i);
    }
    Collections.shuffle(numbers, shuffle);
    return numbers;
  }
}
