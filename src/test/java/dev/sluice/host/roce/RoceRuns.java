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
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;

/** Runs of RoCEv2 NICs and their logs, for those who judge them. */
public final class RoceRuns {
  private static final long OF_A_HUNDRED = LinkFaults.CERTAIN / 100;

  private RoceRuns() {}

  /** A run that can be had more than once: of its log, or of what is on the wire. */
  interface Planned {
    /** The fabric and its NICs, which have been asked nothing. */
    RoceLab lab();

    /** Those of all links. */
    LinkFaults faults();

    /** What NICs are asked. */
    List<Asked> asked();

    /** Has it run. */
    default void run(RoceLab lab) {
      lab.loop.run(Long.MAX_VALUE - 1, 200_000);
    }

    /** Has it run, and hears what all NICs do under these specifications. */
    default EventLog log(
        Set<String> specs,
        Map<String, String> units,
        long seed,
        IntFunction<RoceFaultPoints> points) {
      RoceLab lab = lab();
      List<LogEvent> events = logged(lab, points, faults(), asked());
      run(lab);
      return of(specs, events, units, seed);
    }
  }

  /** What one host asks of another. */
  record Asked(Op op, int from, int to, int job, long bytes, long startUs) {}

  /**
   * A run.
   *
   * @param faults of all links
   */
  record Plan(int hosts, RoceParams params, LinkFaults faults, long seed, List<Asked> asked)
      implements Planned {
    /** What all NICs of the run do, told event by event. */
    EventLog log(IntFunction<RoceFaultPoints> points) {
      RoceLab lab = lab();
      List<LogEvent> events = logged(lab, points, faults, asked);
      run(lab);
      return new EventLog(header(seed), events);
    }

    @Override
    public RoceLab lab() {
      Topology topology = Topologies.star(hosts, host -> RoceLab.HUNDRED, RoceLab.SWITCH);
      return new RoceLab(topology, (of, port) -> PortRules.unlimited(3), params, seed);
    }

    EventLog log() {
      return log(host -> RoceFaultPoints.NONE);
    }
  }

  /**
   * Has requests begin in a lab that has not run yet.
   *
   * @param points what is wrong with each NIC
   * @param faults of all links
   * @return what all NICs will do, told event by event as it happens
   */
  static List<LogEvent> logged(
      RoceLab lab, IntFunction<RoceFaultPoints> points, LinkFaults faults, List<Asked> asked) {
    List<LogEvent> events = new ArrayList<>();
    lab.nics.log(new EventCollector(events::add, null));
    lab.nics.plant(points);
    ask(lab, faults, asked);
    return events;
  }

  /** Has requests begin in a lab that has not run yet. */
  static void ask(RoceLab lab, LinkFaults faults, List<Asked> asked) {
    for (int port = 0; port < lab.fabric.topology().ports(); port++) {
      lab.fabric.disturb(port, faults);
    }
    for (Asked each : asked) {
      lab.nics.ask(each.op, each.from, each.to, each.job, each.bytes, each.startUs * RoceLab.US);
    }
  }

  /**
   * The log of what was told under some specifications: what is told of the connections themselves
   * is judged elsewhere.
   */
  static EventLog of(
      Set<String> specs, List<LogEvent> events, Map<String, String> units, long seed) {
    LogHeader header =
        new LogHeader("sluice", "test", "uet-1.0", seed, "", units, Map.of(), List.of());
    return new EventLog(header, List.of())
        .with(events.stream().filter(each -> specs.contains(each.spec())).toList());
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
            .receiving(1 + chance.below(3), chance.below(4) * 10 * RoceLab.US, 1)
            .counting(
                chance.below(2) == 0 ? -1 : (1 << 24) - (int) chance.below(60),
                (int) chance.below(3) * 3);
    LinkFaults faults = faults((int) chance.below(4), (int) chance.below(4), (int) chance.below(8));
    return new Plan(hosts, params, faults, seed, some(chance, 30, hosts, mtu * window)).log();
  }

  /** Requests of all kinds, in two connections for each pair of hosts. */
  private static List<Asked> some(RandomStream chance, int count, int hosts, long longest) {
    List<Asked> asked = new ArrayList<>();
    for (int flow = 0; flow < count; flow++) {
      int from = (int) chance.below(hosts);
      int to = (from + 1 + (int) chance.below(hosts - 1)) % hosts;
      Op op = Op.values()[(int) chance.below(Op.values().length)];
      long bytes = op == Op.ATOMIC ? 8 : 1 + chance.below(Math.min(40_000, longest));
      asked.add(new Asked(op, from, to, (int) chance.below(2), bytes, chance.below(60)));
    }
    return asked;
  }

