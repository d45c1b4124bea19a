package dev.sluice.wire.uet;

import dev.sluice.requirement.Requirement;
import dev.sluice.wire.Octets;

/** The mpr field of an acknowledgment: how many PSN the receiver tracks, in units of 128. */
@Requirement("D1")
public final class Mpr {
  /** PSN that one unit stands for. */
  public static final int UNIT = 128;

  private Mpr() {}

  /**
   * The field for a range.
   *
   * @param range MP_Range, a multiple of 128 between 0 and 32,640
   */
  public static int field(int range) {
    if (range % UNIT != 0) {
      throw new IllegalArgumentException("an MP_Range of " + range + " is no multiple of 128");
    }
    return Octets.fitting(range / UNIT, 0xFF);
  }

  /**
   * The range that a field stands for. From version 1.0.3 on, 0 may have another meaning, which a
   * host must give it.
   */
  public static int range(int field) {
    return Octets.fitting(field, 0xFF) * UNIT;
  }
}
