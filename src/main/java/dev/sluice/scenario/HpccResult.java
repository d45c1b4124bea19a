package dev.sluice.scenario;

import java.util.Optional;

/**
 * What HPCC++ came to in a run, over the time that is observed; in one without it, all is −1.
 *
 * @param port the port of a switch that was busiest; empty without a switch, where queue and load
 *     are −1
 * @param queueBytes what waited there as a frame came, that frame not counted, in the mean
 * @param queueP99Bytes what 99 of 100 frames found at most
 * @param queuePeakBytes the most that one found
 * @param loadMillionths how much of the time that port was sending
 * @param leastMillionths the same in that whole T in which it was sending least
 * @param mostMillionths in that in which it was sending most
 * @param uMillionths U as acknowledgments have left it, in the mean; −1 where receivers have it
 * @param windowBytes windows as acknowledgments have left them, in the mean
 * @param closed where all should come to rest; empty where no closed form is known
 */
public record HpccResult(
    String port,
    long queueBytes,
    long queueP99Bytes,
    long queuePeakBytes,
    long loadMillionths,
    long leastMillionths,
    long mostMillionths,
    long uMillionths,
    long windowBytes,
    Optional<HpccClosedForm> closed) {
  /** Of a run without HPCC++. */
  public static final HpccResult NONE =
      new HpccResult("", -1, -1, -1, -1, -1, -1, -1, -1, Optional.empty());

  /** By how much the load differs from the closed form's, in millionths of that; −1 without. */
  public long loadOff() {
    return closed
        .map(
            form ->
                Figures.ratio(
                    Math.abs(loadMillionths - form.loadMillionths()), form.loadMillionths()))
        .orElse(-1L);
  }

  /** The same of U; −1 where receivers have it, too. */
  public long uOff() {
    return uMillionths < 0
        ? -1
        : closed
            .map(
                form ->
                    Figures.ratio(Math.abs(uMillionths - form.uMillionths()), form.uMillionths()))
            .orElse(-1L);
  }
}
