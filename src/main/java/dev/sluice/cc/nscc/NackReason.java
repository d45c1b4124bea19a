package dev.sluice.cc.nscc;

/** What a NACK tells the window. */
public enum NackReason {
  /** The packet was trimmed inside the fabric (0x01). */
  TRIMMED,

  /** The packet was trimmed at the last hop (0x02), where credit, if there is any, is in charge. */
  TRIMMED_LAST_HOP,

  /** Anything else: nothing that has to do with the window. */
  OTHER;

  private static final int TRIMMED_CODE = 0x01;
  private static final int LAST_HOP_CODE = 0x02;

  /** The reason behind a NACK's code. */
  public static NackReason ofCode(int code) {
    return switch (code) {
      case TRIMMED_CODE -> TRIMMED;
      case LAST_HOP_CODE -> TRIMMED_LAST_HOP;
      default -> OTHER;
    };
  }
}
