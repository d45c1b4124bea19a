package dev.sluice.wire;

/**
 * Something unusual in octets that are readable all the same.
 *
 * @param kind what it is
 * @param at index of the octet where the field begins
 * @param value what stands there: the bits in question, the code, or a count of octets
 */
public record Notice(Kind kind, int at, long value) {

  /** The sentence for a report, with place and value. */
  @Override
  public String toString() {
    return "octet " + at + ": " + kind.text + " (0x" + Long.toHexString(value) + ")";
  }

  /** Kinds of unusual things. */
  public enum Kind {
    /** A flag that the type of packet does not have. */
    RESERVED_FLAG("a reserved flag is set"),
    /** A field that should be 0. */
    RESERVED_FIELD("a reserved field is not 0"),
    /** ACK flag 0x40: reserved, or an expected PSN follows; readings differ. */
    ACK_FLAG_0X40("ACK flag 0x40 is set: reserved, or an expected PSN follows"),
    /** Control flag 0x20: isrod, or reserved; readings differ. */
    CONTROL_FLAG_0X20("Control flag 0x20 is set: isrod, or reserved"),
    /** use_rsv_pdc in the top bit of pdc_info. */
    USE_RSV_PDC_TOP("the peer has use_rsv_pdc in the top bit of pdc_info"),
    /** use_rsv_pdc in the bottom bit of pdc_info. */
    USE_RSV_PDC_BOTTOM("the peer has use_rsv_pdc in the bottom bit of pdc_info"),
    /** A pdc_info that no reading explains. */
    PDC_INFO_UNCLEAR("no reading of pdc_info explains these bits"),
    /** The reserved value 3 of an acknowledgment's req field. */
    ACK_REQUEST_RESERVED("the req field of an ACK holds its reserved value"),
    /** A PDC id of 0 where a PDC must exist. */
    PDCID_ZERO("the PDC id is 0, which is reserved"),
    /** A NACK of a RUDI packet that names a PDC. */
    NACK_OF_RUDI_NAMES_PDC("a NACK of a RUDI packet names a PDC"),
    /** A congestion-control type between 2 and 13. */
    CC_TYPE_RESERVED("the cc_type is reserved"),
    /** A congestion-control type of 14 or 15. */
    CC_TYPE_PROPRIETARY("the cc_type is proprietary"),
    /** A NACK code that the version in force does not have. */
    NACK_CODE_UNKNOWN("the NACK code is unknown or reserved"),
    /** A type of Control packet above 9. */
    CONTROL_TYPE_UNKNOWN("the control type is unknown"),
    /** A next_hdr above 6. */
    NEXT_HDR_UNKNOWN("the next_hdr is unknown; what follows is not read"),
    /** Octets behind a header that nothing should follow. */
    LONGER_THAN_HEADER("octets follow a header that should end the packet"),
    /** A semantic header cut by trimming. */
    SES_CUT("the packet was trimmed inside its semantic header"),
    /** A version of the semantic layer other than 0. */
    SES_VERSION("the version of the semantic header is not 0"),
    /** An opcode that does not go with its next_hdr. */
    SES_OPCODE("the opcode does not go with this kind of semantic header"),
    /** A small or medium request that is not a whole message. */
    SES_NOT_WHOLE("a small or medium request lacks start or end of message"),
    /** A semantic header announces another length of payload than follows; the value is its own. */
    PAYLOAD_LENGTH("the semantic header announces another length of payload than follows"),
    /** A small response with data whose payload begins 8 octets later than tabled. */
    SMALL_RESPONSE_OF_12("the peer's small response with data has 12 octets, not 4"),
    /** Bits of a credit's payload beyond the 24 in use. */
    CREDIT_LEFT_OVER("the payload holds bits beside the 24 of the credit"),
    /** No UDP checksum over IPv6. */
    UDP_CHECKSUM_MISSING("UDP over IPv6 without a checksum");

    private final String text;

    Kind(String text) {
      this.text = text;
    }

    /** What is unusual, as half a sentence. */
    public String text() {
      return text;
    }
  }
}
