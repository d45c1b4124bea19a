package dev.sluice.scenario;

import java.util.List;

/**
 * One key gone through, a run for each value.
 *
 * @param path of the key, such as {@code workload[0].senders}
 * @param values as they would be written
 */
public record Sweep(String path, List<String> values) {
  /** The most runs of one sweep: each keeps its figures until the last one ends. */
  public static final int MOST_VALUES = 1000;

  public Sweep {
    values = List.copyOf(values);
  }
}
