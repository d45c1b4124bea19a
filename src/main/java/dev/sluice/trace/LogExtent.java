package dev.sluice.trace;

import java.math.BigInteger;
import java.util.Optional;

/**
 * Extent of a log that was read: how much of the file it is, and from when its times count.
 *
 * @param cut how the file ends, if its writer did not finish it; the log is a prefix then
 * @param lines complete lines that were read, the header included
 * @param originPs the time that was subtracted from every event's, in picoseconds
 */
public record LogExtent(Optional<String> cut, int lines, BigInteger originPs) {
  /** The extent of a log that was never a file: all of it, with unmodified times. */
  public static final LogExtent WHOLE = new LogExtent(Optional.empty(), 0, BigInteger.ZERO);

  /** Returns whether lines are missing at the end. */
  public boolean isPrefix() {
    return cut.isPresent();
  }
}
