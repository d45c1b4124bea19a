package dev.sluice.cc.hpcc;

import static dev.sluice.kernel.Unit.NONE;
import static dev.sluice.kernel.Unit.PICOSECOND;

import dev.sluice.kernel.Action;
import dev.sluice.kernel.Action.By;
import dev.sluice.kernel.Face;
import dev.sluice.kernel.Listener;
import dev.sluice.requirement.Requirement;
import java.util.Arrays;
import java.util.stream.LongStream;

/**
 * What an end keeps of the links of a flow's path between two packets with telemetry, and what the
 * second one measures against it: the utilisation of the fullest link, and over what time. Lines 1
 * to 8 of the algorithm; {@link HpccWindow} smooths what comes out.
 *
 * <p>Records are told apart by hop, as the header names no link. All are dropped as the path's id
 * or its number of hops changes, and one as its link's speed does, or after a silence in which a
 * counter may have come round. A record that is no later than the one kept leaves it as it is.
 *
 * <p>Mirrors {@code s} and {@code r} of {@code spec/hpcc/TelemetryRecords.tla}, and its action of
 * the same name: whichever end runs the algorithm has one, and so has a receiver that tells of one
 * link.
 */
public final class LinkRecords {
  /** Telemetry comes: which one of those on their way, no end knows. */
  public static final Action HEAR =
      Action.of("Hear", By.MESSAGE).telling("path", "nHop", "first", "hops");

  /** What the specification has of an end's records. */
  public static final Face<LinkRecords> FACE =
      Face.of(LinkRecords.class)
          .number("path", NONE, "pathID of what is kept", k -> k.path, (k, v) -> k.path = (int) v)
          .number("nHop", NONE, "its hops", k -> k.nHop, (k, v) -> k.nHop = (int) v)
          .row(
              "heardAt",
              PICOSECOND,
              "when a hop's record came",
              k -> Stamp.MOST_HOPS,
              (k, hop) -> k.heardAtPs[(int) hop],
              (k, hop, v) -> k.heardAtPs[hop] = v)
          .number("u", NONE, "measured, in parts", k -> k.u, (k, v) -> k.u = v)
          .number("tau", PICOSECOND, "over what time", k -> k.tauPs, (k, v) -> k.tauPs = v)
          .number("fullest", NONE, "on which hop", k -> k.fullest, (k, v) -> k.fullest = (int) v)
          .keeps(
              "records",
              NONE,
              "of each hop, as on the wire",
              k -> Stamp.MOST_HOPS,
              (k, hop) -> k.records[(int) hop],
              (k, hop, v) -> k.records[hop] = v)
          .actions(HEAR)
          .build();

  private static final long NEVER = -1;

  private final TelemetryUnits units;
  private final LinkChoice choice;
  private final long one;
  private final long longestPs;

  private int path;
  private int nHop;
  private final long[] records = new long[Stamp.MOST_HOPS];
  private final long[] heardAtPs = new long[Stamp.MOST_HOPS];
  private long u = HpccWindow.ABSENT;
  private long tauPs;
  private int fullest = -1;

  private Listener<LinkRecords> listener;

  /**
   * Records of no link. Half of the time that counters can tell is left to silence, and half to
   * what is on its way.
   *
   * @param basePs the base RTT T, in picoseconds
   * @param one parts of U that are 1
   * @param fastestMbps the fastest link of the fabric, in Mb/s: how soon txBytes may come round
   * @throws IllegalArgumentException if T is below a tick, or there is no speed
   */
  public LinkRecords(TelemetryUnits units, long basePs, long one, long fastestMbps) {
    this(units, basePs, one, fastestMbps, spanPs(units, fastestMbps) / 2);
  }

  /**
   * Records of no link.
   *
   * @param lifePs how long after its first record a packet's telemetry may come, in picoseconds
   * @throws IllegalArgumentException if T is below a tick, there is no speed, or feedback may take
   *     as long as counters take to come round
   */
  @Requirement({"HPCC-2", "FIND-11"})
  public LinkRecords(TelemetryUnits units, long basePs, long one, long fastestMbps, long lifePs) {
    this.units = units;
    this.one = one;
    choice = new LinkChoice(units, basePs);
    longestPs = spanPs(units, fastestMbps) - lifePs;
    if (lifePs < 0 || longestPs < 1) {
      throw new IllegalArgumentException(
          "feedback that takes up to %d ps, of %d ps that counters can tell"
              .formatted(lifePs, longestPs + lifePs));
    }
    Arrays.fill(heardAtPs, NEVER);
  }

  private LinkRecords(LinkRecords like) {
    units = like.units;
    choice = like.choice;
    one = like.one;
    longestPs = like.longestPs;
  }

  /** Within how long no counter comes round, cut as they are, in picoseconds. */
  private static long spanPs(TelemetryUnits units, long fastestMbps) {
    if (fastestMbps < 1) {
      throw new IllegalArgumentException("a fastest link of " + fastestMbps + " Mb/s");
    }
    long txPs = Math.multiplyExact(units.txPeriodBytes(), 8_000_000) / fastestMbps;
    return Math.min(units.timePeriodPs() / 2, txPs) - 2 * units.tickPs();
  }

