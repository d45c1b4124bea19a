package dev.sluice.host.uet;

import dev.sluice.fabric.Fabric;
import dev.sluice.fabric.FabricObserver;
import dev.sluice.wire.Decoded;
import dev.sluice.wire.uet.Packet;
import dev.sluice.wire.uet.PacketDecoder;
import dev.sluice.wire.uet.WireChoices;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Reads the octets of every frame that a host begins to send, as a stranger would. */
final class Tap implements FabricObserver {
  /** A frame: when it began, and what its octets say. */
  record Seen(long atPs, int from, Packet packet) {}

  final List<Seen> seen = new ArrayList<>();
  final List<String> wrong = new ArrayList<>();
  private final Fabric fabric;

  Tap(Fabric fabric) {
    this.fabric = fabric;
    fabric.observe(this);
  }

  @Override
  public void dequeued(long atPs, int port, int packet, int trafficClass, long queueBytes) {
    var topology = fabric.topology();
    if (!topology.isHost(topology.portFrom(port))) {
      return;
    }
    var packets = fabric.packets();
    int at = packets.at(packet);
    int header = packets.headerBytes(packet);
    byte[] octets = Arrays.copyOfRange(packets.octets(), at, at + header);
    byte[] whole = Arrays.copyOf(octets, header + packets.payloadBytes(packet));
    Decoded<Packet> decoded = PacketDecoder.packet(whole, 0, whole.length, WireChoices.DEFAULT);
    if (decoded instanceof Decoded.Good<Packet> good) {
      good.notices().forEach(notice -> wrong.add(notice.toString()));
      seen.add(new Seen(atPs, topology.hostOf(topology.portFrom(port)), good.value()));
    } else {
      wrong.add(((Decoded.Bad<Packet>) decoded).because());
    }
  }

  List<Packet> from(int host) {
    return seen.stream().filter(frame -> frame.from() == host).map(Seen::packet).toList();
  }
}
