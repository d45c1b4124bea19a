package dev.sluice.wire.telemetry;

import dev.sluice.requirement.Requirement;
import dev.sluice.wire.Octets;
import java.util.ArrayList;
import java.util.List;

/**
 * Telemetry in the packet (INT-MD) of P4's specification 2.1, behind UDP: a word that says what
 * follows, a header, and a stack of what nodes wrote.
 *
 * <p>Of what HPCC++ needs, its instructions have node and port ids, times, and the depth of the
 * queue; the use of the link is a share of its speed over a time that the node chooses. There are
 * neither transmitted bytes nor link speed. The draft calls its figure an INT header, which it is
 * not.
 *
 * @param type 1 where nodes write into the packet, 4 bits
 * @param npt what {@code nextProtocol} holds, 2 bits
 * @param nextProtocol the UDP port that the packet would have gone to, 16 bits
 * @param flags discard, hops exceeded, MTU exceeded: 3 bits
 * @param remainingHops how many more nodes may write, 8 bits
 * @param instructions what a node writes, the first in the highest bit, 16 bits
 * @param domain whose additional instructions these are, 16 bits
 * @param domainInstructions 16 bits
 * @param domainFlags 16 bits
 * @param nodes what nodes wrote, the newest first, each of as many words as the instructions ask
 */
@Requirement("HPCC-16")
public record IntMd(
    int type,
    int npt,
    int nextProtocol,
    int flags,
    int remainingHops,
    int instructions,
    int domain,
    int domainInstructions,
    int domainFlags,
    List<List<Integer>> nodes) {
  /** Octets in front of the stack. */
  public static final int SIZE = 16;

  /** The version in the header. */
  public static final int VERSION = 2;

  /** Nodes write into the packet. */
  public static final int EMBEDDED = 1;

  /** {@code nextProtocol} is a UDP port. */
  public static final int UDP_PORT = 1;

  /** Flag: a node was not allowed to write, as no hops remained. */
  public static final int EXCEEDED = 2;

  /** Instruction: the node's id. */
  public static final int NODE = 1 << 15;

  /** Instruction: ports of ingress and egress, 16 bits each. */
  public static final int PORTS = 1 << 14;

  /** Instruction: which queue (8 bits), and how much waits in it (24). */
  public static final int QUEUE = 1 << 12;

  /** Instruction: when the packet left, eight octets. */
  public static final int EGRESS_TIME = 1 << 10;

  /** Instruction: how much of the link is in use. */
  public static final int UTILISATION = 1 << 8;

  /** Two times and the wide port ids take two words. */
  private static final int TWO_WORDS = 0b111 << 9;

  private static final int HEADER_WORDS = 3;
  private static final int VERSION_AT = 28;
  private static final int FLAGS_AT = 25;

  public IntMd {
    Octets.fitting(type, 0xF);
    Octets.fitting(npt, 3);
    Octets.fitting(nextProtocol, 0xFFFF);
    Octets.fitting(flags, 7);
    Octets.fitting(remainingHops, 0xFF);
    Octets.fitting(instructions, 0xFFFF);
    Octets.fitting(domain, 0xFFFF);
    Octets.fitting(domainInstructions, 0xFFFF);
    Octets.fitting(domainFlags, 0xFFFF);
    nodes = nodes.stream().map(List::copyOf).toList();
    int words = words(instructions);
    if (nodes.stream().anyMatch(node -> node.size() != words)) {
      throw new IllegalArgumentException("a node writes " + words + " words");
    }
    Octets.fitting(HEADER_WORDS + nodes.size() * words, 0xFF);
  }

  /** Words that a node writes for these instructions. */
  public static int words(int instructions) {
    return Integer.bitCount(instructions) + Integer.bitCount(instructions & TWO_WORDS);
  }

  /** With what one node more writes; as it is, and marked, if no hops remain. */
  public IntMd with(List<Integer> node) {
    boolean may = remainingHops > 0;
    List<List<Integer>> more = new ArrayList<>();
    if (may) {
      more.add(node);
    }
    more.addAll(nodes);
    return new IntMd(
        type,
        npt,
        nextProtocol,
        may ? flags : flags | EXCEEDED,
        may ? remainingHops - 1 : 0,
        instructions,
        domain,
        domainInstructions,
        domainFlags,
        more);
  }

  /** Octets of all of it. */
  public int size() {
    return SIZE + 4 * nodes.size() * words(instructions);
  }

  /** Writes it, and answers where the payload begins. */
  public int put(byte[] octets, int at) {
    int words = words(instructions);
    Octets.putU8(octets, at, type << 4 | npt << 2);
    Octets.putU8(octets, at + 1, HEADER_WORDS + nodes.size() * words);
    Octets.putU16(octets, at + 2, nextProtocol);
    Octets.putBits32(
        octets, at + 4, VERSION << VERSION_AT | flags << FLAGS_AT | words << 8 | remainingHops);
    Octets.putU16(octets, at + 8, instructions);
    Octets.putU16(octets, at + 10, domain);
    Octets.putU16(octets, at + 12, domainInstructions);
    Octets.putU16(octets, at + 14, domainFlags);
    int next = at + SIZE;
    for (List<Integer> node : nodes) {
      for (int word : node) {
        Octets.putBits32(octets, next, word);
        next += 4;
      }
    }
    return next;
  }

  /** Octets behind the first word, as it says. */
  public static int behind(byte[] octets, int at) {
    return 4 * Octets.u8(octets, at + 1);
  }

  /** The version in the header. */
  public static int version(byte[] octets, int at) {
    return Octets.u8(octets, at + 4) >> 4;
  }

  /** Words that each node writes, as the header says. */
  public static int hopWords(byte[] octets, int at) {
    return Octets.u8(octets, at + 6) & 0x1F;
  }

  /** Bits that are reserved, of the first word and the header. */
  public static int reserved(byte[] octets, int at) {
    return Octets.u8(octets, at) & 3 | (Octets.bits32(octets, at + 4) >> 13 & 0xFFF) << 2;
  }

  /** What nodes are to write. */
  public static int instructions(byte[] octets, int at) {
    return Octets.u16(octets, at + 8);
  }

  /** Reads it; that it is all there, and whole, is the caller's to check. */
  public static IntMd read(byte[] octets, int at) {
    int words = words(instructions(octets, at));
    int stack = behind(octets, at) / 4 - HEADER_WORDS;
    List<List<Integer>> nodes = new ArrayList<>();
    for (int node = 0; words > 0 && node < stack / words; node++) {
      List<Integer> wrote = new ArrayList<>();
      for (int word = 0; word < words; word++) {
        wrote.add(Octets.bits32(octets, at + SIZE + 4 * (node * words + word)));
      }
      nodes.add(wrote);
    }
    int first = Octets.u8(octets, at);
    return new IntMd(
        first >> 4,
        first >> 2 & 3,
        Octets.u16(octets, at + 2),
        Octets.u8(octets, at + 4) >> 1 & 7,
        Octets.u8(octets, at + 7),
        instructions(octets, at),
        Octets.u16(octets, at + 10),
        Octets.u16(octets, at + 12),
        Octets.u16(octets, at + 14),
        nodes);
  }
}
