package dev.sluice.host.roce.ldcp;

import dev.sluice.cc.ldcp.LsnParams;
import dev.sluice.requirement.Requirement;
import dev.sluice.roce.Op;
import dev.sluice.wire.roce.Reth;

/** How the packets of RoCEv2 count in LDCP's two spaces of sequence numbers. */
final class LdcpSpaces {
  /** A quarter of all LSNs: no window of a host has as many bytes. */
  private static final long WINDOW = 1L << 30;

  /** Both operands of an ATOMIC. */
  private static final long OPERANDS = 2 * Long.BYTES;

  /** With which each space begins. */
  static final long FIRST = 0;

  private LdcpSpaces() {}

  /** What both ends of a queue pair agree on; each space begins with {@link #FIRST}. */
  @Requirement("LDCP-12")
  static LsnParams params(int mtu) {
    return new LsnParams(LsnParams.MODULUS_32, WINDOW, mtu, Reth.SIZE, 0);
  }

  /** The LSN of a byte, by how many have come before it since the start. */
  static long onWire(long bytes) {
    return bytes & LsnParams.MODULUS_32 - 1;
  }

  /** Bytes that a request packet occupies, with so many bytes of data. */
  @Requirement("LDCP-12")
  static long extent(LsnParams params, Op op, long bytes) {
    return params.extent(op == Op.READ, op == Op.ATOMIC ? OPERANDS : bytes);
  }
}
