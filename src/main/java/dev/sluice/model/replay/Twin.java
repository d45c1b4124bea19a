package dev.sluice.model.replay;

import dev.sluice.kernel.Face;
import dev.sluice.kernel.Variable;
import dev.sluice.requirement.Requirement;
import dev.sluice.trace.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * The Java side of one specification: its kernels, and the model's network, wired as the
 * specification wires them.
 *
 * <p>A world {@code W} holds the kernels themselves, the very objects that a host keeps alive, and
 * the network's messages. Steps work on it in place. A twin decides nothing: whether a call is
 * allowed is asked of the kernel, and the network is fed by the kernels' effects alone.
 *
 * @param <W> all kernels together with the network
 */
public interface Twin<W> {
  /**
   * What a world shows of each of the specification's variables; all are compared in every state.
   */
  List<Part<W>> parts();

  /** Several lists, of parts or of actions, as one. */
  @SafeVarargs
  static <T> List<T> all(List<T>... lists) {
    List<T> all = new ArrayList<>();
    for (List<T> list : lists) {
      all.addAll(list);
    }
    return List.copyOf(all);
  }

  /** The specification's variables, spelled as there. */
  default List<String> variables() {
    return parts().stream().map(Part::name).toList();
  }

  /**
   * The actions that the kernels and the network know and that can occur with the model's
   * constants: each must occur in the model's graph, and none beside them. (Where the network is
   * given nothing to lose, say, losing is not among them.)
   */
  List<Action> actions();

  /** A new world, in the state in which kernels and network start. */
  W initial();

  /**
   * Returns the ways to make a new world, one for each initial state of the model: most models have
   * one.
   */
  default List<Supplier<W>> starts() {
    return List.of(this::initial);
  }

  /**
   * A raw copy: everything in it, what no variable shows included, as it is. What happens to one
   * does not happen to the other.
   */
  W copy(W world);

  /**
   * The step that stands for one action instance of the model, with its arguments bound.
   *
   * <p>Called once for each instance, so that the step itself need not take arguments apart.
   *
   * @param action the action's name, one of {@link #actions()}
   * @param arguments one value for each of {@link Action#parameters()}, in that order
   */
  Step<W> bind(String action, List<Value> arguments);

  /**
   * The part of a world that one variable shows, as an object that later steps do not change. Parts
   * with equal content must be equal objects; the replay converts each distinct part only once.
   *
   * @param variable an index into {@link #variables()}
   */
  default Object part(W world, int variable) {
    return parts().get(variable).of().apply(world);
  }

  /** A part as the TLA+ value that the specification would hold. */
  default Value value(int variable, Object part) {
    return parts().get(variable).value().apply(part);
  }

  /**
   * What is wrong inside a world that no variable shows: a kernel keeps sums, places and orders
   * beside its variables, and each must be what its variables say it is.
   *
   * @return a sentence that names what is wrong, with both figures; null if nothing is
   */
  default String broken(W world) {
    return null;
  }

  /** What tells of the messages of each step; it tells of none where a twin has no messages. */
  default Wire wire() {
    return new Wire();
  }

  /** The catalogue ids on the kernel methods that bear an action's name, sorted. */
  default List<String> requirements(String action) {
    return actions().stream()
        .filter(known -> known.name().equals(action))
        .flatMap(Action::requirements)
        .distinct()
        .sorted()
        .toList();
  }

  /**
   * A variable of the specification, and how a world shows it.
   *
   * @param name spelled as there
   * @param of the part of a world that shows it: an object that later steps do not change, equal to
   *     any other of equal content
   * @param value that part as the TLA+ value that the specification would hold
   */
  record Part<W>(String name, Function<W, Object> of, Function<Object, Value> value) {
    /** All variables that the face of a kernel shows, where a world has one such kernel. */
    public static <W, K> List<Part<W>> of(Face<K> face, Function<W, K> kernel) {
      return face.shown().stream().map(variable -> of(variable, kernel)).toList();
    }

    private static <W, K> Part<W> of(Variable<K> variable, Function<W, K> kernel) {
      return new Part<>(
          variable.name(),
          world -> variable.reader().of(kernel.apply(world), 0),
          number -> Numbers.value(variable, (Long) number));
    }

    /** A variable that is a set of whole numbers. */
    public static <W> Part<W> set(String name, Function<W, ? extends Set<Integer>> of) {
      return of(
          name,
          world -> List.copyOf(new TreeSet<>(of.apply(world))),
          numbers -> Value.set(numbers.stream().<Value>map(Value::of).toList()));
    }

