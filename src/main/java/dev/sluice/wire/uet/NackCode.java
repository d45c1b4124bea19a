package dev.sluice.wire.uet;

import dev.sluice.requirement.Requirement;

/** Why a packet was not taken. */
@Requirement({"UET-3", "X9"})
public final class NackCode {
  /** The packet was trimmed on its way. */
  public static final int TRIMMED = 0x01;

  /** The packet was trimmed at the last hop. */
  public static final int TRIMMED_LASTHOP = 0x02;

  /** An ACK with data was trimmed; reserved since 1.0.3. */
  public static final int TRIMMED_ACK = 0x03;

  /** No PDC to give. */
  public static final int NO_PDC = 0x04;

  /** No CCC to give. */
  public static final int NO_CCC = 0x05;

  /** Nowhere to track the PSN. */
  public static final int NO_BITMAP = 0x06;

  /** No buffer for the packet. */
  public static final int NO_PKT_BUFFER = 0x07;

  /** Nowhere to keep a guaranteed response. */
  public static final int NO_GTD_DEL = 0x08;

  /** No state for a message. */
  public static final int NO_SES_MSG = 0x09;

  /** Something else is used up. */
  public static final int NO_RESOURCE = 0x0A;

  /** The PSN lies outside the window. */
  public static final int PSN_OOR_WINDOW = 0x0B;

  /** An ordered packet came out of order. */
  public static final int ROD_OOO = 0x0D;

  /** No SYN, and the target's PDC id is unknown. */
  public static final int INV_DPDCID = 0x0E;

  /** No SYN, and the header does not match the PDC. */
  public static final int PDC_HDR_MISMATCH = 0x0F;

  /** A new PSN while the PDC closes. */
  public static final int CLOSING = 0x10;

  /** The PDC closes in error. */
  public static final int CLOSING_IN_ERR = 0x11;

  /** An ACK was asked for a packet that has not arrived. */
  public static final int PKT_NOT_RCVD = 0x12;

  /** A guaranteed response cannot be found again. */
  public static final int GTD_RESP_UNAVAIL = 0x13;

  /** An ACK was asked for a packet whose answer carries data. */
  public static final int ACK_WITH_DATA = 0x14;

  /** A SYN outside the window, or on a PDC that this end has opened. */
  public static final int INVALID_SYN = 0x15;

  /** The delivery mode does not match the PDC. */
  public static final int PDC_MODE_MISMATCH = 0x16;

  /** Resend everything from another first PSN. */
  public static final int NEW_START_PSN = 0x17;

  /** Received, and the semantic layer still works on it. */
  public static final int RCVD_SES_PROCG = 0x18;

  /** Something unexpected. */
  public static final int UNEXP_EVENT = 0x19;

  /** The receiver infers a loss. */
  public static final int RCVR_INFER_LOSS = 0x1A;

  /** Experimental: normal, error, fatal from here on. */
  public static final int EXP_NORMAL = 0xFD;

  private NackCode() {}

  /** Whether a version has this code. */
  public static boolean isKnown(int code, SpecVersion version) {
    if (code == TRIMMED_ACK) {
      return version.compareTo(SpecVersion.V1_0_3) < 0;
    }
    return code >= TRIMMED && code <= RCVR_INFER_LOSS && code != 0x0C
        || code >= EXP_NORMAL && code <= 0xFF;
  }
}
