package dev.sluice.wire.uet;

import dev.sluice.requirement.Requirement;
import dev.sluice.wire.Octets;

/**
 * The SES response without data, which says what became of a request.
 *
 * @param list 2 bits
 * @param opcode 6 bits; see {@link SesOpcode}
 * @param returnCode version and return code, 8 bits; {@link SesOpcode#RC_OK} is 1
 * @param messageId of the request
 * @param generation of the resource index, 8 bits
 * @param jobId 24 bits
 * @param modifiedLength octets that the target has taken
 */
@Requirement({"PDC-12", "UET-3"})
public record Response(
    int list,
    int opcode,
    int returnCode,
    int messageId,
    int generation,
    int jobId,
    int modifiedLength)
    implements Ses {
  /** Octets of the header. */
  public static final int SIZE = 12;

  public Response {
    Octets.fitting(list, 0x3);
    Octets.fitting(opcode, 0x3F);
    Octets.fitting(returnCode, 0xFF);
    Octets.fitting(messageId, 0xFFFF);
    Octets.fitting(generation, 0xFF);
    Octets.fitting(jobId, 0xFF_FFFF);
  }

  @Override
  public int nextHdr() {
    return NextHdr.RESPONSE;
  }

  @Override
  public int size() {
    return SIZE;
  }

  @Override
  public int put(byte[] octets, int at) {
    return put(octets, at, list, opcode, returnCode, messageId, generation, jobId, modifiedLength);
  }

  /** Writes a header, and answers where it ends. */
  public static int put(
      byte[] octets,
      int at,
      int list,
      int opcode,
      int returnCode,
      int messageId,
      int generation,
      int jobId,
      int modifiedLength) {
    Octets.putU8(octets, at, Octets.fitting(list, 0x3) << 6 | Octets.fitting(opcode, 0x3F));
    Octets.putU8(octets, at + 1, returnCode);
    Octets.putU16(octets, at + 2, messageId);
    Octets.putU8(octets, at + 4, generation);
    Octets.putU24(octets, at + 5, jobId);
    Octets.putBits32(octets, at + 8, modifiedLength);
    return at + SIZE;
  }

  /** Reads a header; that it is one, and all there, is the caller's to check. */
  public static Response read(byte[] octets, int at) {
    return new Response(
        list(octets, at),
        opcode(octets, at),
        returnCode(octets, at),
        messageId(octets, at),
        Octets.u8(octets, at + 4),
        Octets.u24(octets, at + 5),
        Octets.bits32(octets, at + 8));
  }

  /** The list, in a response of any kind. */
  static int list(byte[] octets, int at) {
    return Octets.u8(octets, at) >> 6;
  }

  /** What this answers with, in a response of any kind; see {@link SesOpcode}. */
  public static int opcode(byte[] octets, int at) {
    return octets[at] & 0x3F;
  }

  /** Version and return code, in a response of any kind. */
  public static int returnCode(byte[] octets, int at) {
    return Octets.u8(octets, at + 1);
  }

  /** The message that this answers, in a response without data or a large one with data. */
  public static int messageId(byte[] octets, int at) {
    return Octets.u16(octets, at + 2);
  }
}