    /** A variable that is one number. */
    public static <W> Part<W> number(String name, ToLongFunction<W> of) {
      return new Part<>(name, of::applyAsLong, part -> Value.ofExact((Long) part));
    }

    /** A variable that is shown by an object of one type. */
    @SuppressWarnings("unchecked")
    public static <W, P> Part<W> of(String name, Function<W, P> of, Function<P, Value> value) {
      return new Part<>(name, of::apply, part -> value.apply((P) part));
    }
  }

  /**
   * An action of the specification and the Java method that stands for it.
   *
   * @param name spelled as in the specification
   * @param parameters formal parameters in the specification's order
   * @param owner the kernel class with a public method of the action's name, first letter in lower
   *     case, whose {@code @Requirement} names the rows; for actions of the network, the network's
   *     twin
   */
  record Action(String name, List<String> parameters, Class<?> owner) {
    public Action {
      parameters = List.copyOf(parameters);
    }

    /** An action of {@code owner} with these formal parameters. */
    public static Action of(Class<?> owner, String name, String... parameters) {
      return new Action(name, List.of(parameters), owner);
    }

    /** An action of a kernel's face, whose first parameters say whose kernel it is. */
    public static Action of(Class<?> owner, dev.sluice.kernel.Action action, String... whose) {
      List<String> parameters = new ArrayList<>(List.of(whose));
      parameters.addAll(action.parameters());
      return new Action(action.name(), parameters, owner);
    }

    /** Several actions of {@code owner} that have the same formal parameters. */
    public static List<Action> each(Class<?> owner, List<String> names, String... parameters) {
      return names.stream().map(name -> of(owner, name, parameters)).toList();
    }

    /** All actions of a kernel's face, whose first parameters say whose kernel it is. */
    public static List<Action> of(Face<?> face, String... whose) {
      return face.actions().stream().map(each -> of(face.type(), each, whose)).toList();
    }

    /** The catalogue ids on the owner's methods of this name. */
    Stream<String> requirements() {
      String method = dev.sluice.kernel.Action.method(name);
      return Arrays.stream(owner.getDeclaredMethods())
          .filter(declared -> declared.getName().equals(method))
          .map(declared -> declared.getAnnotation(Requirement.class))
          .filter(Objects::nonNull)
          .flatMap(annotation -> Arrays.stream(annotation.value()));
    }
  }

  /** One action instance, applied to worlds. */
  @FunctionalInterface
  interface Step<W> {
    /**
     * Tries the action on a world, in place. Only a step that is taken changes anything. A kernel
     * that is right never throws for a world reached by stepping.
     */
    Attempt attempt(W world);

    /** Tries the action; what a kernel throws is an answer too, and a wrong one. */
    default Attempt tried(W world) {
      try {
        return attempt(world);
      } catch (RuntimeException thrown) {
        StackTraceElement[] trace = thrown.getStackTrace();
        return new Attempt(
            Attempt.Kind.THREW, thrown + (trace.length == 0 ? "" : " at " + trace[0]));
      }
    }
  }

  /**
   * What became of a step.
   *
   * @param because why a kernel refused it, what it threw and where, or what is not on offer; empty
   *     where it was taken
   */
  record Attempt(Kind kind, String because) {
    /** The ways in which a step can end. */
    public enum Kind {
      /** The kernels took it. */
      TAKEN,
      /** A kernel refused it, and nothing may have changed. */
      REFUSED,
      /** The environment has nothing of the kind to offer: no such message is in flight. */
      ABSENT,
      /** A kernel did neither. */
      THREW
    }

    /** The kernels took it. */
    public static final Attempt TAKEN = new Attempt(Kind.TAKEN, "");

    /** The environment has nothing of the kind to offer. */
    public static final Attempt ABSENT = new Attempt(Kind.ABSENT, "no such message is in flight");

    /** A kernel's answer: null if it took the step, or why it refused it. */
    public static Attempt of(String refused) {
      return refused == null ? TAKEN : new Attempt(Kind.REFUSED, refused);
    }

    /** A kernel's answer, if the environment has to offer what it is asked to take. */
    public static Attempt of(boolean isOffered, Supplier<String> kernel) {
      return isOffered ? of(kernel.get()) : ABSENT;
    }

    /** What the environment does by itself, if it can. */
    public static Attempt of(boolean isOffered) {
      return isOffered ? TAKEN : ABSENT;
    }

    /** Whether the kernels took it. */
    public boolean isTaken() {
      return kind == Kind.TAKEN;
    }
  }
}
