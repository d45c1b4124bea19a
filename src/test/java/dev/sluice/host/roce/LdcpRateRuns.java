package dev.sluice.host.roce;

import dev.sluice.cc.Ecn;
import dev.sluice.cc.RedMarker;
import dev.sluice.cc.ldcp.EventRate;
import dev.sluice.cc.ldcp.Ldcp;
import dev.sluice.cc.rcm.NotificationPoint;
import dev.sluice.cc.rcm.NotificationPoint.Answers;
import dev.sluice.fabric.LinkFaults;
import dev.sluice.host.roce.RoceRuns.Asked;
import dev.sluice.host.roce.ldcp.LdcpRate;
import dev.sluice.host.roce.rcm.Notices;
import dev.sluice.model.validate.EventLog;
import dev.sluice.roce.Op;
import dev.sluice.sim.RandomStream;
import dev.sluice.sim.RandomStreams;
import dev.sluice.wire.roce.RttMessage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;

/** Runs of RoCEv2 NICs with LDCP by rates and their logs, for those who judge them. */
public final class LdcpRateRuns {
  static final long ONE = 4_096;
  static final long BASE_RTT = 2 * RoceLab.US;

  /** What a packet of 1,024 B takes on a link. */
  static final int FRAME = 1_106;

  private static final long PER_PS = 8 * RoceLab.US;
  private static final long MOST = 40;

  private LdcpRateRuns() {}

  /** A sender: windows in packets, alpha and beta in parts of one, the wait in microseconds. */
  static LdcpRate.Params sender(long start, long alpha, long beta, long waitUs) {
    return new LdcpRate.Params(
        new EventRate.Params(
            ONE,
            alpha,
            beta,
            ONE / 16,
            MOST * ONE,
            BASE_RTT,
            waitUs * RoceLab.US,
            PER_PS,
            RttMessage.NUMBERS),
        start * ONE,
        FRAME);
  }

  /** NICs with such senders, and CNPs so far apart at least. */
  static RoceParams params(LdcpRate.Params sender, long intervalUs) {
    return RoceParams.usual()
        .with(1_024, 64)
        .counting(0, 1)
        .retrying(6, 7, 7)
        .noticing(
            Notices.sent(
                new NotificationPoint.Params(
                    intervalUs * RoceLab.US, Answers.INTERVAL_END, Ecn.ECT_1)))
        .by(LdcpRate.rates(line -> sender));
  }

  /**
   * A run over one switch.
   *
   * @param marker of what waits at each of the switch's ports
   * @param faults of all links
   */
  record Plan(
      int hosts,
      RoceParams params,
      RedMarker marker,
      LinkFaults faults,
      long seed,
      List<Asked> asked)
      implements RoceRuns.Planned {
    /** What all NICs do under EventRate, told event by event. */
    EventLog log(IntFunction<RoceFaultPoints> points) {
      return log(Set.of(Ldcp.EVENTS.name()), Ldcp.PROTOCOL.units(), seed, points);
    }

    @Override
    public RoceLab lab() {
      return RoceLab.marking(hosts, params, marker, seed);
    }

    EventLog log() {
      return log(host -> RoceFaultPoints.NONE);
    }
  }

  private static final LinkFaults SOUND = RoceRuns.faults(0, 0, 0);
  private static final RedMarker SOME = RedMarker.perMillion(2_000, 20_000, 300_000);

  private static final List<Asked> TWO =
      List.of(
          new Asked(Op.WRITE, 0, 2, 1, 100_000, 0),
          new Asked(Op.SEND, 1, 2, 1, 80_000, 1),
          new Asked(Op.WRITE, 0, 2, 2, 40_000, 2),
          new Asked(Op.READ, 2, 1, 1, 60_000, 5));

  private static final Plan MARKED =
      new Plan(3, params(sender(20, ONE / 2, 3 * ONE / 4, 32), 0), SOME, SOUND, 3, TWO);

  private static final Plan MERGED =
      new Plan(3, params(sender(12, ONE, ONE, 32), 5), RedMarker.step(0), SOUND, 4, TWO);

  /** Two messages with a pause between, over a path whose round trip is twice the wait. */
  private static final Plan LOSSY =
      new Plan(
          3,
          params(sender(8, ONE / 2, ONE / 2, 4), 0),
          SOME,
          RoceRuns.faults(3, 3, 6),
          5,
          List.of(
              new Asked(Op.WRITE, 0, 2, 1, 60_000, 0),
              new Asked(Op.SEND, 1, 2, 1, 40_000, 3),
              new Asked(Op.WRITE, 0, 2, 1, 30_000, 90)));

  private static final Plan LEAST =
      new Plan(
          2,
          params(sender(1, ONE / 16, ONE, 32), 0),
          RedMarker.step(0),
          SOUND,
          6,
          List.of(new Asked(Op.WRITE, 0, 1, 1, 20_000, 0), new Asked(Op.ATOMIC, 0, 1, 1, 8, 1)));

  private static final Plan MOSTS =
      new Plan(
          2,
          params(sender(38, ONE, ONE, 32), 0),
          RedMarker.perMillion(1_000_000, 2_000_000, 1),
          SOUND,
          7,
          List.of(
              new Asked(Op.WRITE, 0, 1, 1, 90_000, 0), new Asked(Op.WRITE, 0, 1, 1, 30_000, 50)));

  /** The run in which a fault shows. */
  static Plan showing(LdcpRateFault fault) {
    return switch (fault) {
      case TIMEOUT_ADDS_ALPHA, LATE_RESPONSE_TAKEN, TIMEOUT_IGNORED -> LOSSY;
      default -> MARKED;
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
      plans().forEach((name, plan) -> logs.put("LDCP by rates: " + name, plan.log()));
      return Collections.unmodifiableMap(logs);
    }
  }

  static Map<String, Plan> plans() {
    Map<String, Plan> plans = new LinkedHashMap<>();
    plans.put("marks, each with its CNP, and a READ", MARKED);
    plans.put("CNPs that stand for several marks", MERGED);
    plans.put("links that lose, repeat and delay, a short wait", LOSSY);
    plans.put("the least window", LEAST);
    plans.put("the largest window, and a pause", MOSTS);
    return plans;
  }

  /** A run drawn by chance: any steps, windows, waits and marks, over links with faults or none. */
  static Plan drawn(long seed) {
    RandomStream chance = new RandomStreams(seed).stream("drawn");
    int hosts = 2 + (int) chance.below(3);
    LdcpRate.Params sender =
        sender(
            1 + chance.below(MOST),
            1 + chance.below(ONE),
            1 + chance.below(ONE),
            3 + chance.below(60));
    long from = chance.below(8_000);
    RedMarker marker =
        RedMarker.perMillion(from, from + chance.below(30_000), chance.below(1_000_000));
    boolean isSound = chance.below(2) == 0;
    LinkFaults faults =
        isSound
            ? SOUND
            : RoceRuns.faults((int) chance.below(3), (int) chance.below(4), (int) chance.below(8));
    List<Asked> asked = new ArrayList<>();
    for (int flow = 0; flow < 6; flow++) {
      int source = (int) chance.below(hosts);
      int to = (source + 1 + (int) chance.below(hosts - 1)) % hosts;
      Op op = chance.below(4) == 0 ? Op.READ : chance.below(2) == 0 ? Op.SEND : Op.WRITE;
      int job = (int) chance.below(2);
      asked.add(new Asked(op, source, to, job, 1 + chance.below(30_000), chance.below(9)));
    }
    RoceParams params = params(sender, chance.below(3) * 4);
    return new Plan(hosts, params, marker, faults, seed, asked);
  }
}
