package dev.sluice.scenario;

import dev.sluice.fabric.DropReason;
import dev.sluice.fabric.Fabric;
import dev.sluice.fabric.FabricObserver;
import dev.sluice.fabric.Packets;
import dev.sluice.fabric.Topology;
import dev.sluice.wire.Octets;
import dev.sluice.wire.pcap.PcapngWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Captures what comes in and goes out at every host, as that host would see it: an interface of the
 * capture is a host's.
 *
 * <p>Frames have their headers; payload is only counted, as with a capture that is cut short.
 */
final class Capture implements FabricObserver {
  private static final int ETHERNET = 14;
  private static final int IPV4 = 0x0800;
  private static final int LOCALLY_ADMINISTERED = 0x0200_0000;

  private final Topology topology;
  private final Packets packets;
  private final PcapngWriter writer;
  private final byte[] frame = new byte[256];

  Capture(Fabric fabric, OutputStream out) throws IOException {
    topology = fabric.topology();
    packets = fabric.packets();
    List<String> hosts =
        IntStream.range(0, topology.hosts())
            .mapToObj(host -> topology.name(topology.hostNode(host)))
            .toList();
    writer = new PcapngWriter(out, hosts);
  }

  @Override
  public void dequeued(long atPs, int port, int packet, int trafficClass, long queueBytes) {
    int host = topology.hostOf(topology.portFrom(port));
    if (host >= 0) {
      write(host, atPs, packet);
    }
  }

  @Override
  public void delivered(long atPs, int host, int packet) {
    write(host, atPs, packet);
  }

  private void write(int host, long atPs, int packet) {
    int length = packets.headerBytes(packet);
    address(0, packets.to(packet));
    address(6, packets.from(packet));
    frame[12] = (byte) (IPV4 >> 8);
    frame[13] = (byte) IPV4;
    System.arraycopy(packets.octets(), packets.at(packet), frame, ETHERNET, length);
    int captured = ETHERNET + length;
    try {
      writer.packet(host, atPs, frame, 0, captured, captured + packets.payloadBytes(packet), "");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A MAC address that says which host, by number from 1 on. */
  private void address(int at, int host) {
    Octets.putBits32(frame, at, LOCALLY_ADMINISTERED);
    frame[at + 4] = (byte) (host + 1 >> 8);
    frame[at + 5] = (byte) (host + 1);
  }

  @Override
  public void enqueued(long atPs, int port, int packet, int trafficClass, long queueBytes) {}

  @Override
  public void marked(long atPs, int port, int packet, long queueBytes) {}

  @Override
  public void trimmed(long atPs, int port, int packet) {}

  @Override
  public void dropped(long atPs, int port, int packet, DropReason why) {}
}
