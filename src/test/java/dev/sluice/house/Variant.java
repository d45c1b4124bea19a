package dev.sluice.house;

/** Which of its variants a changed source follows, so that many can be compiled as one. */
public final class Variant {
  /** The number of the variant; that of none: as the source was. */
  public static int at = -1;

  private Variant() {}
}
