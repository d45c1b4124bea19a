package dev.sluice.cc.hpcc;

import dev.sluice.requirement.Requirement;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Sets of units and codes for the fields of the draft, which gives none. */
public enum TelemetryProfile {
  /**
   * Those of the simulator that HPCC's authors published: nanoseconds, 128 B and 80 B times the
   * line rate over 25 Gb/s, and five speeds, 40 Gb/s not among them. Its queue field has 17 bits
   * and its speed 3; here they are as wide as the draft has them.
   */
  HPCC_ARTIFACT("hpcc-artifact"),
  /**
   * The same units with a code for each speed from 10 Gb/s to 1.6 Tb/s; the first seven codes are
   * those of IFA.
   */
  EVERY_SPEED("every-speed");

  private static final long NANOSECOND_PS = 1_000;
  private static final long TX_UNIT = 128;
  private static final long QUEUE_UNIT = 80;
  private static final long STEP_MBPS = 25_000;
  private final String label;

  TelemetryProfile(String label) {
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
  public static TelemetryProfile named(String label) {
    return Arrays.stream(values())
        .filter(profile -> profile.label.equals(label))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "no telemetry profile is called "
                        + label
                        + "; there are "
                        + Arrays.stream(values())
                            .map(TelemetryProfile::label)
                            .collect(Collectors.joining(", "))));
  }

  /**
   * The units of a fabric.
   *
   * @param hostMbps the speed of its hosts' links in Mb/s, whose multiple of 25 Gb/s scales the
   *     units of bytes; below 25 Gb/s they are those of 25 Gb/s
   */
  @Requirement("HPCC-7")
  public TelemetryUnits units(long hostMbps) {
    long multi = Math.max(1, hostMbps / STEP_MBPS);
    return new TelemetryUnits(
        NANOSECOND_PS,
        TX_UNIT * multi,
        QUEUE_UNIT * multi,
        this == HPCC_ARTIFACT
            ? List.of(25_000L, 50_000L, 100_000L, 200_000L, 400_000L)
            : List.of(
                10_000L,
                25_000L,
                40_000L,
                50_000L,
                100_000L,
                200_000L,
                400_000L,
                800_000L,
                1_600_000L));
  }
}
