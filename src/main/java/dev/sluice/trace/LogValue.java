package dev.sluice.trace;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A value in an event log: as wide as what a full-size run counts, and therefore wider than what
 * TLC can hold.
 *
 * <p>{@link #fitsTlc} says whether it can be judged by TLC, {@link #toTlc} what it then is; a value
 * that does not fit is never made to.
 */
public sealed interface LogValue {
  /** The largest magnitude of a number: what every reader of JSON keeps exactly. */
  long LARGEST = (1L << 53) - 1;

  /** How deep values may be nested; a number has depth 1. */
  int MAX_DEPTH = 12;

  /** A number. */
  record Num(long value) implements LogValue {
    public Num {
      if (value < -LARGEST || value > LARGEST) {
        throw new IllegalArgumentException(value + " is beyond 2^53 - 1, the most that is logged");
      }
    }
  }

  /** A string. */
  record Str(String value) implements LogValue {
    public Str {
      if (!Text.isWritable(value)) {
        throw new IllegalArgumentException("a string with characters that are not logged");
      }
    }
  }

  /** A truth value. */
  record Truth(boolean value) implements LogValue {}

  /** A sequence. */
  record Items(List<LogValue> items) implements LogValue {
    public Items {
      items = List.copyOf(items);
    }
  }

  /** A record; the order of its fields has no meaning to TLA+, and is kept. */
  record Fields(Map<String, LogValue> fields) implements LogValue {
    public Fields {
      fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
    }
  }

  /** A number. */
  static LogValue of(long value) {
    return new Num(value);
  }

  /** A string. */
  static LogValue of(String value) {
    return new Str(value);
  }

  /** A truth value. */
  static LogValue of(boolean value) {
    return new Truth(value);
  }

  /** Whether a number fits TLC's 32 bits. */
  static boolean fitsTlc(long value) {
    return value == (int) value;
  }

  /** Whether all numbers in it fit TLC's 32 bits. */
  default boolean fitsTlc() {
    if (this instanceof Num number) {
      return fitsTlc(number.value);
    } else if (this instanceof Items items) {
      return items.items.stream().allMatch(LogValue::fitsTlc);
    } else if (this instanceof Fields fields) {
      return fields.fields.values().stream().allMatch(LogValue::fitsTlc);
    }
    return true;
  }

  /** The same as a value of TLA+, or empty where a number in it is too wide for TLC. */
  default Optional<Value> toTlc() {
    return fitsTlc() ? Optional.of(value()) : Optional.empty();
  }

  private Value value() {
    if (this instanceof Num number) {
      return Value.ofExact(number.value);
    } else if (this instanceof Str string) {
      return Value.of(string.value);
    } else if (this instanceof Truth truth) {
      return Value.of(truth.value);
    } else if (this instanceof Items items) {
      return Value.seq(items.items.stream().map(LogValue::value).toList());
    } else if (this instanceof Fields fields) {
      List<Value.Field> all = new ArrayList<>();
      fields.fields.forEach((name, value) -> all.add(Value.field(name, value.value())));
      return all.isEmpty() ? Value.EMPTY_SEQ : new Value.Rec(all);
    }
    throw new IllegalStateException("an unknown kind of value: " + this);
  }
}
