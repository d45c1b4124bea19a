package dev.sluice.uet.pdc;

/**
 * What travels between the two ends of a PDC, as far as the handshake looks at it.
 *
 * <p>{@code fa} is the initiator's fabric address, whichever way the packet goes; the target is the
 * endpoint itself. Fields that only others need (credit, backlog, semantic headers) are not here.
 */
public sealed interface Packet {

  /** The initiating endpoint's fabric address. */
  long fa();

  /** A packet from the initiator to the target. */
  sealed interface ToTarget extends Packet {
    /** The initiator's id of its PDC. */
    int spdcid();
  }

  /** A packet from the target to the initiator, which finds its PDC by {@link #dpdcid()} alone. */
  sealed interface ToInitiator extends Packet {
    /** The initiator's id of its PDC. */
    int dpdcid();
  }

  /**
   * A request while the target's id is unknown: SYN set, and in the place of a DPDCID the wish for
   * a PDC of the general pool and the packet's offset. That a SYN has no DPDCID, and that nothing
   * else lacks one, is so by the shape of these records.
   *
   * @param trafficClass of the data, from the IP header's DSCP
   * @param offset from Start_PSN, so that any packet may arrive first and tell where the PSNs begin
   * @param payload which message this is a part of; carried, never looked at
   */
  record Syn(long fa, int trafficClass, int spdcid, long psn, long offset, long payload)
      implements ToTarget {
    public Syn {
      if (spdcid == 0) {
        throw new IllegalArgumentException("a SYN names its sender's PDC: SPDCID is 0");
      }
    }
  }

  /** A request to a known PDC of the target. */
  record Request(long fa, int spdcid, int dpdcid, long psn, long payload) implements ToTarget {}

  /** The initiator's Close, which has a PSN of its own. */
  record CloseCommand(long fa, int spdcid, int dpdcid, long psn) implements ToTarget {}

  /**
   * An acknowledgment.
   *
   * @param spdcid the target's own id: this is how the initiator learns it
   * @param cack all PSNs before this one have been received
   */
  record AckCc(long fa, int spdcid, int dpdcid, long cack) implements ToInitiator {}

  /** A packet was not accepted. Its SPDCID is 0 on the wire: there is no PDC. */
  record Nack(long fa, int dpdcid, Code code, long psn) implements ToInitiator {}

  /** Why a packet was not accepted, as far as the handshake tells. */
  enum Code {
    /** A SYN, and no PDC to give. */
    NO_PDC(0x04),
    /** A SYN, and no CCC to give. */
    NO_CCC(0x05),
    /** No SYN, and no PDC has that DPDCID. */
    UNKNOWN(0x0E),
    /** No SYN, and the PDC of that DPDCID is another initiator's. */
    MISMATCH(0x0F);

    private final int wire;

    Code(int wire) {
      this.wire = wire;
    }

    /** The code's number in a NACK. */
    public int wire() {
      return wire;
    }
  }
}
