package dev.sluice.fabric;

/**
 * What pause frames have said so far, class by class.
 *
 * @param xoffs to pause, for the first time or again
 * @param xons to go on
 */
public record PauseCounts(long xoffs, long xons) {
  /** Nobody has been paused. */
  static final PauseCounts NONE = new PauseCounts(0, 0);
}
