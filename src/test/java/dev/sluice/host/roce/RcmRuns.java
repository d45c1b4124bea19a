package dev.sluice.host.roce;

import dev.sluice.cc.Ecn;
import dev.sluice.cc.RedMarker;
import dev.sluice.cc.rcm.NotificationPoint;
import dev.sluice.cc.rcm.NotificationPoint.Answers;
import dev.sluice.cc.rcm.Rcm;
import dev.sluice.cc.rcm.RcmProfile;
import dev.sluice.cc.rcm.ReactionParams;
import dev.sluice.cc.rcm.ReactionParams.Clamp;
import dev.sluice.cc.rcm.ReactionParams.Rise;
import dev.sluice.fabric.LinkFaults;
import dev.sluice.host.roce.RoceRuns.Asked;
import dev.sluice.host.roce.rcm.Notices;
import dev.sluice.host.roce.rcm.Reaction;
import dev.sluice.model.validate.EventLog;
import dev.sluice.roce.Op;
import dev.sluice.sim.RandomStream;
import dev.sluice.sim.RandomStreams;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;

/** Runs of RoCEv2 NICs under congestion management and their logs, for those who judge them. */
public final class RcmRuns {
  private static final long US = RoceLab.US;
  private static final long LINE = 100_000;

  private RcmRuns() {}

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
    /** What the points of all NICs do, told event by event. */
    EventLog log(IntFunction<RoceFaultPoints> points) {
      return log(Set.of(Rcm.LOOP.name()), Rcm.PROTOCOL.units(), seed, points);
    }

    @Override
    public RoceLab lab() {
      return RoceLab.marking(hosts, params, marker, seed);
    }

