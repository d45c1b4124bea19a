package dev.sluice.scenario;

/** How much a queue has held, and for how long: its bytes, times the time that they waited. */
final class ByteTime {
  private long bytes;
  private long sincePs;

  /** In byte-picoseconds, a number of 128 bits: its upper half, and its lower one, unsigned. */
  private long high;

  private long low;

  /** The queue holds so much from now on; times do not fall. */
  void holds(long atPs, long nowBytes) {
    long forPs = atPs - sincePs;
    long more = bytes * forPs;
    low += more;
    high += Math.multiplyHigh(bytes, forPs) + (Long.compareUnsigned(low, more) < 0 ? 1 : 0);
    bytes = nowBytes;
    sincePs = atPs;
  }

  /** What it holds has stood there until the end; nothing changes if that has passed. */
  void endsAt(long atPs) {
    holds(Math.max(sincePs, atPs), bytes);
  }

  /** Whether it has held more for longer than another one. */
  boolean exceeds(ByteTime other) {
    return high > other.high || high == other.high && Long.compareUnsigned(low, other.low) > 0;
  }

  /** Whether anything ever waited. */
  boolean isPositive() {
    return high > 0 || low != 0;
  }
}
