package dev.sluice.model.tlc.probe;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import tlc2.tool.TLCState;
import tlc2.util.FP64;
import tlc2.value.IValue;
import tlc2.value.impl.BoolValue;
import tlc2.value.impl.FcnRcdValue;
import tlc2.value.impl.IntValue;
import tlc2.value.impl.SetEnumValue;
import tlc2.value.impl.StringValue;
import tlc2.value.impl.TupleValue;
import tlc2.value.impl.Value;

/**
 * Counts the kinds of steps that a log has, as {@code dev.sluice.trace.StepKind} defines them for
 * values of the driver; a test holds the two against each other.
 */
final class StepKindCounter {
  private static final Pattern FIELD = Pattern.compile("[a-z][A-Za-z_]{2,}");
  private static final Pattern WORD = Pattern.compile("[A-Z][A-Z_]+");

  private final Map<String, Integer> kinds = new TreeMap<>();

  /** Counts a step, which the log leaves no doubt about. */
  void step(String action, TLCState from, TLCState to) {
    SortedSet<String> all = new TreeSet<>();
    for (var variable : Loaded.variables()) {
      IValue before = from.lookup(variable.getName());
      IValue after = to.lookup(variable.getName());
      if (before != after) {
        of(variable.getName().toString(), (Value) before, (Value) after, all);
      }
    }
    kinds.merge(action + ": " + String.join(", ", all), 1, Integer::sum);
  }

  /** How often each kind was counted. */
  Map<String, Integer> kinds() {
    return kinds;
  }

  /** Adds how a value changed. */
  static void of(String name, Value from, Value to, SortedSet<String> all) {
    if (from.fingerPrint(FP64.New()) == to.fingerPrint(FP64.New())) {
      return; // TLC's own equals fails on values of two kinds
    }
    if (from instanceof IntValue a && to instanceof IntValue b) {
      all.add(name + (b.val > a.val ? "+" : "-"));
    } else if (to instanceof BoolValue truth) {
      all.add(name + (truth.val ? "=TRUE" : "=FALSE"));
    } else if (to instanceof StringValue string) {
      String text = string.getVal().toString();
      all.add(name + (WORD.matcher(text).matches() ? "=" + text : "~"));
    } else if (from instanceof SetEnumValue || to instanceof SetEnumValue) {
      sets(name, from.toSetEnum(), to.toSetEnum(), all);
    } else {
      functions(name, from, to, all);
    }
  }

  private static String sign(int comparison) {
    return comparison > 0 ? "+" : comparison < 0 ? "-" : "~";
  }

  private static void sets(String name, Value from, Value to, SortedSet<String> all) {
    if (!(from instanceof SetEnumValue a && to instanceof SetEnumValue b)) {
      all.add(name + "~");
      return;
    }
    List<Value> before = elements(a);
    List<Value> after = elements(b);
    List<Value> gone = new ArrayList<>(before);
    gone.removeAll(after);
    List<Value> come = new ArrayList<>(after);
    come.removeAll(before);
    if (gone.size() == 1 && come.size() == 1 && isRecord(gone.get(0)) && isRecord(come.get(0))) {
      of(name, gone.get(0), come.get(0), all);
    } else {
      all.add(name + sign(Integer.compare(after.size(), before.size())));
    }
  }

  private static List<Value> elements(SetEnumValue set) {
    set.normalize();
    List<Value> all = new ArrayList<>();
    for (int i = 0; i < set.elems.size(); i++) {
      all.add(set.elems.elementAt(i));
    }
    return all;
  }

  /** Whether it is a function on a set of strings, which is not empty. */
  private static boolean isRecord(Value value) {
    return value.toFcnRcd() instanceof FcnRcdValue function
        && function.values.length > 0
        && function.getDomainAsValues()[0] instanceof StringValue;
  }

  private static void functions(String name, Value from, Value to, SortedSet<String> all) {
    boolean isSequence = from.toTuple() instanceof TupleValue && to.toTuple() instanceof TupleValue;
    if (!(from.toFcnRcd() instanceof FcnRcdValue a && to.toFcnRcd() instanceof FcnRcdValue b)
        || !isSequence && isRecord(from) != isRecord(to)) {
      all.add(name + "~");
      return;
    }
    Map<String, Value> before = entries(a);
    Map<String, Value> after = entries(b);
    if (!before.keySet().equals(after.keySet())) {
      all.add(name + sign(Integer.compare(after.size(), before.size())));
      return;
    }
    boolean isRecord = isRecord(from);
    before.forEach(
        (key, value) -> {
          String field = key.replace("\"", "");
          boolean isField = isRecord && FIELD.matcher(field).matches();
          of(isField ? name + "." + field : name, value, after.get(key), all);
        });
  }

  private static Map<String, Value> entries(FcnRcdValue function) {
    Map<String, Value> all = new TreeMap<>();
    Value[] domain = function.getDomainAsValues();
    for (int i = 0; i < domain.length; i++) {
      all.put(domain[i].toString(), function.values[i]);
    }
    return all;
  }
}
