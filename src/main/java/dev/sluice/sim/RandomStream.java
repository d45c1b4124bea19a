package dev.sluice.sim;

/**
 * One user's chance: the generator xoshiro256** of Blackman and Vigna (2018), with integer draws
 * only.
 *
 * <p>Its 256 bits of state are filled by SplitMix64 (Steele, Lea and Flood, 2014) from one number.
 * Both are written out here, because those of the platform may change with it, and a run must not.
 */
public final class RandomStream {
  private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

  private long s0;
  private long s1;
  private long s2;
  private long s3;

  private RandomStream(long s0, long s1, long s2, long s3) {
    this.s0 = s0;
    this.s1 = s1;
    this.s2 = s2;
    this.s3 = s3;
  }

  /** The stream that belongs to a number. */
  static RandomStream of(long number) {
    return ofState(
        mix(number + GOLDEN_GAMMA),
        mix(number + 2 * GOLDEN_GAMMA),
        mix(number + 3 * GOLDEN_GAMMA),
        mix(number + 4 * GOLDEN_GAMMA));
  }

  /** The stream with this state, not all zero; for comparison with published draws. */
  static RandomStream ofState(long s0, long s1, long s2, long s3) {
    return new RandomStream(s0, s1, s2, s3);
  }

  /** The output function of SplitMix64: a bijection in which each bit depends on all. */
  static long mix(long bits) {
    long mixed = bits;
    mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
    return mixed ^ (mixed >>> 31);
  }

  /**
   * The draw of 32 bits at a place in the stream of SplitMix64 that belongs to a number: for users
   * so many that each should hold no more than how far it is.
   *
   * @param number see {@link RandomStreams#number}
   * @param index 0 for the first draw
   */
  public static long draw32(long number, long index) {
    return mix(number + (index + 1) * GOLDEN_GAMMA) >>> 32;
  }

  /** The next 64 bits. */
  public long nextLong() {
    long result = Long.rotateLeft(s1 * 5, 7) * 9;
    long shifted = s1 << 17;
    s2 ^= s0;
    s3 ^= s1;
    s1 ^= s2;
    s0 ^= s3;
    s2 ^= shifted;
    s3 = Long.rotateLeft(s3, 45);
    return result;
  }

  /** The next draw of 32 bits, 0 to 2³² − 1. */
  public long next32() {
    return nextLong() >>> 32;
  }

  /**
   * The next number from 0 to {@code bound − 1}, each as likely as any other.
   *
   * <p>Draws that would favour the small numbers are thrown away, so one call may take several.
   */
  public long below(long bound) {
    if (bound <= 0) {
      throw new IllegalArgumentException("nothing lies between 0 and " + bound);
    }
    long drawn = nextLong() >>> 1;
    long result = drawn % bound;
    while (drawn - result + (bound - 1) < 0) { // in the last, incomplete round
      drawn = nextLong() >>> 1;
      result = drawn % bound;
    }
    return result;
  }
}
