package dev.sluice.wire.telemetry;

import dev.sluice.requirement.Requirement;
import dev.sluice.wire.Octets;
import dev.sluice.wire.ip.Ip;
import dev.sluice.wire.ip.TcpHeader;

/**
 * Probe and response of the TCP form: a segment of the flow's 5-tuple, or of the reversed one,
 * whose data are a {@link TelemetryKind} and the draft's header with all its room.
 *
 * <p>A DSCP of its own tells both from the flow's data, at network cards that would merge or split
 * segments, and at the receiver, whose stream they must not enter. A switch knows a probe by its
 * kind, leaves a response as it is, and carries the checksum of TCP along. The probe's sequence
 * number is that of the data that would have left next, and the response acknowledges it; the
 * stream does not move by either.
 *
 * @param header without options
 * @param kind {@link TelemetryKind#PROBE} or {@link TelemetryKind#RESPONSE}
 * @param block without a last word
 */
@Requirement("HPCC-18")
public record TcpTelemetry(TcpHeader header, TelemetryKind kind, TelemetryBlock block) {
  /** Whoever takes it for a segment of the stream must not read that there is no room. */
  private static final int WINDOW = 0xFFFF;

  /** A probe as it leaves its sender; the checksum is filled in where it stands in full. */
  public static TcpTelemetry probe(
      int sourcePort, int destinationPort, int sequence, int acknowledgment, int room) {
    return new TcpTelemetry(
        new TcpHeader(
            sourcePort, destinationPort, sequence, acknowledgment, TcpHeader.ACK, WINDOW, 0, 0),
        new TelemetryKind(TelemetryKind.PROBE, room, 0),
        TelemetryBlock.fresh(TelemetryFormat.embedded(room)));
  }

  /** The response to this probe: all that it has gathered, and its ports the other way round. */
  public TcpTelemetry response() {
    return new TcpTelemetry(
        new TcpHeader(
            header.destinationPort(),
            header.sourcePort(),
            header.acknowledgment(),
            header.sequence(),
            TcpHeader.ACK,
            WINDOW,
            0,
            0),
        new TelemetryKind(TelemetryKind.RESPONSE, kind.room(), 0),
        block);
  }

  /** Octets of TCP header and data. */
  public static int size(int room) {
    return TcpHeader.SIZE + TelemetryKind.SIZE + TelemetryFormat.embedded(room).size(0);
  }

  /** Writes the segment, and answers where it ends. */
  public int put(byte[] octets, int at) {
    int next = kind.put(octets, header.put(octets, at));
    return block.put(TelemetryFormat.embedded(kind.room()), octets, next);
  }

  /** Reads a segment; that it is one of these, and all there, is the caller's to check. */
  public static TcpTelemetry read(byte[] octets, int at) {
    TelemetryKind kind = TelemetryKind.read(octets, at + TcpHeader.SIZE);
    return new TcpTelemetry(
        TcpHeader.read(octets, at),
        kind,
        TelemetryBlock.read(
            TelemetryFormat.embedded(kind.room()),
            octets,
            at + TcpHeader.SIZE + TelemetryKind.SIZE));
  }

  /**
   * Whether a packet is a probe in which a switch is to write.
   *
   * @param dscp the one that is kept for telemetry
   * @param to end of what stands there
   */
  public static boolean isProbe(byte[] octets, int ipAt, int to, int dscp) {
    if (to - ipAt < 1 || to - ipAt < Ip.size(octets, ipAt) + TcpHeader.SIZE + TelemetryKind.SIZE) {
      return false;
    }
    int tcp = ipAt + Ip.size(octets, ipAt);
    int kind = tcp + TcpHeader.SIZE;
    int room = Octets.u8(octets, kind + 1);
    return Ip.protocol(octets, ipAt) == TcpHeader.PROTOCOL
        && Ip.dscp(octets, ipAt) == dscp
        && TcpHeader.size(octets, tcp) == TcpHeader.SIZE
        && Octets.u8(octets, kind) == TelemetryKind.PROBE
        && room >= 1
        && room <= TelemetryHead.MOST_HOPS
        && to - tcp >= size(room);
  }

  /** How much room a probe has. */
  public static int room(byte[] octets, int ipAt) {
    return Octets.u8(octets, headAt(octets, ipAt) - TelemetryKind.SIZE + 1);
  }

  /** Where the telemetry begins. */
  public static int headAt(byte[] octets, int ipAt) {
    return ipAt + Ip.size(octets, ipAt) + TcpHeader.SIZE + TelemetryKind.SIZE;
  }

  /** Writes a switch's count and path. */
  public static void hop(byte[] octets, int ipAt, int nHop, int pathId) {
    int tcp = ipAt + Ip.size(octets, ipAt);
    TcpHeader.rewrite16(octets, tcp, headAt(octets, ipAt), TelemetryHead.first(nHop, pathId));
  }

  /** Writes a switch's record into its place. */
  public static void record(byte[] octets, int ipAt, int slot, long record) {
    int tcp = ipAt + Ip.size(octets, ipAt);
    int at = TelemetryBlock.recordAt(headAt(octets, ipAt), slot);
    for (int i = 0; i < HopRecord.SIZE; i += 2) {
      TcpHeader.rewrite16(octets, tcp, at + i, (int) (record >>> 48 - 8 * i) & 0xFFFF);
    }
  }
}
