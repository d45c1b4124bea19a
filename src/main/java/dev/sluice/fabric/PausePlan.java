package dev.sluice.fabric;

import dev.sluice.cc.pfc.PauseParams;
import dev.sluice.cc.pfc.PauseThreshold;

/**
 * How a switch pauses a port that sends to it.
 *
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
