package dev.sluice.trace;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * One behaviour of a model: its states, and between them the actions with their arguments.
 *
 * <p>The form is that of the Informal Trace Format of Apalache (ADR-015), whose {@code #meta}
 * objects carry what the format leaves open: the model, the digest of its specification, its
 * constants, and the action that led to each state.
 *
 * @param variables in the order in which {@link State#values()} are given
 * @param states the initial state first
 * @param loop where a behaviour that never ends goes back to after its last state
 */
public record ItfTrace(Meta meta, List<String> variables, List<State> states, OptionalInt loop) {
  public ItfTrace {
    variables = List.copyOf(variables);
    states = List.copyOf(states);
    if (new HashSet<>(variables).size() != variables.size()) {
      throw new IllegalArgumentException("variable given twice: " + variables);
    }
    if (states.isEmpty()) {
      throw new IllegalArgumentException("a behaviour has at least its initial state");
    }
    for (int i = 0; i < states.size(); i++) {
      if (states.get(i).values().size() != variables.size()) {
        throw new IllegalArgumentException("state " + i + " has other variables than " + variables);
      }
      if (states.get(i).step().isPresent() != i > 0) {
        throw new IllegalArgumentException(
            "a step leads to every state but the first, see state " + i);
      }
    }
    if (loop.isPresent() && (loop.getAsInt() < 0 || loop.getAsInt() >= states.size())) {
      throw new IllegalArgumentException("no state to go back to: " + loop.getAsInt());
    }
  }

  /** A behaviour that ends. */
  public ItfTrace(Meta meta, List<String> variables, List<State> states) {
    this(meta, variables, states, OptionalInt.empty());
  }

  /** Returns a behaviour of the same model that ends, with other states. */
  public ItfTrace with(List<State> others) {
    return new ItfTrace(meta, variables, others);
  }

  /** A counterexample as a behaviour, its variables sorted by name. */
  public static ItfTrace of(Counterexample counterexample, Meta meta) {
    List<Counterexample.Step> steps = counterexample.steps();
    List<String> variables = steps.get(0).state().keySet().stream().sorted().toList();
    List<State> states = new ArrayList<>();
    for (Counterexample.Step step : steps) {
      Optional<Step> action =
          states.isEmpty()
              ? Optional.empty()
              : Optional.of(new Step(step.action(), step.arguments()));
      states.add(new State(action, variables.stream().map(step.state()::get).toList()));
    }
    OptionalInt loop =
        switch (counterexample.end()) {
          case STATE -> OptionalInt.empty();
          case STUTTERING -> OptionalInt.of(states.size() - 1);
          case LOOP -> OptionalInt.of(counterexample.backTo() - 1);
        };
    return new ItfTrace(meta, variables, states, loop);
  }

  /**
   * What a behaviour was taken from.
   *
   * @param description one sentence for the reader, or empty
   * @param module the specification, such as {@code CccLifecycle}
   * @param model the model's name, such as {@code trace}
   * @param specSha256 digest of the specification and its configuration, 64 hexadecimal digits
   * @param constants the model's constants by name
   */
  public record Meta(
      String description,
      String module,
      String model,
      String specSha256,
      Map<String, Value> constants) {
    public Meta {
      if (!isDigest(specSha256)) {
        throw new IllegalArgumentException("not a SHA-256 digest: " + specSha256);
      }
      constants = Collections.unmodifiableMap(new TreeMap<>(constants));
    }
  }

  /**
   * One state and how it was reached.
   *
   * @param step none for the initial state
   * @param values one for each variable, in their order
   * @param refused calls that an implementation must refuse in this state, and that leave it as it
   *     is: some of them, and nothing is said of others
   */
  public record State(Optional<Step> step, List<Value> values, List<Step> refused) {
    public State {
      values = List.copyOf(values);
      refused = List.copyOf(refused);
    }

    /** A state that names no refused call. */
    public State(Optional<Step> step, List<Value> values) {
      this(step, values, List.of());
    }
  }

  /**
   * An action with its arguments.
   *
   * @param arguments by formal parameter, in the specification's order
   * @param takes the message that the step takes from the network, if it takes one
   * @param sends the messages that it puts into the network, in this order
   */
  public record Step(
      String action, List<Value.Field> arguments, Optional<Value> takes, List<Value> sends) {
    public Step {
      arguments = List.copyOf(arguments);
      sends = List.copyOf(sends);
    }

    /** A step of which no message is told. */
    public Step(String action, List<Value.Field> arguments) {
      this(action, arguments, Optional.empty(), List.of());
    }

    /** As TLA+ writes the instance: {@code Learn("a", 2)}. */
    @Override
    public String toString() {
      StringBuilder out = new StringBuilder(action);
      String between = "(";
      for (Value.Field argument : arguments) {
        out.append(between).append(argument.value());
        between = ", ";
      }
      return out.append(arguments.isEmpty() ? "" : ")").toString();
    }
  }

  /** Whether this is a SHA-256 digest in lower-case hexadecimal. */
  static boolean isDigest(String text) {
    return text.length() == 64
        && text.chars().allMatch(c -> c >= '0' && c <= '9' || c >= 'a' && c <= 'f');
  }
}
