package dev.sluice.cc.hpcc;

import dev.sluice.requirement.Requirement;

/**
 * What an end keeps of the links of a flow's path between two packets with telemetry, and what the
 * second one measures against it: the utilisation of the fullest link, and over what time. Lines 1
 * to 8 of the algorithm; {@link HpccWindow} smooths what comes out.
 *
 * <p>Records are told apart by hop, as the header names no link. They are dropped as the path
 * changes, and after a silence in which a counter may have come round. A packet that is no later
 * than the one before it leaves them as they are.
 */
public final class LinkRecords {
  private final TelemetryUnits units;
  private final LinkChoice choice;
  private final long one;
  private final long longestPs;

  private int pathId;
  private long[] records = new long[0];
  private long heardAtPs;
  private long u = HpccWindow.ABSENT;
  private long tauPs;

  /**
   * Records of no link.
   *
   * @param basePs the base RTT T, in picoseconds
   * @param one parts of U that are 1
   * @param fastestMbps the fastest link of the fabric, in Mb/s: how soon txBytes may come round
   * @throws IllegalArgumentException if T is below a tick, or there is no speed
   */
  @Requirement("HPCC-2")
  public LinkRecords(TelemetryUnits units, long basePs, long one, long fastestMbps) {
    if (fastestMbps < 1) {
      throw new IllegalArgumentException("a fastest link of " + fastestMbps + " Mb/s");
    }
    this.units = units;
    this.one = one;
    choice = new LinkChoice(units, basePs);
    long txPs = units.txPeriodBytes() * 8_000_000 / fastestMbps;
    longestPs = Math.min(units.timePeriodPs() / 2, txPs) - 2 * units.tickPs();
  }

  /**
   * A packet's telemetry comes.
   *
   * @param path its pathID
   * @param hops its records, the first hop first; kept as a copy
   * @return whether it measured anything: {@link #u} and {@link #tauPs}
   */
  @Requirement({"HPCC-2", "HPCC-8", "FIND-11"})
  public boolean heard(long nowPs, int path, long[] hops) {
    boolean known = path == pathId && hops.length == records.length;
    int fullest = known && nowPs - heardAtPs <= longestPs ? choice.fullest(records, hops) : -1;
    u = HpccWindow.ABSENT;
    tauPs = 0;
    if (fullest >= 0) {
      u = choice.normalised(records[fullest], hops[fullest], one);
      tauPs = TelemetryUnits.ticks(records[fullest], hops[fullest]) * units.tickPs();
    }
    if (fullest >= 0 || !known || nowPs - heardAtPs > longestPs) {
      pathId = path;
      records = hops.clone();
      heardAtPs = nowPs;
    }
    return fullest >= 0;
  }

  /** What the last packet measured, in parts of U, or {@link HpccWindow#ABSENT}. */
  public long u() {
    return u;
  }

  /** Over what time, in picoseconds; 0 if it measured nothing. */
  public long tauPs() {
    return tauPs;
  }

  /** How long a flow may be silent without its records being dropped, in picoseconds. */
  public long longestPs() {
    return longestPs;
  }
}
