package dev.sluice.fabric;

import dev.sluice.cc.BaseRtt;
import dev.sluice.cc.Ecn;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Holds a punctual fabric against what ports must do, from what it tells alone: keeps queues of its
 * own, and never asks the fabric for its state.
 */
final class Inspector implements FabricObserver {
  private record Waiting(int packet, long sincePs, int bytes) {}

  private static final class Line {
    final List<ArrayDeque<Waiting>> queues =
        List.of(new ArrayDeque<>(), new ArrayDeque<>(), new ArrayDeque<>());
    final long[] bytes = new long[3];
    long freePs;
    int sending;
  }

  final List<String> wrong = new ArrayList<>();
  private final Topology topology;
  private final FabricRules rules;
  private final PlainHeader headers = new PlainHeader();
  private final Packets packets;
  private final Line[] lines;

  /** When the first bit of a packet, and the last, can leave the switch it comes to. */
  private record Ready(long headPs, long tailPs) {}

  private final Map<Integer, Ready> readiness = new HashMap<>();

  boolean isDisturbed;
  long digest;
  long lastPs;
  int marks;
  int waits;

  Inspector(Fabric fabric, FabricRules rules) {
    this.topology = fabric.topology();
    this.packets = fabric.packets();
    this.rules = rules;
    lines = new Line[topology.ports()];
    for (int port = 0; port < lines.length; port++) {
      lines[port] = new Line();
    }
  }

  private void check(boolean holds, String what, Object... values) {
    if (!holds && wrong.size() < 10) {
      wrong.add(String.format(what, values));
    }
  }

  private void tell(long... values) {
    for (long value : values) {
      digest = (digest ^ value) * 0x100000001B3L + 0x9E3779B97F4A7C15L;
    }
    check(values[1] >= lastPs, "told of %d after %d", values[1], lastPs);
    lastPs = Math.max(lastPs, values[1]);
  }

  private long frameTimePs(int port, int bytes) {
    return BaseRtt.serializationPs(bytes, topology.link(port).rateBps());
  }

  @Override
  public void enqueued(long atPs, int port, int packet, int trafficClass, long queueBytes) {
    tell(1, atPs, port, packets.payloadRegion(packet), trafficClass);
    Line line = lines[port];
    int bytes = packets.frameBytes(packet);
    line.queues.get(trafficClass).add(new Waiting(packet, atPs, bytes));
    line.bytes[trafficClass] += bytes;
    long waiting = line.bytes[0] + line.bytes[1] + line.bytes[2];
    long held = waiting + (line.freePs > atPs ? line.sending : 0);
    PortRules limits = rules.port(topology, port);
    check(held <= limits.bufferBytes(), "port %d holds %d", port, held);
    check(
        queueBytes <= limits.queues().get(trafficClass).limitBytes(),
        "queue of %d bytes at port %d",
        queueBytes,
        port);
    if (queueBytes != 0) {
      waits++;
      check(queueBytes == line.bytes[trafficClass], "told %d bytes wait", queueBytes);
    }
    int node = topology.portFrom(port);
    if (!topology.isHost(node) && !isDisturbed && !packets.isTrimmed(packet)) {
      Ready ready = readiness.get(packet);
      long expectedPs =
          topology.switchSpec(node).cutThrough()
              ? Math.max(ready.headPs, ready.tailPs - frameTimePs(port, bytes))
              : ready.tailPs;
      check(atPs == expectedPs, "is at port %d at %d, not %d", port, atPs, expectedPs);
    }
    if (!topology.isHost(node)) {
      long inSwitch = 0;
      for (int other = 0; other < lines.length; other++) {
        if (topology.portFrom(other) == node) {
          Line there = lines[other];
          inSwitch += there.bytes[0] + there.bytes[1] + there.bytes[2];
          inSwitch += there.freePs > atPs ? there.sending : 0;
        }
      }
      check(
          inSwitch <= rules.sharedBufferBytes(topology, node),
          "switch %d holds %d",
          node,
          inSwitch);
    }
  }

  @Override
  public void dequeued(long atPs, int port, int packet, int trafficClass, long queueBytes) {
    tell(2, atPs, port, packets.payloadRegion(packet), trafficClass);
    Line line = lines[port];
    check(atPs >= line.freePs, "port %d begins at %d, busy until %d", port, atPs, line.freePs);
    long first = Long.MAX_VALUE;
    for (int other = 0; other < 3; other++) {
      Waiting head = line.queues.get(other).peek();
      if (head != null) {
        first = Math.min(first, head.sincePs);
        check(
            other >= trafficClass || head.sincePs == atPs,
            "class %d overtakes class %d at port %d",
            trafficClass,
            other,
            port);
      }
    }
    check(
        atPs == Math.max(first, line.freePs),
        "port %d begins at %d instead of max(%d, %d)",
        port,
        atPs,
        first,
        line.freePs);
    Waiting head = line.queues.get(trafficClass).poll();
    check(head != null && head.packet == packet, "packet %d is not the first", packet);
    line.bytes[trafficClass] -= head == null ? 0 : head.bytes;
    check(queueBytes == line.bytes[trafficClass], "told %d bytes are left", queueBytes);
    int bytes = packets.frameBytes(packet);
    line.freePs = atPs + frameTimePs(port, bytes);
    line.sending = bytes;
    BaseRtt.Link link = topology.link(port);
    int next = topology.portTo(port);
    long latency = topology.isHost(next) ? 0 : topology.switchSpec(next).latencyPs();
    long headPs = atPs + BaseRtt.propagationPs(link.lengthMm()) + link.fecPs() + latency;
    readiness.put(packet, new Ready(headPs, headPs + frameTimePs(port, bytes)));
  }

  @Override
  public void marked(long atPs, int port, int packet, long queueBytes) {
    tell(3, atPs, port, packets.payloadRegion(packet));
    marks++;
    check(headers.ecn(packets.octets(), packets.at(packet)) == Ecn.CE, "marked without a mark");
    check(Ecn.canBeMarked((int) packets.payloadOffset(packet)), "it was not sent as ECN-capable");
  }

  @Override
  public void trimmed(long atPs, int port, int packet) {
    tell(4, atPs, port, packets.payloadRegion(packet));
    check(packets.payloadBytes(packet) == 0, "trimmed, with payload");
  }

  @Override
  public void dropped(long atPs, int port, int packet, DropReason why) {
    tell(5, atPs, port, packets.payloadRegion(packet), why.ordinal());
    Line line = lines[port];
    for (int trafficClass = 0; trafficClass < 3; trafficClass++) {
      if (line.queues.get(trafficClass).removeIf(waiting -> waiting.packet == packet)) {
        check(why == DropReason.LINK_DOWN, "dropped out of a queue: %s", why);
        line.bytes[trafficClass] -= packets.frameBytes(packet);
      }
    }
  }

  @Override
  public void delivered(long atPs, int host, int packet) {
    tell(6, atPs, host, packets.payloadRegion(packet));
    check(packets.to(packet) == host, "delivered to %d", host);
    Ready ready = readiness.get(packet);
    check(isDisturbed || atPs == ready.tailPs, "delivered at %d, not %s", atPs, ready);
  }
}
