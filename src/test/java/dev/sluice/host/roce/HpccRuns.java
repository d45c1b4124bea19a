package dev.sluice.host.roce;

import dev.sluice.cc.BaseRtt;
import dev.sluice.cc.hpcc.Hpcc;
import dev.sluice.cc.hpcc.HpccDeparture;
import dev.sluice.cc.hpcc.HpccParams;
import dev.sluice.cc.hpcc.HpccReaction;
import dev.sluice.cc.hpcc.TelemetryUnits;
import dev.sluice.fabric.LinkFaults;
import dev.sluice.fabric.PortRules;
import dev.sluice.fabric.TelemetryWriter;
import dev.sluice.fabric.Topologies;
import dev.sluice.fabric.Topology;
import dev.sluice.host.roce.RoceRuns.Asked;
import dev.sluice.host.roce.hpcc.HpccEnds;
import dev.sluice.host.roce.hpcc.HpccReturn;
import dev.sluice.model.validate.EventLog;
import dev.sluice.roce.Op;
import dev.sluice.wire.telemetry.TelemetryFormat;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.LongFunction;

/** Runs of HPCC++ and their logs, for those who judge them. */
public final class HpccRuns {
  private static final int PORT = 50_000;

  /** Both counters come round in 84 us at 100 Gb/s, and so much silence is half of that. */
  private static final TelemetryUnits FINE = new TelemetryUnits(5, 1, 80, List.of(0L, 100_000L));

  static final TelemetryUnits COARSE =
      new TelemetryUnits(1_000, 512, 320, List.of(100_000L, 400_000L));

  private static final Set<String> SPECS = Set.of(Hpcc.WINDOW.name(), Hpcc.RECORDS.name());

  private HpccRuns() {}

  /**
   * A run over two leaves and two spines, with two hosts on each leaf.
   *
   * @param breaks whether one spine after the other is cut off for a while, so that paths change
   */
  record Plan(
      HpccEnds ends, int mtu, List<Asked> asked, LinkFaults faults, boolean breaks, long seed)
      implements RoceRuns.Planned {
    EventLog log(IntFunction<RoceFaultPoints> points) {
      return log(SPECS, Hpcc.PROTOCOL.units(), seed, points);
    }

    @Override
    public RoceLab lab() {
      BaseRtt.Link link = Topologies.link(ends.fastestMbps() / 1_000, 10);
      Topology topology = Topologies.leafSpine(2, 2, 2, host -> link, link, RoceLab.SWITCH);
      RoceParams params =
          RoceParams.usual().with(mtu, 256).counting(0, 1).retrying(4, 7, 7).telling(ends);
      return new RoceLab(topology, this::rules, params, seed);
    }

    @Override
    public void run(RoceLab lab) {
      if (breaks) {
        down(lab, 0, 12);
        down(lab, 1, 24);
      }
      RoceRuns.Planned.super.run(lab);
    }

    /** The link of the first leaf to a spine is down for ten microseconds. */
    private static void down(RoceLab lab, int link, long us) {
      lab.loop.run(us * RoceLab.US, 200_000);
      lab.fabric.setLink(link, false);
      lab.fabric.computeRoutes();
      lab.loop.run((us + 10) * RoceLab.US, 200_000);
      lab.fabric.setLink(link, true);
      lab.fabric.computeRoutes();
    }

    private PortRules rules(Topology of, int port) {
      int node = of.portFrom(port);
      PortRules.Queue queue = PortRules.Queue.plain(PortRules.UNLIMITED);
      if (!of.isHost(node)) {
        queue =
            queue.leaving(
                new TelemetryWriter(
                    ends.format(), -1, ends.units(), 1 + node, List.of(ends.fastestMbps())));
      }
      return new PortRules(PortRules.UNLIMITED, List.of(queue, queue, queue));
    }
  }

  /** Ends that speak it over links of 100 Gb/s. */
  static HpccEnds ends(
      TelemetryUnits units, int room, int mtu, long every, boolean byProbe, boolean atReceiver) {
    return ends(
        units,
        room,
        every,
        byProbe,
        atReceiver,
        rate -> params(HpccParams.defaults(rate, 4, mtu + 150, 1 << 24)));
  }

