package dev.sluice.fabric;

import dev.sluice.cc.BaseRtt;
import dev.sluice.cc.Ecn;
import dev.sluice.cc.RedMarker;
import dev.sluice.sim.EventLoop;
import dev.sluice.sim.RandomStreams;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Optional;

/**
 * Measures the fabric alone: packet-hops in a CPU second of this thread, warmed up, with plain
 * sources of constant rate. Not a test; run it as a main class.
 */
public final class FabricBench {
  private static final int FRAME_BYTES = 4_160;
  private static final int HEADER_BYTES = 64;

  private FabricBench() {}

  /** Sends frames of one size to one host at a constant distance, or whenever the link is free. */
  private static final class Source implements HostSide {
    private final Fabric fabric;
    private final int host;
    private final int target;
    private final long everyPs;
    private final int timer;
    private final EventLoop loop;
    private int entropy;

    Source(Fabric fabric, EventLoop loop, int host, int target, long everyPs) {
      this.fabric = fabric;
      this.loop = loop;
      this.host = host;
      this.target = target;
      this.everyPs = everyPs;
      this.timer = loop.timer(this::send, host);
      fabric.attach(host, this);
    }

    void start() {
      if (everyPs == 0) {
        fabric.ready(host);
      } else {
        loop.set(timer, everyPs / fabric.topology().hosts() * host);
      }
    }

    private void send(int subject) {
      loop.set(timer, loop.nowPs() + everyPs);
      fabric.send(host, frame());
    }

    private int frame() {
      Packets packets = fabric.packets();
      int packet = packets.allocate(HEADER_BYTES);
      PlainHeader.write(packets, packet, host, target, 0, Ecn.ECT_0, entropy++);
      packets.payload(packet, 0, 0, FRAME_BYTES - HEADER_BYTES);
      return packet;
    }

    @Override
    public int pull(long atPs, int paused) {
      return frame();
    }

    @Override
    public void deliver(int packet, long atPs) {}
  }

  private static final class Sink implements HostSide {
    @Override
    public void deliver(int packet, long atPs) {}
  }

  private static void measure(
      String filter, String name, Topology topology, int[] targets, long everyPs, long hops) {
    if (!name.contains(filter)) {
      return;
    }
    EventLoop loop = new EventLoop();
    PortRules.Queue data =
        new PortRules.Queue(
            2_000_000, false, Optional.of(RedMarker.perMillion(50_000, 200_000, 200_000)));
    PortRules.Queue other = PortRules.Queue.plain(2_000_000);
    Fabric fabric =
        new Fabric(
            topology,
            new FabricConfig(
                new PlainHeader(),
                TrafficClasses.standard(),
                FabricRules.everywhere(new PortRules(4_000_000, List.of(other, other, data))),
                0,
                false),
            new Packets(160),
            loop,
            new RandomStreams(1));
    Source[] sources = new Source[targets.length];
    for (int host = 0; host < targets.length; host++) {
      if (targets[host] >= 0) {
        sources[host] = new Source(fabric, loop, host, targets[host], everyPs);
      } else {
        fabric.attach(host, new Sink());
      }
    }
    for (Source source : sources) {
      if (source != null) {
        source.start();
      }
    }
    var cpu = ManagementFactory.getThreadMXBean();
    StringBuilder line = new StringBuilder();
    for (int round = 0; round < 5; round++) {
      long hopsBefore = fabric.counts().hops();
      long eventsBefore = loop.firedEvents();
      long before = cpu.getCurrentThreadCpuTime();
      while (fabric.counts().hops() - hopsBefore < hops) {
        loop.run(Long.MAX_VALUE - 1, 100_000);
      }
      long nanos = cpu.getCurrentThreadCpuTime() - before;
      long done = fabric.counts().hops() - hopsBefore;
      line.append(
          String.format(
              "  %.2f M/s %.0f ns (%.2f ev)",
              done * 1e3 / nanos,
              (double) nanos / done,
              (double) (loop.firedEvents() - eventsBefore) / done));
    }
    System.out.printf("%-34s%s  in flight %d%n", name, line, fabric.counts().inFlight());
  }

  private static int[] incast(int senders) {
    int[] targets = new int[senders + 1];
    targets[senders] = -1;
    for (int i = 0; i < senders; i++) {
      targets[i] = senders;
    }
    return targets;
  }

  private static int[] permutation(int hosts, int shift) {
    int[] targets = new int[hosts];
    for (int i = 0; i < hosts; i++) {
      targets[i] = (i + shift) % hosts;
    }
    return targets;
  }

  public static void main(String[] arguments) {
    long hops = arguments.length > 0 ? Long.parseLong(arguments[0]) : 3_000_000;
    String filter = arguments.length > 1 ? arguments[1] : "";
    SwitchSpec kind = SwitchSpec.cutThrough(400_000);
    BaseRtt.Link link = Topologies.link(100, 10);
    long frameTimePs = FRAME_BYTES * 80L;
    for (int senders = 16; senders <= 4_096; senders *= 4) {
      Topology star = Topologies.star(senders + 1, i -> link, kind);
      measure(filter, "star incast " + senders, star, incast(senders), frameTimePs * senders, hops);
    }
    for (int senders = 16; senders <= 4_096; senders *= 4) {
      Topology star = Topologies.star(senders, i -> link, kind);
      measure(filter, "star permutation " + senders, star, permutation(senders, 1), 0, hops);
    }
    Topology small = Topologies.fatTree(8, i -> link, link, link, kind);
    measure(filter, "fat tree 128 permutation, pulled", small, permutation(128, 64), 0, hops);
    Topology large = Topologies.fatTree(16, i -> link, link, link, kind);
    measure(filter, "fat tree 1024 permutation, pulled", large, permutation(1_024, 512), 0, hops);
    measure(
        filter,
        "fat tree 1024 permutation, timed",
        large,
        permutation(1_024, 512),
        frameTimePs * 10 / 9,
        hops);
    measure(
        filter,
        "fat tree 1024 permutation, light",
        large,
        permutation(1_024, 512),
        frameTimePs * 10,
        hops);
  }
}
