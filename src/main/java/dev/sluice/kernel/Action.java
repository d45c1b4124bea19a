package dev.sluice.kernel;

import java.util.List;
import java.util.Locale;

/**
 * An action of a specification that one method of a kernel stands for.
 *
 * @param name spelled as in the specification; the method has the same, its first letter in lower
 *     case
 * @param by its cause, and whether it must happen
 * @param parameters the action's formal parameters that the kernel knows, in the specification's
 *     order; whose kernel it is, and which of several messages in flight came, it does not
 * @param effects what the kernel computes as it acts, or is handed beside the parameters, under the
 *     names that a log has for it: the size of a packet, a field on the wire
 */
public record Action(String name, By by, List<String> parameters, List<String> effects) {
  /**
   * Cause of an action. {@link #MESSAGE}, {@link #TIME} and {@link #APPLICATION} come to an
   * implementation from outside; {@link #MUST} and {@link #MAY} are its own decisions. The source
   * document decides; where it is silent, the fairness of the specification.
   */
  public enum By {
    /** A message, frame or packet arrives. */
    MESSAGE("message"),
    /** A timer runs out, or time passes: it happens exactly when it is due. */
    TIME("time"),
    /**
     * The application, or another part of the same host, reports something: a message that is
     * posted, a packet that is given up for lost.
     */
    APPLICATION("application"),
    /** The implementation; once the action is possible and stays so, it must carry it out. */
    MUST("must"),
    /** The implementation, which may also never carry it out. */
    MAY("may"),
    /** Another action, whose part it is: no other party can tell when it happens. */
    INTERNAL("part");

    private final String label;

    By(String label) {
      this.label = label;
    }

    /** Returns the name in files and tables for others. */
    public String label() {
      return label;
    }
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
