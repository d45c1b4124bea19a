package dev.sluice.trace;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;

/**
 * A TLA+ value in canonical form, so that equal values are equal objects and print the same bytes.
 *
 * <p>TLA+ does not tell some of its notations apart: a tuple is a function on {@code 1..n}, a
 * record a function on strings. Here each value has one form. A function whose domain is {@code
 * 1..n} is a {@link Seq} (so is the empty function), one whose domain is a non-empty set of strings
 * is a {@link Rec}, and any other is a {@link Fun}. Integers are 32 bits wide, as TLC's are.
 *
 * <p>Values are ordered: by kind, then by content. The order has no meaning of its own; it makes
 * printed sets and traces the same from run to run.
 *
 * <p>A value prints itself in TLA+ notation, see {@link TlaNotation}. Whatever reads values from
 * outside refuses those nested deeper than {@link #MAX_DEPTH}, so that comparing, hashing and
 * printing may descend without a guard of their own.
 */
public sealed interface Value extends Comparable<Value> {

  /** How deep a value that comes from outside may be nested; a number or a string has depth 1. */
  int MAX_DEPTH = 64;

  /** A truth value. */
  record Bool(boolean value) implements Value {
    @Override
    public String toString() {
      return TlaNotation.print(this);
    }
  }

  /** An integer of TLC's range, −2³¹ … 2³¹−1. */
  record Int(int value) implements Value {
    @Override
    public String toString() {
      return TlaNotation.print(this);
    }
  }

  /** Model value of TLC: equal to itself alone, and to no string, whatever its name. */
  record Model(String name) implements Value {
    @Override
    public String toString() {
      return TlaNotation.print(this);
    }
  }

  /** A string. */
  record Str(String value) implements Value {
    @Override
    public String toString() {
      return TlaNotation.print(this);
    }
  }

  /** A sequence or tuple: a function on {@code 1..n}. */
  record Seq(List<Value> items) implements Value {
    public Seq {
      items = List.copyOf(items);
    }

    @Override
    public String toString() {
      return TlaNotation.print(this);
    }
  }

  /** A finite set; {@code items} is sorted and has no repetition, whatever it was given. */
  record Set(List<Value> items) implements Value {
    public Set {
      items = sortedDistinct(items);
    }

    @Override
    public String toString() {
      return TlaNotation.print(this);
    }
  }

  /** A record: a function on a non-empty set of strings, sorted by field. */
  record Rec(List<Field> fields) implements Value {
    public Rec {
      List<Field> sorted = new ArrayList<>(fields);
      Collections.sort(sorted);
      fields = List.copyOf(sorted);
      if (fields.isEmpty()) {
        throw new IllegalArgumentException("the empty function is the empty sequence");
      }
      for (int i = 1; i < fields.size(); i++) {
        if (fields.get(i - 1).name().equals(fields.get(i).name())) {
          throw new IllegalArgumentException("field given twice: " + fields.get(i).name());
        }
      }
    }

    /** The value of a field, or {@code null} where there is none. */
    public Value get(String name) {
      for (Field field : fields) {
        if (field.name().equals(name)) {
          return field.value();
        }
      }
      return null;
    }

    @Override
    public String toString() {
      return TlaNotation.print(this);
    }
  }

  /** One field of a {@link Rec}. */
  record Field(String name, Value value) implements Comparable<Field> {
    @Override
    public int compareTo(Field other) {
      int byName = name.compareTo(other.name);
      return byName != 0 ? byName : value.compareTo(other.value);
    }
  }

  /**
   * A function that is neither a {@link Seq} nor a {@link Rec}, sorted by argument. {@link
   * #function} chooses among the three.
   */
  record Fun(List<Entry> entries) implements Value {
    public Fun {
      List<Entry> sorted = new ArrayList<>(entries);
      Collections.sort(sorted);
      entries = List.copyOf(sorted);
      boolean strings = true;
      boolean counted = true;
      for (int i = 0; i < entries.size(); i++) {
        Value argument = entries.get(i).argument();
        if (i > 0 && argument.equals(entries.get(i - 1).argument())) {
          throw new IllegalArgumentException("argument given twice: " + argument);
        }
        strings &= argument instanceof Str;
        counted &= argument instanceof Int number && number.value() == i + 1;
      }
      if (strings || counted) {
        throw new IllegalArgumentException("this function is a sequence or a record: " + entries);
      }
    }

    @Override
    public String toString() {
      return TlaNotation.print(this);
    }
  }

  /** One argument of a {@link Fun} and its value. */
  record Entry(Value argument, Value value) implements Comparable<Entry> {
    @Override
    public int compareTo(Entry other) {
      int byArgument = argument.compareTo(other.argument);
      return byArgument != 0 ? byArgument : value.compareTo(other.value);
    }
  }

  /** The empty sequence, which is the empty function too. */
  Seq EMPTY_SEQ = new Seq(List.of());

