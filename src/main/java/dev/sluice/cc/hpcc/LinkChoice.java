package dev.sluice.cc.hpcc;

import dev.sluice.requirement.Requirement;
import dev.sluice.units.FixedPoint;
import java.math.BigInteger;

/**
 * A receiver's choice of the one link of a path that its response tells of: the link of the largest
 * normalised value, u' of the algorithm, with the shorter of two queues and the bytes sent between
 * them.
 *
 * <p>Numbers are exact. {@code u' = (q·gap + tx·T) / (B·T·gap)}, with one T for all links, so that
 * two links are compared by {@code (q·gap + tx·T)·B'·gap'}. Where records have the time that
 * packets wait in place of a queue's length, q is what the link sends in it: {@code u' = wait/T +
 * tx/(B·gap)}.
 */
public final class LinkChoice {
  /** A byte takes so many picoseconds at 1 Mb/s. */
  private static final long BYTE_MBPS = 8_000_000;

  private final TelemetryUnits units;
  private final long baseTicks;

  /** Load is counted in such a part of a byte and tick that waiting times are whole, too. */
  private final long perByte;

  /** Whether the load and the capacity of any link fit 63 bits. */
  private final boolean isNarrow;

  /**
   * A choice on a fabric.
   *
   * @param basePs its base RTT T, in picoseconds
   * @throws IllegalArgumentException if it is below one tick
   */
  public LinkChoice(TelemetryUnits units, long basePs) {
    this.units = units;
    baseTicks = basePs / units.tickPs();
    if (baseTicks < 1) {
      throw new IllegalArgumentException("a base RTT of " + basePs + " ps is less than a tick");
    }
    perByte = units.hasSojourn() ? BYTE_MBPS : 1;
    BigInteger mbps =
        BigInteger.valueOf(units.speedsMbps().stream().mapToLong(Long::longValue).max().orElse(0));
    BigInteger ticks = BigInteger.ONE.shiftLeft(TelemetryUnits.TIME_BITS);
    BigInteger waits =
        units.hasSojourn()
            ? BigInteger.valueOf(units.sojournPs(-1)).multiply(mbps)
            : BigInteger.valueOf(units.queueMostBytes());
    BigInteger most =
        waits.multiply(ticks).add(product(units.txPeriodBytes(), baseTicks).multiply(perByte()));
    isNarrow = most.max(mbps.multiply(ticks)).bitLength() < Long.SIZE;
  }

  /**
   * Which link is the fullest; of two that are as full, the earlier one. A link whose time did not
   * go on between the two packets, or whose Speed is no code, is passed over.
   *
   * @param before the records of the packet before, by hop
   * @param now those of this packet, of the same path
   * @return its hop from 0, or −1 if none can be measured
   * @throws IllegalArgumentException if one packet has more records than the other
   */
  @Requirement({"HPCC-2", "HPCC-12", "FIND-21"})
  public int fullest(long[] before, long[] now) {
    if (before.length != now.length) {
      throw new IllegalArgumentException(
          before.length + " and " + now.length + " records are of two paths");
    }
    int fullest = -1;
    for (int hop = 0; hop < now.length; hop++) {
      boolean isMeasured = TelemetryUnits.ticks(before[hop], now[hop]) > 0;
      if (isMeasured
          && units.mbps(now[hop]) > 0
          && (fullest < 0 || compare(before, now, hop, fullest) > 0)) {
        fullest = hop;
      }
    }
    return fullest;
  }

  private int compare(long[] before, long[] now, int one, int other) {
    if (isNarrow) {
      long load = narrowLoad(before[one], now[one]);
      long capacity = narrowCapacity(before[other], now[other]);
      long otherLoad = narrowLoad(before[other], now[other]);
      long otherCapacity = narrowCapacity(before[one], now[one]);
      int high =
          Long.compare(
              Math.multiplyHigh(load, capacity), Math.multiplyHigh(otherLoad, otherCapacity));
      return high != 0 ? high : Long.compareUnsigned(load * capacity, otherLoad * otherCapacity);
    }
    return load(before[one], now[one])
        .multiply(capacity(before[other], now[other]))
        .compareTo(load(before[other], now[other]).multiply(capacity(before[one], now[one])));
  }

  /** q, as bytes or as a time that is still to be multiplied by B: the shorter of two. */
  @Requirement({"HPCC-2", "HPCC-14"})
  private long waits(long before, long now) {
    return units.hasSojourn()
        ? Math.min(units.sojournPs(before), units.sojournPs(now))
        : Math.min(units.queueBytes(before), units.queueBytes(now));
  }

  /** What makes bytes of it, in parts of a byte. */
  private long perWait(long now) {
    return units.hasSojourn() ? units.mbps(now) : 1;
  }

  /** q·gap + tx·T. */
  private long narrowLoad(long before, long now) {
    return waits(before, now) * perWait(now) * TelemetryUnits.ticks(before, now)
        + units.sentBytes(before, now) * baseTicks * perByte;
  }

  /** B·gap, in Mb/s and ticks. */
  private long narrowCapacity(long before, long now) {
    return units.mbps(now) * TelemetryUnits.ticks(before, now);
  }

  /** The same as {@link #narrowLoad}, of units that are as large as anybody likes. */
  private BigInteger load(long before, long now) {
    return product(waits(before, now), perWait(now))
        .multiply(BigInteger.valueOf(TelemetryUnits.ticks(before, now)))
        .add(product(units.sentBytes(before, now), baseTicks).multiply(perByte()));
  }

  private BigInteger capacity(long before, long now) {
    return product(units.mbps(now), TelemetryUnits.ticks(before, now));
  }

  private BigInteger perByte() {
    return BigInteger.valueOf(perByte);
  }

  private static BigInteger product(long one, long other) {
    return BigInteger.valueOf(one).multiply(BigInteger.valueOf(other));
  }

  /**
   * u' of one link in parts of a whole, cut toward zero: what two domains agree on. What is beyond
   * 64 bits counts as the most that they hold.
   *
   * @param parts how many make 1, from 1
   * @return −1 if it cannot be measured
   */
  @Requirement({"HPCC-2", "HPCC-22"})
  public long normalised(long before, long now, long parts) {
    if (TelemetryUnits.ticks(before, now) == 0 || units.mbps(now) == 0) {
      return -1;
    }
    long perBit = BYTE_MBPS / perByte;
    long basePs = baseTicks * units.tickPs();
    if (isNarrow
        && parts <= Long.MAX_VALUE / perBit
        && narrowCapacity(before, now) <= Long.MAX_VALUE / basePs) {
      long load = narrowLoad(before, now);
      long most = narrowCapacity(before, now) * basePs;
      try {
        return FixedPoint.mulDiv(load, perBit * parts, most);
      } catch (ArithmeticException beyond) {
        return Long.MAX_VALUE;
      }
    }
    BigInteger value =
        load(before, now)
            .multiply(product(perBit, parts))
            .divide(capacity(before, now).multiply(BigInteger.valueOf(basePs)));
    return value.bitLength() < Long.SIZE ? value.longValue() : Long.MAX_VALUE;
  }
}
