package dev.sluice.fabric;

import java.util.List;
import java.util.Optional;

/**
 * Ports that can never go on, because each waits for another one of them.
 *
 * @param cycle waits: each is for the port of the next one, the last for the first's
 * @param lanes how many ports and classes can never go on: those of the cycle, and those behind it
 */
public record PauseDeadlock(List<Wait> cycle, int lanes) {
  public PauseDeadlock {
    cycle = List.copyOf(cycle);
  }

  /** Returns the ports of a fabric that pause one another for ever, if there are any now. */
  public static Optional<PauseDeadlock> in(Fabric fabric) {
    return fabric.pauses == null ? Optional.empty() : fabric.pauses.deadlock(fabric.packets());
  }

  /**
   * A paused port and class, and the reason: the switch at its far end holds frames from it that
   * wait at another paused port.
   *
   * @param port that is paused
   * @param trafficClass in which it is paused
   * @param forPort the port at which the frames wait
   * @param forClass the class in which they wait there
   * @param bytes of the frames that wait there
   */
  public record Wait(int port, int trafficClass, int forPort, int forClass, long bytes) {}
}
