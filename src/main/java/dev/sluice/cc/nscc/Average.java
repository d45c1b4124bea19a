package dev.sluice.cc.nscc;

import dev.sluice.requirement.Requirement;
import dev.sluice.units.FixedPoint;

/**
 * Weight of a queue delay in the average of them: {@code num ÷ den} of the way towards each new
 * one. With num 0 the weight is the part of a base RTT that has passed since the last delay: each
 * of k delays that come evenly in a base RTT has a k-th, and the weights of any add up to 1.
 *
 * @param num 0, or at most {@code den}
 * @param den above 0
 */
@Requirement("UET-10")
public record Average(long num, long den) {
  /** A weight that follows the number of acknowledgments in a base RTT. */
  public static final Average AUTO = new Average(0, 1);

  /**
   * Returns the average that moves by one part in {@code weight}.
   *
   * @param weight 1 to 1,024, or 0 for {@link #AUTO}
   */
  public static Average of(long weight) {
    return weight == 0 ? AUTO : new Average(1, weight);
  }

  /** Returns whether the weight follows the number of acknowledgments in a base RTT. */
  boolean isAuto() {
    return num == 0;
  }

  boolean isSound() {
    return 0 <= num && num <= den && 0 < den;
  }

  /**
   * Returns an average, moved towards a delay; the move is rounded toward zero.
   *
   * @param averagePs the average so far, in picoseconds
   * @param delayPs the delay, in picoseconds
   * @param sincePs picoseconds since the last delay
   * @param baseRttPs the current base RTT, in picoseconds
   */
  long moved(long averagePs, long delayPs, long sincePs, long baseRttPs) {
    long part = isAuto() ? Math.min(sincePs, baseRttPs) : num;
    long whole = isAuto() ? baseRttPs : den;
    return delayPs >= averagePs
        ? averagePs + FixedPoint.mulDiv(delayPs - averagePs, part, whole)
        : averagePs - FixedPoint.mulDiv(averagePs - delayPs, part, whole);
  }
}
