package dev.sluice.wire.roce;

import dev.sluice.requirement.Requirement;
import java.util.HashMap;
import java.util.Map;

/** Opcodes of a reliable connection, the one of congestion notification, and what they announce. */
public final class Opcode {
  public static final int SEND_FIRST = 0x00;
  public static final int SEND_MIDDLE = 0x01;
  public static final int SEND_LAST = 0x02;
  public static final int SEND_LAST_WITH_IMMEDIATE = 0x03;
  public static final int SEND_ONLY = 0x04;
  public static final int SEND_ONLY_WITH_IMMEDIATE = 0x05;
  public static final int WRITE_FIRST = 0x06;
  public static final int WRITE_MIDDLE = 0x07;
  public static final int WRITE_LAST = 0x08;
  public static final int WRITE_LAST_WITH_IMMEDIATE = 0x09;
  public static final int WRITE_ONLY = 0x0A;
  public static final int WRITE_ONLY_WITH_IMMEDIATE = 0x0B;
  public static final int READ_REQUEST = 0x0C;
  public static final int READ_RESPONSE_FIRST = 0x0D;
  public static final int READ_RESPONSE_MIDDLE = 0x0E;
  public static final int READ_RESPONSE_LAST = 0x0F;
  public static final int READ_RESPONSE_ONLY = 0x10;
  public static final int ACKNOWLEDGE = 0x11;
  public static final int ATOMIC_ACKNOWLEDGE = 0x12;
  public static final int COMPARE_SWAP = 0x13;
  public static final int FETCH_ADD = 0x14;

  /**
   * Congestion notification of RoCEv2. Not {@link #INFINIBAND_CN}, though the three bits on top are
   * the same.
   */
  public static final int CNP = 0x81;

  /** Congestion notification of native InfiniBand, which RoCEv2 does not use. */
  public static final int INFINIBAND_CN = 0x80;

  private static final Map<Integer, String> NAMES = names();

  private Opcode() {}

  /** Whether packets of this opcode can be read here. */
  public static boolean isKnown(int opcode) {
    return opcode >= SEND_FIRST && opcode <= FETCH_ADD || opcode == CNP;
  }

  /** Whether it answers a request. */
  public static boolean isResponse(int opcode) {
    return opcode >= READ_RESPONSE_FIRST && opcode <= ATOMIC_ACKNOWLEDGE;
  }

  /** Whether a {@link Reth} follows the base header. */
  public static boolean hasReth(int opcode) {
    return opcode == WRITE_FIRST
        || opcode == WRITE_ONLY
        || opcode == WRITE_ONLY_WITH_IMMEDIATE
        || opcode == READ_REQUEST;
  }

  /** Whether an {@link Aeth} follows the base header. */
  public static boolean hasAeth(int opcode) {
    return opcode == READ_RESPONSE_FIRST || opcode >= READ_RESPONSE_LAST && opcode < COMPARE_SWAP;
  }

  /** Whether an {@link AtomicEth} follows the base header. */
  public static boolean hasAtomicEth(int opcode) {
    return opcode == COMPARE_SWAP || opcode == FETCH_ADD;
  }

  /** Whether an {@link AtomicAckEth} follows the {@link Aeth}. */
  public static boolean hasAtomicAckEth(int opcode) {
    return opcode == ATOMIC_ACKNOWLEDGE;
  }

  /** Whether four octets of immediate data follow, behind a {@link Reth} if there is one. */
  public static boolean hasImmediate(int opcode) {
    return opcode == SEND_LAST_WITH_IMMEDIATE
        || opcode == SEND_ONLY_WITH_IMMEDIATE
        || opcode == WRITE_LAST_WITH_IMMEDIATE
        || opcode == WRITE_ONLY_WITH_IMMEDIATE;
  }

  /** Whether payload may follow the headers. */
  public static boolean hasPayload(int opcode) {
    return opcode < READ_REQUEST || opcode > READ_REQUEST && opcode < ACKNOWLEDGE;
  }

  /** Octets of all headers, from the base header to where payload begins. */
  @Requirement("RC-15")
  public static int headerSize(int opcode) {
    if (opcode == CNP) {
      return Cnp.SIZE;
    }
    return Bth.SIZE
        + (hasReth(opcode) ? Reth.SIZE : 0)
        + (hasAeth(opcode) ? Aeth.SIZE : 0)
        + (hasAtomicEth(opcode) ? AtomicEth.SIZE : 0)
        + (hasAtomicAckEth(opcode) ? AtomicAckEth.SIZE : 0)
        + (hasImmediate(opcode) ? Immediate.SIZE : 0);
  }

  /** The name as documents spell it; the number of one that is not known. */
  public static String name(int opcode) {
    String name = NAMES.get(opcode);
    return name == null ? "opcode 0x%02x".formatted(opcode) : name;
  }

  private static Map<Integer, String> names() {
    Map<Integer, String> names = new HashMap<>();
    names.put(SEND_FIRST, "SEND First");
    names.put(SEND_MIDDLE, "SEND Middle");
    names.put(SEND_LAST, "SEND Last");
    names.put(SEND_LAST_WITH_IMMEDIATE, "SEND Last with Immediate");
    names.put(SEND_ONLY, "SEND Only");
    names.put(SEND_ONLY_WITH_IMMEDIATE, "SEND Only with Immediate");
    names.put(WRITE_FIRST, "RDMA WRITE First");
    names.put(WRITE_MIDDLE, "RDMA WRITE Middle");
    names.put(WRITE_LAST, "RDMA WRITE Last");
    names.put(WRITE_LAST_WITH_IMMEDIATE, "RDMA WRITE Last with Immediate");
    names.put(WRITE_ONLY, "RDMA WRITE Only");
    names.put(WRITE_ONLY_WITH_IMMEDIATE, "RDMA WRITE Only with Immediate");
    names.put(READ_REQUEST, "RDMA READ Request");
    names.put(READ_RESPONSE_FIRST, "RDMA READ Response First");
    names.put(READ_RESPONSE_MIDDLE, "RDMA READ Response Middle");
    names.put(READ_RESPONSE_LAST, "RDMA READ Response Last");
    names.put(READ_RESPONSE_ONLY, "RDMA READ Response Only");
    names.put(ACKNOWLEDGE, "Acknowledge");
    names.put(ATOMIC_ACKNOWLEDGE, "ATOMIC Acknowledge");
    names.put(COMPARE_SWAP, "CmpSwap");
    names.put(FETCH_ADD, "FetchAdd");
    names.put(CNP, "CNP");
    return names;
  }
}
