package dev.sluice.kernel;

import java.util.List;
import java.util.Locale;

/**
 * An action of a specification that one method of a kernel stands for.
 *
 * @param name spelled as in the specification; the method has the same, its first letter in lower
 *     case
 * @param by who decides that it happens
 * @param parameters the action's formal parameters that the kernel knows, in the specification's
 *     order; whose kernel it is, and which of several messages in flight came, it does not
 * @param effects what the kernel computes as it acts, or is handed beside the parameters, under the
 *     names that a log has for it: the size of a packet, a field on the wire
 */
public record Action(String name, By by, List<String> parameters, List<String> effects) {
  /** Who decides that an action happens. */
  public enum By {
    /** The application, the network, the other end or time: an implementation is told. */
    ENVIRONMENT,
    /** The implementation, when it likes, within what the specification allows. */
    IMPLEMENTATION,
    /** Nobody: it follows from another action, and no other party can tell when. */
    INTERNAL
  }

  public Action {
    parameters = List.copyOf(parameters);
    effects = List.copyOf(effects);
  }

  /** An action with these parameters. */
  public static Action of(String name, By by, String... parameters) {
    return new Action(name, by, List.of(parameters), List.of());
  }

  /** The same with what the kernel tells of beside the parameters. */
  public Action telling(String... names) {
    return new Action(name, by, parameters, List.of(names));
  }

  /** The name of the method that stands for it. */
  public String method() {
    return method(name);
  }

  /** The name of the method that stands for an action of this name. */
  public static String method(String name) {
    return name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1);
  }

  @Override
  public String toString() {
    return parameters.isEmpty() ? name : name + "(" + String.join(", ", parameters) + ")";
  }
}
