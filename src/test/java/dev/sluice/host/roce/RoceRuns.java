package dev.sluice.host.roce;

import dev.sluice.fabric.LinkFaults;
import dev.sluice.fabric.PortRules;
import dev.sluice.fabric.Topologies;
import dev.sluice.fabric.Topology;
import dev.sluice.model.validate.EventLog;
import dev.sluice.roce.Op;
import dev.sluice.roce.Roce;
import dev.sluice.sim.RandomStream;
import dev.sluice.sim.RandomStreams;
import dev.sluice.trace.EventCollector;
import dev.sluice.trace.LogEvent;
import dev.sluice.trace.LogHeader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/** Runs of RoCEv2 NICs and their logs, for those who judge them. */
public final class RoceRuns {
  private static final long OF_A_HUNDRED = LinkFaults.CERTAIN / 100;

  private RoceRuns() {}

  /** What one host asks of another. */
  record Asked(Op op, int from, int to, int job, long bytes, long startUs) {}

  /**
   * A run.
   *
   * @param faults of all links
   */
  record Plan(int hosts, RoceParams params, LinkFaults faults, long seed, List<Asked> asked) {
    /** What all NICs of the run do, told event by event. */
    EventLog log(IntFunction<RoceFaultPoints> points) {
      Topology topology = Topologies.star(hosts, host -> RoceLab.HUNDRED, RoceLab.SWITCH);
      RoceLab lab = new RoceLab(topology, (of, port) -> PortRules.unlimited(3), params, seed);
      List<LogEvent> events = new ArrayList<>();
      lab.nics.log(new EventCollector(events::add, null));
      lab.nics.plant(points);
      for (int port = 0; port < topology.ports(); port++) {
        lab.fabric.disturb(port, faults);
      }
      for (Asked each : asked) {
        lab.nics.ask(each.op, each.from, each.to, each.job, each.bytes, each.startUs * RoceLab.US);
      }
      lab.loop.run(Long.MAX_VALUE - 1, 200_000);
      return new EventLog(header(seed), events);
    }

    EventLog log() {
      return log(host -> RoceFaultPoints.NONE);
    }
  }

  static LogHeader header(long seed) {
    return new LogHeader(
        "sluice", "test", "source-documents", seed, "", Roce.PROTOCOL.units(), Map.of(), List.of());
  }

  /** Links that lose, repeat and reorder, in hundredths of frames. */
  static LinkFaults faults(int losses, int repeats, int late) {
    return new LinkFaults(
        losses * OF_A_HUNDRED, 0, repeats * OF_A_HUNDRED, late * OF_A_HUNDRED, 2 * RoceLab.US);
  }

  /** A run of many requests between some hosts, drawn by chance. */
  public static EventLog drawn(long seed) {
    RandomStream chance = new RandomStreams(seed).stream("drawn");
    int hosts = 2 + (int) chance.below(4);
    int mtu = 256 << chance.below(5);
    long window = 16 << chance.below(4);
    RoceParams params =
        RoceParams.usual()
            .with(mtu, window)
            .retrying(3 + (int) chance.below(3), (int) chance.below(8), (int) chance.below(8))
            .receiving(1 + chance.below(3), chance.below(4) * RoceLab.US, 1)
            .counting(
                chance.below(2) == 0 ? -1 : (1 << 24) - (int) chance.below(60),
                (int) chance.below(3) * 3);
    List<Asked> asked = new ArrayList<>();
    for (int flow = 0; flow < 30; flow++) {
      int from = (int) chance.below(hosts);
      int to = (from + 1 + (int) chance.below(hosts - 1)) % hosts;
      Op op = Op.values()[(int) chance.below(Op.values().length)];
      long bytes = op == Op.ATOMIC ? 8 : 1 + chance.below(Math.min(40_000, mtu * window));
      asked.add(new Asked(op, from, to, (int) chance.below(2), bytes, chance.below(60)));
    }
    LinkFaults faults = faults((int) chance.below(4), (int) chance.below(4), (int) chance.below(8));
    return new Plan(hosts, params, faults, seed, asked).log();
  }

  /** Runs in which everything happens that an event tells of. */
  public static Map<String, EventLog> logs() {
    Map<String, EventLog> all = new LinkedHashMap<>();
    for (long seed = 1; seed <= 6; seed++) {
      all.put("drawn-" + seed, drawn(seed));
    }
    return all;
  }
}
