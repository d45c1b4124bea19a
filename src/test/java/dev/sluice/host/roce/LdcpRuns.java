package dev.sluice.host.roce;

import dev.sluice.cc.RedMarker;
import dev.sluice.cc.ldcp.AckPolicy;
import dev.sluice.cc.ldcp.FastStart;
import dev.sluice.cc.ldcp.FastStart.RoundEnd;
import dev.sluice.cc.ldcp.FastStart.TailOf;
import dev.sluice.cc.ldcp.Ldcp;
import dev.sluice.cc.ldcp.PawaParams;
import dev.sluice.cc.ldcp.PawaParams.TimerRtt;
import dev.sluice.fabric.LinkFaults;
import dev.sluice.host.roce.RoceRuns.Asked;
import dev.sluice.host.roce.ldcp.LdcpAcks;
import dev.sluice.host.roce.ldcp.LdcpSender;
import dev.sluice.model.validate.EventLog;
import dev.sluice.roce.Op;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Runs of LDCP and their logs, for those who judge them. */
public final class LdcpRuns {
  private static final long ONE = 4_096;
  private static final long BASE_RTT = 2 * RoceLab.US;

  private static final RoceParams USUAL = RoceParams.usual().retrying(7, 7, 7);
  private static final Set<String> SPECS =
      Set.of(Ldcp.STABLE.name(), Ldcp.FIRST.name(), Ldcp.SPACES.name());

  private LdcpRuns() {}

  /**
   * A run over one switch.
   *
   * @param marker of what waits at each of the switch's ports
   */
  record Plan(
      LdcpSender.Params sender,
      LdcpAcks acks,
      RedMarker marker,
      List<Asked> asked,
      LinkFaults faults)
      implements RoceRuns.Planned {
    EventLog log(IntFunction<RoceFaultPoints> points) {
      return log(SPECS, Ldcp.PROTOCOL.units(), 1, points);
    }

    @Override
    public RoceLab lab() {
      RoceParams params =
          USUAL
              .with(1_024, 64)
              .counting(0, 1)
              .acknowledging(acks)
              .by(LdcpSender.windows(rate -> sender));
      return RoceLab.marking(3, params, marker, 1);
    }
  }

  private static LdcpSender.Params sender(long iw, long gamma, boolean stable, TimerRtt timer) {
    return sender(iw, RoundEnd.IW_SENT, gamma, stable, timer);
  }

  private static LdcpSender.Params sender(
      long iw, RoundEnd end, long gamma, boolean stable, TimerRtt timer) {
    return sender(iw, TailOf.MESSAGE, end, gamma, stable, timer);
  }

  private static LdcpSender.Params sender(
      long iw, TailOf tailOf, RoundEnd end, long gamma, boolean stable, TimerRtt timer) {
    long rto = USUAL.timeoutPs();
    long longest = timer == TimerRtt.BASE ? BASE_RTT : 8 * BASE_RTT;
    return new LdcpSender.Params(
        new PawaParams(ONE, ONE / 2, 3 * ONE / 4, gamma, 40 * ONE, true, BASE_RTT, longest, timer),
        new FastStart.Params(iw, tailOf, end, BASE_RTT, rto),
        stable);
  }

  private static LdcpAcks acks(long upTo, boolean cleanFirst, long gapUs) {
    return new LdcpAcks(true, new AckPolicy.Params(upTo, cleanFirst), gapUs * RoceLab.US);
  }

  private static final List<Asked> TWO =
      List.of(
          new Asked(Op.WRITE, 0, 2, 1, 100_000, 0),
          new Asked(Op.SEND, 1, 2, 1, 80_000, 1),
          new Asked(Op.ATOMIC, 0, 2, 1, 8, 2));

  private static final LinkFaults SOUND = new LinkFaults(0, 0, 0, 0, 0);
  private static final RedMarker SOME = RedMarker.perMillion(2_000, 20_000, 300_000);

  private static final Plan WAITING =
      new Plan(sender(4, 1_024, true, TimerRtt.BASE), acks(2, true, 1), SOME, TWO, SOUND);

