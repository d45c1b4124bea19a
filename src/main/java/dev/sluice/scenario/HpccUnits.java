package dev.sluice.scenario;

import dev.sluice.units.FixedPoint;

/** The unit of HPCC++'s windows in kernels, 2⁻⁹ byte, and rates that windows amount to. */
final class HpccUnits {
  static final long PARTS_OF_BYTE = 512;

  private static final long PS_BITS = 8_000_000_000_000L;

  private HpccUnits() {}

  /** Returns the window that a rate in bits a second fills within a time, rounded toward zero. */
  static long window(long rateBps, long timePs) {
    return FixedPoint.mulDiv(rateBps, timePs * PARTS_OF_BYTE, PS_BITS);
  }

  /** Returns the rate in bits a second of a window within a time, rounded toward zero. */
  static long rateBps(long window, long timePs) {
    return FixedPoint.mulDiv(window, PS_BITS, timePs * PARTS_OF_BYTE);
  }
}