  private static HpccEnds ends(
      TelemetryUnits units,
      int room,
      long every,
      boolean byProbe,
      boolean atReceiver,
      LongFunction<HpccParams> params) {
    return new HpccEnds(
        true,
        new TelemetryFormat(PORT, room, true, false),
        units,
        100_000,
        every,
        byProbe,
        HpccReturn.WHOLE,
        0,
        atReceiver,
        0,
        0,
        params);
  }

  /** U is told apart up to 2, one step is additive, and the least window is half a packet. */
  private static HpccParams params(HpccParams usual) {
    return params(usual, 1, 1);
  }

  /** The same with a T of so many times 5 us, and windows so many times as large. */
  private static HpccParams params(HpccParams usual, long longer, long times) {
    return new HpccParams(
        usual.one(),
        usual.eta(),
        2 * usual.one(),
        1,
        HpccReaction.BOTH,
        HpccDeparture.FITS,
        longer * usual.tPs(),
        times * usual.wInit(),
        times * usual.wai(),
        usual.size() / 2,
        true,
        usual.size(),
        usual.modulus());
  }

  /**
   * A T of 1 us, shorter than the round trip, and windows of ten packets that a packet may pass.
   */
  private static HpccParams passed(HpccParams usual) {
    return new HpccParams(
        usual.one(),
        usual.eta(),
        2 * usual.one(),
        0,
        HpccReaction.BOTH,
        HpccDeparture.BELOW,
        usual.tPs() / 5,
        usual.wInit() / 5,
        usual.wai() / 5,
        usual.size() / 2,
        true,
        usual.size(),
        usual.modulus());
  }

  private static final LinkFaults SOUND = new LinkFaults(0, 0, 0, 0, 0);

  /** 1.3 MB into one host: what the last link has sent comes round. */
  private static final Plan ROUND =
      new Plan(
          ends(FINE, 5, 4_096, 1, false, false),
          4_096,
          List.of(
              new Asked(Op.WRITE, 0, 3, 1, 500_000, 0),
              new Asked(Op.SEND, 1, 3, 1, 400_000, 1),
              new Asked(Op.WRITE, 2, 3, 1, 400_000, 2)),
          SOUND,
          false,
          1);

  private static final Plan PASSED =
      new Plan(
          ends(
              COARSE,
              5,
              1,
              false,
              false,
              rate -> passed(HpccParams.defaults(rate, 4, 1_024 + 150, 1 << 24))),
          1_024,
          List.of(new Asked(Op.WRITE, 0, 2, 1, 30_000, 0), new Asked(Op.WRITE, 1, 2, 1, 30_000, 0)),
          SOUND,
          false,
          1);

  private static final List<Asked> TWO =
      List.of(
          new Asked(Op.WRITE, 0, 2, 1, 90_000, 0),
          new Asked(Op.SEND, 1, 2, 1, 60_000, 1),
          new Asked(Op.ATOMIC, 0, 2, 1, 8, 2));

  private static final Plan AT_RECEIVER =
      new Plan(ends(COARSE, 5, 1_024, 1, false, true), 1_024, TWO, SOUND, false, 1);

  private static final Plan LOSSY =
      new Plan(
          ends(COARSE, 2, 1_024, 1, false, false),
          1_024,
          TWO,
          new LinkFaults(
              LinkFaults.CERTAIN / 60,
              0,
              LinkFaults.CERTAIN / 60,
              LinkFaults.CERTAIN / 20,
              2 * RoceLab.US),
          false,
          3);

  private static final Plan REROUTED =
      new Plan(
          ends(COARSE, 5, 1_024, 1, false, false),
          1_024,
          List.of(
              new Asked(Op.WRITE, 0, 2, 1, 150_000, 0), new Asked(Op.WRITE, 1, 3, 1, 150_000, 0)),
          SOUND,
          true,
          1);

  private static final Plan PROBED =
      new Plan(
          ends(FINE, 1, 1_024, 1, true, false),
          1_024,
          List.of(new Asked(Op.WRITE, 0, 2, 1, 90_000, 0), new Asked(Op.SEND, 0, 2, 1, 30_000, 90)),
          SOUND,
          false,
          1);

