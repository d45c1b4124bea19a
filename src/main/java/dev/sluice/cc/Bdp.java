package dev.sluice.cc;

import dev.sluice.requirement.Requirement;
import dev.sluice.units.FixedPoint;
import java.math.BigInteger;

/**
 * The bandwidth-delay product: the bytes that keep a path full for one base round-trip time.
 *
 * <p>It is the yardstick of every window, and is computed when a context is configured, not while
 * data moves. The product of a rate and a time in picoseconds does not fit 64 bits at 1.6 Tb/s; it
 * is formed in full, however many bits it takes, and rounded once, toward zero, at the end.
 */
public final class Bdp {
  private static final long BIT_PICOSECONDS_PER_BYTE_SECOND = 8L * 1_000_000_000_000L;

  private Bdp() {}

  /**
   * One BDP by the slower of two links.
   *
   * @param senderBps rate of the sender's link in bits per second
   * @param receiverBps rate of the receiver's link
   * @param baseRttPs the configured base round-trip time
   */
  @Requirement("NSCC-1")
  public static long bytes(long senderBps, long receiverBps, long baseRttPs) {
    return bytes(senderBps, receiverBps, baseRttPs, 1, 1);
  }

  /**
   * A multiple of the BDP by the slower of two links, such as 3/2 for the largest window.
   *
   * @param numerator of the factor
   * @param denominator of the factor
   * @throws ArithmeticException if the result does not fit a {@code long}
   */
  @Requirement({"NSCC-1", "NSCC-2"})
  public static long bytes(
      long senderBps, long receiverBps, long baseRttPs, long numerator, long denominator) {
    if (senderBps <= 0 || receiverBps <= 0 || baseRttPs <= 0) {
      throw new IllegalArgumentException(
          "rates and time must be positive: " + senderBps + ", " + receiverBps + ", " + baseRttPs);
    }
    if (numerator <= 0 || denominator <= 0) {
      throw new IllegalArgumentException(
          "the factor must be positive: " + numerator + "/" + denominator);
    }
    long rate = Math.min(senderBps, receiverBps);
    if (fits(rate, baseRttPs) && fits(BIT_PICOSECONDS_PER_BYTE_SECOND, denominator)) {
      return FixedPoint.mulDivs(
          rate, baseRttPs, numerator, BIT_PICOSECONDS_PER_BYTE_SECOND, denominator);
    }
    return BigInteger.valueOf(rate)
        .multiply(BigInteger.valueOf(baseRttPs))
        .multiply(BigInteger.valueOf(numerator))
        .divide(
            BigInteger.valueOf(BIT_PICOSECONDS_PER_BYTE_SECOND)
                .multiply(BigInteger.valueOf(denominator)))
        .longValueExact();
  }

  /** Whether the product of two positive numbers fits 63 bits. */
  private static boolean fits(long one, long other) {
    return Math.multiplyHigh(one, other) == 0 && one * other > 0;
  }
}
