package dev.sluice.units;

import dev.sluice.requirement.Requirement;

/**
 * Amounts of data in units of 2⁻⁹ byte, in which windows are counted.
 *
 * <p>150,000 = 2⁴ · 9,375, so that 150,000 / F is a whole number of units for every power of two F
 * up to 8192; and 1.5 BDP at 1.6 Tb/s and 6 µs, 1,800,000 B, is 921,600,000 units, which is less
 * than 2³¹.
 */
@Requirement("NSCC-8")
public final class Bytes {
  private static final int FRACTION_BITS = 9;

  /** Units in one byte. */
  public static final long UNITS = 1L << FRACTION_BITS;

  private Bytes() {}

  /** Whole bytes as units. */
  public static long ofWhole(long bytes) {
    return Math.multiplyExact(bytes, UNITS);
  }

  /** The whole bytes in so many units, rounded toward negative infinity. */
  public static long toWhole(long units) {
    return units >> FRACTION_BITS;
  }
}
