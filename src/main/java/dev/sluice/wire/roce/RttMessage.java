package dev.sluice.wire.roce;

import dev.sluice.requirement.Requirement;
import dev.sluice.wire.Octets;

/**
 * A request to measure a round trip, or the response to one, as the form of LDCP for NICs that send
 * at a rate has them: packets of their own, among the data. The source names them and gives no
 * layout; this one is ours.
 *
 * <p>No payload follows. Whoever does not know the opcodes drops the packets. The ICRC covers the
 * number.
 *
 * <pre>
 * 0      base header: an opcode of those that are left to manufacturers, {@value #REQUEST} or
 *        {@value #RESPONSE}; the queue pair that it is for; PSN 0, which acknowledges nothing
 * 12     reserved, 8 bits, 0
 * 13     number of the request, 24 bits; a response has that of the request that it answers
 * </pre>
 *
 * <p>No time is on the wire: the sender keeps when a request has left, by its number.
 *
 * @param base its opcode is one of the two
 * @param number from 0 to below {@link #NUMBERS}
 */
@Requirement("LDCP-13")
public record RttMessage(Bth base, int number) {
  /** The opcode of a request. */
  public static final int REQUEST = 0xCC;

  /** The opcode of a response. */
  public static final int RESPONSE = 0xCD;

  /** Octets of base header and number. */
  public static final int SIZE = Bth.SIZE + 4;

  /** How many numbers there are. */
  public static final int NUMBERS = 1 << 24;

  public RttMessage {
    if (!isOne(base.opcode())) {
      throw new IllegalArgumentException(
          Opcode.name(base.opcode()) + " is neither request nor response");
    }
    Octets.fitting(number, NUMBERS - 1);
  }

  /** Whether packets of this opcode are requests or responses. */
  public static boolean isOne(int opcode) {
    return opcode == REQUEST || opcode == RESPONSE;
  }

  /** Writes the message behind UDP, and answers where the ICRC stands. */
  public int put(byte[] octets, int at) {
    Octets.putBits32(octets, base.put(octets, at), number);
    return at + SIZE;
  }

  /**
   * Writes a message as it is sent here, and answers where the ICRC stands.
   *
   * @param opcode {@link #REQUEST} or {@link #RESPONSE}
   * @param destinationQp the queue pair that it is for, 24 bits
   * @param number of the request, of which the lower 24 bits count
   */
  public static int put(
      byte[] octets, int at, int opcode, int pKey, int destinationQp, int number) {
    int behind = Bth.put(octets, at, opcode, Bth.MIGRATED, pKey, destinationQp, 0, 0);
    Octets.putBits32(octets, behind, number & NUMBERS - 1);
    return at + SIZE;
  }

  /** Reads a message; that it is one, and all there, is the caller's to check. */
  public static RttMessage read(byte[] octets, int at) {
    return new RttMessage(Bth.read(octets, at), number(octets, at));
  }

  /** The number alone. */
  public static int number(byte[] octets, int at) {
    return Octets.u24(octets, at + Bth.SIZE + 1);
  }
}
