package dev.sluice.wire.roce;

import dev.sluice.wire.Octets;

/**
 * The base transport header, with which every RoCEv2 packet begins.
 *
 * @param opcode what the packet is; see {@link Opcode}, 8 bits
 * @param flags {@link #SOLICITED}, {@link #MIGRATED}, two bits of padding count, four of version
 * @param pKey partition key, 16 bits
 * @param congestion {@link #FECN}, {@link #BECN}, six bits reserved. The {@link Icrc} does not
 *     cover them
 * @param destinationQp queue pair at the receiver, 24 bits
 * @param request {@link #ACK_REQUEST}, seven bits reserved
 * @param psn packet sequence number, 24 bits
 */
public record Bth(
    int opcode, int flags, int pKey, int congestion, int destinationQp, int request, int psn) {
  /** Octets of the header. */
  public static final int SIZE = 12;

  /** Flag: the receiver is to raise an event. */
  public static final int SOLICITED = 0x80;

  /** Flag: the path has migrated. */
  public static final int MIGRATED = 0x40;

  /** Bit of {@code congestion}: forward notification. */
  public static final int FECN = 0x80;

  /** Bit of {@code congestion}: backward notification, set in a {@link Cnp}. */
  public static final int BECN = 0x40;

  /** Bit of {@code request}: an acknowledgment is asked for. */
  public static final int ACK_REQUEST = 0x80;

  private static final int PADDING_AT = 4;

  public Bth {
    Octets.fitting(opcode, 0xFF);
    Octets.fitting(flags, 0xFF);
    Octets.fitting(pKey, 0xFFFF);
    Octets.fitting(congestion, 0xFF);
    Octets.fitting(destinationQp, Octets.MAX_U24);
    Octets.fitting(request, 0xFF);
    Octets.fitting(psn, Octets.MAX_U24);
  }

  /** Writes the header, and answers where the next one begins. */
  public int put(byte[] octets, int at) {
    put(octets, at, opcode, flags, pKey, destinationQp, request, psn);
    Octets.putU8(octets, at + 4, congestion);
    return at + SIZE;
  }

  /** Writes a header without a notification, and answers where the next one begins. */
  public static int put(
      byte[] octets,
      int at,
      int opcode,
      int flags,
      int pKey,
      int destinationQp,
      int request,
      int psn) {
    Octets.putU8(octets, at, opcode);
    Octets.putU8(octets, at + 1, flags);
    Octets.putU16(octets, at + 2, pKey);
    Octets.putU8(octets, at + 4, 0);
    Octets.putU24(octets, at + 5, destinationQp);
    Octets.putU8(octets, at + 8, request);
    Octets.putU24(octets, at + 9, psn);
    return at + SIZE;
  }

  /** Reads a header; that it is all there is the caller's to check. */
  public static Bth read(byte[] octets, int at) {
    return new Bth(
        opcode(octets, at),
        Octets.u8(octets, at + 1),
        pKey(octets, at),
        Octets.u8(octets, at + 4),
        destinationQp(octets, at),
        Octets.u8(octets, at + 8),
        psn(octets, at));
  }

  /**
   * The padding count as the flags hold it.
   *
   * @param padding octets between payload and ICRC, 0 to 3
   */
  public static int padded(int padding) {
    return Octets.fitting(padding, 3) << PADDING_AT;
  }

  /** Octets that bring a payload to a multiple of four. */
  public static int padding(int payload) {
    return -payload & 3;
  }

  /** What the packet is; see {@link Opcode}. */
  public static int opcode(byte[] octets, int at) {
    return Octets.u8(octets, at);
  }

  /** Octets of padding behind the payload, 0 to 3. */
  public static int padCount(byte[] octets, int at) {
    return octets[at + 1] >> PADDING_AT & 3;
  }

  /** The version of the transport header; 0 is the only one there is. */
  public static int version(byte[] octets, int at) {
    return octets[at + 1] & 0xF;
  }

  /** The partition key. */
  public static int pKey(byte[] octets, int at) {
    return Octets.u16(octets, at + 2);
  }

  /** The queue pair at the receiver. */
  public static int destinationQp(byte[] octets, int at) {
    return Octets.u24(octets, at + 5);
  }

  /** Whether an acknowledgment is asked for. */
  public static boolean ackRequest(byte[] octets, int at) {
    return (octets[at + 8] & ACK_REQUEST) != 0;
  }

  /** The packet sequence number. */
  public static int psn(byte[] octets, int at) {
    return Octets.u24(octets, at + 9);
  }
}
