package dev.sluice.cc.rcm;

import dev.sluice.cc.Ecn;
import dev.sluice.cc.RedMarker;
import dev.sluice.cc.rcm.NotificationPoint.Answers;
import dev.sluice.cc.rcm.ReactionParams.Clamp;
import dev.sluice.cc.rcm.ReactionParams.Rise;
import dev.sluice.requirement.Requirement;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * Sets of values for DCQCN, as public material gives them. They differ by up to fifty times, and
 * none is the default of DCQCN.
 *
 * <p>What a source does not say is taken so: no least rate is 1 Mb/s, no last stage of increase is
 * none, no gap between cuts is none, and no byte counter is rises by time alone.
 */
public enum RcmProfile {
  /** The paper of 2015, for 40 Gb/s. */
  PAPER_2015("paper-2015"),
  /**
   * The values that a listing of a network card's firmware gives. CNPs are 4 µs apart, where its
   * versions differ; the unit of its byte counter is not stated, and taken for bytes. No cut takes
   * more than half, as there.
   */
  CONNECTX_FIRMWARE("connectx-firmware"),
  /** The configuration that comes with a public simulator of RDMA. */
  NS3_RDMA_SAMPLE("ns3-rdma-sample"),
  /**
   * The timers and steps of HPCC's simulator, fed by CNPs. There, no CNPs exist: each
   * acknowledgment brings the mark, alpha moves by a timer, and a notification point does not hold
   * anything back. So this is not what that simulator calls DCQCN.
   */
  HPCC_ARTIFACT_TIMERS("hpcc-artifact-timers");

  private static final long MICROSECOND_PS = 1_000_000;
  private static final long GIGABIT = 1_000;

  /** Parts of alpha where a source names no scale. */
  private static final long SCALE = 1 << 20;

  /** Parts of alpha in a network card's firmware. */
  private static final long FIRMWARE_SCALE = 1 << 10;

  private static final long FIRMWARE_G = 1_019;

  private final String label;

  RcmProfile(String label) {
    this.label = label;
  }

  /** The profile's name in scenarios and reports. */
  public String label() {
    return label;
  }

  /**
   * The profile of that name.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static RcmProfile of(String label) {
    return Arrays.stream(values())
        .filter(profile -> profile.label.equals(label))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "no profile is called " + label + "; there are " + labels()));
  }

  private static String labels() {
    return Arrays.stream(values()).map(RcmProfile::label).collect(Collectors.joining(", "));
  }

  /**
   * The reaction point's values.
   *
   * @param line the rate of the host's link in Mb/s
   */
  @Requirement({"RCM-5", "RCM-6"})
  public ReactionParams reaction(long line) {
    return switch (this) {
      case PAPER_2015 ->
          new ReactionParams(
              line,
              1,
              ReactionParams.PER_BYTE,
              SCALE,
              SCALE / 256,
              SCALE,
              55 * MICROSECOND_PS,
              0,
              Clamp.ALWAYS,
              Rise.DCQCN,
              55 * MICROSECOND_PS,
              10_000_000,
              false,
              5,
              false,
              40,
              0);
      case CONNECTX_FIRMWARE ->
          new ReactionParams(
              line,
              1,
              ReactionParams.PER_BYTE,
              FIRMWARE_SCALE,
              FIRMWARE_SCALE - FIRMWARE_G,
              FIRMWARE_SCALE - 1,
              MICROSECOND_PS,
              4 * MICROSECOND_PS,
              Clamp.AFTER_TIME,
              Rise.DCQCN,
              300 * MICROSECOND_PS,
              32_767,
              false,
              1,
              false,
              5,
              50);
      case NS3_RDMA_SAMPLE ->
          new ReactionParams(
              line,
              1,
              ReactionParams.PER_BYTE,
              SCALE,
              SCALE / 256,
              SCALE,
              55 * MICROSECOND_PS,
              0,
              Clamp.ALWAYS,
              Rise.DCQCN,
              60 * MICROSECOND_PS,
              300_000_000,
              false,
              5,
              false,
              40,
              200);
      case HPCC_ARTIFACT_TIMERS ->
          new ReactionParams(
              line,
              GIGABIT,
              ReactionParams.PER_BYTE,
              SCALE,
              SCALE / 256,
              SCALE,
              MICROSECOND_PS,
              4 * MICROSECOND_PS,
              Clamp.AFTER_TIME,
              Rise.DCQCN,
              300 * MICROSECOND_PS,
              0,
              false,
              1,
              false,
              line / 5_000,
              line / 500);
    };
  }

  /** The notification point's values. */
  @Requirement({"RCM-3", "RCM-4"})
  public NotificationPoint.Params notification() {
    long interval =
        switch (this) {
          case PAPER_2015, NS3_RDMA_SAMPLE -> 50 * MICROSECOND_PS;
          case CONNECTX_FIRMWARE -> 4 * MICROSECOND_PS;
          case HPCC_ARTIFACT_TIMERS -> 0;
        };
    return new NotificationPoint.Params(interval, Answers.INTERVAL_END, Ecn.ECT_1);
  }

  /**
   * The congestion point's thresholds.
   *
   * @param line the rate of the port's link in Mb/s, which some of them follow
   */
  @Requirement("RCM-2")
  public RedMarker marker(long line) {
    return switch (this) {
      case PAPER_2015 -> RedMarker.perMillion(5_000, 200_000, 10_000);
      // no probability is given for these: all at the upper threshold
      case CONNECTX_FIRMWARE -> RedMarker.perMillion(150_000, 1_500_000, 1_000_000);
      case NS3_RDMA_SAMPLE -> RedMarker.perMillion(40_000, 1_000_000, 1_000_000);
      case HPCC_ARTIFACT_TIMERS -> RedMarker.perMillion(4 * line, 16 * line, 200_000);
    };
  }
}
