package dev.sluice.wire.telemetry;

import dev.sluice.wire.ip.Ip;
import dev.sluice.wire.ip.Ipv4;
import dev.sluice.wire.ip.Ipv6;
import dev.sluice.wire.ip.TcpHeader;
import dev.sluice.wire.ip.Udp;
import dev.sluice.wire.roce.Bth;
import dev.sluice.wire.roce.Icrc;
import dev.sluice.wire.roce.WellKnown;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** A packet of each form beside the draft's own header, written the way a NIC writes it. */
final class FormSample {
  static final int QP = 0xD2;
  static final int PSN = 0xABCDEF;

  /** The base header of a probe. */
  static final Bth PROBE = new Bth(RoceProbe.OPCODE, 0, WellKnown.DEFAULT_P_KEY, 0, QP, 0, PSN);

  /** Octets that are no zeros, which readers would take for another protocol's. */
  static final byte[] PAYLOAD = {(byte) 0xA5, (byte) 0xC2, (byte) 0xDF, (byte) 0xFC};

  private FormSample() {}

  private static int transport(boolean v6) {
    return v6 ? Ipv6.SIZE : Ipv4.SIZE;
  }

  /** Records of so many switches. */
  static TelemetryBlock block(int hops) {
    return new TelemetryBlock(
        new TelemetryHead(hops, 0x5A5 ^ hops, 0),
        IntStream.range(0, hops)
            .mapToObj(i -> new HopRecord(i, 1_000 * i + 7, 99 * i, 0xFF00 | i))
            .toList(),
        Optional.empty());
  }

  static byte[] probe(boolean v6, int room) {
    byte[] behind = new byte[RoceProbe.size(room)];
    RoceProbe.put(behind, 0, WellKnown.DEFAULT_P_KEY, QP, PSN, room);
    byte[] packet = TelemetrySample.udp(v6, WellKnown.PORT, behind);
    RoceProbe.seal(packet, 0);
    return packet;
  }

  static byte[] response(boolean v6, RoceResponse response) {
    byte[] behind = new byte[RoceResponse.SIZE];
    response.put(behind, 0);
    byte[] packet = TelemetrySample.udp(v6, WellKnown.PORT, behind);
    Icrc.put(packet, 0);
    return packet;
  }

  static byte[] segment(boolean v6, TcpTelemetry segment) {
    int size = TcpTelemetry.size(segment.kind().room());
    byte[] packet = TelemetrySample.ip(v6, TelemetryDecoder.DSCP, TcpHeader.PROTOCOL, size);
    segment.put(packet, transport(v6));
    TcpHeader.seal(packet, 0);
    return packet;
  }

  static byte[] notification(boolean v6, TelemetryReturn notification) {
    byte[] behind = new byte[TelemetryReturn.size(notification.kind().room())];
    notification.put(behind, 0);
    byte[] packet = TelemetrySample.udp(v6, TelemetryDecoder.RETURN_PORT, behind);
    Udp.seal(packet, 0);
    return packet;
  }

  static byte[] ifa(boolean v6, IfaMetadata metadata) {
    int size = IfaHeader.SIZE + Udp.SIZE + metadata.size();
    byte[] packet = TelemetrySample.ip(v6, 0, IfaHeader.PROTOCOL, size);
    IfaHeader header = new IfaHeader(IfaHeader.VERSION, IfaHeader.BY_HOP, Ip.UDP, 0, 255);
    int udp = header.put(packet, transport(v6));
    metadata.put(packet, Udp.put(packet, udp, 0xC000, TelemetrySample.PORT, size - IfaHeader.SIZE));
    return packet;
  }

  static byte[] intMd(boolean v6, IntMd metadata) {
    byte[] behind = new byte[metadata.size()];
    metadata.put(behind, 0);
    return TelemetrySample.udp(v6, TelemetryDecoder.INT_PORT, behind);
  }

  /** A UDP packet behind an options header, with {@link #PAYLOAD}. */
  static byte[] ioam(int type, int nodes, int[]... data) {
    int options = IoamTrace.size(type, nodes);
    int udpLength = Udp.SIZE + PAYLOAD.length;
    byte[] packet = TelemetrySample.ip(true, 0, IoamTrace.HOP_BY_HOP, options + udpLength);
    int udp = IoamTrace.put(packet, Ipv6.SIZE, Ip.UDP, 0x00AB, type, nodes);
    int payload = Udp.put(packet, udp, 0xC000, TelemetrySample.PORT, udpLength);
    System.arraycopy(PAYLOAD, 0, packet, payload, PAYLOAD.length);
    for (int[] node : data) {
      IoamTrace.push(packet, Ipv6.SIZE + IoamTrace.TRACE_AT, node);
    }
    return packet;
  }

  static IfaHop ifaHop(int n) {
    return new IfaHop(
        1, 0xABC00 + n, 63 - n, 4, 2, 5, 0x12345, n + 1, n, 999_999_999, n, -n, 77, n);
  }

  static IntMd intMd(int nodes) {
    IntMd metadata =
        new IntMd(
            IntMd.EMBEDDED,
            IntMd.UDP_PORT,
            TelemetrySample.PORT,
            0,
            8,
            IntMd.NODE | IntMd.QUEUE | IntMd.EGRESS_TIME,
            0,
            0,
            0,
            List.of());
    for (int node = 1; node <= nodes; node++) {
      metadata = metadata.with(List.of(node, 5 << 24 | node, 0, 1_000 * node));
    }
    return metadata;
  }
}