  /** A run in which a fault shows. */
  static Plan showing(RoceFault fault) {
    RoceParams usual = RoceParams.usual().with(1_024, 16).retrying(4, 7, 7);
    List<Asked> mixed =
        List.of(
            new Asked(Op.WRITE, 0, 1, 1, 9_000, 0),
            new Asked(Op.READ, 0, 1, 1, 9_000, 0),
            new Asked(Op.ATOMIC, 0, 1, 1, 8, 0),
            new Asked(Op.SEND, 0, 1, 1, 6_000, 0),
            new Asked(Op.READ, 0, 1, 1, 12_000, 20),
            new Asked(Op.ATOMIC, 0, 1, 1, 8, 20),
            new Asked(Op.WRITE, 0, 1, 1, 12_000, 40),
            new Asked(Op.READ, 0, 1, 1, 14_000, 60));
    return switch (fault) {
      case ATOMIC_EXECUTED_TWICE -> new Plan(2, usual, faults(0, 40, 0), 1, mixed);
      case RNR_TAKEN_FOR_SEQUENCE_ERROR, RNR_TIMER_IGNORED, RECEIVE_USED_TWICE ->
          new Plan(
              2,
              usual.receiving(1, 40 * RoceLab.US, 1),
              faults(0, 0, 0),
              1,
              List.of(
                  new Asked(Op.SEND, 0, 1, 1, 3_000, 0),
                  new Asked(Op.SEND, 0, 1, 1, 2_000, 0),
                  new Asked(Op.SEND, 0, 1, 1, 2_000, 0)));
      case RETRY_COUNT_IGNORED ->
          new Plan(
              2,
              usual.retrying(3, 3, 7),
              faults(60, 0, 0),
              4,
              List.of(new Asked(Op.WRITE, 0, 1, 1, 2_000, 0)));
      default -> new Plan(2, usual, faults(6, 0, 0), 2, mixed);
    };
  }

  /** Returns logs in which every event occurs, by run. All callers share the same logs. */
  public static Map<String, EventLog> logs() {
    return Logs.ALL;
  }

  /** The logs, recorded at first use. */
  private static final class Logs {
    static final Map<String, EventLog> ALL = recorded();

    private static Map<String, EventLog> recorded() {
      Map<String, EventLog> logs = new LinkedHashMap<>();
      plans().forEach((name, plan) -> logs.put("RoCE: " + name, plan.log()));
      return Collections.unmodifiableMap(logs);
    }
  }

  static Map<String, Plan> plans() {
    RoceParams usual = RoceParams.usual();
    RandomStream chance = new RandomStreams(1).stream("logs");
    Map<String, Plan> plans = new LinkedHashMap<>();
    plans.put(
        "receives that come late, three connections",
        new Plan(
            2,
            usual.with(1_024, 16).retrying(5, 3, 7).receiving(1, 60 * RoceLab.US, 1),
            faults(0, 0, 0),
            3,
            List.of(
                new Asked(Op.SEND, 0, 1, 1, 3_000, 0),
                new Asked(Op.SEND, 0, 1, 1, 2_000, 0),
                new Asked(Op.WRITE_IMM, 0, 1, 1, 1_500, 1),
                new Asked(Op.SEND, 0, 1, 2, 2_000, 2),
                new Asked(Op.ATOMIC, 0, 1, 2, 8, 2),
                new Asked(Op.SEND, 1, 0, 1, 1_000, 3),
                new Asked(Op.SEND, 1, 0, 1, 1_000, 200))));
    plans.put(
        "losses and repetitions, three hosts",
        new Plan(
            3,
            usual.with(1_024, 32).retrying(4, 7, 7),
            faults(3, 3, 5),
            5,
            some(chance, 24, 3, 20_000)));
    plans.put(
        "retries that run out",
        new Plan(
            2,
            usual.with(1_024, 16).retrying(3, 2, 1),
            faults(55, 0, 0),
            7,
            List.of(
                new Asked(Op.WRITE, 0, 1, 1, 1_000, 0),
                new Asked(Op.READ, 0, 1, 1, 2_000, 0),
                new Asked(Op.ATOMIC, 0, 1, 1, 8, 0),
                new Asked(Op.SEND, 0, 1, 2, 2_000, 0),
                new Asked(Op.ATOMIC, 1, 0, 1, 8, 0),
                new Asked(Op.WRITE, 1, 0, 2, 700, 0),
                new Asked(Op.SEND, 1, 0, 2, 700, 0))));
    plans.put(
        "RNR retries that run out",
        new Plan(
            2,
            usual.with(1_024, 16).retrying(5, 3, 2).receiving(1, 900 * RoceLab.US, 1),
            faults(0, 0, 0),
            7,
            List.of(
                new Asked(Op.SEND, 0, 1, 1, 3_000, 0),
                new Asked(Op.WRITE, 0, 1, 1, 3_000, 0),
                new Asked(Op.SEND, 0, 1, 1, 2_000, 0),
                new Asked(Op.WRITE, 0, 1, 1, 2_000, 0))));
    List<Asked> atomics = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      atomics.add(new Asked(Op.ATOMIC, 0, 1, 1, 8, i));
    }
    plans.put(
        "more ATOMICs than are kept",
        new Plan(2, usual.retrying(4, 7, 7), faults(3, 5, 0), 11, atomics));
    plans.put(
        "a window of few packets, PSNs that wrap",
        new Plan(
            2,
            usual.with(256, 6).counting((1 << 24) - 9, 4).retrying(4, 7, 7),
            faults(1, 1, 0),
            9,
            List.of(
                new Asked(Op.WRITE, 0, 1, 1, 8_000, 0),
                new Asked(Op.READ, 0, 1, 1, 1_500, 0),
                new Asked(Op.WRITE_IMM, 0, 1, 1, 3_000, 1),
                new Asked(Op.READ, 0, 1, 1, 1_200, 1))));
    return plans;
  }
}