  /** Two flows that meet at the last link alone, which then is the fullest. */
  private static final Plan ONE_LINK =
      new Plan(
          returning(ends(FINE, 5, 1_024, 1, true, false), HpccReturn.LINK),
          1_024,
          List.of(
              new Asked(Op.WRITE, 0, 2, 1, 150_000, 0), new Asked(Op.WRITE, 3, 2, 1, 60_000, 10)),
          SOUND,
          false,
          1);

  private static final Plan NOTIFIED =
      new Plan(
          returning(
              ends(COARSE.withSojourn(1_000), 5, 1_024, 1, false, false), HpccReturn.NOTIFICATION),
          1_024,
          TWO,
          new LinkFaults(LinkFaults.CERTAIN / 60, 0, 0, 0, 0),
          false,
          2);

  private static HpccEnds returning(HpccEnds of, HpccReturn returned) {
    return new HpccEnds(
        of.isSpoken(),
        of.format(),
        of.units(),
        of.fastestMbps(),
        of.every(),
        of.byProbe(),
        returned,
        PORT + 1,
        of.atReceiver(),
        of.countedFlows(),
        of.silencePs(),
        of.params());
  }

  /** Two flows that meet at the last link alone, whose host counts them. */
  private static final Plan COUNTED = counted(AT_RECEIVER, true);

  private static final Plan REPORTED = counted(AT_RECEIVER, false);

  private static Plan counted(Plan of, boolean atReceiver) {
    HpccEnds ends =
        new HpccEnds(
            true,
            of.ends.format(),
            of.ends.units(),
            of.ends.fastestMbps(),
            of.ends.every(),
            false,
            HpccReturn.WHOLE,
            0,
            atReceiver,
            4,
            20 * RoceLab.US,
            of.ends.params());
    List<Asked> two =
        List.of(new Asked(Op.WRITE, 3, 2, 1, 120_000, 0), new Asked(Op.WRITE, 0, 2, 1, 90_000, 4));
    return new Plan(ends, of.mtu, two, of.faults, of.breaks, of.seed);
  }

  /** Hosts at 400 Gb/s, a T of so many times 5 us, and windows so many times as large. */
  private static HpccEnds large(HpccEnds of, long longer, long times, int mtu) {
    return new HpccEnds(
        true,
        of.format(),
        of.units(),
        400_000,
        of.every(),
        of.byProbe(),
        of.returned(),
        of.noticePort(),
        of.atReceiver(),
        of.countedFlows(),
        of.silencePs(),
        rate -> params(HpccParams.defaults(rate, 4, mtu + 150, 1 << 24), longer, times));
  }

  /** Windows of 5 MB, which are 2.56 x 10^9 parts of a byte. */
  private static final Plan LARGE =
      new Plan(
          large(ends(COARSE, 5, 4_096, 1, false, false), 20, 20, 4_096),
          4_096,
          List.of(
              new Asked(Op.WRITE, 0, 2, 1, 150_000, 0), new Asked(Op.SEND, 1, 2, 1, 100_000, 1)),
          new LinkFaults(LinkFaults.CERTAIN / 50, 0, 0, LinkFaults.CERTAIN / 50, RoceLab.US),
          false,
          4);

  /**
   * Windows of 2.25 MB, 1.152 x 10^9 parts, which a receiver works out that counts flows. T is that
   * of smaller ones, so that a few packets are enough for several windows.
   */
  private static final Plan LARGE_COUNTED =
      new Plan(
          large(COUNTED.ends, 1, 9, 4_096),
          4_096,
          List.of(
              new Asked(Op.WRITE, 0, 2, 1, 150_000, 0),
              new Asked(Op.WRITE, 3, 2, 1, 150_000, 4),
              new Asked(Op.WRITE, 0, 2, 1, 20_000, 30)),
          SOUND,
          false,
          1);

  private static final Plan LOSSY_AT_RECEIVER =
      new Plan(
          ends(FINE, 5, 1_024, 3, false, true),
          1_024,
          TWO,
          new LinkFaults(LinkFaults.CERTAIN / 40, 0, 0, 0, 0),
          false,
          2);

