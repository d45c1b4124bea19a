package dev.sluice.model.graph;

import dev.sluice.trace.Value;
import java.util.List;

/**
 * One letter of a model's alphabet: an action with its arguments.
 *
 * @param name as in the specification
 * @param parameters the formal parameters, in the specification's order
 * @param arguments one value for each parameter
 * @param location where the action stands, as TLC prints it
 */
public record ActionInstance(
    String name, List<String> parameters, List<Value> arguments, String location)
    implements Comparable<ActionInstance> {
  public ActionInstance {
    parameters = List.copyOf(parameters);
    arguments = List.copyOf(arguments);
    if (parameters.size() != arguments.size()) {
      throw new IllegalArgumentException(
          name
              + " has "
              + parameters.size()
              + " parameters and "
              + arguments.size()
              + " arguments");
    }
  }

  /** By name, then by arguments, then by location: an order that does not depend on TLC. */
  @Override
  public int compareTo(ActionInstance other) {
    int byName = name.compareTo(other.name);
    if (byName != 0) {
      return byName;
    }
    int byArguments = Value.seq(arguments).compareTo(Value.seq(other.arguments));
    return byArguments != 0 ? byArguments : location.compareTo(other.location);
  }
}
