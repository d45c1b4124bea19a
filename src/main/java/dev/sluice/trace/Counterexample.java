package dev.sluice.trace;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A behaviour that shows a violation.
 *
 * @param steps the states in order, each with the action that led to it
 * @param end how the behaviour ends
 * @param backTo for {@link End#LOOP}, the number of the step it goes back to, counted from 1; else
 *     0
 */
public record Counterexample(List<Step> steps, End end, int backTo) {
  public Counterexample {
    steps = List.copyOf(steps);
  }

  /** How a behaviour ends. */
  public enum End {
    /** At its last state, which is the violation. */
    STATE,
    /** It stays in its last state for ever. */
    STUTTERING,
    /** It goes back to an earlier state, and round for ever. */
    LOOP
  }

  /**
   * One step.
   *
   * @param action name of the action that led here; {@code "Init"} for the first
   * @param arguments the action's arguments by formal parameter where they are known, else empty
   * @param location where the action stands, as TLC prints it
   * @param state the state after the step, a value for each variable
   */
  public record Step(
      String action, List<Value.Field> arguments, String location, Map<String, Value> state) {
    public Step {
      arguments = List.copyOf(arguments);
      state = Collections.unmodifiableMap(new LinkedHashMap<>(state));
    }
  }
}
