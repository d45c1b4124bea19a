package dev.sluice.scenario;

import java.math.BigInteger;

/**
 * What became of a flow.
 *
 * @param flow as it was asked for
 * @param endPs when the source knew all of it to be in the target's memory; −1 if it never did
 * @param failedPs when its connection failed, of RoCEv2; −1 if the connection never failed
 * @param idealPs what it would take alone: see {@link Metric#SLOWDOWN_P99}
 */
public record FlowResult(PlannedFlow flow, long endPs, long failedPs, long idealPs) {
  /** What has become of a flow by the end of the run. */
  public enum Outcome {
    /** All of it is in the target's memory, and the source knows that. */
    COMPLETED,
    /** Its connection has failed. */
    FAILED,
    /** It was still under way. */
    OPEN
  }

  private static final BigInteger BITS =
      BigInteger.valueOf(8).multiply(BigInteger.TEN.pow(12)); // of a byte, over a second in ps

  /** Whether it was completed. */
  public boolean isComplete() {
    return endPs >= 0;
  }

  /** Returns what has become of the flow. */
  public Outcome outcome() {
    return isComplete() ? Outcome.COMPLETED : failedPs >= 0 ? Outcome.FAILED : Outcome.OPEN;
  }

  /** The flow completion time; −1 if it was not completed. */
  public long fctPs() {
    return isComplete() ? endPs - flow.startPs() : -1;
  }

  /** How many times as long as alone it took, in millionths; −1 if it was not completed. */
  public long slowdownMillionths() {
    return isComplete() ? Figures.ratio(fctPs(), idealPs) : -1;
  }

  /** Payload over time in bits per second, rounded toward zero; 0 if it was not completed. */
  public long goodputBps() {
    return isComplete() ? rate(flow.bytes(), fctPs()) : 0;
  }

  /** The time that so many bytes take at a rate and one base RTT, rounded up. */
  static long idealPs(long bytes, long rateBps, long baseRttPs) {
    BigInteger[] parts =
        BigInteger.valueOf(bytes).multiply(BITS).divideAndRemainder(BigInteger.valueOf(rateBps));
    return parts[0].longValueExact() + parts[1].signum() + baseRttPs;
  }

  /** Bytes over picoseconds in bits per second, rounded toward zero; 0 for no time. */
  static long rate(long bytes, long ps) {
    return ps <= 0
        ? 0
        : BigInteger.valueOf(bytes).multiply(BITS).divide(BigInteger.valueOf(ps)).longValue();
  }
}
