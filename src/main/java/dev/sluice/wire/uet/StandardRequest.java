package dev.sluice.wire.uet;

import dev.sluice.requirement.Requirement;
import dev.sluice.wire.Octets;

/**
 * The standard SES request: names the target memory of a write or read of any length.
 *
 * @param opcode 6 bits; see {@link SesOpcode}
 * @param flags version and flags, 8 bits; see {@link SesOpcode}
 * @param messageId the same in every packet of a message
 * @param generation of the resource index, 8 bits
 * @param jobId 24 bits
 * @param pidOnFep process at the target, 12 bits
 * @param resourceIndex 12 bits
 * @param bufferOffset where the message begins within the target's buffer
 * @param initiator who asks
 * @param memoryKey memory key, or match bits
 * @param place in the first packet of a message header data; in others the payload's length and its
 *     offset within the message, see {@link #place(int, int)}
 * @param requestLength octets of the whole message
 */
@Requirement({"PDC-12", "UET-3"})
public record StandardRequest(
    int opcode,
    int flags,
    int messageId,
    int generation,
    int jobId,
    int pidOnFep,
    int resourceIndex,
    long bufferOffset,
    int initiator,
    long memoryKey,
    long place,
    int requestLength)
    implements Ses {
  /** Octets of the header. */
  public static final int SIZE = 44;

  /** The longest payload that a packet can name. */
  public static final int MAX_PAYLOAD = 0x3FFF;

  /** The reserved bits of {@code place} in a packet that does not start its message. */
  private static final long PLACE_RESERVED = 0xFFFF_C000L << 32;

  public StandardRequest {
    Octets.fitting(opcode, 0x3F);
    Octets.fitting(flags, 0xFF);
    Octets.fitting(messageId, 0xFFFF);
    Octets.fitting(generation, 0xFF);
    Octets.fitting(jobId, 0xFF_FFFF);
    Octets.fitting(pidOnFep, 0xFFF);
    Octets.fitting(resourceIndex, 0xFFF);
    if ((flags & SesOpcode.SOM) == 0) {
      place &= ~PLACE_RESERVED;
    }
  }

  /** Length and offset of a payload, as a packet that does not start its message holds them. */
  public static long place(int payloadLength, int messageOffset) {
    return (long) Octets.fitting(payloadLength, MAX_PAYLOAD) << 32
        | Integer.toUnsignedLong(messageOffset);
  }

  @Override
  public int nextHdr() {
    return NextHdr.STANDARD_REQUEST;
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
        opcode,
        flags,
        messageId,
        generation,
        jobId,
        pidOnFep,
        resourceIndex,
        bufferOffset,
        initiator,
        memoryKey,
        place,
        requestLength);
  }

  /** Writes a header, and answers where it ends. */
  public static int put(
      byte[] octets,
      int at,
      int opcode,
      int flags,
      int messageId,
      int generation,
      int jobId,
      int pidOnFep,
      int resourceIndex,
      long bufferOffset,
      int initiator,
      long memoryKey,
      long place,
      int requestLength) {
    putTarget(octets, at, opcode, flags, messageId, generation, jobId, pidOnFep, resourceIndex);
    Octets.putBits64(octets, at + 12, bufferOffset);
    Octets.putBits32(octets, at + 20, initiator);
    Octets.putBits64(octets, at + 24, memoryKey);
    Octets.putBits64(octets, at + 32, place);
    Octets.putBits32(octets, at + 40, requestLength);
    return at + SIZE;
  }

  /** The first twelve octets, in which the three requests differ by their second word only. */
  static void putTarget(
      byte[] octets,
      int at,
      int opcode,
      int flags,
      int idOrLength,
      int generation,
      int jobId,
      int pidOnFep,
      int resourceIndex) {
    Octets.putU8(octets, at, Octets.fitting(opcode, 0x3F));
    Octets.putU8(octets, at + 1, flags);
    Octets.putU16(octets, at + 2, idOrLength);
    Octets.putU8(octets, at + 4, generation);
    Octets.putU24(octets, at + 5, jobId);
    Octets.putU16(octets, at + 8, Octets.fitting(pidOnFep, 0xFFF));
    Octets.putU16(octets, at + 10, Octets.fitting(resourceIndex, 0xFFF));
  }

  /** Reads a header; that it is one, and all there, is the caller's to check. */
  public static StandardRequest read(byte[] octets, int at) {
    return new StandardRequest(
        opcode(octets, at),
        flags(octets, at),
        messageId(octets, at),
        Octets.u8(octets, at + 4),
        jobId(octets, at),
        Octets.u16(octets, at + 8) & 0xFFF,
        resourceIndex(octets, at),
        bufferOffset(octets, at),
        Octets.bits32(octets, at + 20),
        memoryKey(octets, at),
        Octets.bits64(octets, at + 32),
        Octets.bits32(octets, at + 40));
  }

  /** What is asked for; see {@link SesOpcode}. */
  public static int opcode(byte[] octets, int at) {
    return octets[at] & 0x3F;
  }

  /** Version and flags; see {@link SesOpcode}. */
  public static int flags(byte[] octets, int at) {
    return Octets.u8(octets, at + 1);
  }

  /** Whether this is the first packet of its message. */
  public static boolean som(byte[] octets, int at) {
    return (octets[at + 1] & SesOpcode.SOM) != 0;
  }

  /** Whether this is the last packet of its message. */
  public static boolean eom(byte[] octets, int at) {
    return (octets[at + 1] & SesOpcode.EOM) != 0;
  }

  /** The message. */
  public static int messageId(byte[] octets, int at) {
    return Octets.u16(octets, at + 2);
  }

  /** The job. */
  public static int jobId(byte[] octets, int at) {
    return Octets.u24(octets, at + 5);
  }

  /** The resource at the target. */
  public static int resourceIndex(byte[] octets, int at) {
    return Octets.u16(octets, at + 10) & 0xFFF;
  }

  /** Where the message begins within the target's buffer. */
  public static long bufferOffset(byte[] octets, int at) {
    return Octets.bits64(octets, at + 12);
  }

  /** Memory key, or match bits. */
  public static long memoryKey(byte[] octets, int at) {
    return Octets.bits64(octets, at + 24);
  }

  /** The payload's length; in the first packet of a message it is not told, and this is 0. */
  public static int payloadLength(byte[] octets, int at) {
    return som(octets, at) ? 0 : Octets.u16(octets, at + 34) & MAX_PAYLOAD;
  }

  /** The payload's offset within its message, unsigned. */
  public static long messageOffset(byte[] octets, int at) {
    return som(octets, at) ? 0 : Octets.u32(octets, at + 36);
  }

  /** Octets of the whole message, unsigned. */
  public static long requestLength(byte[] octets, int at) {
    return Octets.u32(octets, at + 40);
  }

  /** The reserved bits that are set: of the opcode, both indices, and the place. */
  static long reservedBits(byte[] octets, int at) {
    long reserved = targetReservedBits(octets, at);
    return som(octets, at)
        ? reserved
        : reserved | (Octets.bits64(octets, at + 32) & PLACE_RESERVED) >>> 32;
  }

  /** The reserved bits set among the first twelve octets. */
  static long targetReservedBits(byte[] octets, int at) {
    return octets[at] & 0xC0 | (Octets.bits32(octets, at + 8) & 0xF000_F000L);
  }
}
