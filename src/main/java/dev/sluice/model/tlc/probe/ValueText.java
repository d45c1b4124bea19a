package dev.sluice.model.tlc.probe;

import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import tlc2.value.IValue;
import tlc2.value.impl.FcnLambdaValue;
import tlc2.value.impl.FcnRcdValue;
import tlc2.value.impl.IntValue;
import tlc2.value.impl.RecordValue;
import tlc2.value.impl.SetEnumValue;
import tlc2.value.impl.TupleValue;
import tlc2.value.impl.Value;

/**
 * TLC's values in TLA+'s notation, the same text wherever a value comes from.
 *
 * <p>TLC itself orders strings, and with them the fields of records, as its process first met them.
 * Here fields and elements are in the order of their texts, and numbers by size, so that what a
 * process did before is not seen.
 */
final class ValueText {
  /** Numbers by size and before all else, other texts as they are spelt. */
  private static final Comparator<Value> ORDER =
      Comparator.<Value>comparingInt(value -> value instanceof IntValue ? 0 : 1)
          .thenComparingInt(value -> value instanceof IntValue number ? number.val : 0)
          .thenComparing(ValueText::of);

  private ValueText() {}

  /** A value's text; TLC's own for what is not written out, such as an infinite set. */
  static String of(IValue value) {
    if (value instanceof TupleValue tuple) {
      return sequence(tuple.elems);
    } else if (value instanceof RecordValue record) {
      Map<String, Value> fields = new TreeMap<>();
      for (int i = 0; i < record.names.length; i++) {
        fields.put(record.names[i].toString(), record.values[i]);
      }
      return joined(fields, (name, field) -> name + " |-> " + of(field), "[", ", ", "]");
    } else if (value instanceof FcnRcdValue function) {
      return function(function);
    } else if (value instanceof FcnLambdaValue lambda && lambda.toFcnRcd() != null) {
      return of(lambda.toFcnRcd());
    } else if (value instanceof SetEnumValue set) {
      Map<Value, Boolean> elements = new TreeMap<>(ORDER);
      for (int i = 0; i < set.elems.size(); i++) {
        elements.put(set.elems.elementAt(i), true);
      }
      return joined(elements, (element, in) -> of(element), "{", ", ", "}");
    }
    return String.valueOf(value);
  }

  private static String function(FcnRcdValue function) {
    Value[] domain = function.getDomainAsValues();
    Map<Value, Value> entries = new TreeMap<>(ORDER);
    for (int i = 0; i < domain.length; i++) {
      entries.put(domain[i], function.values[i]);
    }
    int next = 1;
    boolean isSequence = true;
    for (Value place : entries.keySet()) {
      isSequence &= place instanceof IntValue number && number.val == next++;
    }
    return isSequence
        ? sequence(entries.values().toArray(new Value[0]))
        : joined(entries, (place, to) -> of(place) + " :> " + of(to), "(", " @@ ", ")");
  }

  private static String sequence(Value[] elements) {
    StringBuilder text = new StringBuilder("<<");
    for (int i = 0; i < elements.length; i++) {
      text.append(i == 0 ? "" : ", ").append(of(elements[i]));
    }
    return text.append(">>").toString();
  }

  private static <K, V> String joined(
      Map<K, V> entries, BiFunction<K, V, String> each, String begin, String between, String end) {
    return entries.entrySet().stream()
        .map(entry -> each.apply(entry.getKey(), entry.getValue()))
        .collect(Collectors.joining(between, begin, end));
  }
}
