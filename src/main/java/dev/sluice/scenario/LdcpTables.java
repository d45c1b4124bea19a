package dev.sluice.scenario;

import dev.sluice.cc.Bdp;
import dev.sluice.cc.ldcp.AckPolicy;
import dev.sluice.cc.ldcp.FastStart;
import dev.sluice.cc.ldcp.FastStart.RoundEnd;
import dev.sluice.cc.ldcp.FastStart.TailOf;
import dev.sluice.cc.ldcp.PawaParams;
import dev.sluice.cc.ldcp.PawaParams.TimerRtt;
import dev.sluice.fabric.Topology;
import dev.sluice.host.roce.ldcp.LdcpAcks;
import dev.sluice.host.roce.ldcp.LdcpSender;
import dev.sluice.requirement.Requirement;
import java.util.Locale;

/** What a scenario says of LDCP at the hosts. */
final class LdcpTables {
  /** Parts of a packet in which windows are kept. */
  static final long ONE = 4_096;

  private static final long RTTS_BELIEVED = 64;

  private final Section ldcp;
  private final int frameBytes;
  private final AcknowledgedRtt baseRtt;

  /**
   * What stands in its table.
   *
   * @param frameBytes what a whole packet of data takes on a link, all counted
   * @param ackBytes the same of an acknowledgment
   */
  LdcpTables(Section ldcp, Topology topology, int frameBytes, int ackBytes) {
    this.ldcp = ldcp;
    this.frameBytes = frameBytes;
    baseRtt = new AcknowledgedRtt(ldcp, topology, frameBytes, ackBytes, 0);
  }

  /** How packets are acknowledged. */
  @Requirement({"LDCP-2", "LDCP-3"})
  LdcpAcks acks() {
    return new LdcpAcks(
        true,
        new AckPolicy.Params(ldcp.number("ack-up-to"), ldcp.truth("clean-first")),
        ldcp.number("ack-gap"));
  }

  /**
   * What the sender of a queue pair is configured with.
   *
   * @param rateBps of its host's link
   * @param rtoPs the retransmission timeout
   * @throws IllegalArgumentException if such a one is not possible
   */
  @Requirement({"LDCP-4", "LDCP-6", "LDCP-7", "LDCP-8"})
  LdcpSender.Params sender(long rateBps, long rtoPs) {
    long bdp = Bdp.bytes(rateBps, rateBps, baseRtt.ps());
    long iw = ldcp.number("initial-window", (bdp + frameBytes - 1) / frameBytes);
    long most = Math.max(2, ldcp.number("max-window", 2 * iw));
    boolean isMeasured = ldcp.is("timer-rtt", "measured");
    PawaParams window =
        new PawaParams(
            ONE,
            parts("alpha"),
            parts("beta"),
            parts("gamma"),
            most * ONE,
            ldcp.truth("floor"),
            baseRtt.ps(),
            isMeasured ? ldcp.number("max-rtt", RTTS_BELIEVED * baseRtt.ps()) : baseRtt.ps(),
            isMeasured ? TimerRtt.MEASURED : TimerRtt.BASE);
    RoundEnd end =
        RoundEnd.valueOf(ldcp.text("round-end").toUpperCase(Locale.ROOT).replace('-', '_'));
    TailOf tailOf = TailOf.valueOf(ldcp.text("tail-of").toUpperCase(Locale.ROOT));
    FastStart.Params first = new FastStart.Params(iw, tailOf, end, baseRtt.ps(), rtoPs);
    return new LdcpSender.Params(window, first, ldcp.is("begins", "stable"));
  }

  /** Of so many parts of a packet, rounded toward zero. */
  private long parts(String key) {
    return ONE * ldcp.number(key) >> 32;
  }

  /** From when on, and until when, means are taken. */
  LdcpPlan plan(long rateBps, long rtoPs, int dscp) {
    return new LdcpPlan(
        sender(rateBps, rtoPs),
        frameBytes,
        dscp,
        ldcp.number("observe-from"),
        ldcp.number("observe-until", Long.MAX_VALUE));
  }
}
