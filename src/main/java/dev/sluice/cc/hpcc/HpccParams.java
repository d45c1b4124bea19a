package dev.sluice.cc.hpcc;

import dev.sluice.requirement.Requirement;
import dev.sluice.units.FixedPoint;

/**
 * What both ends of a flow are configured with. Windows and sizes are in 2⁻⁹ byte.
 *
 * @param one parts of U that are a link just full
 * @param eta the utilisation aimed at, in such parts; from 1 to {@code one}
 * @param maxU the largest U that is told apart, in such parts; at least {@code one}
 * @param maxStage additive steps before a multiplicative one
 * @param reacts with which acknowledgments a sender moves its window and its reference
 * @param leavesIf the condition that the window puts on the next packet
 * @param tPs the base round trip, one for all flows of a fabric
 * @param wInit the window at the start, and the largest: line rate times T
 * @param wai what an additive step adds
 * @param minW the least window; at most a packet
 * @param bounded whether windows have these bounds, and one packet may always leave; as published
 *     they have none
 * @param size of a packet
 * @param modulus of sequence numbers
 */
public record HpccParams(
    long one,
    long eta,
    long maxU,
    long maxStage,
    HpccReaction reacts,
    HpccDeparture leavesIf,
    long tPs,
    long wInit,
    long wai,
    long minW,
    boolean bounded,
    long size,
    long modulus) {
  /** Parts of U by default: 95 % of them is a whole number, and so is 99 %. */
  public static final long ONE = 20_000_000;

  /** In place of a window beyond any bound, as published: what a register may hold. */
  static final long LARGEST = 1L << 40;

  private static final long PARTS_OF_BYTE = 512;
  private static final long DEFAULT_T_PS = 5_000_000;
  private static final long DEFAULT_STAGES = 5;
  private static final long LEAST_BPS = 100_000_000;
  private static final long PS_BITS = 8_000_000_000_000L;
  private static final long MOST_PARTS = (1L << 31) - 1;
  private static final long LONGEST_T_PS = 1L << 32;
  private static final long LARGEST_SIZE = 1L << 26;

  /**
   * @throws IllegalArgumentException if one is out of its range
   */
  @Requirement({"HPCC-3", "HPCC-6"})
  public HpccParams {
    if (eta < 1 || eta > one || maxU < one || maxU > MOST_PARTS) {
      throw new IllegalArgumentException(
          "eta of " + eta + " parts of U, of which " + one + " are 1 and " + maxU + " the most");
    }
    if (maxStage < 0 || tPs < 1 || tPs > LONGEST_T_PS) {
      throw new IllegalArgumentException(maxStage + " additive steps, a T of " + tPs + " ps");
    }
    if (size < 1 || size > LARGEST_SIZE || size > wInit || wInit > LARGEST) {
      throw new IllegalArgumentException(
          "a packet of " + size + " in a window of " + wInit + ", of 1 to 2^26 in up to 2^40");
    }
    if (minW < 1 || minW > size || wai < 1 || wai > LARGEST) {
      throw new IllegalArgumentException(
          "a least window of " + minW + ", of 1 to a packet; steps of " + wai);
    }
    if (modulus < 8 || modulus > LONGEST_T_PS) {
      throw new IllegalArgumentException(modulus + " sequence numbers, of 8 to 2^32");
    }
  }

  /**
   * The defaults of the source: T 5 µs, eta 95 %, maxStage 5, and W_ai by its rule of thumb; the
   * least rate is 100 Mb/s.
   *
   * @param rateBps of the sender's link, in bits a second
   * @param flows N, the most that are expected on a link
   * @param bytes of a packet
   * @param modulus of sequence numbers
   */
  @Requirement({"HPCC-6", "HPCC-19"})
  public static HpccParams defaults(long rateBps, long flows, long bytes, long modulus) {
    long eta = ONE / 100 * 95;
    long wInit = FixedPoint.mulDiv(rateBps, DEFAULT_T_PS * PARTS_OF_BYTE, PS_BITS);
    long wai = FixedPoint.mulDiv(wInit, ONE - eta, ONE * flows);
    long least = FixedPoint.mulDiv(LEAST_BPS, DEFAULT_T_PS * PARTS_OF_BYTE, PS_BITS);
    return new HpccParams(
        ONE,
        eta,
        5 * ONE,
        DEFAULT_STAGES,
        HpccReaction.BOTH,
        HpccDeparture.FITS,
        DEFAULT_T_PS,
        wInit,
        wai,
        Math.min(least, bytes * PARTS_OF_BYTE),
        true,
        bytes * PARTS_OF_BYTE,
        modulus);
  }

  /** What all flows of a link may add in a round without a queue: W_init·(1 − eta). */
  @Requirement({"HPCC-6", "HPCC-17"})
  public long headroom() {
    return FixedPoint.mulDiv(wInit, one - eta, one);
  }

  /**
   * Returns what an additive step adds by a count of flows: the headroom over their number, in 2⁻⁹
   * byte, at least 1.
   *
   * @param n N, from 1
   */
  @Requirement({"HPCC-6", "HPCC-17"})
  public long waiBy(long n) {
    return Math.max(1, headroom() / n);
  }

  /** Between two packets at the rate w/T, in picoseconds, rounded up. */
  @Requirement("HPCC-5")
  long gapPs(long w) {
    return (size * tPs + w - 1) / w;
  }

  /** A window in its bounds; as published there are none. */
  @Requirement({"HPCC-3", "FIND-11"})
  long within(long w) {
    return bounded ? Math.min(wInit, Math.max(minW, w)) : w;
  }
}
