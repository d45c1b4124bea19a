package dev.sluice.model.replay;

import dev.sluice.model.graph.ActionInstance;
import dev.sluice.model.graph.StateGraph;
import dev.sluice.model.replay.Twin.Attempt;
import dev.sluice.model.replay.Twin.Step;
import dev.sluice.trace.ItfTrace;
import dev.sluice.trace.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * A model's behaviours, with what its variables do not show: the message that each step takes,
 * those that it sends, and calls that are refused.
 *
 * <p>A call is named as refused where the model does not allow it and a kernel is asked and says
 * no; what the network has nothing of to offer is not. In each state, the first time that it is
 * come to, one call of each action is named: that of which fewest have been named before, so that
 * over all states all of them are.
 *
 * @param <W> the twin's world
 */
public final class ToldBehaviours<W> {
  private final Twin<W> twin;
  private final Map<List<Value>, Set<ItfTrace.Step>> allowed = new HashMap<>();
  private final Map<String, List<Letter<W>>> alphabet = new TreeMap<>();
  private final Map<ItfTrace.Step, Step<W>> steps = new HashMap<>();
  private final Set<List<Value>> told = new HashSet<>();

  /** One call, how it is tried, and how often it has been named. */
  private static final class Letter<W> {
    private final ItfTrace.Step call;
    private final Step<W> step;
    private int named;

    Letter(ItfTrace.Step call, Step<W> step) {
      this.call = call;
      this.step = step;
    }
  }

  private ToldBehaviours(StateGraph graph, Twin<W> twin) {
    this.twin = twin;
    Set<String> known = new HashSet<>();
    twin.actions().forEach(action -> known.add(action.name()));
    for (ActionInstance letter : graph.alphabet()) {
      if (known.contains(letter.name())) {
        List<Value.Field> arguments = new ArrayList<>();
        for (int i = 0; i < letter.parameters().size(); i++) {
          arguments.add(Value.field(letter.parameters().get(i), letter.arguments().get(i)));
        }
        ItfTrace.Step call = new ItfTrace.Step(letter.name(), arguments);
        Step<W> step = twin.bind(letter.name(), letter.arguments());
        if (steps.put(call, step) == null) {
          alphabet
              .computeIfAbsent(letter.name(), name -> new ArrayList<>())
              .add(new Letter<>(call, step));
        }
      }
    }
  }

  /**
   * Tells of behaviours.
   *
   * @param covering behaviours that take every transition of a graph: what they do not allow is
   *     refused
   * @param behaviours those to tell of: the same, or some of them
   * @param twin new worlds of which follow them
   * @throws IllegalStateException if the kernels part from the model: {@link Replay} says where
   */
  public static <W> List<ItfTrace> of(
      List<ItfTrace> covering, List<ItfTrace> behaviours, StateGraph graph, Twin<W> twin) {
    ToldBehaviours<W> telling = new ToldBehaviours<>(graph, twin);
    covering.forEach(telling::learn);
    return behaviours.stream().map(telling::tell).toList();
  }

  private void learn(ItfTrace behaviour) {
    List<ItfTrace.State> states = behaviour.states();
    for (int i = 0; i < states.size(); i++) {
      Set<ItfTrace.Step> here =
          allowed.computeIfAbsent(states.get(i).values(), state -> new HashSet<>());
      if (i + 1 < states.size()) {
        here.add(states.get(i + 1).step().orElseThrow());
      }
    }
  }

  private ItfTrace tell(ItfTrace behaviour) {
    W world = twin.initial();
    Wire wire = twin.wire();
    List<ItfTrace.State> states = new ArrayList<>();
    for (ItfTrace.State state : behaviour.states()) {
      ItfTrace.Step call = state.step().orElse(null);
      ItfTrace.Step step = null;
      if (call != null) {
        wire.listen();
        Step<W> known = steps.get(call); // null for an action that only the model has
        if (known == null || !known.tried(world).isTaken()) {
          throw parted(call);
        }
        step = new ItfTrace.Step(call.action(), call.arguments(), wire.taken(), wire.sent());
      }
      states.add(
          new ItfTrace.State(
              Optional.ofNullable(step), state.values(), refused(world, state.values())));
    }
    return new ItfTrace(behaviour.meta(), behaviour.variables(), states, behaviour.loop());
  }

  private List<ItfTrace.Step> refused(W world, List<Value> state) {
    List<ItfTrace.Step> refused = new ArrayList<>();
    if (told.add(state)) {
      for (List<Letter<W>> letters : alphabet.values()) {
        Letter<W> rarest = null;
        for (Letter<W> letter : letters) {
          if (!allowed.get(state).contains(letter.call)) {
            Attempt attempt = letter.step.tried(world);
            if (attempt.isTaken()) {
              throw parted(letter.call);
            }
            if (attempt.kind() == Attempt.Kind.REFUSED
                && (rarest == null || letter.named < rarest.named)) {
              rarest = letter;
            }
          }
        }
        if (rarest != null) {
          rarest.named++;
          refused.add(rarest.call);
        }
      }
    }
    return refused;
  }

  private static IllegalStateException parted(ItfTrace.Step call) {
    return new IllegalStateException("model and kernels part at " + call);
  }
}
