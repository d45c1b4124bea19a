package dev.sluice.fabric;

import dev.sluice.cc.Ecn;
import dev.sluice.sim.EventLoop;
import dev.sluice.sim.RandomStreams;
import dev.sluice.sim.RunEnd;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;

/** A fabric with hosts that send when told and note what they get. */
final class Lab {
  static final int HEADER_BYTES = 64;
  static final long FOREVER = Long.MAX_VALUE - 1;

  /** A frame that has arrived; its tag is what {@link #send} returned. */
  record Arrival(
      long atPs, int host, int tag, int frameBytes, int ecn, int dscp, boolean trimmed) {}

  final EventLoop loop = new EventLoop();
  final Fabric fabric;
  final List<Arrival> arrivals = new ArrayList<>();
  private final PlainHeader headers = new PlainHeader();
  private int tags;

  Lab(Topology topology, FabricRules rules) {
    this(topology, rules, true, 1);
  }

  Lab(Topology topology, FabricRules rules, boolean punctual, long seed) {
    this(topology, TrafficClasses.standard(), rules, punctual, seed);
  }

  Lab(Topology topology, TrafficClasses classes, FabricRules rules, boolean punctual, long seed) {
    fabric =
        new Fabric(
            topology,
            new FabricConfig(new PlainHeader(), classes, rules, 0, punctual),
            new Packets(HEADER_BYTES),
            loop,
            new RandomStreams(seed));
    for (int host = 0; host < topology.hosts(); host++) {
      int here = host;
      fabric.attach(host, (packet, atPs) -> arrived(here, packet, atPs));
    }
  }

  static FabricRules open() {
    return (topology, port) -> PortRules.unlimited(3);
  }

  private void arrived(int host, int packet, long atPs) {
    Packets packets = fabric.packets();
    arrivals.add(
        new Arrival(
            atPs,
            host,
            packets.payloadRegion(packet),
            packets.frameBytes(packet),
            headers.ecn(packets.octets(), packets.at(packet)),
            headers.dscp(packets.octets(), packets.at(packet)),
            packets.isTrimmed(packet)));
  }

  int make(int from, int to, int frameBytes, int dscp, int ecn, int entropy) {
    Packets packets = fabric.packets();
    int header = Math.min(frameBytes, HEADER_BYTES);
    int packet = packets.allocate(header);
    PlainHeader.write(packets, packet, from, to, dscp, ecn, entropy);
    packets.payload(packet, tags++, ecn, frameBytes - header);
    return packet;
  }

  /** Sends now; the tag counts what was made. */
  int send(int from, int to, int frameBytes, int dscp, int ecn, int entropy) {
    int packet = make(from, to, frameBytes, dscp, ecn, entropy);
    int tag = fabric.packets().payloadRegion(packet);
    fabric.send(from, packet);
    return tag;
  }

  int data(int from, int to, int frameBytes) {
    return send(from, to, frameBytes, TrafficClasses.DSCP_DATA, Ecn.ECT_0, 0);
  }

  int control(int from, int to, int frameBytes) {
    return send(from, to, frameBytes, TrafficClasses.DSCP_CONTROL, Ecn.NOT_ECT, 0);
  }

  void at(long atPs, Runnable what) {
    loop.at(atPs, subject -> what.run(), 0);
  }

  /**
   * Has some hosts do the same, each a picosecond after the one before: nobody is first by chance.
   */
  void inTurn(int hosts, IntConsumer what) {
    for (int host = 0; host < hosts; host++) {
      int each = host;
      at(host, () -> what.accept(each));
    }
  }

  void runToTheEnd() {
    if (loop.run(FOREVER, 10_000_000) != RunEnd.IDLE) {
      throw new AssertionError("the fabric does not come to rest");
    }
  }

  List<Integer> tags() {
    return arrivals.stream().map(Arrival::tag).toList();
  }
}
