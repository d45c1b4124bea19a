package dev.sluice.wire.roce;

/** Numbers that belong to RoCEv2 as a whole. */
public final class WellKnown {
  /** The UDP port to which all packets go. */
  public static final int PORT = 4791;

  /** The partition key that is in use where nobody has set another. */
  public static final int DEFAULT_P_KEY = 0xFFFF;

  private WellKnown() {}
}
