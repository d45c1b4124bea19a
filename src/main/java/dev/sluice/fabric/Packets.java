package dev.sluice.fabric;

import java.util.Arrays;

/**
 * The frames that exist, as slots in arrays: a header of real octets, and a payload that is only
 * named.
 *
 * <p>As many slots are made as there ever were frames at one time, and a released one is used
 * again. The arrays grow by doubling, so {@link #octets()} must be asked for again after {@link
 * #allocate}.
 */
public final class Packets {
  /** No packet. */
  public static final int NONE = -1;

  static final int IN_USE = 1;
  static final int IN_FABRIC = 1 << 1;
  static final int LOST = 1 << 2;
  static final int DAMAGED = 1 << 3;
  static final int TRIMMED = 1 << 4;
  static final int CUT_OFF = 1 << 5;

  /**
   * What a hop needs of a packet, 32 bytes, and the rest. The first packet's begin at {@link
   * #MARGIN}, so that none lies across two cache lines where arrays have a header of 16 bytes.
   */
  private static final int INTS = 8;

  private static final int MARGIN = 4;
  private static final int NEXT = MARGIN;
  private static final int OUT = MARGIN + 1;
  private static final int FRAME_BYTES = MARGIN + 2;
  private static final int TO = MARGIN + 3;
  private static final int PATH = MARGIN + 4;
  private static final int STATE = MARGIN + 5;
  private static final int HEADER_BYTES = MARGIN + 6;
  private static final int PAYLOAD_BYTES = MARGIN + 7;

  private static final int LONGS = 3;
  private static final int PAYLOAD_OFFSET = 0;
  private static final int FROM_AND_REGION = 1;
  private static final int CAME_AT = 2;

  /** The state: six flags, then the ECN codepoint, the tag, and the traffic class. */
  private static final int FLAGS = 0xFF;

  private static final int ECN_AT = 8;

  /** Three bits of priority, and above them whether there is a tag. */
  private static final int TAG_AT = 10;

  private static final int TAGGED = 1 << 3;
  private static final int TAG = (TAGGED | 7) << TAG_AT;
  private static final int CLASS_AT = 16;

  private final int headerRoom;
  private byte[] octets;
  private int[] ints;
  private long[] longs;

  private int free = NONE;
  private int made;
  private int used;

  /** An empty pool of packets whose headers have at most this many octets. */
  public Packets(int headerRoom) {
    this.headerRoom = headerRoom;
    octets = new byte[64 * headerRoom];
    ints = new int[64 * INTS + MARGIN];
    longs = new long[64 * LONGS];
  }

  private void resize(int room) {
    octets = Arrays.copyOf(octets, Math.multiplyExact(room, headerRoom));
    ints = Arrays.copyOf(ints, Math.addExact(Math.multiplyExact(room, INTS), MARGIN));
    longs = Arrays.copyOf(longs, room * LONGS);
  }

  /**
   * A packet of its own with a header of this length, whose octets are whatever was there before,
   * and no payload.
   */
  public int allocate(int headerBytes) {
    if (headerBytes < 0 || headerBytes > headerRoom) {
      throw new IllegalArgumentException(
          "a header of " + headerBytes + " octets in room for " + headerRoom);
    }
    int packet = free;
    if (packet == NONE) {
      packet = made++;
      if (packet * LONGS == longs.length) {
        resize(Math.multiplyExact(2, packet));
      }
    } else {
      free = next(packet);
    }
    used++;
    int base = packet * INTS;
    ints[base + STATE] = IN_USE;
    ints[base + HEADER_BYTES] = headerBytes;
    ints[base + PAYLOAD_BYTES] = 0;
    return packet;
  }

  /** Gives a packet back that was never sent; one that was, the fabric gives back itself. */
  public void release(int packet) {
    if (flags(packet) != IN_USE) {
      throw new IllegalStateException(
          "packet " + packet + (flags(packet) == 0 ? " does not exist" : " is in the fabric"));
    }
    recycle(packet);
  }

  /**
   * It comes to a port then, in picoseconds. That is kept apart from what a hop needs, so that a
   * port tells it where something is asked as frames leave, and nowhere else.
   */
  void cameAtPs(int packet, long atPs) {
    longs[packet * LONGS + CAME_AT] = atPs;
  }

  /** When it came to the port that it is at, in picoseconds, where that was told. */
  long cameAtPs(int packet) {
    return longs[packet * LONGS + CAME_AT];
  }

  void recycle(int packet) {
    ints[packet * INTS + STATE] = 0;
    next(packet, free);
    free = packet;
    used--;
  }

  /** Another packet with the same contents, on the same way. */
  int copyOf(int packet) {
    int copy = allocate(headerBytes(packet));
    System.arraycopy(octets, at(packet), octets, at(copy), headerBytes(packet));
    System.arraycopy(ints, packet * INTS + MARGIN, ints, copy * INTS + MARGIN, INTS);
    System.arraycopy(longs, packet * LONGS, longs, copy * LONGS, LONGS);
    return copy;
  }

