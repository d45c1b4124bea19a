package dev.sluice.conformance.shim;

/**
 * An error that a shim answers.
 *
 * @param code one of the codes below, or 1000 and above for the shim's own
 * @param text why, in the shim's words, escaped
 * @param definite whether nothing has changed
 */
public record ShimError(int code, String text, boolean definite) {
  /** The request is malformed. */
  public static final int MALFORMED = 1;

  /** No version of the protocol is common to both. */
  public static final int NO_VERSION = 2;

  /** The verb, the action or the role is not supported. */
  public static final int UNSUPPORTED = 10;

  /** A parameter is out of its range. */
  public static final int BAD_PARAMETER = 11;

  /** The request comes out of order. */
  public static final int OUT_OF_ORDER = 12;

  /** The implementation refuses the action in its present state. */
  public static final int REFUSED = 13;

  /** The implementation is busy, or its hardware failed. */
  public static final int BUSY = 20;

  /** The shim has an internal fault. */
  public static final int INTERNAL = 30;

  /** The first of the shim's own codes. */
  public static final int OWN = 1000;

  @Override
  public String toString() {
    return "error " + code + (definite ? "" : ", indefinite") + ": " + text;
  }
}