  /** The empty set. */
  Set EMPTY_SET = new Set(List.of());

  /** A truth value. */
  static Bool of(boolean value) {
    return new Bool(value);
  }

  /** An integer. */
  static Int of(int value) {
    return new Int(value);
  }

  /**
   * An integer that must fit TLC's 32 bits.
   *
   * @throws ArithmeticException if it does not: a value is refused, never truncated
   */
  static Int ofExact(long value) {
    return new Int(Math.toIntExact(value));
  }

  /** Returns a string. */
  static Str of(String value) {
    return new Str(value);
  }

  /** A sequence or tuple. */
  static Seq seq(Value... items) {
    return new Seq(List.of(items));
  }

  /** A sequence or tuple. */
  static Seq seq(List<Value> items) {
    return new Seq(items);
  }

  /** A set; order and repetition of what is given have no meaning. */
  static Set set(Value... items) {
    return new Set(List.of(items));
  }

  /** A set; order and repetition of what is given have no meaning. */
  static Set set(Collection<? extends Value> items) {
    return new Set(new ArrayList<>(items));
  }

  /** One field of a record. */
  static Field field(String name, Value value) {
    return new Field(name, value);
  }

  /** A record with at least one field. */
  static Rec rec(Field... fields) {
    return new Rec(List.of(fields));
  }

  /** The function from these names. */
  static Value function(List<String> domain, IntFunction<Value> of) {
    Map<Value, Value> function = new TreeMap<>();
    for (int i = 0; i < domain.size(); i++) {
      function.put(Value.of(domain.get(i)), of.apply(i));
    }
    return function(function);
  }

  /** The function with these arguments and values, in its one canonical form. */
  static Value function(Map<Value, Value> entries) {
    TreeMap<Value, Value> sorted = new TreeMap<>(entries);
    boolean strings = !sorted.isEmpty();
    boolean counted = true;
    int expected = 1;
    for (Value argument : sorted.keySet()) {
      strings &= argument instanceof Str;
      counted &= argument instanceof Int i && i.value() == expected++;
    }
    if (counted) {
      return new Seq(new ArrayList<>(sorted.values()));
    }
    if (strings) {
      List<Field> fields = new ArrayList<>();
      sorted.forEach((argument, value) -> fields.add(new Field(((Str) argument).value(), value)));
      return new Rec(fields);
    }
    List<Entry> pairs = new ArrayList<>();
    sorted.forEach((argument, value) -> pairs.add(new Entry(argument, value)));
    return new Fun(pairs);
  }

  @Override
  default int compareTo(Value other) {
    int byKind = Integer.compare(rank(this), rank(other));
    if (byKind != 0) {
      return byKind;
    }
    if (this instanceof Bool a && other instanceof Bool b) {
      return Boolean.compare(a.value, b.value);
    } else if (this instanceof Int a && other instanceof Int b) {
      return Integer.compare(a.value, b.value);
    } else if (this instanceof Str a && other instanceof Str b) {
      return a.value.compareTo(b.value);
    } else if (this instanceof Model a && other instanceof Model b) {
      return a.name.compareTo(b.name);
    } else if (this instanceof Seq a && other instanceof Seq b) {
      return compare(a.items, b.items);
    } else if (this instanceof Set a && other instanceof Set b) {
      return compare(a.items, b.items);
    } else if (this instanceof Rec a && other instanceof Rec b) {
      return compare(a.fields, b.fields);
    } else if (this instanceof Fun a && other instanceof Fun b) {
      return compare(a.entries, b.entries);
    }
    throw new IllegalStateException("two kinds of one rank: " + this + ", " + other);
  }

  private static int rank(Value value) {
    if (value instanceof Bool) {
      return 0;
    } else if (value instanceof Int) {
      return 1;
    } else if (value instanceof Str) {
      return 2;
    } else if (value instanceof Model) {
      return 3;
    } else if (value instanceof Seq) {
      return 4;
    } else if (value instanceof Rec) {
      return 5;
    } else if (value instanceof Fun) {
      return 6;
    }
    return 7;
  }

  private static <T extends Comparable<? super T>> int compare(List<T> a, List<T> b) {
    Iterator<T> left = a.iterator();
    Iterator<T> right = b.iterator();
    while (left.hasNext() && right.hasNext()) {
      int c = left.next().compareTo(right.next());
      if (c != 0) {
        return c;
      }
    }
    return Boolean.compare(left.hasNext(), right.hasNext());
  }

  private static List<Value> sortedDistinct(List<Value> items) {
    List<Value> sorted = new ArrayList<>(items);
    Collections.sort(sorted);
    List<Value> distinct = new ArrayList<>(sorted.size());
    for (Value item : sorted) {
      if (distinct.isEmpty() || !distinct.get(distinct.size() - 1).equals(item)) {
        distinct.add(item);
      }
    }
    return List.copyOf(distinct);
  }
}