  /** The octets of all headers; those of one packet begin at {@link #at}. */
  public byte[] octets() {
    return octets;
  }

  /** Where a packet's header begins in {@link #octets()}. */
  public int at(int packet) {
    return packet * headerRoom;
  }

  /** How long a packet's header is. */
  public int headerBytes(int packet) {
    return ints[packet * INTS + HEADER_BYTES];
  }

  void headerBytes(int packet, int bytes) {
    ints[packet * INTS + HEADER_BYTES] = bytes;
  }

  /** Names a packet's payload: so many bytes of a region of memory, from an offset on. */
  public void payload(int packet, int region, long offset, int bytes) {
    if (bytes < 0) {
      throw new IllegalArgumentException("a payload of " + bytes + " bytes");
    }
    longs[packet * LONGS + FROM_AND_REGION] = from(packet) | (long) region << 32;
    longs[packet * LONGS + PAYLOAD_OFFSET] = offset;
    ints[packet * INTS + PAYLOAD_BYTES] = bytes;
  }

  /** How long a packet's payload is. */
  public int payloadBytes(int packet) {
    return ints[packet * INTS + PAYLOAD_BYTES];
  }

  /** The region of memory that a packet's payload lies in. */
  public int payloadRegion(int packet) {
    return (int) (longs[packet * LONGS + FROM_AND_REGION] >>> 32);
  }

  /** Where in its region a packet's payload begins. */
  public long payloadOffset(int packet) {
    return longs[packet * LONGS + PAYLOAD_OFFSET];
  }

  /** The bytes that a sent packet takes on a link. */
  public int frameBytes(int packet) {
    return ints[packet * INTS + FRAME_BYTES];
  }

  /** The host that sent a packet. */
  public int from(int packet) {
    return (int) longs[packet * LONGS + FROM_AND_REGION];
  }

  /** The host that a sent packet goes to. */
  public int to(int packet) {
    return ints[packet * INTS + TO];
  }

  /** Whether a switch has cut off the packet's payload. */
  public boolean isTrimmed(int packet) {
    return (flags(packet) & TRIMMED) != 0;
  }

  /**
   * Gives the frame a VLAN tag with this priority (PCP), or another one.
   *
   * @param priority 0 to 7
   */
  public void tag(int packet, int priority) {
    if (priority < 0 || priority > 7) {
      throw new IllegalArgumentException("a priority of " + priority);
    }
    int state = ints[packet * INTS + STATE] & ~TAG;
    ints[packet * INTS + STATE] = state | (TAGGED | priority) << TAG_AT;
  }

  /** Whether the frame has a VLAN tag. */
  public boolean isTagged(int packet) {
    return (ints[packet * INTS + STATE] & TAGGED << TAG_AT) != 0;
  }

  /** The priority of a frame's tag; 0 of one without. */
  public int priority(int packet) {
    return ints[packet * INTS + STATE] >>> TAG_AT & 7;
  }

  /** How many packets exist now. */
  public int used() {
    return used;
  }

  /** How many slots have been made: the most packets that ever existed at one time. */
  public int made() {
    return made;
  }

  /** The packet behind in a queue or on a link; of a released one, the one released before it. */
  int next(int packet) {
    return ints[packet * INTS + NEXT];
  }

  void next(int packet, int other) {
    ints[packet * INTS + NEXT] = other;
  }

  /** The port to which an overtaken frame goes next, or a host, complemented. */
  int out(int packet) {
    return ints[packet * INTS + OUT];
  }

  void out(int packet, int out) {
    ints[packet * INTS + OUT] = out;
  }

  /** Where a frame that a switch holds is counted; it is on no link now, so the place is free. */
  int lane(int packet) {
    return ints[packet * INTS + OUT];
  }

  void lane(int packet, int lane) {
    ints[packet * INTS + OUT] = lane;
  }

  /** What chooses its path, the same at every switch. */
  int path(int packet) {
    return ints[packet * INTS + PATH];
  }

  void travels(int packet, int from, int to, int path) {
    ints[packet * INTS + TO] = to;
    ints[packet * INTS + PATH] = path;
    longs[packet * LONGS + FROM_AND_REGION] = from | (long) payloadRegion(packet) << 32;
  }

  void frameBytes(int packet, int bytes) {
    ints[packet * INTS + FRAME_BYTES] = bytes;
  }

  int flags(int packet) {
    return ints[packet * INTS + STATE] & FLAGS;
  }

  void flag(int packet, int flag) {
    ints[packet * INTS + STATE] |= flag;
  }

  /** The header's ECN codepoint, kept beside it. */
  int ecn(int packet) {
    return ints[packet * INTS + STATE] >>> ECN_AT & 3;
  }

  /** The class of a sent packet. */
  public int trafficClass(int packet) {
    return ints[packet * INTS + STATE] >>> CLASS_AT;
  }

  void treatment(int packet, int trafficClass, int ecn) {
    int kept = ints[packet * INTS + STATE] & (FLAGS | TAG);
    ints[packet * INTS + STATE] = trafficClass << CLASS_AT | ecn << ECN_AT | kept;
  }
}
