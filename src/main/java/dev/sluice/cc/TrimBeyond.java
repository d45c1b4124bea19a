package dev.sluice.cc;

/**
 * Trims a frame that would make the queue longer than a threshold, and leaves the others to another
 * role.
 *
 * @param limitBytes the longest the queue may become
 * @param below what decides while the queue stays within it
 */
public record TrimBeyond(long limitBytes, PortRole below) implements PortRole {
  @Override
  public PortVerdict onEnqueue(
      long queueBytes, long freeBytes, int frameBytes, int ecn, long draw) {
    return queueBytes + frameBytes > limitBytes
        ? PortVerdict.TRIM
        : below.onEnqueue(queueBytes, freeBytes, frameBytes, ecn, draw);
  }
}
