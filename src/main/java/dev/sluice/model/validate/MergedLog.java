package dev.sluice.model.validate;

import java.util.List;

/**
 * Logs of several hosts in one order, in which every message arrives after it has left.
 *
 * @param log all events, numbered anew, at times that never fall
 * @param hosts each host's clock, by name
 * @param contradictions orders that the clocks contradict, by the two hosts
 * @param isAligned whether one offset for each host resolves all contradictions
 */
public record MergedLog(
    EventLog log, List<Clock> hosts, List<Contradiction> contradictions, boolean isAligned) {
  public MergedLog {
    hosts = List.copyOf(hosts);
    contradictions = List.copyOf(contradictions);
  }

  /**
   * The clock of one host.
   *
   * @param offsetPs the time added to each of its times
   * @param falls how often it fell from one event to the next
   * @param worstFallPs by how much at most
   */
  public record Clock(String host, long offsetPs, long falls, long worstFallPs) {}

  /**
   * Events that take messages before these leave, by the clocks.
   *
   * @param from the host that sends the messages
   * @param to the host that takes them
   * @param events how many
   * @param worstPs by how much at most
   */
  public record Contradiction(String from, String to, long events, long worstPs) {
    /** Returns this one and another one of the same hosts together. */
    Contradiction with(Contradiction other) {
      return new Contradiction(from, to, events + other.events, Math.max(worstPs, other.worstPs));
    }
  }
}
