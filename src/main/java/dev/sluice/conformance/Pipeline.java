package dev.sluice.conformance;

import dev.sluice.conformance.shim.Declaration;

/**
 * The way of packets through an implementation, as it declares it. A packet that is fetched has
 * been sent as far as the specification is concerned, and leaves later.
 *
 * @param latencyPs the longest time in picoseconds from the moment an answer must leave, or a
 *     packet of a backlog that is shown may leave, until it leaves; {@link Device#NEVER_PS} if
 *     undeclared
 * @param packets the most packets that are fetched and have not left, from 0 on
 * @param afterPs the longest time in picoseconds that packets leave after an event before which
 *     they were fetched; {@link Device#NEVER_PS} if undeclared
 */
public record Pipeline(long latencyPs, int packets, long afterPs) {
  /** Returns the pipeline that an implementation declares for a role. */
  static Pipeline of(Declaration.Part declared) {
    return new Pipeline(
        declared.latencyPs(), declared.commit().packets(), declared.commit().timePs());
  }

  /**
   * Returns whether a packet of the backlog can be late. If packets may be fetched before they
   * leave, the time from which the next one may leave is unknown.
   */
  boolean judgesBacklog() {
    return latencyPs != Device.NEVER_PS && !fetches();
  }

  /** Returns the time that a departure may take that must leave at once, in picoseconds. */
  long duePs() {
    return latencyPs == Device.NEVER_PS ? 0 : latencyPs;
  }

  /** Returns whether packets may be fetched before they leave. */
  boolean fetches() {
    return packets > 0;
  }

  /** Returns the time by which packets leave that were fetched before an event. */
  long leaveByPs(long eventPs) {
    return afterPs == Device.NEVER_PS ? Device.NEVER_PS : eventPs + afterPs;
  }
}
