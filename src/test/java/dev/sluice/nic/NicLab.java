package dev.sluice.nic;

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
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** A fabric with NICs at its hosts, and a checker of memory that looks on. */
final class NicLab {
  static final long US = 1_000_000;
  static final SwitchSpec SWITCH = SwitchSpec.cutThrough(400_000);

  /** 100G, 10 m: 80 ps a byte. */
  static final BaseRtt.Link HUNDRED = Topologies.link(100, 10);

  final EventLoop loop = new EventLoop();
  final RandomStreams streams;
  final Fabric fabric;
  final NicSystem nics;
  final Commits commits = new Commits();

  NicLab(Topology topology, FabricRules rules, NicParams params) {
    this(topology, rules, params, Pieces.SOUND, 1);
  }

  NicLab(Topology topology, FabricRules rules, NicParams params, Pieces pieces, long seed) {
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
    nics = new NicSystem(fabric, loop, streams, host -> params, host -> pieces);
    nics.observe(commits);
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

  /** Notes every commit, and what is wrong about it. */
  static class Commits implements NicObserver {
    final List<String> wrong = new ArrayList<>();
    private final List<TreeMap<Long, Long>> ranges = new ArrayList<>();
    long bytes;
    long packets;

    @Override
    public void packetCommitted(
        long atPs,
        int host,
        int flow,
        int region,
        long offset,
        int length,
        int fromRegion,
        long fromOffset) {
      if (region != fromRegion || offset != fromOffset) {
        wrong.add(
            "region " + fromRegion + " at " + fromOffset + " went to " + region + "@" + offset);
      }
      while (ranges.size() <= flow) {
        ranges.add(new TreeMap<>());
      }
      TreeMap<Long, Long> range = ranges.get(flow);
      long from = offset;
      long to = offset + length;
      var before = range.floorEntry(from);
      var after = range.ceilingEntry(from);
      if (before != null && before.getValue() > from || after != null && after.getKey() < to) {
        wrong.add("flow " + flow + " committed twice at " + offset + " + " + length);
      }
      if (before != null && before.getValue() == from) {
        from = before.getKey();
      }
      if (after != null && after.getKey() == to) {
        to = after.getValue();
        range.remove(after.getKey());
      }
      range.put(from, to);
      bytes += length;
      packets++;
    }

    /** Whether all of a flow is in memory, once. */
    boolean isWhole(int flow, long length) {
      return flow < ranges.size()
          && ranges.get(flow).size() == 1
          && ranges.get(flow).firstEntry().getKey() == 0
          && ranges.get(flow).firstEntry().getValue() == length;
    }
  }
}
