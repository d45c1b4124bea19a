package dev.sluice.units;

/**
 * Products and quotients of whole numbers, exact however large the product is, and rounded once,
 * toward zero, at the end.
 *
 * <p>Mirrors {@code spec/lib/FixedPoint.tla}, which does the same within TLC's 32 bits; a test
 * holds the two together.
 */
public final class FixedPoint {
  private static final long LOW_32 = 0xFFFF_FFFFL;

  private FixedPoint() {}

  /**
   * {@code a · b ÷ c}, rounded toward zero; the product may need 126 bits.
   *
   * @throws ArithmeticException if the result does not fit a {@code long}
   * @throws IllegalArgumentException if {@code a} or {@code b} is negative, or {@code c} is not
   *     positive
   */
  public static long mulDiv(long a, long b, long c) {
    if ((a | b) < 0 || c <= 0) {
      throw new IllegalArgumentException(
          "not a product of natural numbers over a positive one: " + a + ", " + b + ", " + c);
    }
    long high = Math.multiplyHigh(a, b);
    long low = a * b;
    return high == 0 && low >= 0 ? low / c : divide(high, low, c);
  }

  /**
   * {@code a · b · c ÷ (d · e)}, rounded toward zero once; {@code a · b} and {@code d · e} must fit
   * a {@code long}.
   *
   * @throws ArithmeticException if one of them does not, or the result
   */
  public static long mulDivs(long a, long b, long c, long d, long e) {
    return mulDiv(Math.multiplyExact(a, b), c, Math.multiplyExact(d, e));
  }

  /**
   * A number of 127 bits by one of 63: school division with digits of 32 bits, after both were
   * shifted so that the divisor's first digit is at least half the base (a digit is then guessed at
   * most two too large).
   */
  private static long divide(long high, long low, long divisor) {
    if (high >= divisor) {
      throw new ArithmeticException("the quotient does not fit 64 bits");
    }
    int shift = Long.numberOfLeadingZeros(divisor);
    long d = divisor << shift;
    long d1 = d >>> 32;
    long d0 = d & LOW_32;
    long rest = high << shift | low >>> (64 - shift);
    long tail = low << shift;

    long q1 = digit(rest, tail >>> 32, d1, d0);
    rest = (rest << 32 | tail >>> 32) - q1 * d;
    long q0 = digit(rest, tail & LOW_32, d1, d0);
    long quotient = q1 << 32 | q0;
    if (quotient < 0) {
      throw new ArithmeticException("the quotient does not fit a long");
    }
    return quotient;
  }

  /** The next digit of the quotient: (rest · 2³² + next) ÷ (d1 · 2³² + d0). */
  private static long digit(long rest, long next, long d1, long d0) {
    long guess = Long.divideUnsigned(rest, d1);
    long left = rest - guess * d1;
    while (guess > LOW_32 || Long.compareUnsigned(guess * d0, left << 32 | next) > 0) {
      guess--;
      left += d1;
      if (left > LOW_32) {
        break;
      }
    }
    return guess;
  }

  /** The greatest common divisor of two positive numbers. */
  public static long gcd(long a, long b) {
    while (b != 0) {
      long rest = a % b;
      a = b;
      b = rest;
    }
    return a;
  }
}
