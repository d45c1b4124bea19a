package dev.sluice.uet.pdc;

/**
 * What tells initiators' PDCs apart at a target: fabric address and SPDCID.
 *
 * @param fa the initiator's fabric address: an IPv4 address as a number, or the host's handle for a
 *     longer one; less than 2⁴⁷
 * @param spdcid the initiator's id, of 16 bits; 0 is nobody's
 */
public record PdcKey(long fa, int spdcid) {
  private static final int SPDCID_BITS = 16;

  public PdcKey {
    if (fa < 0 || fa >>> (Long.SIZE - 1 - SPDCID_BITS) != 0) {
      throw new IllegalArgumentException("fabric address out of range: " + fa);
    }
    if (spdcid >>> SPDCID_BITS != 0) {
      throw new IllegalArgumentException("no SPDCID: " + spdcid);
    }
  }

  /** The key as one number, different for different keys. */
  long packed() {
    return fa << SPDCID_BITS | spdcid;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(packed());
  }
}
