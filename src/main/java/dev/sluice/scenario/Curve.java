package dev.sluice.scenario;

import java.util.Arrays;

/**
 * How one figure went over time, in equal steps.
 *
 * @param group what it is: {@code queue}, {@code window}, {@code credit}, {@code rate} or {@code
 *     pause}
 * @param name of whom
 * @param stepPs how long a step is
 * @param values one a step: bytes, for a rate bits per second, for pauses millionths of the time
 */
public record Curve(String group, String name, long stepPs, long[] values) {
  @Override
  public boolean equals(Object other) {
    return other instanceof Curve curve
        && group.equals(curve.group)
        && name.equals(curve.name)
        && stepPs == curve.stepPs
        && Arrays.equals(values, curve.values);
  }

  @Override
  public int hashCode() {
    return 31 * name.hashCode() + Arrays.hashCode(values);
  }
}
