package dev.sluice.scenario;

import dev.sluice.cc.hpcc.HpccDeparture;
import dev.sluice.cc.hpcc.HpccParams;
import dev.sluice.cc.hpcc.HpccReaction;
import dev.sluice.cc.hpcc.TelemetryProfile;
import dev.sluice.cc.hpcc.TelemetryUnits;
import dev.sluice.fabric.Topology;
import dev.sluice.host.roce.RoceSystem;
import dev.sluice.host.roce.hpcc.HpccEnds;
import dev.sluice.host.roce.hpcc.HpccReturn;
import dev.sluice.requirement.Requirement;
import dev.sluice.roce.RequesterParams;
import dev.sluice.units.FixedPoint;
import dev.sluice.wire.telemetry.AckTelemetry;
import dev.sluice.wire.telemetry.HopRecord;
import dev.sluice.wire.telemetry.TelemetryFormat;
import dev.sluice.wire.telemetry.TelemetryHead;
import dev.sluice.wire.telemetry.TelemetryKind;
import java.util.Locale;

/** What a scenario says of HPCC++. */
final class HpccTables {
  private static final int SOME_PORT = 50_000;
  private static final long DRAFT_T_PS = 5_000_000;
  private static final long MOST_U = 5;
  private static final long MBPS = 1_000_000;
  private static final long WAITS_IN_T = 10_000;

  private final Section hpcc;
  private final Topology topology;
  private final boolean isIpv6;
  private final int mtu;
  private final int tag;

  /** T; null until somebody has asked. */
  private AcknowledgedRtt base;

  /**
   * What stands in its table.
   *
   * @param tag octets of a frame's tag
   */
  HpccTables(Section hpcc, Topology topology, boolean isIpv6, int mtu, int tag) {
    this.hpcc = hpcc;
    this.topology = topology;
    this.isIpv6 = isIpv6;
    this.mtu = mtu;
    this.tag = tag;
  }

  /** What packets with the header look like. */
  private TelemetryFormat format() {
    return new TelemetryFormat(
        (int) hpcc.number("udp-port"), (int) hpcc.number("hops"), true, false);
  }

  /** How hosts speak it; by another port than one that is another's, which is refused. */
  @Requirement({"HPCC-7", "HPCC-9", "HPCC-11"})
  HpccEnds ends() {
    return ends(units());
  }

  /** What cannot be is refused by {@link #refuse}, and passed over here. */
  private HpccEnds ends(TelemetryUnits units) {
    try {
      return asked(units);
    } catch (IllegalArgumentException refused) {
      return new HpccEnds(
          true,
          new TelemetryFormat(SOME_PORT, (int) hpcc.number("hops"), true, false),
          units,
          fastestMbps(),
          1,
          false,
          HpccReturn.WHOLE,
          SOME_PORT,
          false,
          0,
          0,
          this::params);
    }
  }

  private HpccEnds asked(TelemetryUnits units) {
    return new HpccEnds(
        true,
        format(),
        units,
        fastestMbps(),
        hpcc.number("header-every"),
        hpcc.is("carried", "probe"),
        returned(),
        (int) hpcc.number("notice-port"),
        hpcc.is("form", "receiver"),
        (int) hpcc.number("counted-flows"),
        hpcc.number("flow-silence"),
        this::params);
  }

  private HpccReturn returned() {
    return HpccReturn.valueOf(hpcc.text("returned").toUpperCase(Locale.ROOT));
  }

  /** Whether notifications say how far a receiver has got. */
  boolean isNotified() {
    return returned() == HpccReturn.NOTIFICATION;
  }

  /**
   * Looks at what must not stand together.
   *
   * @throws IllegalArgumentException if something does
   */
  @Requirement({"HPCC-9", "HPCC-10", "HPCC-11", "HPCC-12"})
  void refuse() {
    HpccEnds ends = asked(lengths());
    if (ends.atReceiver() && reacts() != HpccReaction.BOTH) {
      throw new IllegalArgumentException("a receiver's window moves once in T");
    }
  }

  /** Of waits, so fine that five T and more are told apart. */
  @Requirement("HPCC-14")
  private TelemetryUnits units() {
    TelemetryUnits units = lengths();
    return hpcc.is("waits", "sojourn")
        ? units.withSojourn(Math.max(units.tickPs(), basePs() / WAITS_IN_T))
        : units;
  }

  private TelemetryUnits lengths() {
    return TelemetryProfile.named(hpcc.text("units")).units(topology.hostRateBps(0) / MBPS);
  }

  private long fastestMbps() {
    long fastest = 0;
    for (int port = 0; port < topology.ports(); port++) {
      fastest = Math.max(fastest, topology.link(port).rateBps() / MBPS);
    }
    return fastest;
  }

  /** What a whole packet takes on a link, all counted. */
  int frameBytes() {
    return tag + RoceSystem.frameBytes(isIpv6, mtu, ends(lengths()));
  }

  /** T. */
  @Requirement({"HPCC-5", "HPCC-6"})
  private long basePs() {
    if (base == null) {
      int room = (int) hpcc.number("hops");
      int brought = TelemetryKind.SIZE + TelemetryHead.SIZE + room * HopRecord.SIZE;
      int ack =
          RoceSystem.ackFrameBytes(isIpv6, false)
              + tag
              + Math.max(brought, AckTelemetry.of(0).size());
      base = new AcknowledgedRtt(hpcc, topology, frameBytes(), ack, DRAFT_T_PS);
    }
    return base.ps();
  }

  /**
   * What both ends are configured with.
   *
   * @param rateBps of the host's link
   * @throws IllegalArgumentException if such ones are not possible
   */
  @Requirement({"HPCC-3", "HPCC-6", "HPCC-19"})
  HpccParams params(long rateBps) {
    long one = HpccParams.ONE;
    long eta = Math.addExact(one * hpcc.number("eta"), 1L << 31) >> 32;
    long size = frameBytes() * HpccUnits.PARTS_OF_BYTE;
    long init = HpccUnits.window(rateBps, basePs());
    long wai = hpcc.number("w-ai", 0) * HpccUnits.PARTS_OF_BYTE;
    if (wai == 0) {
      wai = Math.max(1, FixedPoint.mulDiv(init, one - eta, one * hpcc.number("flows")));
    }
    long least = HpccUnits.window(hpcc.number("least-rate"), basePs());
    return new HpccParams(
        one,
        eta,
        MOST_U * one,
        hpcc.number("max-stage"),
        reacts(),
        HpccDeparture.valueOf(hpcc.text("leaves-if").toUpperCase(Locale.ROOT)),
        basePs(),
        init,
        wai,
        Math.max(1, Math.min(least, size)),
        true,
        size,
        RequesterParams.MODULUS);
  }

  private HpccReaction reacts() {
    return HpccReaction.valueOf(hpcc.text("reacts").toUpperCase(Locale.ROOT));
  }

  /** What its switches write. */
  TelemetryRule rule() {
    return new TelemetryRule(ends().format(), units(), hpcc.is("counts", "received"));
  }

  /** What a run of it is held against. */
  HpccPlan plan(long rateBps, int dscp) {
    return new HpccPlan(
        params(rateBps),
        frameBytes(),
        rule(),
        hpcc.is("form", "receiver"),
        ends().room(),
        dscp,
        hpcc.number("observe-from"),
        hpcc.number("observe-until", Long.MAX_VALUE));
  }
}
