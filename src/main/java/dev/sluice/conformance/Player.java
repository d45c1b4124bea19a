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

  /** Returns an implementation that has heard of nothing. */
  Device start(Map<String, LogValue> given);

  /**
   * Proposes the next request.
   *
   * @param device one of the states that explain all replies; it is not changed
   * @param nowPs the present time, in picoseconds
   */
  ShimRequest propose(Device device, long nowPs, Map<String, LogValue> given, Draw draw);
}
