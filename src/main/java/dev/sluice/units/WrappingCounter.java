package dev.sluice.units;

/**
 * A counter that wraps: what the wire shows of a total, and how far apart two of them are read to
 * be.
 *
 * <p>A total only grows; the wire carries it modulo some number. The reader compares serially: less
 * than half the modulus ahead is progress, anything else is old. That is right as long as no total
 * lies half the modulus or more ahead of the reader, and none more than half the modulus behind it;
 * both bounds are exact. Mirrors {@code spec/lib/Wrapping.tla}.
 */
public final class WrappingCounter {
  /** Modulus of a field of 24 bits, as credit and its target have on the wire. */
  public static final long MODULUS_24 = 1L << 24;

  private WrappingCounter() {}

  /** What the wire shows of a total. */
  public static long wire(long total, long modulus) {
    return Math.floorMod(total, modulus);
  }

  /**
   * Units by which the wire value {@code seen} is read to be ahead of {@code own}; 0 means that it
   * is old, or the same.
   */
  public static long progress(long seen, long own, long modulus) {
    long ahead = Math.floorMod(seen - own, modulus);
    return ahead < modulus - ahead ? ahead : 0;
  }

  /**
   * Whether a total that lies {@code gap} units ahead of the reader, or behind it if negative, is
   * read right.
   */
  public static boolean isSafe(long gap, long modulus) {
    return gap >= 0 ? gap < modulus - gap : -gap <= modulus + gap;
  }
}
