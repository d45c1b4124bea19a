package dev.sluice.cc.rcm;

import dev.sluice.requirement.Requirement;

/**
 * What a reaction point is configured with. Rates are whole numbers of one unit, at full size 1
 * Mb/s; alpha is one of {@code scale} parts.
 *
 * @param line the rate without congestion
 * @param minRate the least rate, from 1
 * @param perByte a byte takes perByte ÷ rate picoseconds; {@link #PER_BYTE} at full size
 * @param scale parts of alpha
 * @param gain g, by which alpha moves, in such parts
 * @param alphaStart alpha at the first CNP, in such parts, from 1; where alpha stays (gain 0),
 *     twice the part of the rate that a cut takes, up to twice the scale less one
 * @param decayTime picoseconds without a CNP after which alpha falls; 0: it never does
 * @param cutGap picoseconds between two cuts at least; 0: each CNP cuts
 * @param clamp which cuts have the target follow the rate
 * @param rise how the rate rises
 * @param riseTime picoseconds without a CNP after which it rises; 0: by bytes alone
 * @param riseBytes bytes sent without a CNP after which it rises; 0: by time alone
 * @param both whether a rise takes both the time and the bytes
 * @param fastSteps rises before the target rises, too; F
 * @param countsFirst whether a rise counts before it is compared with fastSteps
 * @param stepAdd what the target, or the rate, rises by, from 1; R_AI
 * @param stepHyper what the target rises by at last, once more each time; R_HAI; 0: there is no
 *     such stage
 */
public record ReactionParams(
    long line,
    long minRate,
    long perByte,
    long scale,
    long gain,
    long alphaStart,
    long decayTime,
    long cutGap,
    Clamp clamp,
    Rise rise,
    long riseTime,
    long riseBytes,
    boolean both,
    int fastSteps,
    boolean countsFirst,
    long stepAdd,
    long stepHyper) {
  /** Bits of a byte, times picoseconds of a second, in units of 1 Mb/s. */
  public static final long PER_BYTE = 8_000_000;

  /** Which cuts have the target follow the rate. The first one always does. */
  public enum Clamp {
    ALWAYS,
    /** Those that the timer of rises has run out before, since the last one. */
    AFTER_TIME
  }

  /** How a rate rises. */
  public enum Rise {
    /** By one step. */
    STEP,
    /** Half way to a target, which rises in the end. */
    DCQCN
  }

  /**
   * @throws IllegalArgumentException if one is out of its range
   */
  @Requirement({"RCM-5", "RCM-6"})
  public ReactionParams {
    if (minRate < 1 || minRate >= line || perByte < 1) {
      throw new IllegalArgumentException(
          "rates from " + minRate + " to " + line + ", " + perByte + " for a byte");
    }
    long most = gain == 0 ? 2 * scale - 1 : scale;
    if (gain < 0 || gain > scale || alphaStart < 1 || alphaStart > most) {
      throw new IllegalArgumentException(
          "alpha from " + alphaStart + ", g " + gain + ", of " + scale + " parts");
    }
    if (decayTime < 0 || cutGap < 0 || riseTime < 0 || riseBytes < 0 || fastSteps < 0) {
      throw new IllegalArgumentException(
          "times %d, %d and %d, %d bytes, %d steps"
              .formatted(decayTime, cutGap, riseTime, riseBytes, fastSteps));
    }
    if (riseTime + riseBytes == 0 || both && (riseTime == 0 || riseBytes == 0)) {
      throw new IllegalArgumentException(
          "a rate that rises after " + riseTime + " ps and " + riseBytes + " bytes");
    }
    if (stepAdd < 1 || stepHyper < 0) {
      throw new IllegalArgumentException("steps of " + stepAdd + " and " + stepHyper);
    }
  }

  /**
   * The form that the rules ask for and no more: a cut by a fixed part, and a rise by a fixed step.
   *
   * @param cutNum with cutDen: the part of the rate that a CNP takes off, less than all of it
   * @param riseTime picoseconds without a CNP after which it rises; 0: by bytes alone
   * @param riseBytes bytes sent without a CNP after which it rises; 0: by time alone
   */
  @Requirement({"RCM-5", "RCM-6"})
  public static ReactionParams generic(
      long line, long minRate, long cutNum, long cutDen, long riseTime, long riseBytes, long step) {
    return new ReactionParams(
        line,
        minRate,
        PER_BYTE,
        cutDen,
        0,
        2 * cutNum,
        0,
        0,
        Clamp.ALWAYS,
        Rise.STEP,
        riseTime,
        riseBytes,
        false,
        0,
        false,
        step,
        0);
  }

  /**
   * Returns whether a rate can rise within an interval of CNPs, in which marks come and have no
   * answer yet. Bytes are those that the first cut lets out, which starts from the line rate: a
   * rate that smaller cuts leave above that rises sooner by bytes, and this method ignores it.
   *
   * @param intervalPs picoseconds between two CNPs of a queue pair at least, from 0
   */
  @Requirement({"RCM-3", "RCM-6", "FIND-27"})
  public boolean risesWithin(long intervalPs) {
    boolean byTime = riseTime > 0 && riseTime <= intervalPs;
    long cutRate = Math.max(minRate, line - Math.multiplyExact(line, alphaStart) / (2 * scale));
    boolean byBytes =
        riseBytes > 0 && Math.multiplyExact(intervalPs, cutRate) / perByte >= riseBytes;
    return both ? byTime && byBytes : byTime || byBytes;
  }

  /** The time between two packets at a rate, rounded up: no window of time holds more. */
  @Requirement("RCM-5")
  public long gap(long bytes, long rate) {
    return -Math.floorDiv(-Math.multiplyExact(bytes, perByte), rate);
  }

  /** The longest one. */
  long longestGap(long bytes) {
    return gap(bytes, minRate);
  }
}
