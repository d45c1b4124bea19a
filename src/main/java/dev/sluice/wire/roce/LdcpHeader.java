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
 * 0      LSN, 32 bits: of a request the number of its first byte; of an answer the number behind
 *        the last byte that has come in order; modulo 2³²
 * 4      flags: 0x80 CE echo, in answers; all others 0
 * 5      reserved, 24 bits, 0
 * </pre>
 *
 * @param lsn LDCP sequence number, a count of bytes of requests modulo 2³²
 * @param ece whether the packets that an answer stands for were marked
 */
@Requirement({"LDCP-12", "LDCP-19"})
public record LdcpHeader(long lsn, boolean ece) {
  /** Octets of the header. */
  public static final int SIZE = 8;

  private static final int ECE = 0x80;
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

  /** Reads a header; that it is there is the caller's to know. */
  public static LdcpHeader read(byte[] octets, int at) {
    return new LdcpHeader(Octets.bits32(octets, at) & MOST, ece(octets, at));
  }

  /** The echo alone. */
  public static boolean ece(byte[] octets, int at) {
    return (Octets.u8(octets, at + FLAGS_AT) & ECE) != 0;
  }
}
