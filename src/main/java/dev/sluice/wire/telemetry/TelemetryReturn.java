package dev.sluice.wire.telemetry;

import dev.sluice.requirement.Requirement;
import dev.sluice.wire.Octets;

/**
 * A notification packet: what one packet has gathered, on its way back where no acknowledgment
 * carries it, and what an acknowledgment would say that is still to come. It stands behind UDP,
 * whose checksum is not optional here: it is all that guards the feedback.
 *
 * @param kind {@link TelemetryKind#NOTIFICATION}
 * @param flow which of the sender's flows it is for, as the two have agreed, 32 bits
 * @param sequence of the packet that has gathered it, as its transport counts, 32 bits
 * @param missing the first packet that the receiver has not, whether or not it has acknowledged
 *     those before, 32 bits
 * @param block without a last word
 */
@Requirement("HPCC-10")
public record TelemetryReturn(
    TelemetryKind kind, int flow, int sequence, int missing, TelemetryBlock block) {
  private static final int BLOCK_AT = TelemetryKind.SIZE + 12;

  /**
   * The notification of a packet.
   *
   * @param room how many records it has room for, of which those of the block are used
   */
  public static TelemetryReturn of(
      int flow, int sequence, int missing, int room, TelemetryBlock block) {
    return new TelemetryReturn(
        new TelemetryKind(TelemetryKind.NOTIFICATION, room, 0), flow, sequence, missing, block);
  }

  /** Octets behind UDP. */
  public static int size(int room) {
    return BLOCK_AT + TelemetryFormat.embedded(room).size(0);
  }

  /** Writes the notification, and answers where it ends. */
  public int put(byte[] octets, int at) {
    int next = kind.put(octets, at);
    Octets.putBits32(octets, next, flow);
    Octets.putBits32(octets, next + 4, sequence);
    Octets.putBits32(octets, next + 8, missing);
    return block.put(TelemetryFormat.embedded(kind.room()), octets, at + BLOCK_AT);
  }

  /**
   * Whether a notification stands there in full.
   *
   * @param to end of what stands there
   */
  public static boolean isOne(byte[] octets, int at, int to) {
    if (to - at < TelemetryKind.SIZE) {
      return false;
    }
    TelemetryKind kind = TelemetryKind.read(octets, at);
    return kind.kind() == TelemetryKind.NOTIFICATION
        && kind.room() >= 1
        && kind.room() <= TelemetryHead.MOST_HOPS
        && size(kind.room()) <= to - at;
  }

  /** Which flow a notification is for that stands there. */
  public static int flow(byte[] octets, int at) {
    return Octets.bits32(octets, at + TelemetryKind.SIZE);
  }

  /** Reads a notification; that it is one, and all there, is the caller's to check. */
  public static TelemetryReturn read(byte[] octets, int at) {
    TelemetryKind kind = TelemetryKind.read(octets, at);
    int next = at + TelemetryKind.SIZE;
    return new TelemetryReturn(
        kind,
        Octets.bits32(octets, next),
        Octets.bits32(octets, next + 4),
        Octets.bits32(octets, next + 8),
        TelemetryBlock.read(TelemetryFormat.embedded(kind.room()), octets, at + BLOCK_AT));
  }
}
