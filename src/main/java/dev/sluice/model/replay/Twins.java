package dev.sluice.model.replay;

import dev.sluice.trace.Value;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** Which twin replays which specification: the names that a row of a model may use. */
public final class Twins {
  private static final Map<String, Function<Map<String, Value>, Twin<?>>> BY_NAME = byName();

  private Twins() {}

  private static Map<String, Function<Map<String, Value>, Twin<?>>> byName() {
    Map<String, Function<Map<String, Value>, Twin<?>>> twins = new TreeMap<>();
    twins.put("CccLifecycle", CccLifecycleTwin::new);
    twins.put("CccScheduling", CccSchedulingTwin::new);
    twins.put("CccTeardown", CccTeardownTwin::new);
    twins.put("CreditConservation", CreditConservationTwin::new);
    twins.put("NsccWindow", NsccWindowTwin::new);
    twins.put("PdcHandshake", PdcHandshakeTwin::new);
    return twins;
  }

  /** The names of all twins, sorted. */
  public static java.util.Set<String> names() {
    return BY_NAME.keySet();
  }

  /**
   * The twin of a specification, for a model's constants.
   *
   * @param constants the model's constants by name, as TLC evaluated them
   * @throws IllegalArgumentException if no twin has this name, or a constant is missing or not of
   *     the form that the twin's kernels take
   */
  public static Twin<?> of(String name, Map<String, Value> constants) {
    Function<Map<String, Value>, Twin<?>> factory = BY_NAME.get(name);
    if (factory == null) {
      throw new IllegalArgumentException(
          "no twin is called " + name + "; there are " + BY_NAME.keySet());
    }
    return factory.apply(constants);
  }
}
