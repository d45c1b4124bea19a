package dev.sluice.cc.hpcc;

import dev.sluice.requirement.Requirement;

/** The condition that a window puts on the next packet, beside the packets in flight. */
@Requirement("HPCC-5")
public enum HpccDeparture {
  /** The packet leaves if all of it fits into the window beside the packets in flight. */
  FITS,

  /** The packet leaves if less than the window is in flight, so that it may pass the window. */
  BELOW;

  /**
   * Returns whether the window lets the next packet leave beside others. One that is alone may
   * leave in any window that has bounds, see {@link HpccSender#notBeforePs}.
   *
   * @param packets in flight, from 0
   * @param size of each packet, in 2⁻⁹ byte
   * @param w the window, in 2⁻⁹ byte
   */
  boolean permits(long packets, long size, long w) {
    return this == BELOW ? packets * size < w : (packets + 1) * size <= w;
  }
}
