package dev.sluice.kernel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.ObjLongConsumer;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;

/**
 * The table of what a kernel holds and does. All others read it: nobody else lists a kernel's
 * variables.
 *
 * @param <K> the kernel, or the part of one that has these variables: an entry of a table, say
 */
public final class Face<K> {
  private final Class<K> type;
  private final String kernel;
  private final Party party;
  private final List<Variable<K>> variables;
  private final List<Variable<K>> shown;
  private final List<Action> actions;

  private Face(Builder<K> from) {
    type = from.type;
    kernel = from.kernel;
    party = from.party;
    variables = List.copyOf(from.variables);
    shown = variables.stream().filter(one -> one.standing() == Variable.Standing.SHOWN).toList();
    actions = List.copyOf(from.actions);
  }

  /** Begins the table of a kernel. */
  public static <K> Builder<K> of(Class<K> type) {
    return of(type, type.getSimpleName());
  }

  /**
   * Begins the table of a kernel, or of a part of one.
   *
   * @param kernel its name, for messages
   */
  public static <K> Builder<K> of(Class<K> type, String kernel) {
    return new Builder<>(type, kernel);
  }

  /** The kernel's class. */
  public Class<K> type() {
    return type;
  }

  /** The kernel's name. */
  public String kernel() {
    return kernel;
  }

  /**
   * Whose kernel it is, and so whose the variables are that it shows.
   *
   * @return null where the table does not say
   */
  public Party party() {
    return party;
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
    for (Variable<K> variable : variables) {
      if (variable.name().equals(name)) {
        return variable;
      }
    }
    throw new IllegalArgumentException(kernel + " has no variable " + name);
  }

  /**
   * Writes the numbers of what the specification has, one after the other, but for those that there
   * are one of for each place.
   *
   * @return the place after the last one
   */
  public int read(K from, long nowPs, long[] into, int at) {
    int next = at;
    for (Variable<K> variable : shown) {
      if (!variable.isRow()) {
        into[next++] = variable.reader().of(from, nowPs);
      }
    }
    return next;
  }

  /**
   * Sets all that one kernel holds to what another one, of as many places, holds.
   *
   * @return the one that was set
   */
  public K copy(K from, K to) {
    for (Variable<K> variable : variables) {
      int width = variable.writer() == null ? 0 : variable.widthIn(from);
      for (int at = 0; at < width; at++) {
        variable.writer().set(to, at, variable.reader().of(from, at));
      }
    }
    return to;
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
    private final Class<K> type;
    private final String kernel;
    private Party party;
    private final List<Variable<K>> variables = new ArrayList<>();
    private final List<Action> actions = new ArrayList<>();

    private Builder(Class<K> type, String kernel) {
      this.type = type;
      this.kernel = kernel;
    }

    /** Says whose kernel it is. */
    public Builder<K> heldBy(Party holder) {
      party = holder;
      return this;
    }

    /** A number that the kernel holds. */
    public Builder<K> number(
        String name, Unit unit, String says, ToLongFunction<K> reader, ObjLongConsumer<K> writer) {
      return add(name, unit, says).shown().read(reader).write(writer).done();
    }

    /** A number for each of the kernel's places. */
    public Builder<K> row(
        String name,
        Unit unit,
        String says,
        ToIntFunction<K> width,
        Variable.Reader<K> reader,
        Variable.Writer<K> writer) {
      return row(add(name, unit, says).shown(), width, reader, writer);
    }

    private Builder<K> row(
        Draft draft, ToIntFunction<K> width, Variable.Reader<K> reader, Variable.Writer<K> writer) {
      draft.width = width;
      draft.reader = reader;
      draft.writer = writer;
      return draft.done();
    }

    /** A truth value that the kernel holds. */
    public Builder<K> truth(
        String name, String says, Predicate<K> reader, BiConsumer<K, Boolean> writer) {
      Draft draft = add(name, Unit.NONE, says).shown().read(k -> reader.test(k) ? 1 : 0);
      draft.words = Variable.TRUTHS;
      draft.writer = writer == null ? null : (k, at, value) -> writer.accept(k, value == 1);
      return draft.done();
    }

    /** One of several words: the names of an enumeration. */
    public <E extends Enum<E>> Builder<K> word(
        String name, E[] values, String says, Function<K, E> reader, BiConsumer<K, E> writer) {
      Draft draft = add(name, Unit.NONE, says).shown().read(k -> reader.apply(k).ordinal());
      draft.words = Arrays.stream(values).map(Enum::name).toList();
      draft.writer =
          writer == null ? null : (k, at, value) -> writer.accept(k, values[(int) value]);
      return draft.done();
    }

    /** A number of the specification that follows from what the kernel holds, and from the time. */
    public Builder<K> follows(String name, Unit unit, String says, Variable.Reader<K> reader) {
      Draft draft = add(name, unit, says).shown();
      draft.reader = reader;
      return draft.done();
    }

    /** A number that the kernel keeps beside the specification's variables. */
    public Builder<K> keeps(
        String name, Unit unit, String says, ToLongFunction<K> reader, ObjLongConsumer<K> writer) {
      return add(name, unit, says).read(reader).write(writer).done();
    }

    /** The same, where the variables say what it must be. */
    public Builder<K> keeps(
        String name,
        Unit unit,
        String says,
        ToLongFunction<K> reader,
        ObjLongConsumer<K> writer,
        ToLongFunction<K> equation) {
      Draft draft = add(name, unit, says).read(reader).write(writer);
      draft.equation = (k, at) -> equation.applyAsLong(k);
      return draft.done();
    }

    /** A number for each of the kernel's places, kept beside the specification's variables. */
    public Builder<K> keeps(
        String name,
        Unit unit,
        String says,
        ToIntFunction<K> width,
        Variable.Reader<K> reader,
        Variable.Writer<K> writer) {
      return row(add(name, unit, says), width, reader, writer);
    }

    /** Actions. */
    public Builder<K> actions(Action... all) {
      for (Action action : all) {
        if (actions.stream().anyMatch(other -> other.name().equals(action.name()))) {
          throw new IllegalArgumentException(kernel + " has two actions " + action.name());
        }
        actions.add(action);
      }
      return this;
    }

    private Draft add(String name, Unit unit, String says) {
      if (variables.stream().anyMatch(other -> other.name().equals(name))) {
        throw new IllegalArgumentException(kernel + " has two variables " + name);
      }
      return new Draft(name, unit, says);
    }

    /** The finished table. */
    public Face<K> build() {
      return new Face<>(this);
    }

    /** A line of the table. */
    private final class Draft {
      private final String name;
      private final Unit unit;
      private final String says;
      private Variable.Standing standing = Variable.Standing.KEPT;
      private List<String> words = List.of();
      private ToIntFunction<K> width;
      private Variable.Reader<K> reader;
      private Variable.Writer<K> writer;
      private Variable.Reader<K> equation;

      Draft(String name, Unit unit, String says) {
        this.name = name;
        this.unit = unit;
        this.says = says;
      }

      Draft shown() {
        standing = Variable.Standing.SHOWN;
        return this;
      }

      Draft read(ToLongFunction<K> number) {
        reader = (k, at) -> number.applyAsLong(k);
        return this;
      }

      Draft write(ObjLongConsumer<K> number) {
        writer = number == null ? null : (k, at, value) -> number.accept(k, value);
        return this;
      }

      Builder<K> done() {
        variables.add(
            new Variable<>(name, unit, words, says, standing, width, reader, writer, equation));
        return Builder.this;
      }
    }
  }
}
