package dev.sluice.cc.pfc;

/**
 * What a {@link PauseSender} is told once.
 *
 * @param gap how far below its threshold a lane must have fallen before its sender goes on
 * @param headroom what a lane may take in once it has passed its threshold
 * @param cell a frame takes whole cells of the buffer, each of this size; 1 where it takes its own
 * @param pause how long an XOFF pauses
 * @param refreshAfter how long after an XOFF has left the next one is due
 */
public record PauseParams(long gap, long headroom, long cell, long pause, long refreshAfter) {
  public PauseParams {
    if (gap < 0 || headroom < 0 || cell < 1 || refreshAfter < 1 || pause <= refreshAfter) {
      throw new IllegalArgumentException(
          "a gap of %d, a headroom of %d, cells of %d, a pause of %d that is repeated after %d"
              .formatted(gap, headroom, cell, pause, refreshAfter));
    }
  }

  /** What a frame of this size takes of the buffer: whole cells. */
  public long room(long size) {
    return (size + cell - 1) / cell * cell;
  }
}
