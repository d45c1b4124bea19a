package dev.sluice.roce;

import dev.sluice.requirement.Requirement;

/**
 * What both ends of a connection have agreed on, and what its requester was told.
 *
 * @param modulus of PSNs; 2^24 on the wire
 * @param firstPsn that of the first packet
 * @param window PSNs outstanding at most, in packets; at most half the modulus
 * @param ackEvery packets of a message after which an acknowledgment is asked for; 0: only at its
 *     end, and where the window is full
 * @param depth READs and ATOMICs outstanding at most; not more than the responder saves results
 * @param retries in a row before the connection fails
 * @param rnrRetries the same for RNR NAKs; {@link #ENDLESS}: any number
 */
public record RequesterParams(
    long modulus,
    long firstPsn,
    long window,
    int ackEvery,
    int depth,
    int retries,
    int rnrRetries) {
  /** As many RNR NAKs as come. */
  public static final int ENDLESS = 7;

  /** PSNs on the wire: 24 bits. */
  public static final long MODULUS = 1L << 24;

  /**
   * @throws IllegalArgumentException if one is out of its range; a window of more than half the
   *     PSNs has packets taken for others
   */
  @Requirement("RC-2")
  public RequesterParams {
    if (window < 1 || 2 * window > modulus) {
      throw new IllegalArgumentException(
          "a window of " + window + " PSNs, where half of " + modulus + " is the most");
    }
    if (firstPsn < 0 || firstPsn >= modulus) {
      throw new IllegalArgumentException("PSN " + firstPsn + " of " + modulus);
    }
    if (ackEvery < 0 || depth < 1 || retries < 0 || rnrRetries < 0 || rnrRetries > ENDLESS) {
      throw new IllegalArgumentException(
          "acknowledgments every %d packets, depth %d, %d retries and %d for RNR NAKs"
              .formatted(ackEvery, depth, retries, rnrRetries));
    }
  }
}
