package dev.sluice.cc.rcm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sluice.cc.Ecn;
import dev.sluice.cc.RedMarker;
import dev.sluice.cc.rcm.ReactionParams.Clamp;
import dev.sluice.requirement.Requirement;
import org.junit.jupiter.api.Test;

/** The values of the named profiles, as public material has them. */
class RcmProfileTest {
  private static final long US = 1_000_000;

  @Test
  @Requirement({"RCM-3", "RCM-4"})
  void notificationPointsWaitAsLongAsTheirSourceSays() {
    assertThat(RcmProfile.PAPER_2015.notification().intervalPs()).isEqualTo(50 * US);
    assertThat(RcmProfile.NS3_RDMA_SAMPLE.notification().intervalPs()).isEqualTo(50 * US);
    assertThat(RcmProfile.CONNECTX_FIRMWARE.notification().intervalPs()).isEqualTo(4 * US);
    assertThat(RcmProfile.HPCC_ARTIFACT_TIMERS.notification().intervalPs()).isZero();
    for (RcmProfile profile : RcmProfile.values()) {
      assertThat(profile.notification().cnpEcn()).isEqualTo(Ecn.ECT_1);
      assertThat(RcmProfile.of(profile.label())).isEqualTo(profile);
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RcmProfile.of("dcqcn"))
        .withMessageContaining("paper-2015, connectx-firmware");
  }

  /** Compares 55 us of the paper, and 5.2 us for 32,767 B of the firmware at 50 Gb/s. */
  @Test
  @Requirement("FIND-27")
  void aRateRisesWithinAnIntervalThatIsAsLongAsItsWait() {
    ReactionParams paper = RcmProfile.PAPER_2015.reaction(40_000);
    assertThat(paper.risesWithin(55 * US - 1)).isFalse();
    assertThat(paper.risesWithin(55 * US)).isTrue();
    ReactionParams firmware = RcmProfile.CONNECTX_FIRMWARE.reaction(100_000);
    assertThat(firmware.risesWithin(4 * US)).isFalse();
    assertThat(firmware.risesWithin(5_200_000)).isFalse();
    assertThat(firmware.risesWithin(5_300_000)).isTrue();
    for (RcmProfile profile : RcmProfile.values()) {
      long intervalPs = profile.notification().intervalPs();
      assertThat(profile.reaction(100_000).risesWithin(intervalPs)).as(profile.label()).isFalse();
    }
  }

  /** Drives a rate above 65.534 Gb/s, at which 32,767 B leave in 4 us, and notifies it again. */
  @Test
  @Requirement("FIND-27")
  void theFirmwaresRateRisesWithinItsIntervalOnceItsCutsAreSmall() {
    ReactionPoint point =
        new ReactionPoint(RcmProfile.CONNECTX_FIRMWARE.reaction(100_000), true, true);
    long nowPs = 0;
    for (; nowPs < 40 * US; nowPs += 4 * US) {
      assertThat(point.receiveCnp(nowPs)).isNull();
      assertThat(risesUntil(point, nowPs, nowPs + 4 * US)).as("at 50 Gb/s, or less").isZero();
    }
    while (point.rate() < 90_000) { // without CNPs, alpha falls
      risesUntil(point, nowPs, nowPs + US);
      nowPs += US;
    }
    int intervals = 0;
    while (intervals < 10) {
      assertThat(point.receiveCnp(nowPs)).isNull();
      assertThat(point.rate()).as("after a cut, in Mb/s").isGreaterThan(65_534);
      assertThat(risesUntil(point, nowPs, nowPs + 4 * US)).isPositive();
      nowPs += 4 * US;
      intervals++;
    }
  }

  /** Sends as fast as it may from one time to another, and returns how often the rate rises. */
  private static int risesUntil(ReactionPoint point, long fromPs, long untilPs) {
    int rises = 0;
    long nowPs = fromPs;
    while (nowPs < untilPs) {
      long before = point.rate();
      if (point.timerPs() <= nowPs) {
        if (point.alphaTimer(nowPs) != null) {
          assertThat(point.riseTimer(nowPs)).isNull();
        }
      } else if (point.notBeforePs(nowPs) <= nowPs) {
        assertThat(point.transmit(nowPs, 1_082, ecn -> {})).isNull();
      } else {
        nowPs = Math.min(point.timerPs(), point.notBeforePs(nowPs));
      }
      rises += point.rate() > before ? 1 : 0;
    }
    return rises;
  }

