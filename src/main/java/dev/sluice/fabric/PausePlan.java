package dev.sluice.fabric;

import dev.sluice.cc.pfc.PauseParams;

/**
 * How a switch pauses those that send to it.
 *
 * @param classes the lossless ones, bit i for class i
 * @param thresholdBytes what a lane, an ingress port and class, may hold before its sender is
 *     paused
 * @param gapBytes how far below that it must have fallen before its sender goes on
 * @param headroomBytes what a lane may take in once it has passed its threshold
 * @param pauseQuanta how long an XOFF pauses, each 512 bit times of the link; 1 to 65,535
 * @param ownBytes the largest frame of any class that the switch sends
 * @param responsePs from a pause frame's arrival until it is heeded
 */
public record PausePlan(
    int classes,
    long thresholdBytes,
    long gapBytes,
    long headroomBytes,
    int pauseQuanta,
    int ownBytes,
    long responsePs) {
  public PausePlan {
    if (classes < 1
        || classes > 0xFF
        || thresholdBytes < gapBytes
        || pauseQuanta < 1
        || pauseQuanta > 0xFFFF
        || ownBytes < 1
        || responsePs < 0) {
      throw new IllegalArgumentException("a value is out of its range");
    }
  }

  /** What the lanes of a link are told. */
  PauseParams params(long psPerByte) {
    long pausePs = pauseQuanta * 64 * psPerByte;
    long refreshAfterPs = pausePs - ownBytes * psPerByte - responsePs - 1;
    return new PauseParams(gapBytes, headroomBytes, 1, pausePs, refreshAfterPs);
  }
}
