package dev.sluice.roce;

import dev.sluice.requirement.Requirement;

/** Packet sequence numbers: counters from 0 as they stand on the wire, where they wrap. */
public final class PsnRing {
  /** Those of the wire. */
  public static final PsnRing OF_WIRE = new PsnRing(RequesterParams.MODULUS, 0);

  private final long modulus;
  private final long first;

  /**
   * @param modulus how many there are; 2^24 on the wire
   * @param first that of packet 0, below the modulus
   * @throws IllegalArgumentException if the first one is none
   */
  PsnRing(long modulus, long first) {
    if (modulus < 1 || first < 0 || first >= modulus) {
      throw new IllegalArgumentException("PSN " + first + " of " + modulus);
    }
    this.modulus = modulus;
    this.first = first;
  }

  /** That of a packet. */
  @Requirement("RC-1")
  public long of(long number) {
    return (first + number) % modulus;
  }

  /** How far a PSN is ahead of another, all the way round. */
  @Requirement("RC-2")
  public long ahead(long psn, long from) {
    return Math.floorMod(psn - from, modulus);
  }

  /** Whether a PSN that differs from the one expected is ahead of it, and no duplicate. */
  @Requirement("RC-2")
  public boolean isAhead(long psn, long expected) {
    return psn != expected && 2 * ahead(psn, expected) < modulus;
  }

  /** The one that is so many further on. */
  public long plus(long psn, long count) {
    return Math.floorMod(psn + count, modulus);
  }
}
