package dev.sluice.wire.uet;

import dev.sluice.requirement.Requirement;

/** What follows a PDS header: the kind of SES header. */
@Requirement("UET-3")
public final class NextHdr {
  /** Nothing semantic. */
  public static final int NONE = 0;

  /** A small request. */
  public static final int SMALL_REQUEST = 1;

  /** A medium request. */
  public static final int MEDIUM_REQUEST = 2;

  /** A standard request. */
  public static final int STANDARD_REQUEST = 3;

  /** A response. */
  public static final int RESPONSE = 4;

  /** A response that brings data. */
  public static final int RESPONSE_WITH_DATA = 5;

  /** A small response that brings data. */
  public static final int SMALL_RESPONSE_WITH_DATA = 6;

  private NextHdr() {}

  /** Octets of the SES header; 0 for none, −1 for a value that is not assigned. */
  public static int headerSize(int nextHdr) {
    return switch (nextHdr) {
      case NONE -> 0;
      case SMALL_REQUEST -> SmallRequest.SIZE;
      case MEDIUM_REQUEST -> MediumRequest.SIZE;
      case STANDARD_REQUEST -> StandardRequest.SIZE;
      case RESPONSE -> Response.SIZE;
      case RESPONSE_WITH_DATA -> ResponseWithData.SIZE;
      case SMALL_RESPONSE_WITH_DATA -> SmallResponseWithData.SIZE;
      default -> -1;
    };
  }
}
