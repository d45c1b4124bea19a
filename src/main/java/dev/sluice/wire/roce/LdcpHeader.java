package dev.sluice.wire.roce;

import dev.sluice.requirement.Requirement;
import dev.sluice.wire.Octets;

/**
 * The header of its own that LDCP adds to packets of RoCEv2. The source names it and gives no
 * layout; this one is ours.
 *
 * <p>It stands behind all headers that the opcode announces, and before the payload: whoever does
 * not know it takes it for the first octets of that. Nothing in the base header tells of it; both
 * ends of a connection are configured alike. The ICRC covers it.
 *
 * <pre>
 * 0      LSN, 32 bits: of a request, or a response to a READ, the number of its first byte; of an
 *        acknowledgment the number behind the last byte that has come in order; modulo 2³²
 * 4      flags: 0x80 CE echo, in answers; 0x40 in a READ that is repeated, and in an acknowledgment
 *        of LSNs alone, whose PSN acknowledges nothing; all others 0
 * 5      reserved, 24 bits, 0
 * 8      LSN of what comes the other way, 32 bits, in READs and in responses to them alone: the
 *        number behind the last byte that has come in order
 * </pre>
 *
 * @param lsn LDCP sequence number, a count of bytes modulo 2³²: requests have one, responses to
 *     READs another
 * @param ece whether the packets that an answer stands for were marked
 */
@Requirement({"LDCP-12", "LDCP-19"})
public record LdcpHeader(long lsn, boolean ece) {
  /** Octets of the header. */
  public static final int SIZE = 8;

  /** Octets of the header where it has two LSNs. */
  public static final int READ_SIZE = 12;

  private static final int ECE = 0x80;
  private static final int AGAIN = 0x40;
  private static final int ALONE = AGAIN;
  private static final int OTHER_AT = 8;
  private static final int FLAGS_AT = 4;
  private static final long MOST = 0xFFFF_FFFFL;

  public LdcpHeader {
    if (lsn < 0 || lsn > MOST) {
      throw new IllegalArgumentException("an LSN of " + lsn);
    }
  }

  /** Writes the header, and answers where the payload begins. */
  public int put(byte[] octets, int at) {
    return put(octets, at, lsn, ece);
  }

  /** Writes a header, of whose LSN the lower 32 bits count; answers where the payload begins. */
  public static int put(byte[] octets, int at, long lsn, boolean ece) {
    Octets.putBits32(octets, at, (int) lsn);
    Octets.putBits32(octets, at + FLAGS_AT, ece ? ECE << 24 : 0);
    return at + SIZE;
  }

  /**
   * Writes the header of an acknowledgment of requests that acknowledges LSNs alone; answers where
   * the payload begins.
   */
  public static int putAlone(byte[] octets, int at, long lsn, boolean ece) {
    put(octets, at, lsn, ece);
    octets[at + FLAGS_AT] |= ALONE;
    return at + SIZE;
  }

  /** Whether the acknowledgment at whose header this is, acknowledges LSNs alone. */
  public static boolean isAlone(byte[] octets, int at) {
    return (Octets.u8(octets, at + FLAGS_AT) & ALONE) != 0;
  }

  /** Octets of the header behind those that an opcode announces. */
  public static int size(int opcode) {
    boolean isRead = opcode >= Opcode.READ_REQUEST && opcode < Opcode.ACKNOWLEDGE;
    return isRead ? READ_SIZE : SIZE;
  }

  /**
   * Writes the header of a READ, or of a response to one; answers where the payload begins.
   *
   * @param again whether it is a READ that is repeated
   * @param other the LSN before which all has come, of what comes the other way
   */
  public static int putRead(
      byte[] octets, int at, long lsn, boolean ece, boolean again, long other) {
    Octets.putBits32(octets, at, (int) lsn);
    Octets.putBits32(octets, at + FLAGS_AT, (ece ? ECE << 24 : 0) | (again ? AGAIN << 24 : 0));
    Octets.putBits32(octets, at + OTHER_AT, (int) other);
    return at + READ_SIZE;
  }

  /** Whether the READ at whose header this is, is repeated. */
  public static boolean again(byte[] octets, int at) {
    return (Octets.u8(octets, at + FLAGS_AT) & AGAIN) != 0;
  }

  /** Of a READ, or of a response to one: the LSN of what comes the other way. */
  public static long other(byte[] octets, int at) {
    return Octets.bits32(octets, at + OTHER_AT) & MOST;
  }

  /** The LSN alone. */
  public static long lsn(byte[] octets, int at) {
    return Octets.bits32(octets, at) & MOST;
  }

  /** Reads a header; that it is there is the caller's to know. */
  public static LdcpHeader read(byte[] octets, int at) {
    return new LdcpHeader(lsn(octets, at), ece(octets, at));
  }

  /** The echo alone. */
  public static boolean ece(byte[] octets, int at) {
    return (Octets.u8(octets, at + FLAGS_AT) & ECE) != 0;
  }
}
