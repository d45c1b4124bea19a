package dev.sluice.cc;

import dev.sluice.requirement.Requirement;

/**
 * Drops a frame that is not ECN-capable where the queue has reached a threshold, and leaves all
 * others to another role: a frame that is capable may fill the queue to its end.
 *
 * @param limitBytes K, the queue from which on such frames are dropped, itself among these
 * @param others what decides on every other frame
 */
@Requirement("LDCP-8")
public record NotEctLimit(long limitBytes, PortRole others) implements PortRole {
  public NotEctLimit {
    if (limitBytes < 0) {
      throw new IllegalArgumentException("a threshold of " + limitBytes + " bytes");
    }
  }

  @Override
  public PortVerdict onEnqueue(
      long queueBytes, long freeBytes, int frameBytes, int ecn, long draw) {
    return ecn == Ecn.NOT_ECT && queueBytes >= limitBytes
        ? PortVerdict.DROP
        : others.onEnqueue(queueBytes, freeBytes, frameBytes, ecn, draw);
  }
}
