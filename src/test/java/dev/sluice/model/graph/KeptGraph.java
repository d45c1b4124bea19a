package dev.sluice.model.graph;

import dev.sluice.trace.ItfTrace;
import dev.sluice.trace.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The graph of a model out of its kept behaviours, without TLC: together they show every state and
 * every transition, and the calls that they name as refused show what never fires.
 */
public final class KeptGraph {
  private KeptGraph() {}

  private record Transition(int letter, int to) implements Comparable<Transition> {
    @Override
    public int compareTo(Transition other) {
      int byLetter = Integer.compare(letter, other.letter);
      return byLetter != 0 ? byLetter : Integer.compare(to, other.to);
    }
  }

  /**
   * Joins all behaviours of one model.
   *
   * @throws GraphBroken if they do not begin in one state
   */
  public static StateGraph of(List<ItfTrace> behaviours) throws GraphBroken {
    List<ActionInstance> alphabet = alphabet(behaviours);
    Map<List<Value>, Integer> states = new HashMap<>();
    List<List<Value>> byNumber = new ArrayList<>();
    List<TreeSet<Transition>> edges = new ArrayList<>();
    TreeSet<Integer> initials = new TreeSet<>();
    for (ItfTrace behaviour : behaviours) {
      int from = -1;
      for (ItfTrace.State state : behaviour.states()) {
        int to = states.computeIfAbsent(state.values(), values -> byNumber.size());
        if (to == byNumber.size()) {
          byNumber.add(state.values());
          edges.add(new TreeSet<>());
        }
        if (state.step().isEmpty()) {
          initials.add(to);
        } else {
          int letter = alphabet.indexOf(letter(state.step().get()));
          edges.get(from).add(new Transition(letter, to));
        }
        from = to;
      }
    }
    return graph(behaviours.get(0), alphabet, byNumber, edges, initials);
  }

  private static List<ActionInstance> alphabet(List<ItfTrace> behaviours) {
    TreeSet<ActionInstance> letters = new TreeSet<>();
    for (ItfTrace behaviour : behaviours) {
      for (ItfTrace.State state : behaviour.states()) {
        state.step().ifPresent(step -> letters.add(letter(step)));
        state.refused().forEach(call -> letters.add(letter(call)));
      }
    }
    return List.copyOf(letters);
  }

  private static ActionInstance letter(ItfTrace.Step step) {
    return new ActionInstance(
        step.action(),
        step.arguments().stream().map(Value.Field::name).toList(),
        step.arguments().stream().map(Value.Field::value).toList(),
        "");
  }

  private static StateGraph graph(
      ItfTrace one,
      List<ActionInstance> alphabet,
      List<List<Value>> states,
      List<TreeSet<Transition>> edges,
      TreeSet<Integer> initials)
      throws GraphBroken {
    int width = one.variables().size();
    int[] stateValues = new int[states.size() * width];
    List<Value[]> values = new ArrayList<>();
    for (int variable = 0; variable < width; variable++) {
      Map<Value, Integer> ids = new TreeMap<>();
      for (int state = 0; state < states.size(); state++) {
        Value value = states.get(state).get(variable);
        Integer known = ids.putIfAbsent(value, ids.size());
        stateValues[state * width + variable] = known == null ? ids.size() - 1 : known;
      }
      Value[] byId = new Value[ids.size()];
      ids.forEach((value, id) -> byId[id] = value);
      values.add(byId);
    }
    int[] first = new int[states.size() + 1];
    List<Transition> all = new ArrayList<>();
    for (int state = 0; state < states.size(); state++) {
      all.addAll(edges.get(state));
      first[state + 1] = all.size();
    }
    long[] reported = new long[alphabet.size()];
    all.forEach(each -> reported[each.letter()]++);
    return new StateGraph(
        one.variables(),
        one.meta().constants(),
        alphabet,
        values,
        stateValues,
        initials.stream().mapToInt(Integer::intValue).toArray(),
        new StateGraph.Edges(
            first,
            all.stream().mapToInt(Transition::letter).toArray(),
            all.stream().mapToInt(Transition::to).toArray(),
            reported));
  }
}
