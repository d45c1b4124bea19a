package dev.sluice.model.replay;

import dev.sluice.model.graph.ActionInstance;
import dev.sluice.model.graph.StateGraph;
import dev.sluice.model.replay.Mismatch.Kind;
import dev.sluice.model.replay.Twin.Attempt;
import dev.sluice.model.replay.Twin.Step;
import dev.sluice.trace.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * Drives the kernels through every transition of a model's graph, and through every action instance
 * that the model does not allow.
 *
 * <p>First from copies, breadth-first. For each state there is the world of those that came there
 * along the shortest path, raw, with everything in it; nothing is ever built from the model's
 * state. Each letter of the alphabet is tried on a copy. Where the model has a successor the
 * kernels must arrive at it, in every variable; where it has none they must refuse, and be as
 * before in all that can be seen, then and by what comes after, unless the network has no such
 * message at all. A world is dropped as soon as no transition into it is left, which keeps memory
 * near the width of the graph rather than its size.
 *
 * <p>Then on living kernels, which are never copied: {@link LivingWalks}. Before each step one
 * letter is tried that the model does not allow there.
 *
 * <p>After each step what the kernels keep beside their variables must be what it says: {@link
 * Twin#broken}.
 *
 * @param <W> the twin's world
 */
public final class Replay<W> {
  private final StateGraph graph;
  private final Twin<W> twin;
  private final List<Step<W>> steps = new ArrayList<>();
  private final Object[] worlds;
  private final Map<Integer, Supplier<W>> starts = new HashMap<>();
  private final int[] ways;
  private final int[] twinVariable;
  private final List<Map<Object, Integer>> known = new ArrayList<>();
  private final List<Map<Value, Integer>> valueIds = new ArrayList<>();
  private final Map<String, Map<Kind, Mismatch>> found = new TreeMap<>();
  private final List<Mismatch> inOrder = new ArrayList<>();
  private LivingWalks walks;
  private int replayed;
  private long refused;
  private long absent;
  private long mismatched;

  private final Runnable beforeWalks;

  private Replay(StateGraph graph, Twin<W> twin, Runnable beforeWalks) {
    this.graph = graph;
    this.beforeWalks = beforeWalks;
    this.twin = twin;
    this.worlds = new Object[graph.states()];
    this.ways = new int[graph.states()];
    this.twinVariable = new int[graph.variables().size()];
  }

  /**
   * Replays a whole graph.
   *
   * @return what was found; never throws for a disagreement, however gross
   */
  public static <W> ReplayReport run(StateGraph graph, Twin<W> twin) {
    return run(graph, twin, () -> {});
  }

  /**
   * Replays a whole graph.
   *
   * @param beforeWalks called after the replay on copies, before the walks on living kernels
   * @return what was found; never throws for a disagreement, however gross
   */
  public static <W> ReplayReport run(StateGraph graph, Twin<W> twin, Runnable beforeWalks) {
    return new Replay<>(graph, twin, beforeWalks).run();
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
      prepare(actions);
      fromCopies();
      if (mismatched == 0) {
        beforeWalks.run();
        walks = new LivingWalks(graph, LivingWalks.MOST_STEPS);
        walks.run(new Living());
      }
    }
    return new ReplayReport(
        graph.states(),
        graph.transitions(),
        replayed,
        walks == null ? 0 : walks.covered(),
        walks == null ? 0 : walks.steps(),
        walks == null ? 0 : walks.walks(),
        refused,
        absent,
        mismatched,
        inOrder,
        counts,
        unwitnessed,
        List.copyOf(unknown),
        List.copyOf(missing));
  }

  private void prepare(Set<String> expected) {
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
              : world -> Attempt.ABSENT);
    }
  }

  private void fromCopies() {
    for (int edge = 0; edge < graph.transitions(); edge++) {
      ways[graph.target(edge)]++;
    }
    if (!start()) {
      return;
    }
    for (int place = 0; place < graph.states(); place++) {
      int state = graph.breadthFirst(place);
      if (worlds[state] != null) {
        visit(state, world(state));
      } // else: every way here has parted already, and was counted
      if (ways[state] == 0) {
        worlds[state] = null;
      }
    }
  }

  /**
   * Finds for each initial state the kernels that start in it.
   *
   * @return whether there are some for each, and no others
   */
  private boolean start() {
    int[] initials = graph.initials();
    List<Supplier<W>> all = twin.starts();
    if (initials.length != all.size()) {
      initialMismatch(
          twin.initial(),
          "the model has "
              + initials.length
              + " initial states, kernels "
              + (all.size() == 1 ? "one" : all.size()));
      return false;
    }
    for (Supplier<W> start : all) {
      W world = start.get();
      int state =
          Arrays.stream(initials)
              .filter(initial -> worlds[initial] == null && shows(world, initial))
              .findFirst()
              .orElse(-1);
      if (state < 0) {
        initialMismatch(world, "the kernels start in another state than the model");
        return false;
      }
      worlds[state] = world;
      starts.put(state, start);
    }
    return true;
  }

  /**
   * Tries first what the model does not allow, all on one copy; and then what it allows, on copies
   * of that one, so that a refusal that leaves anything behind shows.
   */
  private void visit(int state, W world) {
    int first = graph.firstEdge(state);
    int end = graph.firstEdge(state + 1);
    W scratch = twin.copy(world);
    List<Integer> tried = new ArrayList<>();
    List<Integer> untaken = new ArrayList<>();
    int edge = first;
    for (int letter = 0; letter < steps.size(); letter++) {
      if (edge < end && graph.action(edge) == letter) {
        while (edge < end && graph.action(edge) == letter) {
          edge++;
        }
        continue;
      }
      Attempt attempt = steps.get(letter).tried(scratch);
      disabled(state, letter, attempt, scratch);
      if (attempt.kind() == Attempt.Kind.REFUSED) {
        tried.add(letter);
        untaken.add(letter);
      } else if (attempt.kind() == Attempt.Kind.ABSENT) {
        untaken.add(letter);
      } else {
        scratch = twin.copy(world);
        untaken.clear();
      }
    }
    if (!isRight(scratch, state)) {
      blame(state, untaken);
      scratch = twin.copy(world);
      tried.clear();
    }
    for (edge = first; edge < end; edge++) {
      int letter = graph.action(edge);
      if (edge > first && graph.action(edge - 1) == letter) {
        part(Kind.TWO_SUCCESSORS, state, letter, graph.target(edge), null, "");
      } else {
        W copy = edge + 1 < end ? twin.copy(scratch) : scratch;
        enabled(state, letter, graph.target(edge), steps.get(letter).tried(copy), copy, tried);
      }
      way(graph.target(edge), state);
    }
  }

  /**
   * Finds which of the letters that were not taken changed what can be seen: each alone, or else
   * the one with which all up to it did.
   */
  private void blame(int state, List<Integer> untaken) {
    boolean isFound = false;
    for (int letter : untaken) {
      W copy = twin.copy(world(state));
      Attempt attempt = steps.get(letter).tried(copy);
      if (!isRight(copy, state)) {
        part(Kind.REFUSED_BUT_CHANGED, state, letter, -1, copy, attempt.because());
        isFound = true;
      }
    }
    W all = twin.copy(world(state));
    for (int i = 0; i < untaken.size() && !isFound; i++) {
      Attempt attempt = steps.get(untaken.get(i)).tried(all);
      if (!isRight(all, state)) {
        String because = attempt.because() + ", after other calls that were refused";
        part(Kind.REFUSED_BUT_CHANGED, state, untaken.get(i), -1, all, because);
        isFound = true;
      }
    }
  }

  /** Finds which of the refused letters changed what came of a letter that was taken after it. */
  private boolean blame(int state, List<Integer> tried, int after, int target) {
    boolean anybody = false;
    for (int letter : tried) {
      W copy = twin.copy(world(state));
      Attempt attempt = steps.get(letter).tried(copy);
      steps.get(after).tried(copy);
      if (!isRight(copy, target) && isRight(apart(world(state), after), target)) {
        String because = attempt.because() + ", and then " + graph.alphabet().get(after).name();
        part(Kind.REFUSED_BUT_CHANGED, state, letter, target, copy, because);
        anybody = true;
      }
    }
    return anybody;
  }

  private boolean isRight(W world, int state) {
    return twin.broken(world) == null && shows(world, state);
  }

  /** One way into a state has been walked; after the last one its world can go. */
  private void way(int target, int from) {
    if (--ways[target] == 0 && target != from && visited(target, from)) {
      worlds[target] = null;
    }
  }

  private boolean visited(int target, int from) {
    return graph.place(target) < graph.place(from);
  }

  private void enabled(
      int state, int letter, int target, Attempt attempt, W next, List<Integer> tried) {
    if (!attempt.isTaken()) {
      part(Kind.of(attempt), state, letter, target, null, attempt.because());
      return;
    }
    if (!isRight(next, target)) {
      if (!blame(state, tried, letter, target)) {
        String broken = twin.broken(next);
        part(broken == null ? Kind.OTHER_STATE : Kind.BROKEN, state, letter, target, next, broken);
      }
      return;
    }
    replayed++;
    if (worlds[target] == null && !visited(target, state)) {
      worlds[target] = tried.isEmpty() ? next : apart(world(state), letter);
    }
  }

  /** A step on a copy of its own, on which nothing was refused before. */
  private W apart(W world, int letter) {
    W copy = twin.copy(world);
    steps.get(letter).tried(copy);
    return copy;
  }

  private void disabled(int state, int letter, Attempt attempt, W copy) {
    switch (attempt.kind()) {
      case REFUSED -> refused++;
      case ABSENT -> absent++;
      case TAKEN -> part(Kind.TAKEN, state, letter, -1, copy, "");
      case THREW -> part(Kind.THREW, state, letter, -1, null, attempt.because());
    }
  }

  /** Kernels that are never copied, on the walks that {@link LivingWalks} chooses. */
  private final class Living implements LivingWalks.Walker {
    private final List<Integer> life = new ArrayList<>();
    private W living;

    /** The letter that was tried last though the model may not allow it. */
    private int forbidden;

    /** The letter that was refused last in this life; −1 if none was. */
    private int lastRefused;

    @Override
    public void begin(int initial) {
      living = starts.get(initial).get();
      life.clear();
      lastRefused = -1;
    }

    @Override
    public boolean step(int from, int edge) {
      int end = graph.firstEdge(from + 1);
      forbidden = (forbidden + 1) % steps.size();
      boolean allowed = false;
      for (int other = graph.firstEdge(from); other < end; other++) {
        allowed |= graph.action(other) == forbidden;
      }
      Attempt refusal = allowed ? Attempt.ABSENT : steps.get(forbidden).tried(living);
      if (refusal.kind() == Attempt.Kind.REFUSED) {
        lastRefused = forbidden;
      } else if (refusal.kind() != Attempt.Kind.ABSENT) {
        aged(Kind.of(refusal), from, forbidden, -1, living, refusal.because());
        return false;
      }
      int letter = graph.action(edge);
      int target = graph.target(edge);
      Attempt attempt = steps.get(letter).tried(living);
      String broken = attempt.isTaken() ? twin.broken(living) : null;
      if (attempt.isTaken() && broken == null && shows(living, target)) {
        life.add(edge);
        return true;
      }
      if (!attempt.isTaken()) {
        aged(Kind.of(attempt), from, letter, target, null, attempt.because());
      } else if (broken != null) {
        aged(Kind.BROKEN, from, letter, target, living, broken);
      } else {
        aged(Kind.OTHER_STATE, from, letter, target, living, "");
      }
      return false;
    }

    private void aged(Kind kind, int state, int letter, int target, W reached, String because) {
      String refusal =
          lastRefused < 0
              ? ""
              : (because.isEmpty() ? "" : "; ")
                  + "the call refused last in this life was "
                  + graph.alphabet().get(lastRefused).name();
      part(kind, state, letter, target, reached, because + refusal, life, true);
    }
  }

  @SuppressWarnings("unchecked")
  private W world(int state) {
    return (W) worlds[state];
  }

  private boolean shows(W world, int state) {
    for (int variable = 0; variable < twinVariable.length; variable++) {
      if (valueId(world, variable) != graph.valueId(state, variable)) {
        return false;
      }
    }
    return true;
  }

  /** The graph's number for what a world shows; −1 for a value the graph never holds. */
  private int valueId(W world, int variable) {
    Object part = twin.part(world, twinVariable[variable]);
    Map<Object, Integer> parts = known.get(variable);
    Integer id = parts.get(part);
    if (id == null) {
      Value value = twin.value(twinVariable[variable], part);
      id = valueIds.get(variable).getOrDefault(value, -1);
      parts.put(part, id);
    }
    return id;
  }

  private void initialMismatch(W initial, String because) {
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
            List.of(),
            false));
  }

  private void part(Kind kind, int state, int letter, int target, W reached, String because) {
    part(kind, state, letter, target, reached, because, graph.pathTo(state), false);
  }

  private void part(
      Kind kind,
      int state,
      int letter,
      int target,
      W reached,
      String because,
      List<Integer> edges,
      boolean alive) {
    mismatched++;
    ActionInstance action = graph.alphabet().get(letter);
    Map<Kind, Mismatch> kinds =
        found.computeIfAbsent(action.name(), name -> new EnumMap<>(Kind.class));
    if (kinds.containsKey(kind)) {
      return; // the first is the nearest; the others are counted
    }
    List<ActionInstance> path = new ArrayList<>();
    for (int edge : edges) {
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
            because == null ? "" : because,
            twin.requirements(action.name()),
            alive);
    kinds.put(kind, mismatch);
    inOrder.add(mismatch);
  }

  private List<Value> values(W world) {
    List<Value> all = new ArrayList<>();
    for (int variable : twinVariable) {
      all.add(variable < 0 ? Value.of("?") : twin.value(variable, twin.part(world, variable)));
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