  /** READs beside WRITEs; what host 2 sends are responses alone. */
  private static List<Asked> reads() {
    return List.of(
        new Asked(Op.READ, 0, 2, 1, 90_000, 0),
        new Asked(Op.WRITE, 0, 2, 1, 20_000, 1),
        new Asked(Op.READ, 1, 2, 1, 60_000, 1),
        new Asked(Op.ATOMIC, 0, 2, 1, 8, 2),
        new Asked(Op.READ, 0, 2, 1, 30_000, 3),
        new Asked(Op.WRITE, 3, 1, 1, 30_000, 3));
  }

  private static final LinkFaults BAD =
      new LinkFaults(
          LinkFaults.CERTAIN / 60,
          0,
          LinkFaults.CERTAIN / 60,
          LinkFaults.CERTAIN / 20,
          2 * RoceLab.US);

  private static final Plan READ =
      new Plan(ends(COARSE, 5, 1_024, 1, false, false), 1_024, reads(), BAD, false, 5);

  private static final Plan READ_AT_RECEIVER =
      new Plan(ends(COARSE, 5, 1_024, 2, false, true), 1_024, reads(), BAD, false, 6);

  private static final Plan READ_BY_PROBES =
      new Plan(ends(COARSE, 5, 1_024, 1, true, false), 1_024, reads(), BAD, false, 7);

  private static final Plan READ_ONE_LINK =
      new Plan(
          returning(ends(COARSE, 5, 1_024, 1, true, false), HpccReturn.LINK),
          1_024,
          reads(),
          BAD,
          false,
          8);

  private static final Plan READ_NOTIFIED =
      new Plan(
          returning(ends(COARSE, 5, 1_024, 1, false, false), HpccReturn.NOTIFICATION),
          1_024,
          reads(),
          BAD,
          false,
          9);

  /** The run in which a fault shows. */
  static Plan showing(HpccFault fault) {
    return switch (fault) {
      case STALE_RECORD_TAKEN -> LOSSY;
      case COUNT_TAKEN_WITHOUT_ITS_MODULUS -> ROUND;
      case PATH_CHANGE_IGNORED -> REROUTED;
      case WINDOW_SENT_BEFORE_ITS_TIME -> AT_RECEIVER;
      default -> REROUTED;
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
      plans().forEach((name, plan) -> logs.put(name, plan.log(host -> RoceFaultPoints.NONE)));
      return Collections.unmodifiableMap(logs);
    }
  }

  static Map<String, Plan> plans() {
    Map<String, Plan> plans = new LinkedHashMap<>();
    plans.put("HPCC: links that lose, repeat and reorder", LOSSY);
    plans.put("HPCC: the receiver runs the algorithm", AT_RECEIVER);
    plans.put("HPCC: the receiver runs it on some packets, and links lose", LOSSY_AT_RECEIVER);
    plans.put("HPCC: a receiver that counts flows", COUNTED);
    plans.put("HPCC: a receiver that reports the flows that it counts", REPORTED);
    plans.put("HPCC: counters come round", ROUND);
    plans.put("HPCC: packets may pass their windows", PASSED);
    plans.put("HPCC: windows of 5 MB, and links that lose and reorder", LARGE);
    plans.put("HPCC: windows of 2.25 MB by a receiver that counts flows", LARGE_COUNTED);
    plans.put("HPCC: paths change", REROUTED);
    plans.put("HPCC: probes with room for one record, and a silence", PROBED);
    plans.put("HPCC: responses with one link", ONE_LINK);
    plans.put("HPCC: notifications of waits, and links that lose", NOTIFIED);
    plans.put("HPCC: READs, and links that lose, repeat and reorder", READ);
    plans.put("HPCC: READs whose requester runs the algorithm", READ_AT_RECEIVER);
    plans.put("HPCC: READs and probes", READ_BY_PROBES);
    plans.put("HPCC: READs, and responses with one link", READ_ONE_LINK);
    plans.put("HPCC: READs and notifications", READ_NOTIFIED);
    return plans;
  }
}