  /** A copy with everything in it. */
  public LinkRecords copy() {
    return FACE.copy(this, new LinkRecords(this));
  }

  /** Tells a listener of what comes from now on; null for nobody. */
  public void tell(Listener<LinkRecords> to) {
    listener = to;
  }

  /**
   * Telemetry comes, of all of a packet's hops or of some; lines 1 to 8, and line 27.
   *
   * @param path its pathID, 12 bits
   * @param nHop how many switches it has passed, 0 to {@link Stamp#MOST_HOPS}
   * @param first the hop of the first record, from 0
   * @param hops its records, one hop after the other
   * @return null, or why it is none, and then nothing has changed
   */
  @Requirement({"HPCC-2", "HPCC-8", "HPCC-11", "FIND-11"})
  public String hear(long nowPs, int path, int nHop, int first, long[] hops) {
    if (path < 0 || path > Stamp.MOST_ID || nHop < 0 || nHop > Stamp.MOST_HOPS) {
      return nHop + " hops on path " + path + " do not fit a header";
    } else if (first < 0 || first + hops.length > nHop) {
      return hops.length + " records from hop " + first + " on, of " + nHop;
    }
    if (path != this.path || nHop != this.nHop) {
      this.path = path;
      this.nHop = nHop;
      Arrays.fill(records, 0);
      Arrays.fill(heardAtPs, NEVER);
    }
    long[] before = new long[hops.length];
    for (int i = 0; i < hops.length; i++) {
      before[i] = holds(nowPs, first + i, hops[i]) ? records[first + i] : hops[i];
    }
    int best = choice.fullest(before, hops);
    fullest = best < 0 ? -1 : first + best;
    u = best < 0 ? HpccWindow.ABSENT : choice.normalised(before[best], hops[best], one);
    tauPs = best < 0 ? 0 : TelemetryUnits.ticks(before[best], hops[best]) * units.tickPs();
    for (int i = 0; i < hops.length; i++) {
      boolean advances = TelemetryUnits.ticks(before[i], hops[i]) > 0;
      if (units.mbps(hops[i]) > 0 && (advances || !holds(nowPs, first + i, hops[i]))) {
        records[first + i] = hops[i];
        heardAtPs[first + i] = nowPs;
      }
    }
    if (listener != null) {
      listener.took(this, HEAR, path, nHop, first, LongStream.of(hops).boxed().toList());
    }
    return null;
  }

  /** Whether there is something to subtract: of the same speed, and not too long ago. */
  @Requirement({"HPCC-2", "HPCC-8"})
  private boolean holds(long nowPs, int hop, long now) {
    return heardAtPs[hop] != NEVER
        && nowPs - heardAtPs[hop] <= longestPs
        && TelemetryUnits.speed(records[hop]) == TelemetryUnits.speed(now);
  }

  /** What the last packet measured, in parts of U, or {@link HpccWindow#ABSENT}. */
  public long u() {
    return u;
  }

  /** Over what time, in picoseconds; 0 if it measured nothing. */
  public long tauPs() {
    return tauPs;
  }

  /** On which hop, from 0: the fullest link; −1 if it measured nothing. */
  public int fullest() {
    return fullest;
  }

  /**
   * Returns a count of flows on the receiver's own link if that link, the path's last, is the
   * fullest, and otherwise {@link HpccWindow#ABSENT}: of another link such a count says nothing.
   *
   * @param flows N, from 1
   */
  @Requirement("HPCC-17")
  public long counted(long flows) {
    return fullest >= 0 && fullest == nHop - 1 ? flows : HpccWindow.ABSENT;
  }

  /** The pathID of what is kept. */
  public int path() {
    return path;
  }

  /** How many hops that path has. */
  public int nHop() {
    return nHop;
  }

  /** The record that is kept of a hop, as on the wire; 0 if none is. */
  public long record(int hop) {
    return records[hop];
  }

  /** When it came, in picoseconds; −1 if none is kept. */
  public long heardAtPs(int hop) {
    return heardAtPs[hop];
  }

  /** How long a flow may be silent without its records being dropped, in picoseconds. */
  public long longestPs() {
    return longestPs;
  }

  /** What does not fit together; {@code null} if all does. */
  public String broken() {
    if (fullest >= nHop || (fullest < 0) != (u < 0) || (fullest < 0) != (tauPs == 0)) {
      return "U %d over %d ps on hop %d of %d".formatted(u, tauPs, fullest, nHop);
    }
    for (int hop = nHop; hop < Stamp.MOST_HOPS; hop++) {
      if (records[hop] != 0 || heardAtPs[hop] != NEVER) {
        return "a record of hop " + hop + ", of " + nHop;
      }
    }
    return null;
  }

  @Override
  public String toString() {
    return nHop + " hops of path " + path + ", U " + u + " over " + tauPs + " ps";
  }
}
