package dev.sluice.fabric;

/**
 * What one direction of a link does to frames beyond delaying them; probabilities in units of 2⁻³².
 *
 * @param lossOf32 the frame vanishes
 * @param damageOf32 a bit of it turns over: it travels on, and is dropped by the first that checks
 *     whole frames, a store-and-forward switch or the host
 * @param repeatOf32 the frame arrives twice
 * @param reorderOf32 the frame is overtaken by later ones
 * @param latestPs the longest by which a frame is late that is overtaken
 */
public record LinkFaults(
    long lossOf32, long damageOf32, long repeatOf32, long reorderOf32, long latestPs) {
  /** Always. */
  public static final long CERTAIN = 1L << 32;

  public LinkFaults {
    probability(lossOf32);
    probability(damageOf32);
    probability(repeatOf32);
    probability(reorderOf32);
    if (latestPs < 0 || (reorderOf32 > 0 && latestPs == 0)) {
      throw new IllegalArgumentException("a frame cannot be overtaken by " + latestPs + " ps");
    }
  }

  private static void probability(long of32) {
    if (of32 < 0 || of32 > CERTAIN) {
      throw new IllegalArgumentException("a probability of " + of32 + " in 2^32");
    }
  }

  /** A link that only loses. */
  public static LinkFaults loss(long of32) {
    return new LinkFaults(of32, 0, 0, 0, 0);
  }
}