  @Test
  @Requirement("FIND-27")
  void timeAndBytesAreComparedEachByItself() {
    long second = 1_000_000 * US;
    ReactionParams time = ReactionParams.generic(1_000, 1, 1, 2, 50 * US, 0, 1);
    ReactionParams bytes = ReactionParams.generic(1_000, 1, 1, 2, 0, 100_000, 1);
    assertThat(time.risesWithin(50 * US)).isTrue();
    assertThat(bytes.risesWithin(second)).isTrue();
    assertThat(bytes.risesWithin(1_599 * US)).as("100,000 B at 500 Mb/s").isFalse();
    assertThat(bytes.risesWithin(1_600 * US)).isTrue();
  }

  @Test
  @Requirement({"RCM-5", "RCM-6"})
  void reactionPointsHaveTheTimersAndStepsOfTheirSource() {
    ReactionParams paper = RcmProfile.PAPER_2015.reaction(40_000);
    assertThat(paper.scale() / paper.gain()).isEqualTo(256);
    assertThat(paper.decayTime()).isEqualTo(55 * US);
    assertThat(paper.riseTime()).isEqualTo(55 * US);
    assertThat(paper.riseBytes()).isEqualTo(10_000_000);
    assertThat(paper.fastSteps()).isEqualTo(5);
    assertThat(paper.stepAdd()).isEqualTo(40);
    assertThat(paper.clamp()).isEqualTo(Clamp.ALWAYS);

    ReactionParams firmware = RcmProfile.CONNECTX_FIRMWARE.reaction(100_000);
    assertThat(firmware.gain()).isEqualTo(5); // 1,024 − 1,019
    assertThat(firmware.alphaStart()).isEqualTo(1_023);
    assertThat(firmware.decayTime()).isEqualTo(US);
    assertThat(firmware.cutGap()).isEqualTo(4 * US);
    assertThat(firmware.riseTime()).isEqualTo(300 * US);
    assertThat(firmware.riseBytes()).isEqualTo(32_767);
    assertThat(firmware.fastSteps()).isEqualTo(1);
    assertThat(firmware.stepAdd()).isEqualTo(5);
    assertThat(firmware.stepHyper()).isEqualTo(50);
    assertThat(firmware.clamp()).isEqualTo(Clamp.AFTER_TIME);

    ReactionParams sample = RcmProfile.NS3_RDMA_SAMPLE.reaction(40_000);
    assertThat(sample.riseTime()).isEqualTo(60 * US);
    assertThat(sample.riseBytes()).isEqualTo(300_000_000);
    assertThat(sample.stepHyper()).isEqualTo(200);

    ReactionParams artifact = RcmProfile.HPCC_ARTIFACT_TIMERS.reaction(100_000);
    assertThat(artifact.decayTime()).isEqualTo(US);
    assertThat(artifact.riseTime()).isEqualTo(300 * US);
    assertThat(artifact.riseBytes()).isZero();
    assertThat(artifact.stepAdd()).isEqualTo(20); // 5 · 100G / 25G
    assertThat(artifact.stepHyper()).isEqualTo(200); // 50 · 100G / 25G
    assertThat(artifact.minRate()).isEqualTo(1_000);
  }

  @Test
  @Requirement("RCM-2")
  void congestionPointsHaveTheThresholdsOfTheirSource() {
    assertThat(RcmProfile.PAPER_2015.marker(40_000))
        .isEqualTo(RedMarker.perMillion(5_000, 200_000, 10_000));
    assertThat(RcmProfile.HPCC_ARTIFACT_TIMERS.marker(100_000))
        .isEqualTo(RedMarker.perMillion(400_000, 1_600_000, 200_000)); // 100 and 400 KB · 4
    assertThat(RcmProfile.CONNECTX_FIRMWARE.marker(100_000).minBytes()).isEqualTo(150_000);
    assertThat(RcmProfile.NS3_RDMA_SAMPLE.marker(40_000).maxBytes()).isEqualTo(1_000_000);
  }
}
