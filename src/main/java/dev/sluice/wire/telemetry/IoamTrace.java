package dev.sluice.wire.telemetry;

import dev.sluice.requirement.Requirement;
import dev.sluice.wire.Octets;
import java.util.Arrays;

/**
 * A pre-allocated IOAM trace (RFC 9197) in a hop-by-hop options header of IPv6 (RFC 9486).
 *
 * <p>The source leaves room, and nodes fill it from its end: the last node's data stand first. The
 * node that finds no room left sets {@link #OVERFLOW}, and writes nothing.
 *
 * <p>Of what HPCC++ needs, the standard fields have node id, time and queue depth, and neither
 * transmitted bytes nor link speed. {@link #HPCC_TYPE} puts the whole record of the draft's figure
 * into the wide field that is left to the namespace; without it a sender cannot compute a rate.
 *
 * @param namespace of the data, 16 bits
 * @param nodeLen words that a node writes, 5 bits
 * @param flags {@link #OVERFLOW} and others, 4 bits
 * @param remainingLen words of room left, 7 bits
 * @param type which fields a node writes: bit 0 is the highest, 24 bits
 * @param reserved sent as 0, 8 bits
 */
@Requirement("HPCC-16")
public record IoamTrace(
    int namespace, int nodeLen, int flags, int remainingLen, int type, int reserved) {
  /** Octets of the trace's own header. */
  public static final int SIZE = 8;

  /** Where it begins in the options header: behind padding and the option's four octets. */
  public static final int TRACE_AT = 8;

  /** The number of the options header as a next header of IPv6. */
  public static final int HOP_BY_HOP = 0;

  /** The option's type: passed over by whoever does not know it, and changed on the way. */
  public static final int OPTION = 0x31;

  /** IOAM's own number of a pre-allocated trace. */
  public static final int PREALLOCATED = 0;

  /** Flag: some node had no room. */
  public static final int OVERFLOW = 8;

  /** Field: hop limit (8 bits) and node id (24). */
  public static final int NODE = 1 << 23;

  /** Field: seconds. */
  public static final int SECONDS = 1 << 21;

  /** Field: the fraction of a second, in nanoseconds. */
  public static final int FRACTION = 1 << 20;

  /** Field: depth of the queue, in units of the node's own. */
  public static final int QUEUE_DEPTH = 1 << 17;

  /** Field: eight octets that the namespace gives a meaning. */
  public static final int NAMESPACE_WIDE = 1 << 13;

  /** Node id, and the record of the draft's figure. */
  public static final int HPCC_TYPE = NODE | NAMESPACE_WIDE;

  /** Fields that are not defined, or that have no fixed length. */
  private static final int OTHERS = 0xFFF;

  private static final int TWO_WORDS = 0b111 << 13;

  public IoamTrace {
    Octets.fitting(namespace, 0xFFFF);
    Octets.fitting(nodeLen, 0x1F);
    Octets.fitting(flags, 0xF);
    Octets.fitting(remainingLen, 0x7F);
    Octets.fitting(type, Octets.MAX_U24);
    Octets.fitting(reserved, 0xFF);
  }

  /**
   * Words that a node writes for these fields.
   *
   * @throws IllegalArgumentException if one of them is not defined, or has no fixed length
   */
  public static int words(int type) {
    if (!isFixed(type)) {
      throw new IllegalArgumentException("IOAM trace type 0x%06x".formatted(type));
    }
    // the wide fields are bits 8 to 10, and each of the others takes one word
    return Integer.bitCount(type) + Integer.bitCount(type & TWO_WORDS);
  }

  /** Whether all of these fields are defined, and have a fixed length. */
  public static boolean isFixed(int type) {
    return type != 0 && (type & OTHERS) == 0 && type <= Octets.MAX_U24;
  }

  /** Octets of an options header with such a trace, with room for so many nodes. */
  public static int size(int type, int nodes) {
    return TRACE_AT + SIZE + (4 * words(type) * nodes + 7) / 8 * 8;
  }

  /**
   * Writes a whole options header as it leaves the source, and answers where the next header
   * begins.
   *
   * @param nextHeader what that is, 8 bits
   * @throws IllegalArgumentException if an option cannot be so long
   */
  public static int put(byte[] octets, int at, int nextHeader, int namespace, int type, int nodes) {
    int words = words(type);
    int room = words * nodes;
    int end = at + size(type, nodes);
    Arrays.fill(octets, at, end, (byte) 0);
    Octets.putU8(octets, at, nextHeader);
    Octets.putU8(octets, at + 1, (end - at) / 8 - 1);
    Octets.putU8(octets, at + 2, 1); // two octets of padding, so that words are aligned
    Octets.putU8(octets, at + 4, OPTION);
    Octets.putU8(octets, at + 5, 2 + SIZE + 4 * room);
    Octets.putU8(octets, at + 7, PREALLOCATED);
    new IoamTrace(namespace, words, 0, room, type, 0).put(octets, at + TRACE_AT);
    int used = at + TRACE_AT + SIZE + 4 * room;
    if (used < end) {
      Octets.putU8(octets, used, 1);
      Octets.putU8(octets, used + 1, end - used - 2);
    }
    return end;
  }

  /** Writes the trace's own header, and answers where the data begin. */
  public int put(byte[] octets, int at) {
    Octets.putU16(octets, at, namespace);
    Octets.putU16(octets, at + 2, nodeLen << 11 | flags << 7 | remainingLen);
    Octets.putBits32(octets, at + 4, type << 8 | reserved);
    return at + SIZE;
  }

  /** Reads the trace's own header; that it is all there is the caller's to check. */
  public static IoamTrace read(byte[] octets, int at) {
    int lengths = Octets.u16(octets, at + 2);
    return new IoamTrace(
        Octets.u16(octets, at),
        lengths >> 11,
        lengths >> 7 & 0xF,
        lengths & 0x7F,
        Octets.u24(octets, at + 4),
        Octets.u8(octets, at + 7));
  }

  /**
   * A node writes its data.
   *
   * @param at where the trace's own header begins
   * @param data as many words as the header says
   * @return whether there was room
   * @throws IllegalArgumentException if there are more or fewer words
   */
  public static boolean push(byte[] octets, int at, int... data) {
    IoamTrace trace = read(octets, at);
    if (data.length != trace.nodeLen) {
      throw new IllegalArgumentException(
          data.length + " words of a node, where each writes " + trace.nodeLen);
    }
    boolean fits = trace.remainingLen >= trace.nodeLen;
    int left = fits ? trace.remainingLen - trace.nodeLen : trace.remainingLen;
    int flags = fits ? trace.flags : trace.flags | OVERFLOW;
    new IoamTrace(trace.namespace, trace.nodeLen, flags, left, trace.type, trace.reserved)
        .put(octets, at);
    for (int i = 0; fits && i < data.length; i++) {
      Octets.putBits32(octets, at + SIZE + 4 * (left + i), data[i]);
    }
    return fits;
  }

  /**
   * A word of a node's data.
   *
   * @param at where the trace's own header begins
   * @param words of room in all
   * @param node in the order of the path, from 0
   * @param word which of its words, from 0
   */
  public static int word(byte[] octets, int at, int words, int node, int word) {
    int nodeLen = Octets.u8(octets, at + 2) >> 3;
    return Octets.bits32(octets, at + SIZE + 4 * (words - (node + 1) * nodeLen + word));
  }
}
