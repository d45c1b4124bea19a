package dev.sluice.wire.uet;

import dev.sluice.requirement.Requirement;
import dev.sluice.wire.Octets;

/**
 * What a request with SYN carries where others have the target's PDC id: pdc_info and psn_offset.
 *
 * <p>The field is all zero only for the first packet of a PDC that asks for the general pool; the
 * second one carries psn_offset 1, and that is no PDC id.
 */
@Requirement({"PDC-2", "PDC-3"})
public final class SynField {
  /** The largest psn_offset, so that at most 4096 packets can go out before the first answer. */
  public static final int MAX_PSN_OFFSET = 0xFFF;

  private static final int TOP_BIT = 0x8;
  private static final int BOTTOM_BIT = 0x1;

  private SynField() {}

  /** Where a peer has use_rsv_pdc. */
  @Requirement("X1")
  public enum Reading {
    /** No bit is set: the general pool in every reading. */
    GENERAL_POOL,
    /** The top bit of pdc_info, 0x8000 of the field: what this project sends. */
    TOP_BIT,
    /** The bottom bit of pdc_info, 0x1000 of the field. */
    BOTTOM_BIT,
    /** Other bits, or both: no reading explains it. */
    UNCLEAR
  }

  /** Whether a packet this far behind the first one may go out; otherwise it waits. */
  @Requirement("D7")
  public static boolean fits(int psnOffset) {
    return psnOffset >= 0 && psnOffset <= MAX_PSN_OFFSET;
  }

  /**
   * The field.
   *
   * @param reservedPool whether a PDC of the reserved pool is asked for
   * @param psnOffset psn − Start_PSN; must fit
   */
  @Requirement({"X1", "D7"})
  public static int of(boolean reservedPool, int psnOffset) {
    return (reservedPool ? TOP_BIT : 0) << 12 | Octets.fitting(psnOffset, MAX_PSN_OFFSET);
  }

  /** The four bits that say which pool the PDC is to be taken from. */
  public static int pdcInfo(int field) {
    return field >> 12 & 0xF;
  }

  /** How far the packet is behind the first one of its PDC. */
  public static int psnOffset(int field) {
    return field & MAX_PSN_OFFSET;
  }

  /** Which reading of pdc_info the peer follows. */
  public static Reading reading(int field) {
    return switch (pdcInfo(field)) {
      case 0 -> Reading.GENERAL_POOL;
      case TOP_BIT -> Reading.TOP_BIT;
      case BOTTOM_BIT -> Reading.BOTTOM_BIT;
      default -> Reading.UNCLEAR;
    };
  }

  /** Whether a PDC of the reserved pool is asked for, in either reading. */
  public static boolean asksForReservedPool(int field) {
    Reading reading = reading(field);
    return reading == Reading.TOP_BIT || reading == Reading.BOTTOM_BIT;
  }
}
