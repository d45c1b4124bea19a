package dev.sluice.cli;

import dev.sluice.trace.TlaNotation;
import dev.sluice.trace.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What differs between two values, part by part: {@code credit.a: 0 -> 2}, {@code wire: + 3}.
 *
 * <p>Functions, records and sequences with the same arguments are compared argument by argument,
 * sequences also by what is put at their end or taken from their front, sets by what comes and
 * goes. A record that leaves a set while one that is mostly like it enters is told as one that
 * changes. Any other change is the old value and the new.
 */
final class ValueChanges {
  private final List<String> lines = new ArrayList<>();

  private ValueChanges() {}

  /** The changes from one value to another, each on a line; none where they are equal. */
  static List<String> between(String name, Value before, Value after) {
    ValueChanges changes = new ValueChanges();
    changes.compare(name, before, after);
    return changes.lines;
  }

  private void compare(String path, Value before, Value after) {
    if (before.equals(after)) {
      return;
    }
    if (before instanceof Value.Set old && after instanceof Value.Set now) {
      sets(path, old, now);
    } else if (before instanceof Value.Seq old && after instanceof Value.Seq now) {
      sequences(path, old, now);
    } else if (isFunction(before) && isFunction(after)) {
      functions(path, before, after);
    } else {
      replaced(path, before, after);
    }
  }

  private void replaced(String path, Value before, Value after) {
    lines.add(path + ": " + before + " -> " + after);
  }

  private void sets(String path, Value.Set before, Value.Set after) {
    List<Value> gone = new ArrayList<>(before.items());
    gone.removeAll(after.items());
    List<Value> come = new ArrayList<>(after.items());
    come.removeAll(before.items());
    for (Value old : gone) {
      Value now = likest(old, come);
      if (now == null) {
        lines.add(path + ": - " + old);
      } else {
        come.remove(now);
        changed(path, (Value.Rec) old, (Value.Rec) now);
      }
    }
    come.forEach(item -> lines.add(path + ": + " + item));
  }

  /** The record with the most fields in common, if that is more than half of them. */
  private static Value likest(Value old, List<Value> candidates) {
    Value best = null;
    int most = 0;
    for (Value candidate : candidates) {
      if (old instanceof Value.Rec one && candidate instanceof Value.Rec other) {
        int common = common(one, other).size();
        boolean alike = names(one).equals(names(other)) && 2 * common > one.fields().size();
        if (alike && common > most) {
          most = common;
          best = candidate;
        }
      }
    }
    return best;
  }

  private static List<Value.Field> common(Value.Rec one, Value.Rec other) {
    return one.fields().stream()
        .filter(field -> field.value().equals(other.get(field.name())))
        .toList();
  }

  private static List<String> names(Value.Rec rec) {
    return rec.fields().stream().map(Value.Field::name).toList();
  }

  /** What changes of one element comes first, then what tells which one it is. */
  private void changed(String path, Value.Rec old, Value.Rec now) {
    ValueChanges inside = new ValueChanges();
    for (Value.Field field : old.fields()) {
      inside.compare(field.name(), field.value(), now.get(field.name()));
    }
    Value.Rec rest = new Value.Rec(common(old, now));
    lines.add(path + ": " + String.join(", ", inside.lines) + "  of " + rest);
  }

  private void sequences(String path, Value.Seq before, Value.Seq after) {
    List<Value> old = before.items();
    List<Value> now = after.items();
    if (old.size() == now.size()) {
      for (int i = 0; i < old.size(); i++) {
        compare(path + "[" + (i + 1) + "]", old.get(i), now.get(i));
      }
    } else if (old.size() < now.size() && now.subList(0, old.size()).equals(old)) {
      now.subList(old.size(), now.size())
          .forEach(item -> lines.add(path + ": at its end + " + item));
    } else if (old.size() > now.size()
        && old.subList(old.size() - now.size(), old.size()).equals(now)) {
      old.subList(0, old.size() - now.size())
          .forEach(item -> lines.add(path + ": from its front - " + item));
    } else {
      replaced(path, before, after);
    }
  }

  private static boolean isFunction(Value value) {
    return value instanceof Value.Rec || value instanceof Value.Fun;
  }

  private void functions(String path, Value before, Value after) {
    Map<Value, Value> old = entries(before);
    Map<Value, Value> now = entries(after);
    old.forEach(
        (argument, value) -> {
          if (now.containsKey(argument)) {
            compare(path + at(argument), value, now.get(argument));
          } else {
            lines.add(path + at(argument) + ": gone, was " + value);
          }
        });
    now.forEach(
        (argument, value) -> {
          if (!old.containsKey(argument)) {
            lines.add(path + at(argument) + ": new, " + value);
          }
        });
  }

  private static String at(Value argument) {
    if (argument instanceof Value.Str text && text.value().matches("[A-Za-z_][A-Za-z0-9_]*")) {
      return "." + text.value();
    }
    return "[" + TlaNotation.print(argument) + "]";
  }

  private static Map<Value, Value> entries(Value function) {
    Map<Value, Value> entries = new TreeMap<>();
    if (function instanceof Value.Rec rec) {
      rec.fields().forEach(field -> entries.put(Value.of(field.name()), field.value()));
    } else if (function instanceof Value.Fun fun) {
      fun.entries().forEach(entry -> entries.put(entry.argument(), entry.value()));
    }
    return entries;
  }
}
