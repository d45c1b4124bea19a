package dev.sluice.wire.uet;

import dev.sluice.requirement.Requirement;
import dev.sluice.wire.Octets;

/**
 * The SES response that brings all that a small read asked for.
 *
 * <p>As tabled it has 4 octets. The reference provider has 12: job id and the PSN of the request
 * follow. A decoder that meets one of those says so, by comparing the length it announces.
 *
 * @param list 2 bits
 * @param opcode 6 bits; {@link SesOpcode#RESPONSE_WITH_DATA}
 * @param returnCode version and return code, 8 bits
 * @param payloadLength 14 bits
 */
@Requirement("UET-3")
public record SmallResponseWithData(int list, int opcode, int returnCode, int payloadLength)
    implements Ses {
  /** Octets of the header. */
  public static final int SIZE = 4;

  /** Octets that the header has in the reference provider beyond these. */
  static final int MORE_IN_ANOTHER_READING = 8;

  public SmallResponseWithData {
    Octets.fitting(list, 0x3);
    Octets.fitting(opcode, 0x3F);
    Octets.fitting(returnCode, 0xFF);
    Octets.fitting(payloadLength, 0x3FFF);
  }

  @Override
  public int nextHdr() {
    return NextHdr.SMALL_RESPONSE_WITH_DATA;
  }

  @Override
  public int size() {
    return SIZE;
  }

  @Override
  public int put(byte[] octets, int at) {
    Octets.putU8(octets, at, list << 6 | opcode);
    Octets.putU8(octets, at + 1, returnCode);
    Octets.putU16(octets, at + 2, payloadLength);
    return at + SIZE;
  }

  /** Reads a header; that it is one, and all there, is the caller's to check. */
  public static SmallResponseWithData read(byte[] octets, int at) {
    return new SmallResponseWithData(
        Response.list(octets, at),
        Response.opcode(octets, at),
        Response.returnCode(octets, at),
        Octets.u16(octets, at + 2) & 0x3FFF);
  }

  /** The reserved bits that are set. */
  static long reservedBits(byte[] octets, int at) {
    return Octets.u16(octets, at + 2) & 0xC000;
  }
}
