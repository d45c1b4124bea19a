package dev.sluice.wire.telemetry;

import dev.sluice.cc.hpcc.Stamp;
import dev.sluice.wire.ip.Ip;
import dev.sluice.wire.ip.Ipv4;
import dev.sluice.wire.ip.Ipv6;
import dev.sluice.wire.ip.Udp;
import java.util.Arrays;

/** Whole packets for tests, written the way a NIC and switches write them. */
final class TelemetrySample {
  static final int A = 0x0A00_0001;
  static final int B = 0x0A00_0002;
  static final long NET = 0xFD00L << 48;

  /** A port of the dynamic range. */
  static final int PORT = 50_000;

  private TelemetrySample() {}

  /** An IP packet with a UDP header, what stands behind it, and no checksum of UDP. */
  static byte[] udp(boolean v6, int port, byte[] behind) {
    byte[] octets = ip(v6, 0, Ip.UDP, Udp.SIZE + behind.length);
    int at = Udp.put(octets, v6 ? Ipv6.SIZE : Ipv4.SIZE, 0xC000, port, Udp.SIZE + behind.length);
    System.arraycopy(behind, 0, octets, at, behind.length);
    return octets;
  }

  /** An IP packet of zeros behind its header, from A to B. */
  static byte[] ip(boolean v6, int dscp, int protocol, int transport) {
    byte[] octets = new byte[(v6 ? Ipv6.SIZE : Ipv4.SIZE) + transport];
    if (v6) {
      Ipv6.put(octets, 0, dscp, 2, 0, transport, protocol, 64, NET, A, NET, B);
    } else {
      Ipv4.put(octets, 0, dscp, 2, octets.length, 64, protocol, A, B);
    }
    return octets;
  }

  /** A packet that leaves its sender with this payload. */
  static byte[] fresh(TelemetryFormat format, boolean v6, byte[] payload) {
    byte[] behind = new byte[format.size(0) + payload.length];
    int end = TelemetryBlock.fresh(format).put(format, behind, 0);
    System.arraycopy(payload, 0, behind, end, payload.length);
    return udp(v6, format.udpPort(), behind);
  }

  /** The packet as it leaves a switch. */
  static byte[] hop(
      TelemetryFormat format,
      byte[] packet,
      Stamp stamp,
      long mbps,
      long nowPs,
      long sentBytes,
      long queueBytes) {
    byte[] octets = Arrays.copyOf(packet, packet.length + HopRecord.SIZE);
    int[] end = {packet.length};
    int head = TelemetryFrames.at(octets, 0);
    String refusal =
        stamp.emit(
            mbps,
            nowPs,
            sentBytes,
            queueBytes,
            format.room(),
            TelemetryHead.nHop(octets, head),
            TelemetryHead.pathId(octets, head),
            new Stamp.Sink() {
              @Override
              public void head(int nHop, int pathId) {
                end[0] = TelemetryFrames.hop(format, octets, 0, end[0], nHop, pathId);
              }

              @Override
              public void record(int slot, long record) {
                TelemetryFrames.record(octets, 0, slot, record);
              }
            });
    if (refusal != null) {
      throw new IllegalArgumentException(refusal);
    }
    return Arrays.copyOf(octets, end[0]);
  }
}
