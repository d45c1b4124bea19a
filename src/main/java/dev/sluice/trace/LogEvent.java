package dev.sluice.trace;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * One event of a log: an action, where and when, and what it changed.
 *
 * @param number counted from 1, without a gap
 * @param atPs when, in picoseconds
 * @param at where
 * @param spec module that has the action
 * @param action its name
 * @param arguments the action's, in the order in which they were told
 * @param variables those that changed, with their new values
 */
public record LogEvent(
    long number,
    long atPs,
    String at,
    String spec,
    String action,
    Map<String, LogValue> arguments,
    Map<String, LogValue> variables) {
  public LogEvent {
    arguments = Collections.unmodifiableMap(new LinkedHashMap<>(arguments));
    variables = Collections.unmodifiableMap(new LinkedHashMap<>(variables));
  }

  /** The arguments and variables with a number too wide for TLC, which it cannot judge. */
  public Set<String> wide() {
    Set<String> wide = new TreeSet<>();
    arguments.forEach((name, value) -> addIfWide(wide, name, value));
    variables.forEach((name, value) -> addIfWide(wide, name, value));
    return wide;
  }

  private static void addIfWide(Set<String> wide, String name, LogValue value) {
    if (!value.fitsTlc()) {
      wide.add(name);
    }
  }
}
