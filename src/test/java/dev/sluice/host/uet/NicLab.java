package dev.sluice.host.uet;

import dev.sluice.cc.BaseRtt;
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
import dev.sluice.sim.RunEnd;

/** A fabric with NICs at its hosts, and a checker of memory that looks on. */
final class NicLab {
  /** A write or a read. */
  interface Post {
    int flow(int source, int destination, int job, int trafficClass, long bytes, long startPs);
  }

  static final long US = 1_000_000;
  static final SwitchSpec SWITCH = SwitchSpec.cutThrough(400_000);

  /** 100G, 10 m: 80 ps a byte. */
  static final BaseRtt.Link HUNDRED = Topologies.link(100, 10);

  final EventLoop loop = new EventLoop();
  final RandomStreams streams;
  final Fabric fabric;
  final NicSystem nics;
  final Judge judge;

  NicLab(Topology topology, FabricRules rules, NicParams params) {
    this(topology, rules, params, FaultPoints.NONE, 1);
  }

  NicLab(Topology topology, FabricRules rules, NicParams params, FaultPoints points, long seed) {
    streams = new RandomStreams(seed);
    fabric =
        new Fabric(
            topology,
            new FabricConfig(
                new UetHeaderFormat(),
                TrafficClasses.standard(),
                rules,
                NicSystem.FRAME_OVERHEAD_BYTES,
                true),
            NicSystem.packets(),
            loop,
            streams);
    nics = new NicSystem(fabric, loop, streams, host -> params, host -> points);
    judge = new Judge(nics, params);
    nics.observe(judge);
  }

  static FabricRules open() {
    return (topology, port) -> PortRules.unlimited(3);
  }

  static NicLab star(int hosts, NicParams params) {
    return new NicLab(Topologies.star(hosts, host -> HUNDRED, SWITCH), open(), params);
  }

  int write(int source, int destination, long bytes) {
    return nics.write(source, destination, 1, 0, bytes, loop.nowPs());
  }

  void run(long ps) {
    loop.run(loop.nowPs() + ps, Long.MAX_VALUE);
  }

  /** Runs until nothing is left to happen, and says whether that came in time. */
  boolean runToRest(long maxEvents) {
    return loop.run(Long.MAX_VALUE - 1, maxEvents) == RunEnd.IDLE;
  }
}
