package dev.sluice.trace;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * One event of a log: an action, where and when, whose, and what is then the case.
 *
 * @param number counted from 1, without a gap
 * @param atPs when, in picoseconds
 * @param at where
 * @param spec module that has the action
 * @param action its name
 * @param instance whose it is; empty where there is only one context
 * @param arguments the action's, in the order in which they were told
 * @param variables with their values after the action
 * @param given constants that it fixes, or parts of them
 * @param message what the action takes or sends, by fields as on the wire; empty where there is
 *     none
 * @param isOutside whether the specification leaves out what happened, and has no such action
 */
public record LogEvent(
    long number,
    long atPs,
    String at,
    String spec,
    String action,
    Optional<LogInstance> instance,
    Map<String, LogValue> arguments,
    Map<String, LogValue> variables,
    Map<String, LogValue> given,
    Map<String, LogValue> message,
    boolean isOutside) {
  public LogEvent {
    arguments = Collections.unmodifiableMap(new LinkedHashMap<>(arguments));
    variables = Collections.unmodifiableMap(new LinkedHashMap<>(variables));
    given = Collections.unmodifiableMap(new LinkedHashMap<>(given));
    message = Collections.unmodifiableMap(new LinkedHashMap<>(message));
  }

  /** The same event under another number. */
  public LogEvent numbered(long other) {
    return placed(other, atPs);
  }

  /** Returns the same event under another number, and at another time in picoseconds. */
  public LogEvent placed(long other, long otherPs) {
    return new LogEvent(
        other, otherPs, at, spec, action, instance, arguments, variables, given, message,
        isOutside);
  }

  /** The same event of another context. */
  public LogEvent of(LogInstance other) {
    return with(Optional.of(other), variables);
  }

  /** The same event, which tells these variables alone. */
  public LogEvent telling(Map<String, LogValue> others) {
    return with(instance, others);
  }

  private LogEvent with(Optional<LogInstance> ofOther, Map<String, LogValue> others) {
    return new LogEvent(
        number, atPs, at, spec, action, ofOther, arguments, others, given, message, isOutside);
  }

  /** Whether it happened at the target's end. */
  public boolean isOfTarget() {
    return instance.map(LogInstance::role).orElse("").equals(LogInstance.TARGET);
  }

  /** Names of values with a number too wide for TLC, which it cannot judge. */
  public Set<String> wide() {
    Set<String> wide = new TreeSet<>();
    arguments.forEach((name, value) -> addIfWide(wide, name, value));
    variables.forEach((name, value) -> addIfWide(wide, name, value));
    given.forEach((name, value) -> addIfWide(wide, name, value));
    message.forEach((name, value) -> addIfWide(wide, name, value));
    return wide;
  }

  private static void addIfWide(Set<String> wide, String name, LogValue value) {
    if (!value.fitsTlc()) {
      wide.add(name);
    }
  }
}
