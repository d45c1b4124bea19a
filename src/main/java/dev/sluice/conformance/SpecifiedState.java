package dev.sluice.conformance;

import dev.sluice.trace.LogValue;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * The variables of the specification that an implementation does not show, at the end of a case.
 *
 * @param variables their values
 * @param atPs the time of the values, in picoseconds
 * @param states how many states explain the replies: the values are those of one of them
 */
public record SpecifiedState(Map<String, LogValue> variables, long atPs, int states) {
  /** No variable. */
  static final SpecifiedState NONE = new SpecifiedState(Map.of(), 0, 0);

  public SpecifiedState {
    variables = Collections.unmodifiableMap(new TreeMap<>(variables));
  }
}
