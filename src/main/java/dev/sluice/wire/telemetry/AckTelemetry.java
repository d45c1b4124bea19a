package dev.sluice.wire.telemetry;

import dev.sluice.requirement.Requirement;
import dev.sluice.wire.Octets;

/**
 * What an acknowledgment brings back to a sender of HPCC++: the records of the newest packet that
 * had any, the window that the receiver has worked out of them, or neither. The draft gives no
 * layout; this one is ours.
 *
 * <p>It stands behind all headers that the opcode announces; nothing in the base header tells of
 * it, and both ends are configured alike. The ICRC covers it, so that what is spoilt changes
 * nothing.
 *
 * <pre>
 * 0      kind: 3 records, 4 a window, 0 neither
 * 1      room: how many records follow
 * 2      flows: N as the receiver has counted it, 16 bits, with records alone; 0: not counted
 * 4      records: the head's nHop and pathID and 16 bits of 0, then 8 octets each
 *        a window: 64 bits, in 2⁻⁹ byte, at most {@link #MOST_WINDOW}
 * </pre>
 *
 * @param kind {@link #NOTHING}, {@link TelemetryKind#NOTIFICATION} or {@link #WINDOW}
 * @param nHop how many switches the packet has passed, 4 bits
 * @param pathId their ids, added by exclusive or, 12 bits
 * @param first the hop of the first record, from 0; only a response has another
 * @param records see {@link HopRecord#bits}; never changed
 * @param window in 2⁻⁹ byte; 0 of another kind
 * @param flows N as the receiver has counted it, up to {@link #MOST_FLOWS}; 0: not counted
 */
@Requirement({"HPCC-10", "HPCC-11", "HPCC-17"})
public record AckTelemetry(
    int kind, int nHop, int pathId, int first, long[] records, long window, int flows) {
  /**
   * Opcode of a packet of its own that brings back what a probe has gathered, for a sender of
   * RoCEv2; of those that are left to manufacturers.
   */
  public static final int NOTICE_OPCODE = 0xCA;

  /** It brings nothing. */
  public static final int NOTHING = 0;

  /** It brings a window. */
  public static final int WINDOW = 4;

  /** The largest window, of 2⁴⁴ byte: no path holds as much. */
  public static final long MOST_WINDOW = (1L << 53) - 1;

  /** The largest N, which stands for larger ones too. */
  public static final int MOST_FLOWS = 0xFFFF;

  /** The one that brings nothing. */
  public static final AckTelemetry NONE = new AckTelemetry(NOTHING, 0, 0, 0, new long[0], 0, 0);

  /** One with a window. */
  public static AckTelemetry of(long window) {
    return new AckTelemetry(WINDOW, 0, 0, 0, NONE.records, window, 0);
  }

  /** One with what a packet has gathered in the header that begins there. */
  public static AckTelemetry of(TelemetryFormat format, byte[] octets, int head) {
    int nHop = TelemetryHead.nHop(octets, head);
    return new AckTelemetry(
        TelemetryKind.NOTIFICATION,
        nHop,
        TelemetryHead.pathId(octets, head),
        0,
        records(octets, head, format.records(nHop)),
        0,
        0);
  }

  /** What a response brings back: the record of one link, or of none. */
  @Requirement("HPCC-12")
  public static AckTelemetry of(RoceResponse response) {
    boolean isThere = response.hop() < response.nHop();
    return new AckTelemetry(
        TelemetryKind.NOTIFICATION,
        response.nHop(),
        response.pathId(),
        isThere ? response.hop() : 0,
        isThere ? new long[] {response.record().bits()} : NONE.records,
        0,
        0);
  }

  /** What a notification brings back. */
  @Requirement("HPCC-10")
  public static AckTelemetry of(TelemetryReturn notification) {
    TelemetryHead head = notification.block().head();
    return new AckTelemetry(
        TelemetryKind.NOTIFICATION,
        head.nHop(),
        head.pathId(),
        0,
        notification.block().bits(),
        0,
        0);
  }

  /**
   * Returns these records with N beside them; a window or nothing at all stays as it is.
   *
   * @param count of flows, from 0
   */
  @Requirement("HPCC-17")
  public AckTelemetry counting(long count) {
    int most = (int) Math.min(MOST_FLOWS, count);
    return hasRecords() ? new AckTelemetry(kind, nHop, pathId, first, records, window, most) : this;
  }

  private static long[] records(byte[] octets, int head, int count) {
    long[] records = new long[count];
    for (int slot = 0; slot < count; slot++) {
      records[slot] = Octets.bits64(octets, TelemetryBlock.recordAt(head, slot));
    }
    return records;
  }

  /** Whether it brings records. */
  public boolean hasRecords() {
    return kind == TelemetryKind.NOTIFICATION;
  }

  /** Octets of it. */
  public int size() {
    return TelemetryKind.SIZE
        + switch (kind) {
          case TelemetryKind.NOTIFICATION -> TelemetryHead.SIZE + records.length * HopRecord.SIZE;
          case WINDOW -> HopRecord.SIZE;
          default -> 0;
        };
  }

  /** Writes it, and answers where it ends. */
  public int put(byte[] octets, int at) {
    Octets.putU8(octets, at, kind);
    Octets.putU8(octets, at + 1, records.length);
    Octets.putU16(octets, at + 2, flows);
    int next = at + TelemetryKind.SIZE;
    if (kind == WINDOW) {
      Octets.putBits64(octets, next, window);
    } else if (hasRecords()) {
      TelemetryHead.put(octets, next, nHop, pathId);
      Octets.putU16(octets, next + 2, 0);
      for (int slot = 0; slot < records.length; slot++) {
        Octets.putBits64(octets, TelemetryBlock.recordAt(next, slot), records[slot]);
      }
    }
    return at + size();
  }

  /**
   * Reads one.
   *
   * @param to end of what stands there
   * @return {@link #NONE} of what is no such thing, not all there, or a window that cannot be
   */
  @Requirement({"HPCC-10", "HPCC-11", "HPCC-15"})
  public static AckTelemetry read(byte[] octets, int at, int to) {
    int next = at + TelemetryKind.SIZE;
    if (next > to) {
      return NONE;
    }
    int kind = Octets.u8(octets, at);
    int count = Octets.u8(octets, at + 1);
    int end = TelemetryBlock.recordAt(next, count);
    if (kind == WINDOW && next + HopRecord.SIZE <= to) {
      long window = Octets.bits64(octets, next);
      return window < 0 || window > MOST_WINDOW ? NONE : of(window);
    } else if (kind != TelemetryKind.NOTIFICATION || count > TelemetryHead.MOST_HOPS || end > to) {
      return NONE;
    }
    return new AckTelemetry(
        kind,
        TelemetryHead.nHop(octets, next),
        TelemetryHead.pathId(octets, next),
        0,
        records(octets, next, count),
        0,
        Octets.u16(octets, at + 2));
  }
}
