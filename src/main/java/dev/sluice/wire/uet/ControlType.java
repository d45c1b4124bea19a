package dev.sluice.wire.uet;

import dev.sluice.requirement.Requirement;

/** What a Control packet is for; stands where other packets have next_hdr. */
@Requirement({"UET-3", "X10"})
public final class ControlType {
  /** Nothing. */
  public static final int NOOP = 0;

  /** Asks for an acknowledgment. */
  public static final int ACK_REQUEST = 1;

  /** Lets the target forget responses. */
  public static final int CLEAR_COMMAND = 2;

  /** Asks for a Clear command. */
  public static final int CLEAR_REQUEST = 3;

  /** Closes the PDC. */
  public static final int CLOSE_COMMAND = 4;

  /** Asks for a Close command. */
  public static final int CLOSE_REQUEST = 5;

  /** Asks for the state of one path. */
  public static final int PROBE = 6;

  /** Brings credit. */
  public static final int CREDIT = 7;

  /** Asks for credit. */
  public static final int CREDIT_REQUEST = 8;

  /** Negotiates. */
  public static final int NEGOTIATION = 9;

  private ControlType() {}

  /** The name, as the specification writes it; {@code "control type 12"} for an unknown one. */
  public static String name(int controlType) {
    return switch (controlType) {
      case NOOP -> "No-op";
      case ACK_REQUEST -> "ACK request";
      case CLEAR_COMMAND -> "Clear command";
      case CLEAR_REQUEST -> "Clear request";
      case CLOSE_COMMAND -> "Close command";
      case CLOSE_REQUEST -> "Close request";
      case PROBE -> "Probe";
      case CREDIT -> "Credit";
      case CREDIT_REQUEST -> "Credit request";
      case NEGOTIATION -> "Negotiation";
      default -> "control type " + controlType;
    };
  }
}
