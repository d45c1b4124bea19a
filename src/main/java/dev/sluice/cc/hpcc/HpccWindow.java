package dev.sluice.cc.hpcc;

import static dev.sluice.kernel.Unit.FIXED_POINT;
import static dev.sluice.kernel.Unit.NONE;

import dev.sluice.kernel.Face;
import dev.sluice.kernel.Party;
import dev.sluice.requirement.Requirement;
import dev.sluice.units.FixedPoint;

/**
 * The algorithm of HPCC++, at whichever end runs it: the utilisation U of the fullest link, the
 * reference window Wc, and the additive steps since the last multiplicative one.
 *
 * <p>Mirrors {@code c} of {@code spec/hpcc/HpccWindow.tla}; {@link HpccSender} and {@link
 * HpccReceiver} call it from within their actions.
 */
public final class HpccWindow {
  /** In place of telemetry, of a window, or of a count of flows: there is none. */
  public static final long ABSENT = -1;

  /** What the specification has of the algorithm. */
  public static final Face<HpccWindow> FACE =
      Face.of(HpccWindow.class)
          .heldBy(Party.EITHER)
          .number("u", NONE, "U, in its parts", w -> w.u, (w, v) -> w.u = v)
          .number("wc", FIXED_POINT, "the reference window", w -> w.wc, (w, v) -> w.wc = v)
          .number("incStage", NONE, "additive steps", w -> w.incStage, (w, v) -> w.incStage = v)
          .number("n", NONE, "flows as counted, or -1", w -> w.n, (w, v) -> w.n = v)
          .build();

  private final HpccParams params;

  private long u;
  private long wc;
  private long incStage;
  private long n = ABSENT;

  /** An algorithm that has heard nothing: U is 1, and Wc the line rate's window. */
  @Requirement({"HPCC-2", "HPCC-19"})
  public HpccWindow(HpccParams params) {
    this.params = params;
    u = params.one();
    wc = params.wInit();
  }

  /** A copy with everything in it. */
  public HpccWindow copy() {
    return FACE.copy(this, new HpccWindow(params));
  }

  /** U, in its parts. */
  public long u() {
    return u;
  }

  /** The reference window, in 2⁻⁹ byte; as published, {@link #ABSENT} if it is no number. */
  public long wc() {
    return wc;
  }

  /** Additive steps since the last multiplicative one. */
  public long incStage() {
    return incStage;
  }

  /** N as a receiver has counted it; {@link #ABSENT}: as configured. */
  public long n() {
    return n;
  }

  /**
   * Returns what an additive step adds, in 2⁻⁹ byte: W_ai as configured, or W_init·(1 − eta)/N by a
   * count of flows, at least 1.
   */
  @Requirement({"HPCC-6", "HPCC-17"})
  public long wai() {
    return n == ABSENT ? params.wai() : params.waiBy(n);
  }

  /**
   * Follows a count of flows from now on.
   *
   * @param flows N, from 1, or {@link #ABSENT}: as configured
   */
  @Requirement("HPCC-17")
  void counted(long flows) {
    n = flows;
  }

  /** Returns why this is no count of flows, or null: it is from 1, or absent. */
  static String refusedCount(long flows) {
    return flows == ABSENT || flows >= 1 ? null : "a count of " + flows + " flows";
  }

  /** Why this is no telemetry, or null: both numbers are there, or neither. */
  static String refused(long u, long tauPs) {
    return tauPs >= 0 && u >= ABSENT && (tauPs == 0) == (u == ABSENT)
        ? null
        : "a utilisation of " + u + " measured over " + tauPs + " ps";
  }

  /**
   * Telemetry comes; lines 8 and 9.
   *
   * @param seen the utilisation of the fullest link, in parts
   * @param tauPs what it was measured over, in picoseconds
   */
  @Requirement("HPCC-2")
  void measure(long seen, long tauPs) {
    long share = Math.min(tauPs, params.tPs());
    u += Math.floorDiv(share * (Math.min(seen, params.maxU()) - u), params.tPs());
  }

  /**
   * The window for now; lines 11 to 20.
   *
   * @param updateWc whether a round ends, so that the reference follows
   * @return in 2⁻⁹ byte; as published, {@link #ABSENT} if it is no number
   */
  @Requirement({"HPCC-3", "HPCC-4", "HPCC-20"})
  long computeWind(boolean updateWc) {
    boolean multiplies = u >= params.eta() || incStage >= params.maxStage();
    long w = multiplies ? scaled() : wc;
    if (w != ABSENT && wc != ABSENT) {
      w = params.within(w + wai());
    } else {
      w = ABSENT;
    }
    if (updateWc) {
      incStage = multiplies ? 0 : incStage + 1;
      wc = w;
    }
    return w;
  }

  /** Wc/(U/eta), up to the largest window. */
  @Requirement({"HPCC-20", "FIND-11"})
  private long scaled() {
    if (wc == ABSENT || !params.bounded() && u == 0) {
      return ABSENT;
    }
    long largest = params.bounded() ? params.wInit() : HpccParams.LARGEST;
    return u <= FixedPoint.mulDiv(wc, params.eta(), largest)
        ? largest
        : FixedPoint.mulDiv(wc, params.eta(), u);
  }

  /** What does not fit together; {@code null} if all does. */
  @Requirement("FIND-11")
  public String broken() {
    if (u < 0 || u > params.maxU() || incStage < 0 || incStage > params.maxStage()) {
      return "a U of " + u + " parts, " + incStage + " additive steps";
    }
    return params.bounded() && params.within(wc) != wc ? "a reference window of " + wc : null;
  }

  @Override
  public String toString() {
    return "U " + u + ", Wc " + wc + ", " + incStage + " additive steps";
  }
}
