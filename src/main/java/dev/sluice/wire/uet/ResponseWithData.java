package dev.sluice.wire.uet;

import dev.sluice.requirement.Requirement;
import dev.sluice.wire.Octets;

/**
 * The SES response that brings a piece of what a read asked for.
 *
 * @param list 2 bits
 * @param opcode 6 bits; {@link SesOpcode#RESPONSE_WITH_DATA}
 * @param returnCode version and return code, 8 bits
 * @param messageId of the response
 * @param jobId 24 bits
 * @param readMessageId of the read
 * @param payloadLength 14 bits
 * @param modifiedLength octets that the target will bring in all
 * @param messageOffset of the payload within the message
 */
@Requirement("UET-3")
public record ResponseWithData(
    int list,
    int opcode,
    int returnCode,
    int messageId,
    int jobId,
    int readMessageId,
    int payloadLength,
    int modifiedLength,
    int messageOffset)
    implements Ses {
  /** Octets of the header. */
  public static final int SIZE = 20;

  public ResponseWithData {
    Octets.fitting(list, 0x3);
    Octets.fitting(opcode, 0x3F);
    Octets.fitting(returnCode, 0xFF);
    Octets.fitting(messageId, 0xFFFF);
    Octets.fitting(jobId, 0xFF_FFFF);
    Octets.fitting(readMessageId, 0xFFFF);
    Octets.fitting(payloadLength, 0x3FFF);
  }

  @Override
  public int nextHdr() {
    return NextHdr.RESPONSE_WITH_DATA;
  }

  @Override
  public int size() {
    return SIZE;
  }

  @Override
  public int put(byte[] octets, int at) {
    return put(
        octets,
        at,
        list,
        opcode,
        returnCode,
        messageId,
        jobId,
        readMessageId,
        payloadLength,
        modifiedLength,
        messageOffset);
  }

  /** Writes a header, and answers where it ends. */
  public static int put(
      byte[] octets,
      int at,
      int list,
      int opcode,
      int returnCode,
      int messageId,
      int jobId,
      int readMessageId,
      int payloadLength,
      int modifiedLength,
      int messageOffset) {
    Octets.putU8(octets, at, Octets.fitting(list, 0x3) << 6 | Octets.fitting(opcode, 0x3F));
    Octets.putU8(octets, at + 1, returnCode);
    Octets.putU16(octets, at + 2, messageId);
    Octets.putU8(octets, at + 4, 0);
    Octets.putU24(octets, at + 5, jobId);
    Octets.putU16(octets, at + 8, readMessageId);
    Octets.putU16(octets, at + 10, Octets.fitting(payloadLength, 0x3FFF));
    Octets.putBits32(octets, at + 12, modifiedLength);
    Octets.putBits32(octets, at + 16, messageOffset);
    return at + SIZE;
  }

  /** The read that this answers. */
  public static int readMessageId(byte[] octets, int at) {
    return Octets.u16(octets, at + 8);
  }

  /** The payload's offset within its message, unsigned. */
  public static long messageOffset(byte[] octets, int at) {
    return Octets.u32(octets, at + 16);
  }

  /** Reads a header; that it is one, and all there, is the caller's to check. */
  public static ResponseWithData read(byte[] octets, int at) {
    return new ResponseWithData(
        Response.list(octets, at),
        Response.opcode(octets, at),
        Response.returnCode(octets, at),
        Response.messageId(octets, at),
        Octets.u24(octets, at + 5),
        Octets.u16(octets, at + 8),
        Octets.u16(octets, at + 10) & 0x3FFF,
        Octets.bits32(octets, at + 12),
        Octets.bits32(octets, at + 16));
  }

  /** The reserved bits that are set. */
  static long reservedBits(byte[] octets, int at) {
    return (long) Octets.u8(octets, at + 4) << 16 | Octets.u16(octets, at + 10) & 0xC000;
  }
}
