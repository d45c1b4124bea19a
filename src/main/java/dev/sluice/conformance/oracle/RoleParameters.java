package dev.sluice.conformance.oracle;

import dev.sluice.trace.LogValue;
import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Derives the parameters of a role from the parameters of a kernel, and the reverse. */
final class RoleParameters {
  private RoleParameters() {}

  /** Returns the components of a record under the names that the specification has for them. */
  static Map<String, LogValue> of(Record parameters) {
    Map<String, LogValue> all = new LinkedHashMap<>();
    for (RecordComponent component : parameters.getClass().getRecordComponents()) {
      all.put(name(component), value(read(component, parameters)));
    }
    return all;
  }

  /** Returns a record of the parameters that its components name. */
  static <R extends Record> R to(Class<R> type, Map<String, LogValue> given) {
    RecordComponent[] components = type.getRecordComponents();
    Class<?>[] types =
        Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
    Object[] values =
        Arrays.stream(components)
            .map(component -> read(component.getType(), given.get(name(component))))
            .toArray();
    try {
      Constructor<R> constructor = type.getDeclaredConstructor(types);
      return constructor.newInstance(values);
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException("the parameters do not make a " + type.getSimpleName(), e);
    }
  }

  private static String name(RecordComponent component) {
    String name = component.getName().replaceAll("Ps$", "");
    return Character.toUpperCase(name.charAt(0)) + name.substring(1);
  }

  private static Object read(RecordComponent component, Record of) {
    try {
      return component.getAccessor().invoke(of);
    } catch (ReflectiveOperationException impossible) {
      throw new IllegalStateException("a component of a record cannot be read", impossible);
    }
  }

  private static LogValue value(Object of) {
    if (of instanceof Number number) {
      return LogValue.of(number.longValue());
    } else if (of instanceof Boolean truth) {
      return LogValue.of(truth.booleanValue());
    }
    return LogValue.of(((Enum<?>) of).name());
  }

  private static Object read(Class<?> type, LogValue value) {
    if (type == long.class) {
      return ((LogValue.Num) value).value();
    } else if (type == int.class) {
      return Math.toIntExact(((LogValue.Num) value).value());
    } else if (type == boolean.class) {
      return ((LogValue.Truth) value).value();
    }
    for (Object each : type.getEnumConstants()) {
      if (((Enum<?>) each).name().equals(((LogValue.Str) value).value())) {
        return each;
      }
    }
    throw new IllegalArgumentException(type.getSimpleName() + " has no " + value);
  }

  /** Returns a number among the parameters. */
  static long number(Map<String, LogValue> given, String name) {
    return ((LogValue.Num) given.get(name)).value();
  }

  /** Returns a list of numbers among the parameters. */
  static List<Long> numbers(Map<String, LogValue> given, String name) {
    return ((LogValue.Items) given.get(name))
        .items().stream().map(each -> ((LogValue.Num) each).value()).toList();
  }

  /** Returns a list of numbers as a parameter. */
  static LogValue list(List<Long> numbers) {
    return new LogValue.Items(numbers.stream().map(LogValue::of).toList());
  }

  /** Returns a truth value among the parameters. */
  static boolean truth(Map<String, LogValue> given, String name) {
    return ((LogValue.Truth) given.get(name)).value();
  }

  /** Returns a word among the parameters. */
  static String text(Map<String, LogValue> given, String name) {
    return ((LogValue.Str) given.get(name)).value();
  }
}
