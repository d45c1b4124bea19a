package dev.sluice.cc.nscc;

/** What a NACK tells the window. */
public enum NackReason {
  /** The packet was trimmed inside the fabric (0x01). */
  TRIMMED("trimmed"),

  /** The packet was trimmed at the last hop (0x02), where credit, if there is any, is in charge. */
  TRIMMED_LAST_HOP("trimmed at the last hop"),

  /** Anything else: nothing that has to do with the window. */
  OTHER("other");

  private static final int TRIMMED_CODE = 0x01;
  private static final int LAST_HOP_CODE = 0x02;

  private final String label;

  NackReason(String label) {
    this.label = label;
  }

  /** The word that the specification has for it. */
  public String label() {
    return label;
  }

  /**
   * The reason that the specification has this word for.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static NackReason of(String label) {
    for (NackReason reason : values()) {
      if (reason.label.equals(label)) {
        return reason;
      }
    }
    throw new IllegalArgumentException("no reason of a NACK is called " + label);
  }

  /** The reason behind a NACK's code. */
  public static NackReason ofCode(int code) {
    return switch (code) {
      case TRIMMED_CODE -> TRIMMED;
      case LAST_HOP_CODE -> TRIMMED_LAST_HOP;
      default -> OTHER;
    };
  }
}
