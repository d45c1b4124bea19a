package dev.sluice.scenario;

/** How much a queue has held, and for how long: its bytes, times the time that they waited. */
final class ByteTime {
  private static final long PS_PER_MICROSECOND = 1_000_000;

  private long bytes;
  private long sincePs;

  /** In byte-microseconds; 1 GB that stands for 1,000 s is a tenth of what fits. */
  private long whole;

  /** What is left over, in byte-picoseconds. */
  private long rest;

  /** The queue holds so much from now on; times do not fall. */
  void holds(long atPs, long nowBytes) {
    long forPs = atPs - sincePs;
    rest += bytes * (forPs % PS_PER_MICROSECOND);
    whole += bytes * (forPs / PS_PER_MICROSECOND) + rest / PS_PER_MICROSECOND;
    rest %= PS_PER_MICROSECOND;
    bytes = nowBytes;
    sincePs = atPs;
  }

  /** What it holds has stood there until the end; nothing changes if that has passed. */
  void endsAt(long atPs) {
    holds(Math.max(sincePs, atPs), bytes);
  }

  /** Whether it has held more for longer than another one. */
  boolean exceeds(ByteTime other) {
    return whole > other.whole || whole == other.whole && rest > other.rest;
  }

  /** Whether anything ever waited. */
  boolean isPositive() {
    return whole > 0 || rest > 0;
  }
}
