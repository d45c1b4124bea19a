package dev.sluice.cli;

import dev.sluice.trace.TlaText;
import dev.sluice.trace.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What differs between two values, part by part: {@code credit.a: 0 -> 2}, {@code wire: + 3}.
 *
 * <p>Functions, records and sequences with the same arguments are compared argument by argument,
 * sets by what comes and goes, sequences by what is put at their end or taken from their front. Any
 * other change is the old value and the new.
 */
final class Changes {
  private final List<String> lines = new ArrayList<>();

  private Changes() {}

  /** The changes from one value to another, each on a line; none where they are equal. */
  static List<String> between(String name, Value before, Value after) {
    Changes changes = new Changes();
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
    for (Value gone : before.items()) {
      if (!after.items().contains(gone)) {
        lines.add(path + ": - " + gone);
      }
    }
    for (Value come : after.items()) {
      if (!before.items().contains(come)) {
        lines.add(path + ": + " + come);
      }
    }
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
    return "[" + TlaText.print(argument) + "]";
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
