package dev.sluice.cc;

import dev.sluice.requirement.Requirement;

/**
 * Random early marking on the instant queue: never below one threshold, always from another on, and
 * on a ramp between them.
 *
 * <p>The probability at queue q is (q − min) ÷ (max − min) · p. It is not computed: the draw is
 * compared after both sides are multiplied by (max − min), so that nothing is rounded.
 *
 * @param minBytes K_min, where the ramp begins
 * @param maxBytes K_max, from where on every frame is marked; at most 2³⁰
 * @param rampOf32 P_max, the probability just below K_max, in units of 2⁻³²
 */
public record RedMarker(long minBytes, long maxBytes, long rampOf32) implements PortRole {
  private static final long LARGEST_QUEUE_BYTES = 1L << 30;
  private static final long CERTAIN = 1L << 32;
  private static final long MILLION = 1_000_000;

  public RedMarker {
    if (minBytes < 0 || maxBytes < minBytes || maxBytes > LARGEST_QUEUE_BYTES) {
      throw new IllegalArgumentException(
          "a ramp from " + minBytes + " to " + maxBytes + " bytes; 0 ≤ min ≤ max ≤ 2^30");
    }
    if (rampOf32 < 0 || rampOf32 > CERTAIN) {
      throw new IllegalArgumentException("a probability of " + rampOf32 + " in 2^32");
    }
  }

  /** A ramp whose P_max is given in parts of a million, rounded toward zero to units of 2⁻³². */
  public static RedMarker perMillion(long minBytes, long maxBytes, long ppm) {
    if (ppm < 0 || ppm > MILLION) {
      throw new IllegalArgumentException("a probability of " + ppm + " in a million");
    }
    return new RedMarker(minBytes, maxBytes, ppm * CERTAIN / MILLION);
  }

  /** A single threshold: every frame from there on. */
  public static RedMarker step(long bytes) {
    return new RedMarker(bytes, bytes, CERTAIN);
  }

  @Override
  @Requirement("LDCP-1")
  public PortVerdict onEnqueue(
      long queueBytes, long freeBytes, int frameBytes, int ecn, long draw) {
    if (queueBytes < minBytes || !Ecn.canBeMarked(ecn)) {
      return PortVerdict.PASS;
    }
    boolean marks =
        queueBytes >= maxBytes || draw * (maxBytes - minBytes) < (queueBytes - minBytes) * rampOf32;
    return marks ? PortVerdict.MARK : PortVerdict.PASS;
  }
}
