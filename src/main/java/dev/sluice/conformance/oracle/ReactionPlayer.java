package dev.sluice.conformance.oracle;

import dev.sluice.cc.rcm.Rcm;
import dev.sluice.cc.rcm.RcmProfile;
import dev.sluice.cc.rcm.ReactionParams;
import dev.sluice.cc.rcm.ReactionPoint;
import dev.sluice.conformance.Device;
import dev.sluice.conformance.Draw;
import dev.sluice.conformance.Player;
import dev.sluice.conformance.shim.ShimRequest;
import dev.sluice.trace.LogValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Plays {@code rcm-rp}. */
final class ReactionPlayer implements Player.Play {
  private static final long MICROSECOND_PS = 1_000_000;

  /** Packets that may leave at line rate between two requests, so that replies stay short. */
  private static final long MOST_PACKETS = 48;

  /** A packet of 1,024 bytes with all that its frame takes on a link. */
  private static final long FRAME_BYTES = 1_122;

  /** Parameters in the unit of a rate, in its inverse, or in that of alpha. */
  private static final List<String> IN_PARTS =
      List.of("Line", "MinRate", "PerByte", "Scale", "Gain", "AlphaStart", "StepAdd", "StepHyper");

  /** More bytes than a case sends. In one bit less they are few, so that rates rise at once. */
  private static final long BEYOND_A_CASE_BYTES = (1L << 28) + 2_000;

  /** Returns the player of the role. */
  static Player player() {
    KernelRole role =
        new KernelRole(
                "rcm-rp",
                Rcm.LOOP,
                "the reaction point of a queue pair: the rate of RoCEv2's congestion management")
            .kernel(ReactionPoint.class, ReactionPoint.FACE)
            .event(ReactionPoint.RECEIVE_CNP, Map.of(), Map.of())
            .departures(ReactionPoint.TRANSMIT)
            .time(ReactionPoint.TRANSMIT, ReactionPoint.class, "notBeforePs")
            .rule("limited", ReactionPoint.class, "cut", "release")
            .rule("rate", ReactionPoint.class, "cut", "rise", "release")
            .rule("target", ReactionPoint.class, "cut", "rise", "release")
            .rule("alpha", ReactionPoint.class, "cut", "alphaTimer", "release")
            .rule("timeStage", ReactionPoint.class, "riseTimer", "release")
            .rule("byteStage", ReactionPoint.class, "count", "release")
            .rule("sinceRise", ReactionPoint.class, "riseTimer")
            .rule("sinceDecay", ReactionPoint.class, "alphaTimer")
            .rule("sinceCut", ReactionPoint.class, "cut")
            .rule("sentBytes", ReactionPoint.class, "count")
            .rule("lastBytes", ReactionPoint.class, "notBeforePs")
            .rule("sinceSent", ReactionPoint.class, "notBeforePs");
    add(role, "paper-2015", RcmProfile.PAPER_2015.reaction(40_000), FRAME_BYTES);
    add(role, "firmware", RcmProfile.CONNECTX_FIRMWARE.reaction(100_000), 4_186);
    add(role, "simulator", RcmProfile.NS3_RDMA_SAMPLE.reaction(25_000), 1_048);
    add(role, "short-timers", RcmProfile.HPCC_ARTIFACT_TIMERS.reaction(400_000), 9_114);
    add(
        role,
        "generic",
        ReactionParams.generic(100_000, 10_000, 1, 8, 100 * MICROSECOND_PS, 0, 999),
        1_500);
    add(
        role,
        "both",
        with(1_600_000, 1_000, 0, true, true, 7_001, 3, 5_000, 50_000, ReactionParams.Clamp.ALWAYS),
        4_186);
    add(
        role,
        "hyper",
        with(
            200_000,
            100,
            7 * MICROSECOND_PS,
            false,
            true,
            5_003,
            2,
            300,
            3_000,
            ReactionParams.Clamp.AFTER_TIME),
        FRAME_BYTES);
    add(role, "stages", quick(10_000, 1_000, MICROSECOND_PS, 0, 10, 37), 1_000);
    add(role, "gap", quick(10_000, 1_000, MICROSECOND_PS, 60 * MICROSECOND_PS, 4_000, 0), 1_000);
    add(
        role,
        "floor",
        with(10_000, 9_000, 0, false, false, 20_000, 1, 10, 0, ReactionParams.Clamp.ALWAYS),
        64);
    add(role, "wide-steps", wide(), 4_186);
    add(
        role,
        "wide-bytes",
        with(
            40_000,
            1_000,
            0,
            false,
            false,
            BEYOND_A_CASE_BYTES,
            2,
            50,
            500,
            ReactionParams.Clamp.ALWAYS),
        FRAME_BYTES);
    tours(role);
    return role.played(new ReactionPlayer());
  }

