package dev.sluice.wire.telemetry;

import dev.sluice.requirement.Requirement;
import dev.sluice.wire.ip.Ip;
import dev.sluice.wire.ip.Udp;
import java.util.Arrays;

/**
 * The draft's header in packets, behind their UDP header, as a switch finds and rewrites it.
 *
 * <p>{@code ipAt} is where the IP header begins, of either version and without options.
 */
public final class TelemetryFrames {
  private TelemetryFrames() {}

  /** Where the header begins in a packet that has one. */
  public static int at(byte[] octets, int ipAt) {
    return ipAt + Ip.size(octets, ipAt) + Udp.SIZE;
  }

  /**
   * Whether a packet is one of this format, and its header stands there in full.
   *
   * @param to end of what stands there
   */
  public static boolean isOne(TelemetryFormat format, byte[] octets, int ipAt, int to) {
    int head = to - ipAt < 1 ? to : at(octets, ipAt);
    return to - head >= TelemetryHead.SIZE
        && Ip.protocol(octets, ipAt) == Ip.UDP
        && Udp.destinationPort(octets, head - Udp.SIZE) == format.udpPort()
        && to - head >= format.size(TelemetryHead.nHop(octets, head));
  }

  /**
   * Writes a switch's count and path, and makes room for its record if the packet grows: what
   * stands behind the records moves on by {@value HopRecord#SIZE} octets, and the lengths of IP and
   * UDP go up with it, with the checksum of IPv4 carried along. The checksum of UDP does not hold
   * any more, and becomes 0, which says that there is none.
   *
   * @param to end of what stands there; a payload that does not is the caller's matter
   * @return end of what stands there now
   * @throws IllegalArgumentException if the array ends before that, or the count goes back
   */
  @Requirement("HPCC-7")
  public static int hop(
      TelemetryFormat format, byte[] octets, int ipAt, int to, int nHop, int pathId) {
    int at = at(octets, ipAt);
    int before = TelemetryHead.nHop(octets, at);
    int grows = format.size(nHop) - format.size(before);
    if (grows < 0 || octets.length - to < grows) {
      throw new IllegalArgumentException(
          "no room for %d octets more behind %d of %d".formatted(grows, to, octets.length));
    }
    int udp = at - Udp.SIZE;
    Udp.rewrite16(octets, udp, at, TelemetryHead.first(nHop, pathId));
    if (grows > 0) {
      int record = TelemetryBlock.recordAt(at, format.records(before));
      System.arraycopy(octets, record, octets, record + grows, to - record);
      Arrays.fill(octets, record, record + grows, (byte) 0);
      Ip.setPacketLength(octets, ipAt, Ip.packetLength(octets, ipAt) + grows);
      Udp.grow(octets, udp, grows);
    }
    return to + grows;
  }

  /** Writes a record into its place. */
  @Requirement("HPCC-7")
  public static void record(byte[] octets, int ipAt, int slot, long record) {
    int head = at(octets, ipAt);
    int at = TelemetryBlock.recordAt(head, slot);
    for (int i = 0; i < HopRecord.SIZE; i += 2) {
      Udp.rewrite16(octets, head - Udp.SIZE, at + i, (int) (record >>> 48 - 8 * i) & 0xFFFF);
    }
  }
}
