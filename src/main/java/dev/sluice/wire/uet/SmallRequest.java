package dev.sluice.wire.uet;

import dev.sluice.requirement.Requirement;
import dev.sluice.wire.Octets;

/**
 * The small SES request: a whole message in one packet, without memory key.
 *
 * @param opcode 6 bits; see {@link SesOpcode}
 * @param flags version and flags, 8 bits; {@link SesOpcode#HD} is reserved here
 * @param requestLength octets of the message, 14 bits
 * @param generation of the resource index, 8 bits
 * @param jobId 24 bits
 * @param pidOnFep process at the target, 12 bits
 * @param resourceIndex 12 bits
 * @param bufferOffset where the message goes
 */
@Requirement({"PDC-12", "UET-3"})
public record SmallRequest(
    int opcode,
    int flags,
    int requestLength,
    int generation,
    int jobId,
    int pidOnFep,
    int resourceIndex,
    long bufferOffset)
    implements Ses {
  /** Octets of the header. */
  public static final int SIZE = 20;

  public SmallRequest {
    Octets.fitting(opcode, 0x3F);
    Octets.fitting(flags, 0xFF & ~SesOpcode.HD);
    Octets.fitting(requestLength, 0x3FFF);
    Octets.fitting(generation, 0xFF);
    Octets.fitting(jobId, 0xFF_FFFF);
    Octets.fitting(pidOnFep, 0xFFF);
    Octets.fitting(resourceIndex, 0xFFF);
  }

  @Override
  public int nextHdr() {
    return NextHdr.SMALL_REQUEST;
  }

  @Override
  public int size() {
    return SIZE;
  }

  @Override
  public int put(byte[] octets, int at) {
    StandardRequest.putTarget(
        octets, at, opcode, flags, requestLength, generation, jobId, pidOnFep, resourceIndex);
    Octets.putBits64(octets, at + 12, bufferOffset);
    return at + SIZE;
  }

  /** Reads a header; that it is one, and all there, is the caller's to check. */
  public static SmallRequest read(byte[] octets, int at) {
    return new SmallRequest(
        StandardRequest.opcode(octets, at),
        StandardRequest.flags(octets, at) & ~SesOpcode.HD,
        Octets.u16(octets, at + 2) & 0x3FFF,
        Octets.u8(octets, at + 4),
        StandardRequest.jobId(octets, at),
        Octets.u16(octets, at + 8) & 0xFFF,
        StandardRequest.resourceIndex(octets, at),
        StandardRequest.bufferOffset(octets, at));
  }

  /** The reserved bits that are set. */
  static long reservedBits(byte[] octets, int at) {
    return MediumRequest.reservedBits(octets, at) | octets[at + 1] & SesOpcode.HD;
  }
}
