package dev.sluice.trace;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * The kind of a transition: its action, and which way each variable went. Models and systems differ
 * in their constants, so that no transition of the one is a transition of the other; kinds can be
 * compared.
 *
 * <p>A change is the variable's name, the fields of records on the way to what changed, and how: a
 * number grew or shrank ({@code +}, {@code -}); a sequence or set has more or fewer elements than
 * before ({@code +}, {@code -}), or other ones ({@code ~}); a truth value or a word in capitals is
 * now this ({@code =TRUE}, {@code =READY}); any other string is another one ({@code ~}). Which
 * element of a function changed is left out: which sender it was tells nothing. Where one record of
 * a set was replaced by another, the change is what differs between the two.
 *
 * <p>{@code dev.sluice.model.tlc.probe.StepKindCounter} says the same of values of TLC.
 *
 * @param action the action's name
 * @param changes all changes, sorted
 */
public record StepKind(String action, SortedSet<String> changes) implements Comparable<StepKind> {
  /** A field of a record, as opposed to an element of a set of strings that a function is on. */
  private static final Pattern FIELD = Pattern.compile("[a-z][A-Za-z_]{2,}");

  private static final Pattern WORD = Pattern.compile("[A-Z][A-Z_]+");

  public StepKind {
    changes = Collections.unmodifiableSortedSet(new TreeSet<>(changes));
  }

  /** The kind without changes of variables for which {@code keep} does not hold. */
  public StepKind only(Predicate<String> keep) {
    SortedSet<String> kept = new TreeSet<>(changes);
    kept.removeIf(change -> !keep.test(variable(change)));
    return new StepKind(action, kept);
  }

  /** Reads what {@link #toString} gives. */
  public static StepKind parse(String text) {
    int colon = text.indexOf(": ");
    String changes = text.substring(colon + 2);
    return new StepKind(
        text.substring(0, colon),
        new TreeSet<>(changes.isEmpty() ? List.of() : List.of(changes.split(", "))));
  }

  /** The variable that a change is of. */
  private static String variable(String change) {
    int end = 0;
    while (end < change.length() && Character.isLetterOrDigit(change.charAt(end))) {
      end++;
    }
    return change.substring(0, end);
  }

  /**
   * Adds how a value changed.
   *
   * @param name the variable's, with the fields on the way
   */
  public static void changes(String name, Value from, Value to, SortedSet<String> all) {
    if (from.equals(to)) {
      return;
    }
    if (from instanceof Value.Int a && to instanceof Value.Int b) {
      all.add(name + (b.value() > a.value() ? "+" : "-"));
    } else if (to instanceof Value.Bool truth) {
      all.add(name + (truth.value() ? "=TRUE" : "=FALSE"));
    } else if (to instanceof Value.Str text) {
      all.add(name + (WORD.matcher(text.value()).matches() ? "=" + text.value() : "~"));
    } else if (to instanceof Value.Model model) {
      all.add(name + "=" + model.name());
    } else if (from instanceof Value.Rec a && to instanceof Value.Rec b) {
      entries(name, fields(a), fields(b), all);
    } else if (from instanceof Value.Fun a && to instanceof Value.Fun b) {
      entries(name, entries(a), entries(b), all);
    } else if (from instanceof Value.Seq a && to instanceof Value.Seq b) {
      int size = Integer.compare(b.items().size(), a.items().size());
      if (size != 0) {
        all.add(name + sign(size));
      } else {
        for (int i = 0; i < a.items().size(); i++) {
          changes(name, a.items().get(i), b.items().get(i), all);
        }
      }
    } else if (from instanceof Value.Set a && to instanceof Value.Set b) {
      sets(name, a.items(), b.items(), all);
    } else {
      all.add(name + "~");
    }
  }

  private static String sign(int comparison) {
    return comparison > 0 ? "+" : comparison < 0 ? "-" : "~";
  }

  private static void sets(String name, List<Value> from, List<Value> to, SortedSet<String> all) {
    List<Value> gone = from.stream().filter(value -> !to.contains(value)).toList();
    List<Value> come = to.stream().filter(value -> !from.contains(value)).toList();
    if (gone.size() == 1
        && come.size() == 1
        && gone.get(0) instanceof Value.Rec
        && come.get(0) instanceof Value.Rec) {
      changes(name, gone.get(0), come.get(0), all);
    } else {
      all.add(name + sign(Integer.compare(to.size(), from.size())));
    }
  }

  private static void entries(
      String name, Map<Value, Value> from, Map<Value, Value> to, SortedSet<String> all) {
    if (!from.keySet().equals(to.keySet())) {
      all.add(name + sign(Integer.compare(to.size(), from.size())));
      return;
    }
    from.forEach(
        (key, value) -> {
          boolean isField = key instanceof Value.Str text && FIELD.matcher(text.value()).matches();
          String inner = isField ? name + "." + ((Value.Str) key).value() : name;
          changes(inner, value, to.get(key), all);
        });
  }

  private static Map<Value, Value> fields(Value.Rec record) {
    Map<Value, Value> all = new TreeMap<>();
    record.fields().forEach(field -> all.put(Value.of(field.name()), field.value()));
    return all;
  }

  private static Map<Value, Value> entries(Value.Fun function) {
    Map<Value, Value> all = new TreeMap<>();
    function.entries().forEach(entry -> all.put(entry.argument(), entry.value()));
    return all;
  }

  @Override
  public int compareTo(StepKind other) {
    return toString().compareTo(other.toString());
  }

  @Override
  public String toString() {
    return action + ": " + String.join(", ", changes);
  }
}
