package dev.sluice.kernel;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

/**
 * The table of what a kernel holds and does. All others read it: nobody else lists a kernel's
 * variables.
 *
 * @param <K> the kernel, or the part of one that has these variables: an entry of a table, say
 */
public final class Face<K> {
  private final String kernel;
  private final List<Variable<K>> variables;
  private final List<Variable<K>> shown;
  private final List<Action> actions;

  private Face(Builder<K> from) {
    kernel = from.kernel;
    variables = List.copyOf(from.variables);
    shown = variables.stream().filter(one -> one.standing() == Variable.Standing.SHOWN).toList();
    actions = List.copyOf(from.actions);
  }

  /**
   * Begins the table of a kernel.
   *
   * @param kernel its name, for messages
   */
  public static <K> Builder<K> of(String kernel) {
    return new Builder<>(kernel);
  }

  /** The kernel's name. */
  public String kernel() {
    return kernel;
  }

  /** All variables, in the order in which the table lists them. */
  public List<Variable<K>> variables() {
    return variables;
  }

  /** Those that the specification has, in the same order. */
  public List<Variable<K>> shown() {
    return shown;
  }

  /** The actions, in the order in which the table lists them. */
  public List<Action> actions() {
    return actions;
  }

  /**
   * The variable of this name.
   *
   * @throws IllegalArgumentException if there is none
   */
  public Variable<K> variable(String name) {
    return named(name, variables, Variable::name);
  }

  /**
   * The action of this name.
   *
   * @throws IllegalArgumentException if there is none
   */
  public Action action(String name) {
    return named(name, actions, Action::name);
  }

  private <T> T named(String name, List<T> all, Function<T, String> naming) {
    for (T one : all) {
      if (naming.apply(one).equals(name)) {
        return one;
      }
    }
    throw new IllegalArgumentException(kernel + " has no " + name);
  }

  /**
   * Writes the numbers of what the specification has, one after the other.
   *
   * @return the place after the last one
   */
  public int read(K from, long nowPs, long[] into, int at) {
    int next = at;
    for (Variable<K> variable : shown) {
      into[next++] = variable.reader().of(from, nowPs);
    }
    return next;
  }

  /** Sets all that one kernel holds to what another one holds. */
  public void copy(K from, K to) {
    for (Variable<K> variable : variables) {
      if (variable.writer() != null) {
        variable.writer().set(to, variable.reader().of(from, 0));
      }
    }
  }

  /**
   * Whether each variable with an equation is what its equation says.
   *
   * @return a sentence with both numbers; null if all are
   */
  public String broken(K of, long nowPs) {
    for (Variable<K> variable : variables) {
      if (variable.equation() != null) {
        long is = variable.reader().of(of, nowPs);
        long must = variable.equation().of(of, nowPs);
        if (is != must) {
          return "%s of %s is %d, and by the variables %d"
              .formatted(variable.name(), kernel, is, must);
        }
      }
    }
    return null;
  }

  /**
   * A table as it is written down, from top to bottom.
   *
   * @param <K> the kernel
   */
  public static final class Builder<K> {
    private final String kernel;
    private final List<Variable<K>> variables = new ArrayList<>();
    private final List<Action> actions = new ArrayList<>();

    private Builder(String kernel) {
      this.kernel = kernel;
    }

    /** A number that the kernel holds. */
    public Builder<K> number(
        String name, Unit unit, String says, ToLongFunction<K> reader, Variable.Writer<K> writer) {
      return add(
          name,
          unit,
          List.of(),
          says,
          Variable.Standing.SHOWN,
          (k, t) -> reader.applyAsLong(k),
          writer,
          null);
    }

    /** A truth value that the kernel holds. */
    public Builder<K> truth(
        String name, String says, Predicate<K> reader, BiConsumer<K, Boolean> writer) {
      return add(
          name,
          Unit.NONE,
          Variable.TRUTHS,
          says,
          Variable.Standing.SHOWN,
          (k, t) -> reader.test(k) ? 1 : 0,
          writer == null ? null : (k, v) -> writer.accept(k, v == 1),
          null);
    }

    /** One of several words: the names of an enumeration. */
    public <E extends Enum<E>> Builder<K> word(
        String name, E[] values, String says, Function<K, E> reader, BiConsumer<K, E> writer) {
      List<String> words = new ArrayList<>();
      for (E value : values) {
        words.add(value.name());
      }
      return add(
          name,
          Unit.NONE,
          List.copyOf(words),
          says,
          Variable.Standing.SHOWN,
          (k, t) -> reader.apply(k).ordinal(),
          writer == null ? null : (k, v) -> writer.accept(k, values[(int) v]),
          null);
    }

    /** A number of the specification that follows from what the kernel holds, and from the time. */
    public Builder<K> follows(String name, Unit unit, String says, Variable.Reader<K> reader) {
      return add(name, unit, List.of(), says, Variable.Standing.SHOWN, reader, null, null);
    }

    /** A number that the kernel keeps beside the specification's variables. */
    public Builder<K> keeps(
        String name, Unit unit, String says, ToLongFunction<K> reader, Variable.Writer<K> writer) {
      return add(
          name,
          unit,
          List.of(),
          says,
          Variable.Standing.KEPT,
          (k, t) -> reader.applyAsLong(k),
          writer,
          null);
    }

    /** The same, where the variables say what it must be. */
    public Builder<K> keeps(
        String name,
        Unit unit,
        String says,
        ToLongFunction<K> reader,
        Variable.Writer<K> writer,
        ToLongFunction<K> equation) {
      return add(
          name,
          unit,
          List.of(),
          says,
          Variable.Standing.KEPT,
          (k, t) -> reader.applyAsLong(k),
          writer,
          (k, t) -> equation.applyAsLong(k));
    }

    /** An action. */
    public Builder<K> action(Action action) {
      if (actions.stream().anyMatch(other -> other.name().equals(action.name()))) {
        throw new IllegalArgumentException(kernel + " has two actions " + action.name());
      }
      actions.add(action);
      return this;
    }

    private Builder<K> add(
        String name,
        Unit unit,
        List<String> words,
        String says,
        Variable.Standing standing,
        Variable.Reader<K> reader,
        Variable.Writer<K> writer,
        Variable.Reader<K> equation) {
      if (variables.stream().anyMatch(other -> other.name().equals(name))) {
        throw new IllegalArgumentException(kernel + " has two variables " + name);
      }
      variables.add(new Variable<>(name, unit, words, says, standing, reader, writer, equation));
      return this;
    }

    /** The finished table. */
    public Face<K> build() {
      return new Face<>(this);
    }
  }
}
