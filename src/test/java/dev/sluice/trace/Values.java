package dev.sluice.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;

/** Arbitrary values, for the properties of this room and of those that read and write traces. */
public final class Values {
  private Values() {}

  /** Any value, nested at most four deep, strings of every kind that may be written. */
  public static Arbitrary<Value> any() {
    return any(4);
  }

  private static Arbitrary<Value> any(int depth) {
    Arbitrary<Value> leaf =
        Arbitraries.oneOf(
            Arbitraries.integers().map(Value::of),
            Arbitraries.integers().between(-2, 5).map(Value::of),
            Arbitraries.of(true, false).map(Value::of),
            name().map(Value.Model::new),
            text().map(Value::of));
    if (depth == 1) {
      return leaf;
    }
    Arbitrary<Value> inner = any(depth - 1);
    Arbitrary<Value> function =
        Arbitraries.maps(inner, inner).ofMaxSize(3).map(entries -> Value.function(entries));
    Arbitrary<Value> record =
        Arbitraries.maps(Arbitraries.oneOf(name(), text()).map(Value::of), inner)
            .ofMaxSize(3)
            .map(fields -> function(fields));
    return Arbitraries.oneOf(
        leaf,
        inner.list().ofMaxSize(3).map(Value::seq),
        inner.list().ofMaxSize(3).map(items -> Value.set(items)),
        record,
        function);
  }

  private static Value function(Map<Value.Str, Value> fields) {
    return Value.function(new TreeMap<Value, Value>(fields));
  }

  private static Arbitrary<String> name() {
    return Arbitraries.strings().withCharRange('a', 'e').ofMinLength(1).ofMaxLength(3);
  }

  private static Arbitrary<String> text() {
    return Arbitraries.strings()
        .withChars("aZ0_-.\"\\\t\n\f\r /#$<>{}[],|é𝄞".toCharArray())
        .ofMaxLength(6)
        .filter(Text::isWritable);
  }

  /** The same entries in another order. */
  public static <T> List<T> reversed(List<T> list) {
    List<T> reversed = new ArrayList<>(list);
    java.util.Collections.reverse(reversed);
    return reversed;
  }
}
