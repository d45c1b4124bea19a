package dev.sluice.wire.roce;

import dev.sluice.fabric.Fabric;
import dev.sluice.fabric.FabricConfig;
import dev.sluice.fabric.FabricObserver;
import dev.sluice.fabric.LinkFaults;
import dev.sluice.fabric.Packets;
import dev.sluice.fabric.PortRules;
import dev.sluice.fabric.SwitchSpec;
import dev.sluice.fabric.Topologies;
import dev.sluice.fabric.Topology;
import dev.sluice.fabric.TrafficClasses;
import dev.sluice.host.roce.RoceHeaderFormat;
import dev.sluice.host.roce.RoceParams;
import dev.sluice.host.roce.RoceSystem;
import dev.sluice.roce.Op;
import dev.sluice.sim.EventLoop;
import dev.sluice.sim.RandomStreams;
import java.util.ArrayList;
import java.util.List;

/** Every packet that hosts sent in a run with all kinds of work, losses and missing receives. */
final class RunFrames implements FabricObserver {
  private static final long US = 1_000_000;

  private final Fabric fabric;
  private final List<byte[]> seen = new ArrayList<>();

  private RunFrames(Fabric fabric) {
    this.fabric = fabric;
    fabric.observe(this);
  }

  /** IP packets, whole, in the order in which they began. */
  static List<byte[]> packets() {
    Topology topology =
        Topologies.star(3, host -> Topologies.link(100, 10), SwitchSpec.cutThrough(400_000));
    EventLoop loop = new EventLoop();
    RandomStreams streams = new RandomStreams(7);
    FabricConfig config =
        new FabricConfig(
            new RoceHeaderFormat(),
            TrafficClasses.standard(),
            (of, port) -> PortRules.unlimited(3),
            RoceSystem.FRAME_OVERHEAD_BYTES,
            true);
    Fabric fabric = new Fabric(topology, config, RoceSystem.packets(), loop, streams);
    RoceParams params =
        RoceParams.usual().with(256, 64).counting(0xFFFFFD, 4).receiving(1, 30 * US, 1);
    RoceSystem nics = new RoceSystem(fabric, loop, streams, host -> params);
    RunFrames frames = new RunFrames(fabric);
    for (int port = 0; port < topology.ports(); port++) {
      fabric.disturb(port, LinkFaults.loss(LinkFaults.CERTAIN / 60));
    }
    for (int i = 0; i < 20; i++) {
      Op op = Op.values()[i % Op.values().length];
      nics.ask(op, i % 3, (i + 1) % 3, i % 2, op == Op.ATOMIC ? 8 : 64 + 300 * (i / 5) + i, i * US);
    }
    loop.run(Long.MAX_VALUE - 1, 10_000_000);
    if (nics.completedFlows() != nics.flows()) {
      throw new IllegalStateException(nics.describe());
    }
    return frames.seen;
  }

  @Override
  public void dequeued(long atPs, int port, int packet, int trafficClass, long queueBytes) {
    if (fabric.topology().isHost(fabric.topology().portFrom(port))) {
      seen.add(whole(fabric.packets(), packet));
    }
  }

  /** Payload stands before padding and check, whose room a frame keeps behind its headers. */
  private static byte[] whole(Packets packets, int packet) {
    int at = packets.at(packet);
    byte[] octets = packets.octets();
    int bth = at + 28;
    int trailer = Bth.padCount(octets, bth) + Icrc.SIZE;
    int header = packets.headerBytes(packet) - trailer;
    int payload = packets.payloadBytes(packet);
    byte[] whole = new byte[header + payload + trailer];
    System.arraycopy(octets, at, whole, 0, header);
    for (int i = 0; i < payload; i++) {
      whole[header + i] =
          (byte) (packets.payloadRegion(packet) + packets.payloadOffset(packet) + i);
    }
    RoceSample.seal(whole);
    return whole;
  }
}
