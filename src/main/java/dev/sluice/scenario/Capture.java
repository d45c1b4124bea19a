package dev.sluice.scenario;

import dev.sluice.fabric.Fabric;
import dev.sluice.fabric.FabricObserver;
import dev.sluice.fabric.Packets;
import dev.sluice.fabric.Topology;
import dev.sluice.host.load.Tcp;
import dev.sluice.wire.Payload;
import dev.sluice.wire.PayloadSource;
import dev.sluice.wire.ip.Ethernet;
import dev.sluice.wire.ip.Ip;
import dev.sluice.wire.ip.MacControl;
import dev.sluice.wire.ip.Udp;
import dev.sluice.wire.ip.Vlan;
import dev.sluice.wire.pcap.EthernetFrames;
import dev.sluice.wire.pcap.PcapngWriter;
import dev.sluice.wire.roce.Bth;
import dev.sluice.wire.roce.Icrc;
import dev.sluice.wire.roce.WellKnown;
import dev.sluice.wire.telemetry.RoceProbe;
import dev.sluice.wire.telemetry.RoceTelemetry;
import dev.sluice.wire.telemetry.TelemetryFormat;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Captures what comes in and goes out at every host, as that host would see it: an interface of the
 * capture is a host's. Frames are whole, payload and checksums included, or cut after so many
 * octets.
 */
final class Capture implements FabricObserver {
  private static final int LONGEST = 1 << 15;

  /** Behind the two addresses. */
  private static final int TAG_AT = 12;

  /** Locally administered addresses of ports of switches, by the port's number. */
  private static final long PAUSING_PORTS = 0x02FF_0000_0000L;

  private final Topology topology;
  private final Packets packets;
  private final PcapngWriter writer;
  private final PayloadSource payloads = PayloadSource.patterned();
  private final int snapOctets;

  /** Of packets with telemetry behind UDP; null where there are none. */
  private final TelemetryFormat telemetry;

  private final byte[] frame = new byte[LONGEST];

  Capture(Fabric fabric, TelemetryFormat telemetry, OutputStream out, int snapOctets)
      throws IOException {
    this.telemetry = telemetry;
    this.topology = fabric.topology();
    this.packets = fabric.packets();
    this.snapOctets = snapOctets;
    List<String> hosts =
        IntStream.range(0, topology.hosts()).mapToObj(host -> topology.hostName(host)).toList();
    writer = new PcapngWriter(out, hosts);
  }

  @Override
  public void dequeued(long atPs, int port, int packet, int trafficClass, long queueBytes) {
    int host = topology.hostOf(topology.portFrom(port));
    if (host >= 0) {
      frame(host, atPs, packet);
    }
  }

  @Override
  public void delivered(long atPs, int host, int packet) {
    frame(host, atPs, packet);
  }

  @Override
  public void toldToPause(long atPs, int port, int classes, int[] quanta) {
    int host = topology.hostOf(topology.portFrom(port));
    if (host >= 0) {
      long source = PAUSING_PORTS | port ^ 1;
      int size =
          (classes & WHOLE_LINK) != 0
              ? MacControl.putPause(frame, 0, source, quanta[0])
              : MacControl.putPfc(frame, 0, source, classes, quanta);
      write(host, atPs, size);
    }
  }

  /** Puts a tag between the addresses and what follows them; answers the new size. */
  private int tag(int priority, int size) {
    int type = Ethernet.type(frame, 0);
    System.arraycopy(frame, TAG_AT, frame, TAG_AT + Vlan.SIZE, size - TAG_AT);
    new Vlan(priority, false, 0, type).put(frame, TAG_AT);
    return size + Vlan.SIZE;
  }

  /** How many octets of a frame's header stand behind its payload: RoCEv2's padding and ICRC. */
  private int trailer(int ip) {
    byte[] octets = packets.octets();
    if (isStamped(octets, ip)) {
      return Bth.padCount(octets, RoceTelemetry.bth(telemetry, octets, ip)) + Icrc.SIZE;
    }
    int udp = ip + Ip.size(octets, ip);
    boolean isRoce =
        Ip.protocol(octets, ip) == Ip.UDP && Udp.destinationPort(octets, udp) == WellKnown.PORT;
    return isRoce ? Bth.padCount(octets, udp + Udp.SIZE) + Icrc.SIZE : 0;
  }

  private boolean isStamped(byte[] octets, int ip) {
    return telemetry != null && RoceTelemetry.isOne(telemetry, octets, ip);
  }

  private void frame(int host, long atPs, int packet) {
    Payload payload =
        new Payload(
            packets.payloadRegion(packet),
            packets.payloadOffset(packet),
            packets.payloadBytes(packet));
    int from = packets.at(packet);
    int to = from + packets.headerBytes(packet);
    int trailer = trailer(from);
    int size =
        EthernetFrames.write(packets.octets(), from, to, trailer, payload, payloads, frame, 0);
    int ip = Ethernet.SIZE;
    if (trailer > 0) {
      if (isStamped(frame, ip)) {
        RoceTelemetry.seal(telemetry, frame, ip);
      } else if (RoceProbe.isOne(frame, ip, ip + Ip.packetLength(frame, ip))) {
        RoceProbe.seal(frame, ip);
      } else {
        Icrc.put(frame, ip);
      }
      Udp.seal(frame, ip); // covers the ICRC, which leaves it out
    } else if (Ip.protocol(frame, ip) == Tcp.PROTOCOL) {
      Tcp.seal(frame, ip);
    } else if (Ip.protocol(frame, ip) == Ip.UDP) {
      Udp.seal(frame, ip);
    }
    if (packets.isTagged(packet)) {
      size = tag(packets.priority(packet), size);
    }
    write(host, atPs, size);
  }

  private void write(int host, long atPs, int size) {
    try {
      writer.packet(host, atPs, frame, 0, Math.min(size, snapOctets), size, "");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
