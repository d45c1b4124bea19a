package dev.sluice.scenario;

import dev.sluice.sim.RandomStream;
import java.math.BigInteger;

/**
 * Moments of a Poisson process: what lies between two of them is distributed exponentially.
 *
 * <p>The exponential is drawn as von Neumann has it (1951): of numbers drawn one after another, as
 * long as each is smaller than the one before, the first is the fraction if so many were odd;
 * otherwise all begins anew, one unit later. Nothing is done but to compare whole numbers of 62
 * bits, so that the moments are the same on any machine and with any Java. They are summed up in
 * units of 2⁻⁶² of the mean, and rounded toward zero once each, to picoseconds.
 */
final class Arrivals {
  private static final int BITS = 62;
  private static final long ONE = 1L << BITS;

  private final RandomStream chance;
  private final BigInteger above;
  private final BigInteger below;
  private long means;
  private long fraction;

  /**
   * A process that begins at 0.
   *
   * @param chance its own
   * @param above of the mean time between two moments, in picoseconds
   * @param below what that is divided by
   */
  Arrivals(RandomStream chance, BigInteger above, BigInteger below) {
    this.chance = chance;
    this.above = above;
    this.below = below.shiftLeft(BITS);
  }

  /** The next moment, picoseconds; {@link Long#MAX_VALUE} if it is beyond that. */
  long next() {
    while (true) {
      long first = chance.nextLong() >>> 2;
      long last = first;
      boolean isOdd = true;
      for (long drawn = chance.nextLong() >>> 2; drawn < last; drawn = chance.nextLong() >>> 2) {
        last = drawn;
        isOdd = !isOdd;
      }
      if (isOdd) {
        fraction += first;
        means += fraction >>> BITS;
        fraction &= ONE - 1;
        break;
      }
      means++;
    }
    BigInteger units = BigInteger.valueOf(means).shiftLeft(BITS).add(BigInteger.valueOf(fraction));
    BigInteger ps = units.multiply(above).divide(below);
    return ps.bitLength() < Long.SIZE ? ps.longValueExact() : Long.MAX_VALUE;
  }
}
