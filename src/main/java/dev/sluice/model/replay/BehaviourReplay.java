package dev.sluice.model.replay;

import dev.sluice.model.graph.ActionInstance;
import dev.sluice.model.replay.Mismatch.Kind;
import dev.sluice.model.replay.Twin.Attempt;
import dev.sluice.trace.ItfTrace;
import dev.sluice.trace.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Drives the kernels along one kept behaviour, without TLC.
 *
 * <p>Each step must be accepted, and must lead to exactly the behaviour's next state, in every
 * variable, with the messages that are told of it. Each call that a state names as refused is tried
 * there, and must be refused; whatever else the model forbids is tried by {@link Replay}, on the
 * whole graph.
 *
 * @param <W> the twin's world
 */
public final class BehaviourReplay<W> {
  private final ItfTrace trace;
  private final Twin<W> twin;
  private final List<ActionInstance> path = new ArrayList<>();
  private final int[] twinVariable;
  private int refused;
  private Report wrong;

  private BehaviourReplay(ItfTrace trace, Twin<W> twin) {
    this.trace = trace;
    this.twin = twin;
    this.twinVariable = trace.variables().stream().mapToInt(twin.variables()::indexOf).toArray();
  }

  /**
   * What came of one behaviour.
   *
   * @param steps steps that the kernels took to exactly the next state
   * @param refused calls that they refused, as the behaviour says
   * @param misfits sentences: why behaviour and twin do not fit each other at all
   * @param mismatch where they part
   */
  public record Report(int steps, int refused, List<String> misfits, Optional<Mismatch> mismatch) {
    public Report {
      misfits = List.copyOf(misfits);
    }

    /** Whether the kernels followed to the end, and there was at least one step to follow. */
    public boolean faithful() {
      return steps > 0 && misfits.isEmpty() && mismatch.isEmpty();
    }
  }

  /** Follows a behaviour from its first state to its last, or to where the kernels part from it. */
  public static <W> Report run(ItfTrace trace, Twin<W> twin) {
    return new BehaviourReplay<>(trace, twin).run();
  }

  private Report run() {
    List<String> misfits = misfits();
    if (!misfits.isEmpty()) {
      return new Report(0, 0, misfits, Optional.empty());
    }
    W state = twin.initial();
    List<Value> before = trace.states().get(0).values();
    List<Value> reached = values(state);
    if (!reached.equals(before)) {
      String because = "the kernels start in another state than the behaviour";
      return parted(Kind.INITIAL_STATE, null, List.of(), before, reached, because);
    }
    if (!refuses(state, trace.states().get(0))) {
      return wrong;
    }
    for (ItfTrace.State next : trace.states().subList(1, trace.states().size())) {
      ItfTrace.Step step = next.step().orElseThrow();
      ActionInstance action = action(step).orElseThrow();
      twin.wire().listen();
      Attempt attempt = twin.bind(action.name(), action.arguments()).tried(state);
      if (!attempt.isTaken()) {
        return parted(
            Kind.of(attempt), action, before, next.values(), List.of(), attempt.because());
      }
      reached = values(state);
      if (!reached.equals(next.values())) {
        return parted(Kind.OTHER_STATE, action, before, next.values(), reached, "");
      }
      String messages = otherMessages(step);
      if (!messages.isEmpty()) {
        return parted(Kind.OTHER_MESSAGES, action, before, next.values(), reached, messages);
      }
      before = next.values();
      path.add(action);
      if (!refuses(state, next)) {
        return wrong;
      }
    }
    return new Report(path.size(), refused, List.of(), Optional.empty());
  }

  private String otherMessages(ItfTrace.Step step) {
    Wire wire = twin.wire();
    if (!wire.taken().equals(step.takes())) {
      return "it takes " + wire.taken() + ", and in the behaviour " + step.takes();
    }
    return wire.sent().equals(step.sends())
        ? ""
        : "it sends " + wire.sent() + ", and in the behaviour " + step.sends();
  }

  /** Tries the calls that must be refused; all of them leave the state as it is. */
  private boolean refuses(W state, ItfTrace.State named) {
    for (ItfTrace.Step call : named.refused()) {
      ActionInstance action = action(call).orElseThrow();
      Attempt attempt = twin.bind(action.name(), action.arguments()).tried(state);
      List<Value> reached = values(state);
      boolean isRefused = attempt.kind() == Attempt.Kind.REFUSED;
      if (!isRefused || !reached.equals(named.values())) {
        Kind kind = isRefused ? Kind.REFUSED_BUT_CHANGED : Kind.of(attempt);
        wrong = parted(kind, action, named.values(), List.of(), reached, attempt.because());
        return false;
      }
      refused++;
    }
    return true;
  }

  private List<String> misfits() {
    List<String> misfits = new ArrayList<>();
    TreeSet<String> one = new TreeSet<>(trace.variables());
    twin.variables().stream().filter(variable -> !one.remove(variable)).forEach(one::add);
    if (!one.isEmpty()) {
      misfits.add("only one of behaviour and kernels has the variables " + one);
    }
    TreeSet<String> unknown = new TreeSet<>();
    for (ItfTrace.State state : trace.states()) {
      state
          .step()
          .filter(step -> action(step).isEmpty())
          .ifPresent(step -> unknown.add(form(step)));
      state.refused().stream()
          .filter(call -> action(call).isEmpty())
          .forEach(call -> unknown.add(form(call)));
    }
    if (!unknown.isEmpty()) {
      misfits.add("the kernels do not know " + String.join(", ", unknown));
    }
    return misfits;
  }

  private static String form(ItfTrace.Step step) {
    List<String> parameters = step.arguments().stream().map(Value.Field::name).toList();
    return step.action() + "(" + String.join(", ", parameters) + ")";
  }

  /** The step as an action instance of the twin; none if the twin has no action of this form. */
  private Optional<ActionInstance> action(ItfTrace.Step step) {
    Map<String, Value> arguments = new TreeMap<>();
    step.arguments().forEach(argument -> arguments.put(argument.name(), argument.value()));
    return twin.actions().stream()
        .filter(action -> action.name().equals(step.action()))
        .map(Twin.Action::parameters)
        .filter(parameters -> arguments.keySet().equals(Set.copyOf(parameters)))
        .map(parameters -> instance(step.action(), parameters, arguments))
        .findFirst();
  }

  private static ActionInstance instance(
      String action, List<String> parameters, Map<String, Value> arguments) {
    return new ActionInstance(
        action, parameters, parameters.stream().map(arguments::get).toList(), "");
  }

  private List<Value> values(W state) {
    List<Value> values = new ArrayList<>(twinVariable.length);
    for (int variable : twinVariable) {
      values.add(twin.value(variable, twin.part(state, variable)));
    }
    return values;
  }

  private Report parted(
      Kind kind,
      ActionInstance action,
      List<Value> before,
      List<Value> expected,
      List<Value> reached,
      String because) {
    List<Value> right = expected.isEmpty() ? before : expected; // a refused call changes nothing
    List<String> differing = new ArrayList<>();
    for (int i = 0; i < reached.size(); i++) {
      if (!reached.get(i).equals(right.get(i))) {
        differing.add(trace.variables().get(i));
      }
    }
    List<String> requirements = action == null ? List.of() : twin.requirements(action.name());
    Mismatch mismatch =
        new Mismatch(
            kind,
            path,
            action,
            trace.variables(),
            before,
            expected,
            reached,
            differing,
            because,
            requirements,
            false);
    return new Report(path.size(), refused, List.of(), Optional.of(mismatch));
  }
}
