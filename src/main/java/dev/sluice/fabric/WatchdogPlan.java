package dev.sluice.fabric;

/**
 * How switches watch the classes of their ports that pause frames hold up.
 *
 * @param pollPs time between two polls, above 0
 * @param detectPolls polls in a row that find a class stuck until that is a storm, at least 1
 * @param restorePolls polls in a row without a pause frame until the storm is over, at least 1
 * @param drops true if frames of a storm's class are dropped, false if they leave in spite of it
 */
public record WatchdogPlan(long pollPs, int detectPolls, int restorePolls, boolean drops) {
  public WatchdogPlan {
    if (pollPs < 1 || detectPolls < 1 || restorePolls < 1) {
      throw new IllegalArgumentException("a value is out of its range");
    }
  }
}
