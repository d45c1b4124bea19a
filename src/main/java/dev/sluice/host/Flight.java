package dev.sluice.host;

/**
 * The packets of one connection between their first sending and their acknowledgment, by their
 * numbers, which count from 0: a ring of what must be known of each, long after it was sent.
 */
public final class Flight {
  private static final int FIRST_PACKETS = 4;

  /** Of each packet four numbers side by side. */
  private static final int FIELDS = 4;

  private static final int PLACE = 0;
  private static final int SENT_AT = 1;
  private static final int BYTES_AND_PATH = 2;
  private static final int TRIES_AND_STANDING = 3;

  private int mask = FIRST_PACKETS - 1;
  private Object[] workOf = new Object[FIRST_PACKETS];
  private long[] packets = new long[FIRST_PACKETS * FIELDS];

  /** The packet that was put last. */
  private long last;

  private int at(long packet) {
    return ((int) packet & mask) * FIELDS;
  }

  /** Looks at what is put next. */
  long look() {
    return packets[at(last + 1)];
  }

  /**
   * Notes a new packet, the one behind all others; it stands at 0.
   *
   * @param first the first packet that must be kept
   * @param work what it is a part of, as the transport knows it
   * @param place where in that it begins
   * @param bytes of payload
   */
  public void put(long packet, long first, Object work, long place, int bytes) {
    if (packet - first > mask) {
      grow(first, packet);
    }
    last = packet;
    workOf[(int) packet & mask] = work;
    int at = at(packet);
    packets[at + PLACE] = place;
    packets[at + BYTES_AND_PATH] = bytes;
    packets[at + TRIES_AND_STANDING] = 0;
  }

  private void grow(long first, long end) {
    int length = 2 * (mask + 1);
    Object[] works = new Object[length];
    long[] more = new long[length * FIELDS];
    for (long packet = first; packet < end; packet++) {
      int to = (int) packet & (length - 1);
      works[to] = work(packet);
      System.arraycopy(packets, at(packet), more, to * FIELDS, FIELDS);
    }
    mask = length - 1;
    workOf = works;
    packets = more;
  }

  /**
   * A packet leaves, for the first time or again; it stands as before.
   *
   * @param path what chooses its path, such as an entropy value
   */
  public void sent(long packet, long atPs, int path) {
    int at = at(packet);
    packets[at + SENT_AT] = atPs;
    packets[at + BYTES_AND_PATH] = (long) path << Integer.SIZE | bytes(packet);
    int tries = Math.min(Byte.MAX_VALUE, tries(packet) + 1);
    packets[at + TRIES_AND_STANDING] = (long) tries << Byte.SIZE | standing(packet);
  }

  /** What a packet is a part of. */
  public Object work(long packet) {
    return workOf[(int) packet & mask];
  }

  /** Where in that it begins. */
  public long place(long packet) {
    return packets[at(packet) + PLACE];
  }

  /** Its payload. */
  public int bytes(long packet) {
    return (int) packets[at(packet) + BYTES_AND_PATH];
  }

  /** When it was sent last. */
  public long sentAt(long packet) {
    return packets[at(packet) + SENT_AT];
  }

  /** What chose its path last. */
  public int path(long packet) {
    return (int) (packets[at(packet) + BYTES_AND_PATH] >>> Integer.SIZE);
  }

  /** How often it was sent, as far as a byte counts. */
  public int tries(long packet) {
    return (int) (packets[at(packet) + TRIES_AND_STANDING] >> Byte.SIZE);
  }

  /** How it stands: a number from 0 to 127 whose meaning is the transport's. */
  public byte standing(long packet) {
    return (byte) packets[at(packet) + TRIES_AND_STANDING];
  }

  /** Has a packet stand otherwise. */
  public void stand(long packet, int standing) {
    packets[at(packet) + TRIES_AND_STANDING] = (long) tries(packet) << Byte.SIZE | standing;
  }

  /** Lets go of all that packets are a part of. */
  public void forgetWork() {
    java.util.Arrays.fill(workOf, null);
  }
}