  private static final Plan LOSSY =
      new Plan(
          sender(4, 1_024, true, TimerRtt.BASE),
          acks(2, true, 1),
          SOME,
          TWO,
          new LinkFaults(LinkFaults.CERTAIN / 40, 0, 0, 0, 0));

  private static final Plan MARKED =
      new Plan(
          sender(2, 1_024, true, TimerRtt.MEASURED),
          acks(3, false, 1),
          RedMarker.step(0),
          List.of(new Asked(Op.WRITE, 0, 2, 1, 20_000, 0), new Asked(Op.WRITE, 1, 2, 1, 15_000, 0)),
          SOUND);

  /** Some packets are marked, and come while clean ones wait for their acknowledgment. */
  static final Plan MIXED =
      new Plan(
          sender(30, 1_024, true, TimerRtt.BASE),
          acks(8, true, 5),
          RedMarker.perMillion(0, 1, 200_000),
          TWO,
          SOUND);

  /** Messages of a few packets, one behind another, on two connections to one host. */
  private static final List<Asked> SHORT =
      List.of(
          new Asked(Op.WRITE, 0, 2, 1, 3_000, 0),
          new Asked(Op.SEND, 0, 2, 1, 5_000, 1),
          new Asked(Op.WRITE, 0, 2, 1, 40_000, 4),
          new Asked(Op.ATOMIC, 1, 2, 1, 8, 0),
          new Asked(Op.WRITE_IMM, 1, 2, 1, 2_500, 6),
          new Asked(Op.SEND, 1, 2, 1, 30_000, 9));

  private static final Plan FIRST =
      new Plan(
          sender(20, RoundEnd.IW_SENT, 1_024, false, TimerRtt.BASE),
          acks(1, true, 0),
          SOME,
          SHORT,
          SOUND);

  private static final Plan POSTED =
      new Plan(
          sender(20, TailOf.POSTED, RoundEnd.IW_SENT, 1_024, false, TimerRtt.BASE),
          acks(1, true, 0),
          SOME,
          List.of(
              new Asked(Op.WRITE, 0, 2, 1, 3_000, 0),
              new Asked(Op.SEND, 0, 2, 1, 900, 0),
              new Asked(Op.WRITE, 0, 2, 1, 5_000, 0),
              new Asked(Op.READ, 1, 2, 1, 2_000, 0),
              new Asked(Op.READ, 1, 2, 1, 900, 0)),
          SOUND);

  private static final Plan BY_TIME =
      new Plan(
          sender(30, RoundEnd.BASE_RTT, 1_024, false, TimerRtt.BASE),
          acks(2, true, 1),
          SOME,
          SHORT,
          SOUND);

  private static final Plan FIRST_ACK =
      new Plan(
          sender(20, RoundEnd.FIRST_ACK, 1_024, false, TimerRtt.BASE),
          acks(1, true, 0),
          SOME,
          TWO,
          SOUND);

  private static final Plan FIRST_LOST =
      new Plan(
          sender(30, RoundEnd.IW_SENT, 1_024, false, TimerRtt.BASE),
          acks(1, true, 0),
          SOME,
          SHORT,
          new LinkFaults(LinkFaults.CERTAIN / 15, 0, 0, 0, 0));

  private static final Plan FIRST_SILENT =
      new Plan(
          sender(30, RoundEnd.IW_SENT, 1_024, false, TimerRtt.BASE),
          acks(1, true, 0),
          SOME,
          IntStream.range(0, 8)
              .mapToObj(job -> new Asked(Op.WRITE, job % 2, 2, job, 5_000, job))
              .toList(),
          new LinkFaults(LinkFaults.CERTAIN / 6, 0, 0, 0, 0));

  /** READs beside other requests, so that both ends have a window. */
  private static final List<Asked> READS =
      List.of(
          new Asked(Op.READ, 0, 2, 1, 60_000, 0),
          new Asked(Op.SEND, 0, 2, 1, 10_000, 1),
          new Asked(Op.READ, 1, 2, 1, 40_000, 0),
          new Asked(Op.ATOMIC, 1, 2, 1, 8, 1),
          new Asked(Op.READ, 1, 2, 1, 2_000, 3),
          new Asked(Op.READ, 2, 1, 1, 30_000, 2));

