package dev.sluice.wire.uet;

import dev.sluice.requirement.Requirement;

/**
 * Packet sequence numbers as headers hold them: 32 bits that wrap, in an {@code int}.
 *
 * <p>Kernels count in longs, modulo whatever their parameters say; {@link #number} leads from here
 * to there, and a cast back.
 *
 * <p>Of two numbers the one is before the other if less than 2³¹ steps lead from it to the other.
 * Ordinary comparison of ints is wrong at 2³¹ and at 2³²; use these.
 */
@Requirement("D10")
public final class Psn32 {
  private Psn32() {}

  /** Steps that lead from one number to another; negative if the other is behind. */
  public static int distance(int from, int to) {
    return to - from;
  }

  /** Whether the first number comes before the second. */
  public static boolean isBefore(int first, int second) {
    return first - second < 0;
  }

  /** Whether {@code 0 <= psn − base < range}. */
  public static boolean isWithin(int psn, int base, int range) {
    return Integer.compareUnsigned(psn - base, range) < 0;
  }

  /** The number as people write it. */
  public static long number(int psn) {
    return Integer.toUnsignedLong(psn);
  }
}
