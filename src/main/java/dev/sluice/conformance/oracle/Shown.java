package dev.sluice.conformance.oracle;

import dev.sluice.conformance.ShownValues;
import dev.sluice.kernel.Action;
import dev.sluice.trace.LogValue;
import java.util.Map;

/** Words the departures that a device allows. */
final class Shown {
  private Shown() {}

  /** Returns a sentence with the only departure that is allowed. */
  static String departure(Action action, Map<String, LogValue> message) {
    return "only %s with %s may leave".formatted(action.name(), ShownValues.of(message));
  }
}
