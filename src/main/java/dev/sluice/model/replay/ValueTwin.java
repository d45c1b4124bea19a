package dev.sluice.model.replay;

import dev.sluice.trace.Value;
import java.util.List;

/**
 * A {@link Twin} whose kernels still answer with a new state instead of working in place.
 *
 * <p>The replay walks the model's whole graph with it. A twin holds no state of its own; the state
 * {@code S} is an immutable value with {@code equals} and {@code hashCode} over everything in it,
 * and is only ever reached by stepping from {@link #initial()}. A twin decides nothing: whether a
 * call is allowed is asked of the kernel, and the network is fed by the kernels' effects alone.
 *
 * @param <S> all kernels' states together with the network
 */
interface ValueTwin<S> {
  /** The specification's variables, spelled as there; each compared in every state. */
  List<String> variables();

  /**
   * The actions that the kernels and the network know and that can occur with the model's
   * constants: each must occur in the model's graph, and none beside them. (Where the network is
   * given nothing to lose, say, losing is not among them.)
   */
  List<Twin.Action> actions();

  /** The state in which kernels and network start. */
  S initial();

  /**
   * The step that stands for one action instance of the model, with its arguments bound.
   *
   * <p>Called once for each instance, so that the step itself need not take arguments apart.
   *
   * @param action the action's name, one of {@link #actions()}
   * @param arguments one value for each of {@link Twin.Action#parameters()}, in that order
   */
  Step<S> bind(String action, List<Value> arguments);

  /**
   * The part of a state that one variable shows. Parts with equal content must be equal objects;
   * the replay converts each distinct part only once.
   *
   * @param variable an index into {@link #variables()}
   */
  Object part(S state, int variable);

  /** A part as the TLA+ value that the specification would hold. */
  Value value(int variable, Object part);

  /** One action instance, applied to states. */
  @FunctionalInterface
  interface Step<S> {
    /** Tries the action. A kernel that is right never throws for a state reached by stepping. */
    Attempt<S> attempt(S state);

    /** Tries the action; what a kernel throws is an answer too, and a wrong one. */
    default Attempt<S> tried(S state) {
      try {
        return attempt(state);
      } catch (RuntimeException thrown) {
        StackTraceElement[] trace = thrown.getStackTrace();
        return new Attempt.Threw<>(thrown + (trace.length == 0 ? "" : " at " + trace[0]));
      }
    }
  }

  /** What became of a step. */
  sealed interface Attempt<S> {
    /** The kernels took it, and this is where they are now. */
    record Taken<S>(S next) implements Attempt<S> {}

    /**
     * A kernel refused it.
     *
     * @param unchanged the twin's state after the refusal; the replay checks that nothing moved
     */
    record Refused<S>(S unchanged, String because) implements Attempt<S> {}

    /**
     * A kernel did neither.
     *
     * @param because what it threw, and where
     */
    record Threw<S>(String because) implements Attempt<S> {}

    /** The environment has nothing of the kind to offer: no such message is in flight. */
    record Absent<S>() implements Attempt<S> {}
  }
}
