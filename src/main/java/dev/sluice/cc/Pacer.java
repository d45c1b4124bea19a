package dev.sluice.cc;

/**
 * The times at which frames may begin that keep to a rate: each no earlier than the one before it
 * has had its time at that rate.
 *
 * <p>Times are whole picoseconds, and what a frame takes is not. Each gap is rounded up, and what
 * was rounded up is taken off the next one that follows without a pause. So the bytes that begin
 * between any two frames, the second left out, take no longer at the rate than from one to the
 * other, but for less than a picosecond; and over a long time the rate is exact. A frame that
 * begins later than it might have saves nothing up.
 *
 * <p>A rate-based reaction point holds one of these, and answers {@link SenderRole#notBeforePs}
 * with {@link #notBeforePs}; {@link SenderRole#onFrame} is what it tells {@link #begun}.
 */
public final class Pacer {
  /** A byte at one bit a second, in picoseconds. */
  private static final long PS_BITS = 8_000_000_000_000L;

  /** The most bytes of a frame: what one takes in picoseconds a bit then fits. */
  public static final long LARGEST_FRAME = Long.MAX_VALUE / PS_BITS / 2;

  private long rateBps;

  /** When the next frame may begin. */
  private long nextPs;

  /** By how much that is later than it need be, in parts of a picosecond: as many as the rate. */
  private long ahead;

  /**
   * A rate at which nothing has been sent.
   *
   * @throws IllegalArgumentException if it is not positive
   */
  public Pacer(long rateBps) {
    rate(rateBps);
  }

  /**
   * The rate from the next frame on. The gap behind the last one stays as it was: what has left,
   * left at the rate of then.
   *
   * @throws IllegalArgumentException if it is not positive
   */
  public void rate(long bps) {
    if (bps <= 0) {
      throw new IllegalArgumentException("a rate of " + bps + " bit/s");
    }
    if (bps != rateBps) {
      rateBps = bps;
      ahead = 0;
    }
  }

  /** The rate, in bits a second. */
  public long rateBps() {
    return rateBps;
  }

  /** When the next frame may begin. */
  public long notBeforePs(long nowPs) {
    return Math.max(nowPs, nextPs);
  }

  /**
   * A frame begins.
   *
   * @param frameBytes what it takes on a link, at most {@link #LARGEST_FRAME}
   */
  public void begun(long nowPs, long frameBytes) {
    long carried = nowPs == nextPs ? ahead : 0;
    long parts = frameBytes * PS_BITS - carried;
    long gapPs = parts <= 0 ? 0 : (parts - 1) / rateBps + 1;
    ahead = gapPs * rateBps - parts;
    nextPs = nowPs + gapPs;
  }
}
