package dev.sluice.nic;

import dev.sluice.cc.BaseRtt;
import dev.sluice.cc.RedMarker;
import dev.sluice.fabric.DropReason;
import dev.sluice.fabric.Fabric;
import dev.sluice.fabric.FabricConfig;
import dev.sluice.fabric.FabricRules;
import dev.sluice.fabric.PortRules;
import dev.sluice.fabric.SwitchSpec;
import dev.sluice.fabric.Topologies;
import dev.sluice.fabric.Topology;
import dev.sluice.fabric.TrafficClasses;
import dev.sluice.sim.EventLoop;
import dev.sluice.sim.RandomStreams;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Optional;

/**
 * Measures whole NICs on a fabric: delivered data packets in a CPU second of this thread, of a
 * 32-to-1 incast over a fat tree of 128 hosts. Not a test; run it as a main class.
 */
public final class NicBench {
  private NicBench() {}

  private static final class Count implements NicObserver {
    long packets;

    @Override
    public void packetCommitted(
        long atPs, int host, int flow, int region, long offset, int bytes, int from, long at) {
      packets++;
    }
  }

  private static void incast(String name, NicParams params, int senders, long bytes, int rounds) {
    BaseRtt.Link link = Topologies.link(100, 10);
    StringBuilder line = new StringBuilder();
    String end = "";
    for (int round = 0; round < rounds; round++) {
      Topology topology =
          senders > 5_000
              ? Topologies.fatTree(16, i -> link, link, link, SwitchSpec.cutThrough(400_000))
              : senders <= 32
                  ? Topologies.fatTree(8, i -> link, link, link, SwitchSpec.cutThrough(400_000))
                  : Topologies.star(senders + 1, i -> link, SwitchSpec.cutThrough(400_000));
      EventLoop loop = new EventLoop();
      RandomStreams streams = new RandomStreams(1);
      PortRules.Queue other = PortRules.Queue.plain(4_000_000);
      PortRules.Queue data =
          new PortRules.Queue(
              4_000_000, false, Optional.of(RedMarker.perMillion(25_000, 100_000, 1_000_000)));
      PortRules marking = new PortRules(8_000_000, List.of(other, other, data));
      PortRules plain = new PortRules(8_000_000, List.of(other, other, other));
      boolean credit = params.congestionControl().rccc();
      FabricRules rules =
          (t, port) ->
              t.isHost(t.portFrom(port))
                  ? PortRules.unlimited(3)
                  : credit && t.leadsToHost(port) ? plain : marking;
      Fabric fabric =
          new Fabric(
              topology,
              new FabricConfig(
                  new UetHeaderFormat(),
                  TrafficClasses.standard(),
                  rules,
                  NicSystem.FRAME_OVERHEAD_BYTES,
                  false),
              NicSystem.packets(),
              loop,
              streams);
      NicSystem nics = new NicSystem(fabric, loop, streams, params);
      Count count = new Count();
      nics.observe(count);
      int target = topology.hosts() - 1;
      boolean permutes = senders > 5_000;
      int flows = permutes ? topology.hosts() : senders;
      for (int i = 0; permutes && i < flows; i++) {
        nics.write(i, (i + flows / 2) % flows, 1, 0, bytes, 0);
      }
      for (int i = 0; !permutes && i < senders; i++) {
        nics.write(i * (topology.hosts() - 1) / senders, target, 1, 0, bytes, 0);
      }
      var cpu = ManagementFactory.getThreadMXBean();
      long allocated = ((com.sun.management.ThreadMXBean) cpu).getCurrentThreadAllocatedBytes();
      long before = cpu.getCurrentThreadCpuTime();
      while (nics.completedFlows() < flows) {
        loop.run(Long.MAX_VALUE - 1, 100_000);
      }
      long nanos = cpu.getCurrentThreadCpuTime() - before;
      allocated =
          ((com.sun.management.ThreadMXBean) cpu).getCurrentThreadAllocatedBytes() - allocated;
      long end1 = loop.nowPs();
      line.append(String.format(" %.3f", count.packets * 1e3 / nanos));
      end =
          String.format(
              "  %d ns, %d B, %.2f hops, %.2f events a packet; %.2f ms; %d drops, %d marks; %d used",
              nanos / count.packets,
              allocated / count.packets,
              (double) fabric.counts().hops() / count.packets,
              (double) loop.firedEvents() / count.packets,
              end1 / 1e9,
              fabric.dropped(DropReason.NO_ROOM),
              fabric.counts().marked(),
              fabric.packets().made());
    }
    System.out.printf("%-34s M packets/s%s%s%n", name, line, end);
  }

  public static void main(String[] arguments) {
    String filter = arguments.length > 0 ? arguments[0] : "";
    long bytes = arguments.length > 1 ? Long.parseLong(arguments[1]) : 20_000_000;
    int rounds = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 4;
    int senders = arguments.length > 3 ? Integer.parseInt(arguments[3]) : 32;
    for (NicParams base : List.of(NicParams.uet10(), NicParams.sourceDocuments())) {
      for (CongestionControl control : CongestionControl.values()) {
        String name = base.profile().label() + " " + control;
        if (name.contains(filter) && control != CongestionControl.NONE) {
          incast(name, base.with().congestionControl(control).build(), senders, bytes, rounds);
        }
      }
    }
  }
}
