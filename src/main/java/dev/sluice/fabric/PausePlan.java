package dev.sluice.fabric;

import dev.sluice.cc.pfc.PauseParams;
import dev.sluice.cc.pfc.PauseThreshold;

/**
 * How a switch pauses a port that sends to it.
 *
 * @param wholeLink whether a pause holds all classes up at once (802.3x), and what comes of all of
 *     them over the link is one lane
 * @param classes the lossless ones, bit i for class i
 * @param threshold what a lane, an ingress port and class, may hold before its sender is paused;
 *     never taken for less than the gap, so that a lane that has emptied goes on
 * @param gapBytes how far below that it must have fallen before its sender goes on
 * @param headroomBytes what a lane may take in once it has passed its threshold
 * @param pauseQuanta how long an XOFF pauses, each 512 bit times of the link; 1 to 65,535
 * @param ownBytes the largest frame of any class that the switch sends
 * @param responsePs from a pause frame's arrival until it is heeded
 */
public record PausePlan(
    boolean wholeLink,
    int classes,
    PauseThreshold threshold,
    long gapBytes,
    long headroomBytes,
    int pauseQuanta,
    int ownBytes,
    long responsePs) {
  public PausePlan {
    if (classes < 1
        || classes > 0xFF
        || !threshold.isShare() && threshold.bytes(0) < gapBytes
        || pauseQuanta < 1
        || pauseQuanta > 0xFFFF
        || ownBytes < 1
        || responsePs < 0) {
      throw new IllegalArgumentException("a value is out of its range");
    }
  }

  /** Whether there is a lane of this number: each lossless class has one, or the whole link. */
  boolean hasLane(int trafficClass) {
    return wholeLink ? trafficClass == 0 : (classes & 1 << trafficClass) != 0;
  }

  /** The classes that a pause of a lane holds up, of so many, bit i for class i. */
  int paused(int trafficClass, int count) {
    return wholeLink ? (1 << count) - 1 : 1 << trafficClass;
  }

  /**
   * What a lane may hold now.
   *
   * @param sharedHeld what the switch holds, out of headrooms apart
   */
  long thresholdBytes(long sharedHeld) {
    return Math.max(gapBytes, threshold.bytes(sharedHeld));
  }

  /** How long after an XOFF has left the next one is due; below 1 if that is not possible. */
  public long refreshAfterPs(long psPerByte) {
    return pauseQuanta * 64 * psPerByte - ownBytes * psPerByte - responsePs - 1;
  }

  /** What the lanes of a link are told. */
  PauseParams params(long psPerByte) {
    return new PauseParams(
        gapBytes, headroomBytes, 1, pauseQuanta * 64 * psPerByte, refreshAfterPs(psPerByte));
  }
}
