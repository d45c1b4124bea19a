package dev.sluice.conformance;

import dev.sluice.conformance.shim.ShimRequest;
import dev.sluice.trace.LogValue;
import java.util.Map;
import java.util.Set;

/** Plays a role by its specification: the states in which it begins, and requests worth making. */
public interface Player {
  /** Returns the role. */
  Role role();

  /** Returns the parameters of each configuration, by its name. */
  Map<String, Map<String, LogValue>> configurations();

  /**
   * Returns the requirements on which the steps of an action rest; none if it has none of its own.
   */
  Set<String> requirements(String action);

  /**
   * Returns the variables that an implementation may keep in a coarser step than the specification,
   * or in a finer one: all numbers whose rounding is the implementation's own.
   */
  default Set<String> grained() {
    return Set.of();
  }

  /** Returns an implementation that has heard of nothing. */
  Device start(Map<String, LogValue> given);

  /**
   * Returns the same, with each of the {@link #grained} variables in {@link Device#PARTS} of its
   * unit.
   */
  default Device startInParts(Map<String, LogValue> given) {
    throw new UnsupportedOperationException("no variable of this role can have a grain");
  }

  /**
   * Proposes the next request.
   *
   * @param device one of the states that explain all replies; it is not changed
   * @param nowPs the present time, in picoseconds
   */
  ShimRequest propose(Device device, long nowPs, Map<String, LogValue> given, Draw draw);
}
