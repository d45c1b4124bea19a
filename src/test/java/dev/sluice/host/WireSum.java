package dev.sluice.host;

import dev.sluice.fabric.Fabric;
import dev.sluice.fabric.FabricObserver;
import java.util.zip.CRC32;

/**
 * What is on the wire: the octets of every frame that a host begins to send, its payload's length
 * and place, when it begins, and at which host.
 */
public final class WireSum implements FabricObserver {
  private final Fabric fabric;
  private final CRC32 sum = new CRC32();
  private long frames;

  private WireSum(Fabric fabric) {
    this.fabric = fabric;
  }

  /** One that looks on from now on. */
  public static WireSum of(Fabric fabric) {
    WireSum wire = new WireSum(fabric);
    fabric.observe(wire);
    return wire;
  }

  @Override
  public void dequeued(long atPs, int port, int packet, int trafficClass, long queueBytes) {
    var topology = fabric.topology();
    int from = topology.portFrom(port);
    if (!topology.isHost(from)) {
      return;
    }
    frames++;
    var packets = fabric.packets();
    add(atPs);
    add(topology.hostOf(from));
    sum.update(packets.octets(), packets.at(packet), packets.headerBytes(packet));
    add(packets.payloadBytes(packet));
    add(packets.payloadOffset(packet));
  }

  private void add(long number) {
    for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
      sum.update((int) (number >>> shift));
    }
  }

  @Override
  public String toString() {
    return frames + " frames, " + Long.toHexString(sum.getValue());
  }
}