  /** Makes parameters around the timers of a microsecond scale. */
  private static ReactionParams with(
      long line,
      long minRate,
      long cutGap,
      boolean both,
      boolean countsFirst,
      long riseBytes,
      int fastSteps,
      long stepAdd,
      long stepHyper,
      ReactionParams.Clamp clamp) {
    return new ReactionParams(
        line,
        minRate,
        ReactionParams.PER_BYTE,
        1 << 10,
        5,
        1_023,
        3 * MICROSECOND_PS + 1,
        cutGap,
        clamp,
        ReactionParams.Rise.DCQCN,
        11 * MICROSECOND_PS - 1,
        riseBytes,
        both,
        fastSteps,
        countsFirst,
        stepAdd,
        stepHyper);
  }

  /**
   * Makes parameters with which all stages come within a few packets, and alpha falls to its last
   * part. With a long gap and large steps, a rate is back at the line before the next cut may come.
   *
   * @param unitPs the timers run for 2 and 5 of these
   */
  private static ReactionParams quick(
      long line, long minRate, long unitPs, long cutGap, long stepAdd, long stepHyper) {
    return new ReactionParams(
        line,
        minRate,
        ReactionParams.PER_BYTE,
        16,
        4,
        16,
        2 * unitPs,
        cutGap,
        ReactionParams.Clamp.AFTER_TIME,
        ReactionParams.Rise.DCQCN,
        5 * unitPs,
        2_000,
        false,
        2,
        false,
        stepAdd,
        stepHyper);
  }

  /**
   * Adds small worlds: a rate of 1 sends a byte in a picosecond there, so that each rate has a gap
   * of its own, and a rate returns to that of the line within a few dozen requests.
   */
  private static void tours(KernelRole role) {
    ReactionParams.Clamp always = ReactionParams.Clamp.ALWAYS;
    ReactionParams.Clamp afterTime = ReactionParams.Clamp.AFTER_TIME;
    ReactionParams.Rise dcqcn = ReactionParams.Rise.DCQCN;
    ReactionParams.Rise step = ReactionParams.Rise.STEP;
    world(
        role,
        "tour-time",
        new ReactionParams(10, 5, 1, 4, 2, 4, 0, 0, always, dcqcn, 16, 0, false, 1, false, 1, 0));
    world(
        role,
        "tour-bytes",
        new ReactionParams(
            16, 4, 1, 8, 2, 5, 0, 0, afterTime, dcqcn, 0, 130, false, 1, false, 1, 1));
    world(
        role,
        "tour-stages",
        new ReactionParams(10, 3, 1, 4, 1, 4, 0, 0, always, dcqcn, 16, 70, false, 1, true, 1, 2));
    world(
        role,
        "tour-timers",
        new ReactionParams(
            6, 3, 1, 8, 3, 8, 10, 20, afterTime, dcqcn, 16, 130, false, 0, false, 1, 1));
    world(
        role,
        "tour-both",
        new ReactionParams(8, 4, 1, 4, 2, 4, 0, 0, always, dcqcn, 16, 70, true, 1, false, 1, 0));
    world(
        role,
        "tour-step",
        new ReactionParams(6, 3, 1, 4, 0, 5, 0, 0, always, step, 16, 130, true, 0, false, 1, 0));
  }

