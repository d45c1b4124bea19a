package dev.sluice.wire.uet;

import dev.sluice.requirement.Requirement;
import dev.sluice.wire.Octets;

/**
 * NACK_CCX: as {@link Nack}, with sixteen octets of congestion state, whose meaning is not public.
 *
 * @param nack the first sixteen octets
 * @param stateHigh the first eight octets of state; its first 4 bits are a type
 * @param stateLow the last eight
 */
@Requirement("UET-3")
public record NackCcx(Nack nack, long stateHigh, long stateLow) implements UetPacket {
  /** Octets of the header. */
  public static final int SIZE = 32;

  @Override
  public int type() {
    return PacketType.NACK_CCX;
  }

  @Override
  public int size() {
    return SIZE;
  }

  /** What the state means. */
  public int ccType() {
    return (int) (stateHigh >>> 60);
  }

  @Override
  public int put(byte[] octets, int at) {
    int state = nack.put(octets, at, PacketType.NACK_CCX);
    Octets.putBits64(octets, state, stateHigh);
    Octets.putBits64(octets, state + 8, stateLow);
    return at + SIZE;
  }

  /** Reads a header; that it is a NACK_CCX, and all there, is the caller's to check. */
  public static NackCcx read(byte[] octets, int at) {
    return new NackCcx(
        Nack.read(octets, at),
        Octets.bits64(octets, at + Nack.SIZE),
        Octets.bits64(octets, at + Nack.SIZE + 8));
  }
}
