package dev.sluice.cc.pfc;

import dev.sluice.requirement.Requirement;
import dev.sluice.units.FixedPoint;

/**
 * What a lane may hold before its sender is paused: a number of bytes, or a share of what is free
 * of the buffer that the lanes of a switch share.
 *
 * @param staticBytes the number of bytes; −1 where the threshold is a share
 * @param sharedBytes of the buffer, the headroom of all lanes apart
 * @param betaThousandths the factor beta
 */
public record PauseThreshold(long staticBytes, long sharedBytes, long betaThousandths) {
  /** Classes that a threshold's share is divided by, whether they are used or not. */
  public static final int CLASSES = 8;

  public PauseThreshold {
    if (staticBytes < -1
        || staticBytes == -1
            && (sharedBytes < 0 || betaThousandths < 1 || betaThousandths > 1000 * CLASSES)) {
      throw new IllegalArgumentException(
          staticBytes + " B, or beta " + betaThousandths + "/1000 of " + sharedBytes + " B");
    }
  }

  /** A number of bytes. */
  public static PauseThreshold of(long bytes) {
    return new PauseThreshold(bytes, 0, 0);
  }

  /** Beta times an eighth of what is free. */
  public static PauseThreshold shareOf(long sharedBytes, long betaThousandths) {
    return new PauseThreshold(-1, sharedBytes, betaThousandths);
  }

  /** Whether it moves with what others hold. */
  public boolean isShare() {
    return staticBytes < 0;
  }

  /**
   * The threshold now.
   *
   * @param sharedHeld what all lanes of the switch hold of the shared buffer
   */
  @Requirement("PFC-9")
  public long bytes(long sharedHeld) {
    return isShare()
        ? FixedPoint.mulDiv(Math.max(0, sharedBytes - sharedHeld), betaThousandths, 1000L * CLASSES)
        : staticBytes;
  }

  /** A buffer less the headroom of eight lanes at each of its ports. */
  @Requirement("PFC-9")
  public static long sharedBytes(long bufferBytes, int ports, long headroomBytes) {
    return bufferBytes - Math.multiplyExact((long) CLASSES * ports, headroomBytes);
  }

  /** A share for each lane of a buffer, for a static threshold. */
  @Requirement("PFC-9")
  public static long equalShare(long sharedBytes, int ports) {
    return sharedBytes / ((long) CLASSES * ports);
  }

  /**
   * The queue at which frames are to be marked so that a mark comes before any pause: the largest
   * number of hundredths of a byte that is below the bound.
   *
   * <p>All egress queues of the switch stand at it, and one lane holds its class's share of each:
   * that must be below the lane's threshold.
   *
   * @param ports of the switch
   */
  @Requirement("PFC-9")
  public long markBelowHundredths(int ports) {
    long numerator;
    long denominator;
    if (isShare()) {
      numerator = Math.multiplyExact(100 * betaThousandths, sharedBytes);
      denominator = (long) CLASSES * ports * (betaThousandths + 1000);
    } else {
      numerator = Math.multiplyExact(100, staticBytes);
      denominator = ports;
    }
    return (numerator - 1) / denominator;
  }
}
