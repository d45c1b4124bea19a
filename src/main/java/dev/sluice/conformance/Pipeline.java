package dev.sluice.conformance;

import dev.sluice.conformance.shim.Declaration;

/**
 * The way of packets through an implementation, as it declares it: packets may be fetched, and thus
 * be sent as the specification has it, before they leave.
 *
 * @param latencyPs the longest time in picoseconds from the moment a packet may leave until it
 *     leaves, if a backlog is shown; {@link Device#NEVER_PS} if undeclared
 * @param packets the most packets that are fetched and have not left, from 0 on
 * @param waitPs the longest time in picoseconds that a fetched packet waits; {@link
 *     Device#NEVER_PS} if undeclared
 */
public record Pipeline(long latencyPs, int packets, long waitPs) {
  /** Makes a pipeline whose packets are fetched when they leave. */
  public static Pipeline empty(long latencyPs) {
    return new Pipeline(latencyPs, 0, Device.NEVER_PS);
  }

  /** Returns the pipeline that an implementation declares for a role. */
  static Pipeline of(Declaration.Part declared) {
    return new Pipeline(
        declared.latencyPs(), declared.commit().packets(), declared.commit().timePs());
  }

  /** Returns the time that a departure may take that must leave at once, in picoseconds. */
  long duePs() {
    return latencyPs == Device.NEVER_PS ? 0 : latencyPs;
  }

  /** Returns the time by which a packet leaves that is fetched as soon as it may leave. */
  long leavesByPs(long fetchedPs) {
    long most = Math.min(latencyPs, waitPs);
    return most == Device.NEVER_PS ? Device.NEVER_PS : fetchedPs + most;
  }
}
