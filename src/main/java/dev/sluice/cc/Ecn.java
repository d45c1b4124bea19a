package dev.sluice.cc;

/** The four ECN codepoints of an IP header, by their two bits. */
public final class Ecn {
  /** The transport does not understand marks. */
  public static final int NOT_ECT = 0b00;

  /** ECN-capable, codepoint 1. */
  public static final int ECT_1 = 0b01;

  /** ECN-capable, codepoint 0: what data is sent with. */
  public static final int ECT_0 = 0b10;

  /** Congestion experienced. */
  public static final int CE = 0b11;

  private Ecn() {}

  /** The codepoint's name in specifications. */
  public static String word(long codepoint) {
    return switch ((int) codepoint) {
      case ECT_0 -> "ECT_0";
      case ECT_1 -> "ECT_1";
      case CE -> "CE";
      default -> "NOT_ECT";
    };
  }

  /** Whether a frame with this codepoint may still be given a mark. */
  public static boolean canBeMarked(int codepoint) {
    return codepoint == ECT_0 || codepoint == ECT_1;
  }
}
