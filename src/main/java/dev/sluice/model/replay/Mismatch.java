package dev.sluice.model.replay;

import dev.sluice.model.graph.ActionInstance;
import dev.sluice.trace.Value;
import java.util.List;

/**
 * One place where model and kernels part, with all that is needed to see why.
 *
 * @param kind in which way they part
 * @param path the action instances of a shortest way from the initial state to the place; of living
 *     kernels, all that they went through
 * @param action the instance that was tried there; {@code null} for the initial state itself
 * @param variables the specification's variables
 * @param before the model's state, a value a variable; empty for the initial state
 * @param expected the model's next state; empty where the model has none
 * @param reached what the kernels made of it; empty where they have no next state
 * @param differing the variables whose values differ between {@code expected} and {@code reached}
 * @param because the kernel's own reason, where it refused; otherwise a sentence
 * @param requirements catalogue ids of the action
 * @param alive whether it was found on kernels that had lived through the whole path, while those
 *     that came there as copies along the shortest way did as the model does
 */
public record Mismatch(
    Kind kind,
    List<ActionInstance> path,
    ActionInstance action,
    List<String> variables,
    List<Value> before,
    List<Value> expected,
    List<Value> reached,
    List<String> differing,
    String because,
    List<String> requirements,
    boolean alive) {

  /** In which way model and kernels part. */
  public enum Kind {
    /** The kernels do not start where the model starts. */
    INITIAL_STATE,
    /** Enabled in the model; the kernel refuses it. */
    REFUSED,
    /** Enabled in the model; the network's twin has nothing of the kind to offer. */
    ABSENT,
    /** Disabled in the model; the kernel takes it. */
    TAKEN,
    /** The kernel neither takes nor refuses it, but fails. */
    THREW,
    /** Both take it, and arrive at different states. */
    OTHER_STATE,
    /** Both arrive at the same state, and the kernels have taken or sent other messages. */
    OTHER_MESSAGES,
    /** Every variable agrees, and yet what the kernels keep beside them is not what it must be. */
    BROKEN,
    /** A refused call changed something. */
    REFUSED_BUT_CHANGED,
    /**
     * One action instance has two successors in the model: a choice hides outside its arguments.
     */
    TWO_SUCCESSORS;

    /** The way in which an attempt parts from a model that has it end otherwise. */
    static Kind of(Twin.Attempt attempt) {
      return valueOf(attempt.kind().name());
    }
  }

  public Mismatch {
    path = List.copyOf(path);
    variables = List.copyOf(variables);
    before = List.copyOf(before);
    expected = List.copyOf(expected);
    reached = List.copyOf(reached);
    differing = List.copyOf(differing);
    requirements = List.copyOf(requirements);
  }
}
