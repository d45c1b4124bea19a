package dev.sluice.model.replay;

import dev.sluice.model.graph.ActionInstance;
import dev.sluice.model.graph.StateGraph;
import dev.sluice.model.replay.Mismatch.Kind;
import dev.sluice.model.replay.Twin.Attempt;
import dev.sluice.model.replay.Twin.Step;
import dev.sluice.trace.Value;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Drives the kernels through every transition of a model's graph, and through every action instance
 * that the model does not allow.
 *
 * <p>The walk is breadth-first. For each state the kernels' own state is known, because some
 * earlier step led there; nothing is ever built from the model's state. Each letter of the alphabet
 * is then tried. Where the model has a successor the kernels must arrive at it, in every variable;
 * where it has none they must refuse and stay as they were, unless the network has no such message
 * at all.
 *
 * <p>A second way to a state must end in an equal kernel state. So a kernel state is converted to
 * values and compared with the model once, and each further transition into it costs one {@code
 * equals}. A kernel state is dropped as soon as no transition into it is left, which keeps memory
 * near the width of the graph rather than its size.
 *
 * @param <S> the twin's state
 */
public final class Replay<S> {
  private final StateGraph graph;
  private final Twin<S> twin;
  private final List<Step<S>> steps = new ArrayList<>();
  private final Object[] kernels;
  private final int[] ways;
  private final int[] twinVariable;
  private final List<Map<Object, Integer>> known = new ArrayList<>();
  private final List<Map<Value, Integer>> valueIds = new ArrayList<>();
  private final Map<String, Map<Kind, Mismatch>> found = new TreeMap<>();
  private final List<Mismatch> inOrder = new ArrayList<>();
  private int replayed;
  private long refused;
  private long absent;
  private long mismatched;

  private Replay(StateGraph graph, Twin<S> twin) {
    this.graph = graph;
    this.twin = twin;
    this.kernels = new Object[graph.states()];
    this.ways = new int[graph.states()];
    this.twinVariable = new int[graph.variables().size()];
  }

  /**
   * Replays a whole graph.
   *
   * @return what was found; never throws for a disagreement, however gross
   */
  public static <S> ReplayReport run(StateGraph graph, Twin<S> twin) {
    return new Replay<>(graph, twin).run();
  }

  private ReplayReport run() {
    TreeSet<String> actions = new TreeSet<>();
    twin.actions().forEach(action -> actions.add(action.name()));
    Map<String, Integer> counts = new TreeMap<>();
    actions.forEach(action -> counts.put(action, 0));
    graph
        .countByAction()
        .forEach(
            (action, count) -> {
              if (count > 0 || actions.contains(action)) {
                counts.put(action, count); // else: the twin says it cannot occur, and it does not
              }
            });
    TreeSet<String> unknown = new TreeSet<>(counts.keySet());
    unknown.removeAll(actions);
    List<String> unwitnessed = actions.stream().filter(name -> counts.get(name) == 0).toList();
    TreeSet<String> missing = new TreeSet<>(graph.variables());
    missing.removeAll(twin.variables());
    twin.variables().stream()
        .filter(variable -> !graph.variables().contains(variable))
        .forEach(missing::add);
    if (unknown.isEmpty() && missing.isEmpty()) {
      walk(actions);
    }
    return new ReplayReport(
        graph.states(),
        graph.transitions(),
        replayed,
        refused,
        absent,
        mismatched,
        inOrder,
        counts,
        unwitnessed,
        List.copyOf(unknown),
        List.copyOf(missing));
  }

  private void walk(Set<String> expected) {
    for (int variable = 0; variable < twinVariable.length; variable++) {
      twinVariable[variable] = twin.variables().indexOf(graph.variables().get(variable));
      known.add(new HashMap<>());
      Map<Value, Integer> ids = new HashMap<>();
      for (int id = 0; id < graph.valueCount(variable); id++) {
        ids.put(graph.valueById(variable, id), id);
      }
      valueIds.add(ids);
    }
    for (ActionInstance letter : graph.alphabet()) {
      steps.add(
          expected.contains(letter.name())
              ? twin.bind(letter.name(), letter.arguments())
              : state -> new Attempt.Absent<>());
    }
    for (int edge = 0; edge < graph.transitions(); edge++) {
      ways[graph.target(edge)]++;
    }
    S initial = twin.initial();
    int[] initials = graph.initials();
    if (initials.length != 1) {
      initialMismatch(initial, "the model has " + initials.length + " initial states, kernels one");
      return;
    }
    if (!shows(initial, initials[0])) {
      initialMismatch(initial, "the kernels start in another state than the model");
      return;
    }
    kernels[initials[0]] = initial;
    for (int place = 0; place < graph.states(); place++) {
      int state = graph.breadthFirst(place);
      if (kernels[state] != null) {
        visit(state, kernel(state));
      } // else: every way here has parted already, and was counted
      if (ways[state] == 0) {
        kernels[state] = null;
      }
    }
  }

  private void visit(int state, S kernel) {
    int edge = graph.firstEdge(state);
    int end = graph.firstEdge(state + 1);
    for (int letter = 0; letter < steps.size(); letter++) {
      Attempt<S> attempt = steps.get(letter).tried(kernel);
      if (edge < end && graph.action(edge) == letter) {
        enabled(state, letter, graph.target(edge), attempt);
        way(graph.target(edge), state);
        edge++;
        while (edge < end && graph.action(edge) == letter) {
          part(Kind.TWO_SUCCESSORS, state, letter, graph.target(edge), null, "");
          way(graph.target(edge), state);
          edge++;
        }
      } else {
        disabled(state, letter, kernel, attempt);
      }
    }
  }

