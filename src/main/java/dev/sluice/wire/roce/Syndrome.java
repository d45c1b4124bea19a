package dev.sluice.wire.roce;

import dev.sluice.requirement.Requirement;
import dev.sluice.wire.Octets;

/**
 * The eight bits of an {@link Aeth}: one reserved, two of kind, five of value.
 *
 * <p>The value is a count of credits in an acknowledgment, a time in an RNR NAK, a code in a NAK.
 */
public final class Syndrome {
  /** Kind: an acknowledgment; the value tells credits. */
  public static final int ACK = 0;

  /** Kind: no receive is posted; the value tells how long to wait. */
  public static final int RNR_NAK = 1;

  /** Kind: reserved. */
  public static final int RESERVED = 2;

  /** Kind: refused; the value tells why. */
  public static final int NAK = 3;

  /** Value of an acknowledgment that tells no credits, as all responders here do. */
  public static final int NO_CREDITS = 31;

  /** Code of a NAK: a packet is missing before this one. */
  public static final int SEQUENCE_ERROR = 0;

  /** Code of a NAK: the request makes no sense. */
  public static final int INVALID_REQUEST = 1;

  /** Code of a NAK: the memory may not be touched so. */
  public static final int REMOTE_ACCESS_ERROR = 2;

  /** Code of a NAK: the responder could not do it. */
  public static final int REMOTE_OPERATIONAL_ERROR = 3;

  /** By value, in units of 10 us; value 0 stands for the longest. */
  private static final int[] RNR_TENS_OF_US = {
    65536, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 1536,
    2048, 3072, 4096, 6144, 8192, 12288, 16384, 24576, 32768, 49152
  };

  private static final long TEN_US_PS = 10_000_000;

  private Syndrome() {}

  /** The bits of a kind and its value. */
  public static int of(int kind, int value) {
    return Octets.fitting(kind, 3) << 5 | Octets.fitting(value, 0x1F);
  }

  /** Which of the four kinds it is. */
  public static int kind(int syndrome) {
    return syndrome >> 5 & 3;
  }

  /** Credits, time or code. */
  public static int value(int syndrome) {
    return syndrome & 0x1F;
  }

  /** How long the value of an RNR NAK tells to wait, in picoseconds: 10 us to 655.36 ms. */
  @Requirement("RC-11")
  public static long rnrTimerPs(int value) {
    return RNR_TENS_OF_US[Octets.fitting(value, 0x1F)] * TEN_US_PS;
  }
}