  private static void world(KernelRole to, String name, ReactionParams params) {
    Map<String, LogValue> given = RoleParameters.of(params);
    given.put("Selected", LogValue.of(true));
    given.put("Size", LogValue.of(60));
    to.tour(name, given);
  }

  /**
   * Makes parameters with which cuts come deep below the line, and the last stage soon after them.
   * A step of that stage needs 16 bits, and twice the step 17.
   */
  private static ReactionParams wide() {
    return new ReactionParams(
        1_600_000,
        9_000,
        ReactionParams.PER_BYTE,
        16,
        0,
        24,
        0,
        0,
        ReactionParams.Clamp.ALWAYS,
        ReactionParams.Rise.DCQCN,
        MICROSECOND_PS / 5,
        4_000,
        false,
        1,
        true,
        700,
        40_000);
  }

  private static void add(KernelRole to, String name, ReactionParams params, long size) {
    Map<String, LogValue> given = RoleParameters.of(params);
    given.put("Selected", LogValue.of(to.count() % 3 != 2));
    given.put("Size", LogValue.of(size));
    to.configuration(name, given);
  }

  @Override
  public Optional<String> backlog() {
    return Optional.of(ReactionPoint.TRANSMIT.name());
  }

  @Override
  public Device start(Map<String, LogValue> given) {
    return new ReactionDevice(
        RoleParameters.to(ReactionParams.class, given),
        RoleParameters.truth(given, "Selected"),
        RoleParameters.number(given, "Size"));
  }

  @Override
  public Set<String> grained() {
    return ReactionDevice.GRAINED;
  }

  @Override
  public Device startInParts(Map<String, LogValue> given) {
    Map<String, LogValue> parts = new LinkedHashMap<>(given);
    for (String name : IN_PARTS) {
      parts.put(name, LogValue.of(RoleParameters.number(given, name) * Device.PARTS));
    }
    return start(parts);
  }

  // An adapter without RCM has no reaction point, and so does not have the role.
  @Override
  public Set<String> unshown() {
    return Set.of("RCM-12");
  }

  @Override
  public List<ShimRequest> requests(Device device, long nowPs, Map<String, LogValue> given) {
    // A limited sender without timers rises by bytes alone.
    long gapPs = RoleParameters.number(given, "Size") / RoleParameters.number(given, "MinRate");
    long timer = device.timerPs() == Device.NEVER_PS ? nowPs + gapPs : device.timerPs();
    return List.of(
        ShimRequest.event(nowPs, ReactionPoint.RECEIVE_CNP.name(), Map.of(), Map.of()),
        ShimRequest.advance(timer, false),
        ShimRequest.advance(timer, true));
  }

  @Override
  public ShimRequest propose(Device device, long nowPs, Map<String, LogValue> given, Draw draw) {
    if (draw.oneIn(6)) {
      return ShimRequest.event(nowPs, ReactionPoint.RECEIVE_CNP.name(), Map.of(), Map.of());
    }
    long packetPs =
        RoleParameters.number(given, "Size")
                * RoleParameters.number(given, "PerByte")
                / RoleParameters.number(given, "Line")
            + 1;
    long timer = device.timerPs();
    if (timer != Device.NEVER_PS && draw.oneIn(2)) {
      long to = Math.max(nowPs, timer - 1 + draw.below(3));
      return ShimRequest.advance(to, (to - nowPs) / packetPs < MOST_PACKETS);
    } else if (timer != Device.NEVER_PS && draw.oneIn(4)) {
      long gap = Math.max(1, timer - nowPs);
      long to = nowPs + gap * (1 + draw.below(20));
      return ShimRequest.advance(to, (to - nowPs) / packetPs < 4 * MOST_PACKETS && !draw.oneIn(4));
    }
    return ShimRequest.advance(nowPs + draw.below(MOST_PACKETS * packetPs), !draw.oneIn(8));
  }
}
