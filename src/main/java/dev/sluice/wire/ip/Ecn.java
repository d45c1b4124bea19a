package dev.sluice.wire.ip;

/** The two bits of congestion notification in an IP header. */
public final class Ecn {
  /** Not capable: a switch that wants to mark must drop instead. */
  public static final int NOT_ECT = 0;

  /** Capable, codepoint 1. */
  public static final int ECT_1 = 1;

  /** Capable, codepoint 0: what UET's data packets carry. */
  public static final int ECT_0 = 2;

  /** Congestion experienced. */
  public static final int CE = 3;

  private Ecn() {}
}
