package dev.sluice.cc.ldcp;

import dev.sluice.requirement.Requirement;
import dev.sluice.units.WrappingCounter;

/**
 * What both ends of a queue pair have to agree on about their LDCP sequence numbers (LSNs), and the
 * arithmetic of these.
 *
 * @param modulus of LSNs; 2^32 on the wire
 * @param window bytes that are in flight at most, in each space
 * @param mtu bytes of data in a packet at most
 * @param empty bytes that a packet without data occupies, so that it has an LSN of its own
 * @param overtake later messages that may overtake one on its way; 0 where order is kept
 */
public record LsnParams(long modulus, long window, long mtu, long empty, long overtake) {
  /** How many LSNs there are on the wire. */
  public static final long MODULUS_32 = 1L << 32;

  private static final long MOST_OVERTAKE = 1 << 16;

  /**
   * @throws IllegalArgumentException if one is out of its range, or an LSN could be taken for
   *     another one
   */
  @Requirement("LDCP-12")
  public LsnParams {
    if (modulus < 2 || modulus > MODULUS_32 || overtake < 0 || overtake > MOST_OVERTAKE) {
      throw new IllegalArgumentException(modulus + " LSNs, " + overtake + " that overtake");
    }
    if (mtu < 1 || empty < 1 || window < Math.max(mtu, empty) || window > modulus) {
      throw new IllegalArgumentException(
          "a window of %d B, packets of %d B, or %d B without data".formatted(window, mtu, empty));
    }
    if (2 * (window + overtake * Math.max(mtu, empty)) > modulus
        || (overtake + 1) * window >= modulus) {
      throw new IllegalArgumentException(
          "%d LSNs for a window of %d B, where %d packets of %d B may overtake one"
              .formatted(modulus, window, overtake, Math.max(mtu, empty)));
    }
  }

  /**
   * Bytes that a packet of the space of requests occupies.
   *
   * @param read whether it is a READ, which asks for data and has none
   * @param data bytes of data in it
   */
  @Requirement("LDCP-12")
  public long extent(boolean read, long data) {
    return read || data == 0 ? empty : data;
  }

  /** Bytes that the next packet has of so many that are left of a message. */
  public long cut(long left) {
    return Math.min(left, mtu);
  }

  /** How far an LSN is ahead of another, all the way round. */
  @Requirement("LDCP-12")
  long ahead(long lsn, long from) {
    return WrappingCounter.wire(lsn - from, modulus);
  }

  /** The LSN that is so many bytes further on. */
  @Requirement("LDCP-12")
  long plus(long lsn, long bytes) {
    return WrappingCounter.wire(lsn + bytes, modulus);
  }

  /**
   * @throws IllegalArgumentException if there is no such LSN
   */
  long checked(long lsn) {
    if (!isLsn(lsn)) {
      throw new IllegalArgumentException("LSN " + lsn + " of " + modulus);
    }
    return lsn;
  }

  boolean isLsn(long lsn) {
    return 0 <= lsn && lsn < modulus;
  }
}