  /** One way into a state has been walked; after the last one its kernel state can go. */
  private void way(int target, int from) {
    if (--ways[target] == 0 && target != from && visited(target, from)) {
      kernels[target] = null;
    }
  }

  private boolean visited(int target, int from) {
    return graph.place(target) < graph.place(from);
  }

  private void enabled(int state, int letter, int target, Attempt<S> attempt) {
    if (attempt instanceof Attempt.Taken<S> taken) {
      S next = taken.next();
      S there = kernel(target);
      if (there == null) {
        if (shows(next, target)) {
          kernels[target] = next;
          replayed++;
        } else {
          part(Kind.OTHER_STATE, state, letter, target, next, "");
        }
      } else if (next == there || next.equals(there)) {
        replayed++;
      } else if (shows(next, target)) {
        part(Kind.HIDDEN_STATE, state, letter, target, next, hidden(next, there));
      } else {
        part(Kind.OTHER_STATE, state, letter, target, next, "");
      }
    } else if (attempt instanceof Attempt.Refused<S> no) {
      part(Kind.REFUSED, state, letter, target, null, no.because());
    } else if (attempt instanceof Attempt.Threw<S> thrown) {
      part(Kind.THREW, state, letter, target, null, thrown.because());
    } else {
      part(Kind.ABSENT, state, letter, target, null, "no such message is in flight");
    }
  }

  private void disabled(int state, int letter, S kernel, Attempt<S> attempt) {
    if (attempt instanceof Attempt.Refused<S> no) {
      if (no.unchanged() == kernel || kernel.equals(no.unchanged())) {
        refused++;
      } else {
        part(Kind.REFUSED_BUT_CHANGED, state, letter, -1, no.unchanged(), no.because());
      }
    } else if (attempt instanceof Attempt.Taken<S> taken) {
      part(Kind.TAKEN, state, letter, -1, taken.next(), "");
    } else if (attempt instanceof Attempt.Threw<S> thrown) {
      part(Kind.THREW, state, letter, -1, null, thrown.because());
    } else {
      absent++;
    }
  }

  @SuppressWarnings("unchecked")
  private S kernel(int state) {
    return (S) kernels[state];
  }

  private boolean shows(S kernel, int state) {
    for (int variable = 0; variable < twinVariable.length; variable++) {
      if (valueId(kernel, variable) != graph.valueId(state, variable)) {
        return false;
      }
    }
    return true;
  }

  /** The graph's number for what a kernel state shows; −1 for a value the graph never holds. */
  private int valueId(S kernel, int variable) {
    Object part = twin.part(kernel, twinVariable[variable]);
    Map<Object, Integer> parts = known.get(variable);
    Integer id = parts.get(part);
    if (id == null) {
      Value value = twin.value(twinVariable[variable], part);
      id = valueIds.get(variable).getOrDefault(value, -1);
      parts.put(part, id);
    }
    return id;
  }

  private static String hidden(Object next, Object there) {
    return "every variable agrees, and yet the two kernel states differ: "
        + next
        + " here, "
        + there
        + " on the way found first";
  }

  private void initialMismatch(S initial, String because) {
    mismatched++;
    List<Value> expected =
        graph.initials().length == 0 ? List.of() : graph.state(graph.initials()[0]);
    List<Value> reached = values(initial);
    inOrder.add(
        new Mismatch(
            Kind.INITIAL_STATE,
            List.of(),
            null,
            graph.variables(),
            List.of(),
            expected,
            reached,
            differing(expected, reached),
            because,
            List.of()));
  }

  private void part(Kind kind, int state, int letter, int target, S reached, String because) {
    mismatched++;
    ActionInstance action = graph.alphabet().get(letter);
    Map<Kind, Mismatch> kinds =
        found.computeIfAbsent(action.name(), name -> new EnumMap<>(Kind.class));
    if (kinds.containsKey(kind)) {
      return; // the first is the nearest; the others are counted
    }
    List<ActionInstance> path = new ArrayList<>();
    for (int edge : graph.pathTo(state)) {
      path.add(graph.alphabet().get(graph.action(edge)));
    }
    List<Value> before = graph.state(state);
    List<Value> expected = target < 0 ? List.of() : graph.state(target);
    List<Value> shown = reached == null ? List.of() : values(reached);
    Mismatch mismatch =
        new Mismatch(
            kind,
            path,
            action,
            graph.variables(),
            before,
            expected,
            shown,
            differing(target < 0 ? before : expected, shown),
            because,
            twin.requirements(action.name()));
    kinds.put(kind, mismatch);
    inOrder.add(mismatch);
  }

  private List<Value> values(S kernel) {
    List<Value> all = new ArrayList<>();
    for (int variable : twinVariable) {
      all.add(variable < 0 ? Value.of("?") : twin.value(variable, twin.part(kernel, variable)));
    }
    return all;
  }

  private List<String> differing(List<Value> one, List<Value> other) {
    List<String> names = new ArrayList<>();
    if (one.size() == other.size()) {
      for (int i = 0; i < one.size(); i++) {
        if (!one.get(i).equals(other.get(i))) {
          names.add(graph.variables().get(i));
        }
      }
    }
    return names;
  }
}
