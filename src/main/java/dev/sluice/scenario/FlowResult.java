package dev.sluice.scenario;

import java.math.BigInteger;

/**
 * What became of a flow.
 *
 * @param flow as it was asked for
 * @param endPs when the source knew all of it to be in the target's memory; −1 if it never did
 */
public record FlowResult(PlannedFlow flow, long endPs) {
  private static final BigInteger BITS =
      BigInteger.valueOf(8).multiply(BigInteger.TEN.pow(12)); // of a byte, over a second in ps

  /** Whether it was completed. */
  public boolean isComplete() {
    return endPs >= 0;
  }

  /** The flow completion time; −1 if it was not completed. */
  public long fctPs() {
    return isComplete() ? endPs - flow.startPs() : -1;
  }

  /** Payload over time in bits per second, rounded toward zero; 0 if it was not completed. */
  public long goodputBps() {
    return isComplete() ? rate(flow.bytes(), fctPs()) : 0;
  }

  /** Bytes over picoseconds in bits per second, rounded toward zero; 0 for no time. */
  static long rate(long bytes, long ps) {
    return ps <= 0
        ? 0
        : BigInteger.valueOf(bytes).multiply(BITS).divide(BigInteger.valueOf(ps)).longValue();
  }
}
