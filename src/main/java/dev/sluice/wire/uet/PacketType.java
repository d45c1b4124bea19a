package dev.sluice.wire.uet;

import dev.sluice.requirement.Requirement;

/** The type in the first five bits of a UET packet. */
@Requirement({"UET-3", "X7"})
public final class PacketType {
  /** A security header; never a request. */
  public static final int TSS = 1;

  /** A request, reliable and unordered. */
  public static final int RUD_REQ = 2;

  /** A request, reliable and ordered. */
  public static final int ROD_REQ = 3;

  /** A request, reliable and idempotent, without a PDC. */
  public static final int RUDI_REQ = 4;

  /** The answer to one. */
  public static final int RUDI_RESP = 5;

  /** A request, unreliable. */
  public static final int UUD_REQ = 6;

  /** An acknowledgment. */
  public static final int ACK = 7;

  /** An acknowledgment with SACK and 8 octets of congestion state. */
  public static final int ACK_CC = 8;

  /** An acknowledgment with SACK and 16 octets of congestion state. */
  public static final int ACK_CCX = 9;

  /** A negative acknowledgment. */
  public static final int NACK = 10;

  /** A control packet. */
  public static final int CONTROL = 11;

  /** A negative acknowledgment with 16 octets of congestion state. */
  public static final int NACK_CCX = 12;

  /** RUD_REQ with congestion state. */
  public static final int RUD_CC_REQ = 13;

  /** ROD_REQ with congestion state. */
  public static final int ROD_CC_REQ = 14;

  private PacketType() {}

  /** Whether this is a request on a PDC, with congestion state or without. */
  public static boolean isRequest(int type) {
    return type == RUD_REQ || type == ROD_REQ || carriesCccState(type);
  }

  /** Whether this is a request with congestion state. */
  public static boolean carriesCccState(int type) {
    return type == RUD_CC_REQ || type == ROD_CC_REQ;
  }

  /** Whether this is an acknowledgment of any size. */
  public static boolean isAck(int type) {
    return type == ACK || type == ACK_CC || type == ACK_CCX;
  }

  /** Whether this is a negative acknowledgment of either size. */
  public static boolean isNack(int type) {
    return type == NACK || type == NACK_CCX;
  }

  /** The name, as the specification writes it; {@code "type 15"} for one that it does not have. */
  public static String name(int type) {
    return switch (type) {
      case TSS -> "TSS";
      case RUD_REQ -> "RUD_REQ";
      case ROD_REQ -> "ROD_REQ";
      case RUDI_REQ -> "RUDI_REQ";
      case RUDI_RESP -> "RUDI_RESP";
      case UUD_REQ -> "UUD_REQ";
      case ACK -> "ACK";
      case ACK_CC -> "ACK_CC";
      case ACK_CCX -> "ACK_CCX";
      case NACK -> "NACK";
      case CONTROL -> "Control";
      case NACK_CCX -> "NACK_CCX";
      case RUD_CC_REQ -> "RUD_CC_REQ";
      case ROD_CC_REQ -> "ROD_CC_REQ";
      default -> "type " + type;
    };
  }

  /**
   * Octets of the PDS header of a type, prologue included; 0 for a type that does not exist. A TSS
   * header has 12 or 16 octets; 12 is answered.
   */
  @Requirement({"UET-3", "X6"})
  public static int headerSize(int type) {
    return switch (type) {
      case TSS -> Tss.SIZE;
      case RUD_REQ, ROD_REQ -> Request.SIZE;
      case RUD_CC_REQ, ROD_CC_REQ -> Request.SIZE_WITH_CC;
      case RUDI_REQ, RUDI_RESP -> Rudi.SIZE;
      case UUD_REQ -> Uud.SIZE;
      case ACK -> Ack.SIZE;
      case ACK_CC -> AckCc.SIZE;
      case ACK_CCX -> AckCcx.SIZE;
      case NACK -> Nack.SIZE;
      case NACK_CCX -> NackCcx.SIZE;
      case CONTROL -> Control.SIZE;
      default -> 0;
    };
  }
}
