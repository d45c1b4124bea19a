package dev.sluice.scenario;

import java.util.Optional;

/**
 * What LDCP came to in a run, in the mean over the time that is observed; in one without it, all is
 * −1.
 *
 * @param port the port and queue that its frames found fullest
 * @param queueBytes what waited there as a frame came, that frame and the one being sent not
 *     counted, in the mean; −1 without a switch, as is the load
 * @param markedMillionths of the packets that acknowledgments stand for, those told of with a mark
 * @param windowMillionths windows, as acknowledgments have left them, in millionths of a packet
 * @param loadMillionths how much of the time that port was sending
 * @param capableDrops frames dropped anywhere that were ECN-capable, in the whole run
 * @param closed where all should come to rest; empty where no closed form is known
 */
public record LdcpResult(
    String port,
    long queueBytes,
    long markedMillionths,
    long windowMillionths,
    long loadMillionths,
    long capableDrops,
    Optional<LdcpClosedForm> closed) {
  /** Of a run without LDCP. */
  public static final LdcpResult NONE = new LdcpResult("", -1, -1, -1, -1, -1, Optional.empty());

  /** By how much the queue differs from the closed form's, in millionths of that; −1 without. */
  public long queueOff() {
    return closed
        .map(form -> Figures.ratio(Math.abs(queueBytes - form.queueBytes()), form.queueBytes()))
        .orElse(-1L);
  }

  /** The same of the window. */
  public long windowOff() {
    return closed
        .map(
            form ->
                Figures.ratio(
                    Math.abs(windowMillionths - form.windowMillionths()), form.windowMillionths()))
        .orElse(-1L);
  }
}
