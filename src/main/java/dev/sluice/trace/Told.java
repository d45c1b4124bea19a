package dev.sluice.trace;

import dev.sluice.kernel.Action;
import dev.sluice.kernel.Face;
import dev.sluice.kernel.Listener;
import dev.sluice.kernel.Variable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/** What the face of a kernel says, as an event log tells it. */
public final class Told {
  private Told() {}

  /**
   * Logs each action that a kernel takes, and its variables as they are then. Who acts is named as
   * its face is.
   *
   * @param nowPs what time it is, in picoseconds
   */
  public static <K> Listener<K> listener(
      EventSink log, String spec, Face<K> face, LongSupplier nowPs) {
    return (kernel, action, arguments) -> {
      long now = nowPs.getAsLong();
      EventSink event = log.event(now, face.kernel(), spec, action.name());
      variables(arguments(event, action, arguments), face, kernel, now).end();
    };
  }

  /** All variables of a kernel that the specification has, as one record. */
  public static <K> LogValue.Fields record(Face<K> face, K kernel, long nowPs) {
    Map<String, LogValue> fields = new LinkedHashMap<>();
    for (Variable<K> variable : face.shown()) {
      fields.put(variable.name(), value(variable, kernel, nowPs));
    }
    return new LogValue.Fields(fields);
  }

  /** All variables of a kernel that the specification has, each as one of the event. */
  public static <K> EventSink variables(EventSink event, Face<K> face, K kernel, long nowPs) {
    for (Variable<K> variable : face.shown()) {
      if (variable.isNumber() && !variable.isRow()) {
        event.variable(variable.name(), variable.reader().of(kernel, nowPs));
      } else {
        event.variable(variable.name(), value(variable, kernel, nowPs));
      }
    }
    return event;
  }

  private static <K> LogValue value(Variable<K> variable, K kernel, long nowPs) {
    if (!variable.isRow()) {
      return value(variable, variable.reader().of(kernel, nowPs));
    }
    List<LogValue> items = new ArrayList<>();
    for (int at = 0; at < variable.widthIn(kernel); at++) {
      items.add(value(variable, variable.reader().of(kernel, at)));
    }
    return new LogValue.Items(items);
  }

  private static LogValue value(Variable<?> variable, long number) {
    if (variable.isNumber()) {
      return LogValue.of(number);
    }
    return variable.isTruth()
        ? LogValue.of(number == 1)
        : LogValue.of(variable.words().get(Math.toIntExact(number)));
  }

  /** The arguments of an action, as its kernel hands them to its listener. */
  public static EventSink arguments(EventSink event, Action action, Object... arguments) {
    for (int i = 0; i < action.parameters().size(); i++) {
      event.argument(action.parameters().get(i), argument(arguments[i]));
    }
    return event;
  }

  /**
   * One effect of an action, as its kernel hands it to its listener.
   *
   * @param name one of {@link Action#effects()}
   * @throws IllegalArgumentException if the action has no effect of this name
   */
  public static LogValue effect(String name, Action action, Object... arguments) {
    return argument(told(name, action, arguments));
  }

  /**
   * One effect of an action that is a whole number.
   *
   * @throws IllegalArgumentException if the action has no effect of this name
   */
  public static long number(String name, Action action, Object... arguments) {
    return ((Number) told(name, action, arguments)).longValue();
  }

  /**
   * One effect of an action that is a list of whole numbers, of up to 64 bits.
   *
   * @throws IllegalArgumentException if the action has no effect of this name
   */
  public static List<Long> numbers(String name, Action action, Object... arguments) {
    return ((List<?>) told(name, action, arguments))
        .stream().map(one -> ((Number) one).longValue()).toList();
  }

  private static Object told(String name, Action action, Object... arguments) {
    int at = action.effects().indexOf(name);
    if (at < 0) {
      throw new IllegalArgumentException(action.name() + " has no effect " + name);
    }
    return arguments[action.parameters().size() + at];
  }

  /**
   * One argument.
   *
   * @param argument a whole number, a truth value, a word, or a list of these
   * @throws IllegalArgumentException if it is none of these
   */
  private static LogValue argument(Object argument) {
    if (argument instanceof Number number) {
      return LogValue.of(number.longValue());
    } else if (argument instanceof Boolean truth) {
      return LogValue.of(truth.booleanValue());
    } else if (argument instanceof String word) {
      return LogValue.of(word);
    } else if (argument instanceof List<?> list) {
      List<LogValue> items = new ArrayList<>();
      list.forEach(item -> items.add(argument(item)));
      return new LogValue.Items(items);
    }
    throw new IllegalArgumentException("not an argument of an action: " + argument);
  }
}
