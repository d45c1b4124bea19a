package dev.sluice.model.replay;

import dev.sluice.trace.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A model's constants, read as what a twin needs them to be. A constant that is missing, or of
 * another form, is an {@link IllegalArgumentException} that names it.
 */
public record Constants(Map<String, Value> byName) {

  private Value get(String name) {
    Value value = byName.get(name);
    if (value == null) {
      throw new IllegalArgumentException("the model has no constant " + name);
    }
    return value;
  }

  /** Whether the model has a constant: some are those of chaos peers alone. */
  public boolean has(String name) {
    return byName.containsKey(name);
  }

  /** An integer. */
  public int integer(String name) {
    return integer(get(name));
  }

  /** A string. */
  public String string(String name) {
    return string(get(name));
  }

  /** A truth value. */
  public boolean bool(String name) {
    if (get(name) instanceof Value.Bool bool) {
      return bool.value();
    }
    throw new IllegalArgumentException(name + " is not a truth value: " + get(name));
  }

  /** A set of strings, sorted. */
  public List<String> strings(String name) {
    List<String> strings = new ArrayList<>();
    items(get(name)).forEach(item -> strings.add(string(item)));
    return List.copyOf(strings);
  }

  /** The items of a set or tuple. */
  public List<Value> items(String name) {
    return items(get(name));
  }

  /** A function on strings, sorted. */
  public Map<String, Value> byString(String name) {
    if (get(name) instanceof Value.Rec rec) {
      Map<String, Value> fields = new TreeMap<>();
      rec.fields().forEach(field -> fields.put(field.name(), field.value()));
      return fields;
    }
    throw new IllegalArgumentException(name + " is not a function on strings: " + get(name));
  }

  /** The items of a set or tuple. */
  public static List<Value> items(Value value) {
    if (value instanceof Value.Set set) {
      return set.items();
    } else if (value instanceof Value.Seq seq) {
      return seq.items();
    }
    throw new IllegalArgumentException("neither a set nor a tuple: " + value);
  }

  /** A field of a record. */
  public static Value in(Value record, String field) {
    Value value = record instanceof Value.Rec rec ? rec.get(field) : null;
    if (value == null) {
      throw new IllegalArgumentException("no field " + field + " in " + record);
    }
    return value;
  }

  /** A value that must be a string. */
  public static String string(Value value) {
    if (value instanceof Value.Str str) {
      return str.value();
    }
    throw new IllegalArgumentException("not a string: " + value);
  }

  /** A value that must be an integer. */
  public static int integer(Value value) {
    if (value instanceof Value.Int integer) {
      return integer.value();
    }
    throw new IllegalArgumentException("not an integer: " + value);
  }
}
