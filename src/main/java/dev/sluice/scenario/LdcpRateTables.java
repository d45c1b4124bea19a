package dev.sluice.scenario;

import dev.sluice.cc.Bdp;
import dev.sluice.cc.Ecn;
import dev.sluice.cc.ldcp.EventRate;
import dev.sluice.cc.rcm.NotificationPoint;
import dev.sluice.cc.rcm.NotificationPoint.Answers;
import dev.sluice.fabric.Topology;
import dev.sluice.host.roce.ldcp.LdcpRate;
import dev.sluice.host.roce.rcm.Notices;
import dev.sluice.requirement.Requirement;
import dev.sluice.units.FixedPoint;
import dev.sluice.wire.roce.RttMessage;

/** What a scenario says of LDCP by rates at the hosts. */
final class LdcpRateTables {
  /** Of rates, what they count parts in is a multiple of this. */
  private static final long RATE_STEP_PS = 500_000;

  private static final long LONGEST_RATE_PS = 64_000_000;

  private static final long RTTS_WAITED = 64;

  private final Section table;
  private final int frameBytes;
  private final AcknowledgedRtt baseRtt;

  /**
   * What stands in its table.
   *
   * @param frameBytes what a whole packet of data takes on a link, all counted
   * @param ackBytes the same of an acknowledgment
   */
  LdcpRateTables(Section table, Topology topology, int frameBytes, int ackBytes) {
    this.table = table;
    this.frameBytes = frameBytes;
    baseRtt = new AcknowledgedRtt(table, topology, frameBytes, ackBytes, 0);
  }

  /** How marks are answered: each with a CNP, unless an interval is between two of them. */
  @Requirement({"LDCP-13", "LDCP-19"})
  Notices notices() {
    long apartPs = table.number("cnp-interval");
    return new Notices(
        true,
        new NotificationPoint.Params(apartPs, Answers.INTERVAL_END, Ecn.ECT_1),
        (int) table.number("cnp-dscp"));
  }

  /**
   * What the sender of a queue pair is configured with.
   *
   * @param rateBps of its host's link
   * @throws IllegalArgumentException if such a one is not possible
   */
  @Requirement("LDCP-13")
  LdcpRate.Params sender(long rateBps) {
    long one = LdcpTables.ONE;
    long baseRttPs = baseRtt.ps();
    long packets = table.number("initial-window", 0);
    long bdp = FixedPoint.mulDiv(Bdp.bytes(rateBps, rateBps, baseRttPs), one, frameBytes);
    long least = parts("gamma");
    long start = packets > 0 ? packets * one : Math.max(least, bdp);
    long most = table.number("max-window", 0);
    long perPs = ratePerPs(least);
    long waitPs = Math.min(RTTS_WAITED * baseRttPs, least * perPs);
    return new LdcpRate.Params(
        new EventRate.Params(
            one,
            parts("alpha"),
            parts("beta"),
            least,
            most > 0 ? most * one : 2 * start,
            baseRttPs,
            table.number("response-time", waitPs),
            perPs,
            RttMessage.NUMBERS),
        start,
        frameBytes);
  }

  /**
   * The longer it is, the less is rounded off a rate; but the product with the least window has to
   * fit 32 bits, or no log is judged.
   */
  private static long ratePerPs(long least) {
    long fits = Integer.MAX_VALUE / Math.max(1, least) / RATE_STEP_PS * RATE_STEP_PS;
    return Math.min(fits, LONGEST_RATE_PS);
  }

  /** Of so many parts of a packet, rounded toward zero. */
  private long parts(String key) {
    return LdcpTables.ONE * table.number(key) >> 32;
  }
}