  private static final Plan READING =
      new Plan(
          sender(12, RoundEnd.IW_SENT, 1_024, false, TimerRtt.BASE),
          acks(2, true, 1),
          SOME,
          READS,
          SOUND);

  private static final Plan READS_LOST =
      new Plan(
          sender(12, RoundEnd.IW_SENT, 1_024, false, TimerRtt.BASE),
          acks(2, true, 1),
          SOME,
          READS,
          new LinkFaults(LinkFaults.CERTAIN / 30, 0, 0, 0, 0));

  /**
   * READs one behind another, which leave while acknowledgments of earlier responses wait: for
   * longer than a READ is on its way.
   */
  private static final Plan READS_WAITING =
      new Plan(
          sender(12, 1_024, true, TimerRtt.BASE),
          acks(4, true, 10),
          SOME,
          IntStream.range(0, 12)
              .mapToObj(job -> new Asked(Op.READ, job % 2, 2, 1, 6_000, 2 * job))
              .toList(),
          SOUND);

  /** What comes twice: packets, and acknowledgments that echo a mark. */
  private static final Plan REPEATED =
      new Plan(
          sender(12, 1_024, true, TimerRtt.BASE),
          acks(1, true, 0),
          SOME,
          List.of(
              new Asked(Op.WRITE, 0, 2, 1, 60_000, 0),
              new Asked(Op.READ, 0, 2, 1, 30_000, 0),
              new Asked(Op.WRITE, 1, 2, 1, 60_000, 1)),
          new LinkFaults(0, 0, LinkFaults.CERTAIN / 5, 0, 0));

  /** The run in which a fault shows. */
  static Plan showing(LdcpFault fault) {
    return switch (fault) {
      case NAK_HALVES_THE_WINDOW, TIMEOUT_LEAVES_THE_WINDOW -> LOSSY;
      case MARK_TAKES_NOTHING -> MARKED;
      case TAIL_MAY_BE_DROPPED,
          FIRST_ROUND_ENDS_TOO_EARLY,
          FAST_START_ENDS_TOO_EARLY,
          LAST_MAY_BE_DROPPED ->
          FIRST;
      case LOSS_LEAVES_ALL_THAT_WAS_SENT -> FIRST_LOST;
      case FIRST_TIMEOUT_LEAVES_ONE_PACKET -> FIRST_SILENT;
      case READ_OCCUPIES_TOO_MUCH, ACKNOWLEDGED_BEFORE_IT_CAME -> READING;
      case GAP_IS_JUMPED, REPEATED_READ_SAYS_NOTHING, RESPONSES_DO_NOT_GO_BACK -> READS_LOST;
      default -> WAITING;
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
    plans.put("LDCP: acknowledgments that wait, the clean ones first", WAITING);
    plans.put(
        "LDCP: fast start, and windows that marks hold down",
        new Plan(sender(8, 256, false, TimerRtt.BASE), acks(1, true, 0), SOME, TWO, SOUND));
    plans.put("LDCP: acknowledgments that wait, below one packet by the measured RTT", MARKED);
    plans.put("LDCP: links that lose", LOSSY);
    plans.put("LDCP: fast start, messages that end in it", FIRST);
    plans.put("LDCP: fast start, one tail for all that is posted", POSTED);
    plans.put("LDCP: fast start, a first round trip by time", BY_TIME);
    plans.put("LDCP: fast start, a first round trip up to the first answer", FIRST_ACK);
    plans.put("LDCP: fast start, links that lose", FIRST_LOST);
    plans.put("LDCP: fast start, links that lose much", FIRST_SILENT);
    plans.put("LDCP: READs", READING);
    plans.put("LDCP: READs over links that lose", READS_LOST);
    plans.put("LDCP: READs that leave while acknowledgments of responses wait", READS_WAITING);
    plans.put("LDCP: links that repeat", REPEATED);
    return plans;
  }
}
