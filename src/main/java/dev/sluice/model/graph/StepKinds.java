package dev.sluice.model.graph;

import dev.sluice.trace.StepKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Counts the transitions of a graph by {@link StepKind}.
 *
 * <p>A graph has few distinct values, so each change of a variable from one value to another is
 * analysed once; a transition costs one look-up for each variable that changes.
 */
public final class StepKinds {
  private final StateGraph graph;
  private final List<Map<Long, Integer>> changes = new ArrayList<>();
  private final List<SortedSet<String>> changeSets = new ArrayList<>();
  private final Map<SortedSet<String>, Integer> changeIds = new HashMap<>();

  /** Nodes of a tree: a path is an action and the changes of its variables, in order. */
  private final Map<Long, Integer> children = new HashMap<>();

  private final List<int[]> nodes = new ArrayList<>();
  private final List<Integer> counts = new ArrayList<>();

  private StepKinds(StateGraph graph) {
    this.graph = graph;
    graph.variables().forEach(variable -> changes.add(new HashMap<>()));
  }

  /** Returns the number of transitions of each kind that occurs; the numbers add up to all. */
  public static SortedMap<StepKind, Integer> count(StateGraph graph) {
    return new StepKinds(graph).count();
  }

  private SortedMap<StepKind, Integer> count() {
    int[] actions = new int[graph.alphabet().size()];
    Map<String, Integer> byName = new HashMap<>();
    List<String> names = new ArrayList<>();
    for (int letter = 0; letter < actions.length; letter++) {
      String name = graph.alphabet().get(letter).name();
      actions[letter] =
          byName.computeIfAbsent(
              name,
              unused -> {
                names.add(name);
                return node(-1, names.size() - 1);
              });
    }
    for (int state = 0; state < graph.states(); state++) {
      for (int edge = graph.firstEdge(state); edge < graph.firstEdge(state + 1); edge++) {
        int node = actions[graph.action(edge)];
        for (int variable = 0; variable < changes.size(); variable++) {
          int from = graph.valueId(state, variable);
          int to = graph.valueId(graph.target(edge), variable);
          if (from != to) {
            node = child(node, change(variable, from, to));
          }
        }
        counts.set(node, counts.get(node) + 1);
      }
    }
    SortedMap<StepKind, Integer> all = new TreeMap<>();
    for (int node = 0; node < nodes.size(); node++) {
      if (counts.get(node) > 0) {
        all.merge(kind(node, names), counts.get(node), Integer::sum);
      }
    }
    return all;
  }

  private int change(int variable, int from, int to) {
    return changes
        .get(variable)
        .computeIfAbsent(
            (long) from << Integer.SIZE | to,
            unused -> {
              SortedSet<String> set = new TreeSet<>();
              StepKind.changes(
                  graph.variables().get(variable),
                  graph.valueById(variable, from),
                  graph.valueById(variable, to),
                  set);
              return changeIds.computeIfAbsent(
                  set,
                  added -> {
                    changeSets.add(added);
                    return changeSets.size() - 1;
                  });
            });
  }

  private int child(int node, int change) {
    return children.computeIfAbsent(
        (long) node << Integer.SIZE | change, unused -> node(node, change));
  }

  private int node(int parent, int what) {
    nodes.add(new int[] {parent, what});
    counts.add(0);
    return nodes.size() - 1;
  }

  private StepKind kind(int node, List<String> names) {
    SortedSet<String> all = new TreeSet<>();
    int at = node;
    for (; nodes.get(at)[0] >= 0; at = nodes.get(at)[0]) {
      all.addAll(changeSets.get(nodes.get(at)[1]));
    }
    return new StepKind(names.get(nodes.get(at)[1]), all);
  }
}
