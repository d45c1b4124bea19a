package dev.sluice.host.load;

/**
 * When frames of one size begin that are sent at a rate: frame k, from 0 on, after k times what a
 * frame takes at that rate, rounded up to a picosecond, and not from one frame to the next.
 *
 * <p>So no frame begins before all those ahead of it have had their time at that rate, and the last
 * of them ends less than a picosecond before: over a long time the rate is exact, and between the
 * beginnings of any two frames it is exceeded by less than a picosecond's worth. With pauses, time
 * is what they leave of it: what falls into a pause comes after it.
 */
final class Pace {
  private static final long PS_BITS = 8_000_000_000_000L;

  /** The most bytes of a frame; what one takes in picoseconds a bit then fits. */
  static final int LARGEST_FRAME = 1 << 20;

  private final long rateBps;
  private final long wholePs;
  private final long rest;
  private final long onPs;
  private final long offPs;

  /** The time without pauses at which the next frame begins. */
  private long ownPs;

  /** What has been rounded up so far, in parts of a picosecond whose number is the rate. */
  private long ahead;

  /**
   * Frames from time 0 on.
   *
   * @param onPs how long it is before each pause; {@link Load#ALWAYS}: there is none
   * @param offPs how long each pause is
   * @throws IllegalArgumentException for a frame of no bytes or too many, or no rate
   */
  Pace(int frameBytes, long rateBps, long onPs, long offPs) {
    if (frameBytes <= 0 || frameBytes > LARGEST_FRAME || rateBps <= 0) {
      throw new IllegalArgumentException(
          "frames of " + frameBytes + " bytes at " + rateBps + " bit/s");
    }
    this.rateBps = rateBps;
    long bits = frameBytes * PS_BITS;
    wholePs = bits / rateBps;
    rest = bits % rateBps;
    this.onPs = onPs;
    this.offPs = offPs;
  }

  /** When the next frame begins; {@link Long#MAX_VALUE} if that is after all time. */
  long nextPs() {
    long pauses = ownPs / onPs;
    return offPs > 0 && pauses > (Long.MAX_VALUE - ownPs) / offPs
        ? Long.MAX_VALUE
        : ownPs + pauses * offPs;
  }

  /** That frame has begun. */
  void begun() {
    ownPs += wholePs;
    if (rest > ahead) {
      ownPs++;
      ahead += rateBps;
    }
    ahead -= rest;
  }
}
