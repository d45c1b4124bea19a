package dev.sluice.fabric;

/**
 * Which class of one rank at a port goes next: strict ones by their number, and when none of those
 * waits, the others by deficit round robin.
 *
 * <p>Whenever the turn comes to a class, it may send its quantum more; what it does not use,
 * because its next frame is larger, it keeps for its next turn, and gives up when nothing of it
 * waits. Over any time in which two classes wait all along, the bytes they send are as their
 * quanta, but for a quantum and a largest frame of each (Shreedhar and Varghese, 1995).
 */
final class RoundRobin {
  private final long[] quantumBytes;
  private final int strict;
  private final int sharing;
  private final long[] deficit;
  private int turn;

  /** Whether the class whose turn it is has had its quantum. */
  private boolean granted;

  /**
   * Shares of one rank of a port.
   *
   * @param quantumBytes by class; 0 for one that is strict
   * @param members the classes of this rank, as bits
   */
  RoundRobin(long[] quantumBytes, int members) {
    this.quantumBytes = quantumBytes;
    deficit = new long[quantumBytes.length];
    int urgent = 0;
    for (int i = 0; i < quantumBytes.length; i++) {
      urgent |= quantumBytes[i] == 0 ? members & 1 << i : 0;
    }
    strict = urgent;
    sharing = members & ~strict;
    turn = Integer.numberOfTrailingZeros(sharing);
  }

  /**
   * The class that sends next; its first frame counts as sent.
   *
   * @param port at which at least one frame of this rank waits
   */
  int next(Port port, Packets packets) {
    int waiting = port.readyClasses();
    if ((waiting & strict) != 0) {
      return Integer.numberOfTrailingZeros(waiting & strict);
    }
    while (true) {
      if ((waiting & 1 << turn) == 0) {
        deficit[turn] = 0;
      } else {
        if (!granted) {
          deficit[turn] += quantumBytes[turn];
          granted = true;
        }
        int bytes = packets.frameBytes(port.first(turn));
        if (bytes <= deficit[turn]) {
          deficit[turn] -= bytes;
          return turn;
        }
      }
      pass();
    }
  }

  /** Nothing of a class waits any more: what it has left is gone. */
  void emptied(int trafficClass) {
    deficit[trafficClass] = 0;
  }

  private void pass() {
    granted = false;
    do {
      turn = turn + 1 == quantumBytes.length ? 0 : turn + 1;
    } while ((sharing & 1 << turn) == 0);
  }
}
