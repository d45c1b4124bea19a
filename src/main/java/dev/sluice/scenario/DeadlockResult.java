package dev.sluice.scenario;

import java.util.List;

/**
 * Ports that paused one another for ever.
 *
 * @param cycle waits: each is for the port of the next one, the last for the first's
 * @param sincePs when the last port of the cycle was paused
 * @param lanes how many ports and queues can never go on: those of the cycle, and those behind it
 */
public record DeadlockResult(List<Wait> cycle, long sincePs, long lanes) {
  public DeadlockResult {
    cycle = List.copyOf(cycle);
  }

  /**
   * A paused port, and the reason.
   *
   * @param port that is paused
   * @param queue in which it is paused, or {@code all}
   * @param forPort the port at which the frames wait that came from it
   * @param forQueue the queue in which they wait there
   * @param at the switch that holds them
   * @param bytes of them
   */
  public record Wait(
      String port, String queue, String forPort, String forQueue, String at, long bytes) {}
}
