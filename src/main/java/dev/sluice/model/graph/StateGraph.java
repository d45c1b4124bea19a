package dev.sluice.model.graph;

import dev.sluice.trace.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A model's whole reachable graph: its states, its alphabet, and every transition with the action
 * instance it stands for.
 *
 * <p>Kept in flat arrays: a state is a number, its variables are numbers into tables of distinct
 * values, and its edges are a run of two arrays sorted by action and target. An edge that TLC
 * reports twice (a disjunction whose two sides agree) is kept once.
 */
public final class StateGraph {
  private static final int UNSEEN = -2;
  private static final int NONE = -1;

  private final List<String> variables;
  private final Map<String, Value> constants;
  private final List<ActionInstance> alphabet;
  private final List<Value[]> values;
  private final int[] stateValues;
  private final int[] initials;
  private final Edges edges;
  private final int[] order;
  private final int[] place;
  private final int[] parent;
  private final int[] parentEdge;
  private int depth;

  /**
   * The edges in compressed form.
   *
   * @param first for each state its first edge; one more entry at the end
   * @param actions for each edge an index into the alphabet
   * @param targets for each edge the state it leads to
   * @param reported for each letter of the alphabet how many edges TLC reported, repetitions
   *     included
   */
  record Edges(int[] first, int[] actions, int[] targets, long[] reported) {}

  StateGraph(
      List<String> variables,
      Map<String, Value> constants,
      List<ActionInstance> alphabet,
      List<Value[]> values,
      int[] stateValues,
      int[] initials,
      Edges edges)
      throws GraphBroken {
    this.variables = List.copyOf(variables);
    this.constants = Collections.unmodifiableMap(new TreeMap<>(constants));
    this.alphabet = List.copyOf(alphabet);
    this.values = List.copyOf(values);
    this.stateValues = stateValues;
    this.initials = initials;
    this.edges = edges;
    int count = edges.first.length - 1;
    this.order = new int[count];
    this.place = new int[count];
    this.parent = new int[count];
    this.parentEdge = new int[count];
    search();
  }

  private void search() throws GraphBroken {
    Arrays.fill(parent, UNSEEN);
    int seen = 0;
    for (int initial : initials) {
      parent[initial] = NONE;
      parentEdge[initial] = NONE;
      order[seen++] = initial;
    }
    int levelEnd = 0;
    for (int next = 0; next < seen; next++) {
      if (next == levelEnd) {
        levelEnd = seen;
        depth++;
      }
      int state = order[next];
      place[state] = next;
      for (int edge = edges.first[state]; edge < edges.first[state + 1]; edge++) {
        int target = edges.targets[edge];
        if (parent[target] == UNSEEN) {
          parent[target] = state;
          parentEdge[target] = edge;
          order[seen++] = target;
        }
      }
    }
    if (seen != order.length) {
      throw new GraphBroken(
          (order.length - seen)
              + " of "
              + order.length
              + " states cannot be reached from an initial state: the graph is not whole");
    }
  }

  /** The variables, in the order in which the specification declares them. */
  public List<String> variables() {
    return variables;
  }

  /** The constants as TLC evaluated them, by name. */
  public Map<String, Value> constants() {
    return constants;
  }

  /** Every action instance of the model, sorted, whether it ever fires or not. */
  public List<ActionInstance> alphabet() {
    return alphabet;
  }

  /** How many distinct states there are; they are numbered from 0. */
  public int states() {
    return order.length;
  }

  /** How many transitions there are, a repeated one counted once. */
  public int transitions() {
    return edges.targets.length;
  }

  /** How many transitions TLC reported, repetitions included. */
  public long reportedTransitions() {
    return Arrays.stream(edges.reported).sum();
  }

  /** The breadth-first depth, counted as TLC does: an initial state has depth 1. */
  public int depth() {
    return depth;
  }

  /** The initial states. */
  public int[] initials() {
    return initials.clone();
  }

  /** The state that is visited at this place of a breadth-first search. */
  public int breadthFirst(int place) {
    return order[place];
  }

  /** At which place of that search a state is visited. */
  public int place(int state) {
    return place[state];
  }

  /** The first edge of a state; its edges run up to the first edge of the next state. */
  public int firstEdge(int state) {
    return edges.first[state];
  }

  /** The action of an edge, as an index into the alphabet. */
  public int action(int edge) {
    return edges.actions[edge];
  }

  /** The state that an edge leads to. */
  public int target(int edge) {
    return edges.targets[edge];
  }

  /**
   * A variable's value in a state, as a number below {@link #valueCount}; equal values share it.
   */
  public int valueId(int state, int variable) {
    return stateValues[state * variables.size() + variable];
  }

  /** How many distinct values a variable takes. */
  public int valueCount(int variable) {
    return values.get(variable).length;
  }

  /** A value by its number. */
  public Value valueById(int variable, int id) {
    return values.get(variable)[id];
  }

  /** A variable's value in a state. */
  public Value value(int state, int variable) {
    return values.get(variable)[valueId(state, variable)];
  }

  /** The whole state, a value for each variable. */
  public List<Value> state(int state) {
    List<Value> all = new ArrayList<>();
    for (int variable = 0; variable < variables.size(); variable++) {
      all.add(value(state, variable));
    }
    return all;
  }

  /** A shortest path from an initial state, as edges. */
  public List<Integer> pathTo(int state) {
    List<Integer> path = new ArrayList<>();
    for (int at = state; parent[at] >= 0; at = parent[at]) {
      path.add(parentEdge[at]);
    }
    Collections.reverse(path);
    return path;
  }

  /** Returns the initial state from which {@link #pathTo} leads to a state. */
  public int start(int state) {
    int at = state;
    while (parent[at] >= 0) {
      at = parent[at];
    }
    return at;
  }

  /** How often each action name fires, over all transitions; a name that never fires counts 0. */
  public Map<String, Integer> countByAction() {
    int[] counts = new int[alphabet.size()];
    for (int action : edges.actions) {
      counts[action]++;
    }
    Map<String, Integer> byName = new TreeMap<>();
    for (int i = 0; i < counts.length; i++) {
      byName.merge(alphabet.get(i).name(), counts[i], Integer::sum);
    }
    return byName;
  }

  /** Returns the number of transitions of each action name that TLC reported, with repetitions. */
  public Map<String, Long> reportedByAction() {
    Map<String, Long> byName = new TreeMap<>();
    for (int letter = 0; letter < alphabet.size(); letter++) {
      byName.merge(alphabet.get(letter).name(), edges.reported[letter], Long::sum);
    }
    return byName;
  }
}