    EventLog log() {
      return log(host -> RoceFaultPoints.NONE);
    }
  }

  private static RoceParams params(
      NotificationPoint.Params notification, ReactionParams reaction, boolean reacts) {
    return RoceParams.usual()
        .with(1_024, 64)
        .retrying(9, 7, 7)
        .noticing(Notices.sent(notification))
        .by(Reaction.points(line -> reaction, reacts));
  }

  /** DCQCN with steps so large that a rate is soon the line's again. */
  static ReactionParams dcqcn(
      long decayUs, long cutGapUs, Clamp clamp, long riseUs, long riseBytes, boolean counts) {
    return new ReactionParams(
        LINE,
        1_000,
        ReactionParams.PER_BYTE,
        1 << 10,
        64,
        1 << 10,
        decayUs * US,
        cutGapUs * US,
        clamp,
        Rise.DCQCN,
        riseUs * US,
        riseBytes,
        false,
        counts ? 1 : 2,
        counts,
        counts ? 500 : 4_000,
        counts ? 1_500 : 0);
  }

  private static ReactionParams both() {
    return new ReactionParams(
        LINE,
        2_000,
        ReactionParams.PER_BYTE,
        4,
        0,
        2,
        0,
        0,
        Clamp.ALWAYS,
        Rise.STEP,
        5 * US,
        4_000,
        true,
        0,
        false,
        20_000,
        0);
  }

  private static NotificationPoint.Params notification(long us, Answers answers, int ecn) {
    return new NotificationPoint.Params(us * US, answers, ecn);
  }

  static Map<String, Plan> plans() {
    Map<String, Plan> plans = new LinkedHashMap<>();
    plans.put(
        "the interval's end answers, rises by time and bytes",
        new Plan(
            3,
            params(
                notification(10, Answers.INTERVAL_END, Ecn.ECT_1),
                dcqcn(7, 0, Clamp.ALWAYS, 6, 30_000, false),
                true),
            RedMarker.perMillion(2_000, 20_000, 300_000),
            RoceRuns.faults(0, 0, 0),
            3,
            List.of(
                new Asked(Op.WRITE, 0, 2, 1, 200_000, 0),
                new Asked(Op.WRITE, 1, 2, 1, 150_000, 3),
                new Asked(Op.READ, 2, 1, 2, 60_000, 5))));
    plans.put(
        "the next mark answers, cuts are apart, stages of increase",
        new Plan(
            3,
            params(
                notification(4, Answers.NEXT_MARK, Ecn.NOT_ECT),
                dcqcn(3, 2, Clamp.AFTER_TIME, 5, 6_000, true),
                true),
            RedMarker.perMillion(2_000, 60_000, 200_000),
            RoceRuns.faults(0, 5, 5),
            5,
            List.of(
                new Asked(Op.WRITE, 0, 2, 1, 80_000, 0), new Asked(Op.WRITE, 1, 2, 1, 60_000, 1))));
    plans.put(
        "each mark has its CNP, a rise takes time and bytes, losses",
        new Plan(
            2,
            params(notification(0, Answers.INTERVAL_END, Ecn.ECT_0), both(), true),
            RedMarker.step(0),
            RoceRuns.faults(3, 0, 0),
            6,
            List.of(
                new Asked(Op.WRITE, 0, 1, 1, 8, 0),
                new Asked(Op.WRITE, 0, 1, 1, 30_000, 20),
                new Asked(Op.SEND, 1, 0, 1, 20_000, 25))));
    plans.put(
        "a rate that falls to 1 Mb/s",
        new Plan(
            2,
            params(
                notification(0, Answers.NEXT_MARK, Ecn.ECT_1),
                ReactionParams.generic(LINE, 1, 1, 2, 0, 100_000, 30_000),
                true),
            RedMarker.step(0),
            RoceRuns.faults(0, 0, 0),
            8,
            List.of(new Asked(Op.WRITE, 0, 1, 1, 26_000, 0))));
    plans.put(
        "hosts without reaction points",
        new Plan(
            2,
            params(notification(6, Answers.INTERVAL_END, Ecn.ECT_1), both(), false),
            RedMarker.step(0),
            RoceRuns.faults(0, 0, 0),
            7,
            List.of(new Asked(Op.WRITE, 0, 1, 1, 100_000, 0))));
    return plans;
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
      plans().forEach((name, plan) -> logs.put("RCM: " + name, plan.log()));
      return Collections.unmodifiableMap(logs);
    }
  }

  /** A run drawn by chance: any profile, interval and marks, over links with faults. */
  public static EventLog drawn(long seed) {
    RandomStream chance = new RandomStreams(seed).stream("drawn");
    int hosts = 2 + (int) chance.below(4);
    RcmProfile profile = RcmProfile.values()[(int) chance.below(4)];
    Answers answers = Answers.values()[(int) chance.below(2)];
    RoceParams params =
        RoceParams.usual()
            .with(256 << chance.below(5), 64)
            .retrying(15, 7, 7)
            .noticing(Notices.sent(notification(chance.below(40), answers, (int) chance.below(3))))
            .by(Reaction.points(profile::reaction, chance.below(8) > 0));
    long from = chance.below(8_000);
    RedMarker marker =
        RedMarker.perMillion(from, from + chance.below(30_000), chance.below(1_000_000));
    LinkFaults faults =
        RoceRuns.faults((int) chance.below(3), (int) chance.below(4), (int) chance.below(8));
    List<Asked> asked = new ArrayList<>();
    for (int flow = 0; flow < 8; flow++) {
      int from1 = (int) chance.below(hosts);
      int to = (from1 + 1 + (int) chance.below(hosts - 1)) % hosts;
      Op op = chance.below(4) == 0 ? Op.READ : chance.below(2) == 0 ? Op.SEND : Op.WRITE;
      asked.add(
          new Asked(
              op, from1, to, (int) chance.below(2), 1 + chance.below(16_000), chance.below(9)));
    }
    return new Plan(hosts, params, marker, faults, seed, asked).log();
  }

  /** A run in which a fault shows: two senders into one host, marks, and no faults of links. */
  static Plan showing(RcmFault fault) {
    Clamp clamp = Clamp.ALWAYS;
    return new Plan(
        3,
        params(
            notification(10, Answers.INTERVAL_END, Ecn.ECT_1),
            dcqcn(7, 0, clamp, 12, 30_000, false),
            true),
        RedMarker.perMillion(2_000, 20_000, 300_000),
        RoceRuns.faults(0, 0, 0),
        3,
        List.of(
            new Asked(Op.WRITE, 0, 2, 1, 200_000, 0),
            new Asked(Op.WRITE, 1, 2, 1, 150_000, 3),
            new Asked(Op.WRITE, 0, 2, 2, 50_000, 0)));
  }
}
