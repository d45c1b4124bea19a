package dev.sluice.wire.uet;

import dev.sluice.requirement.Requirement;

/**
 * Totals of 24 bits that wrap: credit and rcvd_bytes.
 *
 * <p>A total is ahead of another if it can be reached from it in fewer than 2²³ steps; anything
 * else is old news, a repetition included. So a total that arrives twice, late, or after a wrap is
 * counted once.
 */
@Requirement({"RCCC-5", "D14"})
public final class Counter24 {
  /** The largest value of a field. */
  public static final int MAX = 0xFF_FFFF;

  private Counter24() {}

  /** The field that carries a total: its lowest 24 bits. */
  public static int field(long total) {
    return (int) total & MAX;
  }

  /** How much further the new field is than the last one; 0 if it is not ahead. */
  public static int gain(int last, int next) {
    int distance = next - last & MAX;
    return distance < 1 << 23 ? distance : 0;
  }
}
