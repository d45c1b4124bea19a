package dev.sluice.conformance.shim;

import dev.sluice.trace.JsonValues;
import dev.sluice.trace.LogValue;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The limits of a dialogue.
 *
 * @param lineBytes the longest line, in bytes
 * @param outBytes the most bytes on the channel between two {@code start}s
 * @param errBytes the most bytes of standard error between two {@code start}s
 * @param startMillis time for the reply to {@code hello}, in milliseconds
 * @param replyMillis time for any other reply
 * @param byeMillis time to end after {@code bye}, and again after SIGTERM
 */
public record Limits(
    int lineBytes,
    long outBytes,
    long errBytes,
    long startMillis,
    long replyMillis,
    long byeMillis) {
  /** The limits of SSP/1. */
  public static final Limits STANDARD =
      new Limits(1 << 20, 256L << 20, 16L << 20, 10_000, 2_000, 2_000);

  /** The deepest nesting of a value. */
  public static final int DEPTH = LogValue.MAX_DEPTH;

  /**
   * Returns the limits with longer times.
   *
   * @param factor from 1; the sizes stay
   */
  public Limits slower(int factor) {
    return new Limits(
        lineBytes,
        outBytes,
        errBytes,
        Math.multiplyExact(startMillis, factor),
        Math.multiplyExact(replyMillis, factor),
        Math.multiplyExact(byeMillis, factor));
  }

  /** Returns the limits by their names in {@code hello}, in the order of the page. */
  public Map<String, Long> named() {
    Map<String, Long> all = new LinkedHashMap<>();
    all.put("line", (long) lineBytes);
    all.put("number", LogValue.LARGEST);
    all.put("depth", (long) DEPTH);
    all.put("members", (long) JsonValues.MAX_MEMBERS);
    all.put("text", (long) JsonValues.MAX_TEXT);
    all.put("out", outBytes);
    all.put("err", errBytes);
    all.put("startMillis", startMillis);
    all.put("replyMillis", replyMillis);
    all.put("byeMillis", byeMillis);
    return all;
  }
}
