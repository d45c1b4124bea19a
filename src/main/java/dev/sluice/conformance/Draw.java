package dev.sluice.conformance;

/**
 * Numbers by lot that follow from a seed, the same on every machine. The steps are those of
 * SplitMix64.
 */
public final class Draw {
  private static final long STEP = 0x9E3779B97F4A7C15L;

  private long state;

  /** Begins with a seed. */
  public Draw(long seed) {
    state = seed;
  }

  private long bits() {
    state += STEP;
    long z = state;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  /** Returns a number from 0 up to, and without, a bound from 1 on. */
  public long below(long bound) {
    return Long.remainderUnsigned(bits(), bound);
  }

  /** Returns true once in so many times. */
  public boolean oneIn(long times) {
    return below(times) == 0;
  }
}
