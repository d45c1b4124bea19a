package dev.sluice.wire.telemetry;

import dev.sluice.requirement.Requirement;
import dev.sluice.wire.Octets;

/**
 * A notification packet: what one packet has gathered, on its way back where no acknowledgment
 * carries it. It stands behind UDP, whose checksum is not optional here: it is all that guards the
 * feedback.
 *
 * @param kind {@link TelemetryKind#NOTIFICATION}
 * @param flow which of the sender's flows it is for, as the two have agreed, 32 bits
 * @param sequence of the packet that has gathered it, as its transport counts, 32 bits
 * @param block without a last word
 */
@Requirement("HPCC-10")
public record TelemetryReturn(TelemetryKind kind, int flow, int sequence, TelemetryBlock block) {
  private static final int BLOCK_AT = TelemetryKind.SIZE + 8;

  /**
   * The notification of a packet.
   *
   * @param room how many records it has room for, of which those of the block are used
   */
  public static TelemetryReturn of(int flow, int sequence, int room, TelemetryBlock block) {
    return new TelemetryReturn(
        new TelemetryKind(TelemetryKind.NOTIFICATION, room, 0), flow, sequence, block);
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
    return block.put(TelemetryFormat.embedded(kind.room()), octets, at + BLOCK_AT);
  }

  /** Reads a notification; that it is one, and all there, is the caller's to check. */
  public static TelemetryReturn read(byte[] octets, int at) {
    TelemetryKind kind = TelemetryKind.read(octets, at);
    int next = at + TelemetryKind.SIZE;
    return new TelemetryReturn(
        kind,
        Octets.bits32(octets, next),
        Octets.bits32(octets, next + 4),
        TelemetryBlock.read(TelemetryFormat.embedded(kind.room()), octets, at + BLOCK_AT));
  }
}
