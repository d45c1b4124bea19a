package dev.sluice.cc.rcm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sluice.cc.Ecn;
import dev.sluice.cc.Ranges;
import dev.sluice.cc.SenderRole;
import dev.sluice.cc.rcm.ReactionParams.Clamp;
import dev.sluice.cc.rcm.ReactionParams.Rise;
import dev.sluice.requirement.Requirement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The rate of a queue pair at full size: figures with their arithmetic. */
class ReactionPointTest {
  private static final long US = 1_000_000;
  private static final long LINE = 40_000;

  private static ReactionPoint paper() {
    return new ReactionPoint(RcmProfile.PAPER_2015.reaction(LINE), true, true);
  }

  private static ReactionPoint firmware() {
    return new ReactionPoint(RcmProfile.CONNECTX_FIRMWARE.reaction(LINE), true, true);
  }

  private static ReactionPoint generic(long riseTime, long riseBytes) {
    ReactionParams params = ReactionParams.generic(LINE, 100, 1, 4, riseTime, riseBytes, 1_000);
    return new ReactionPoint(params, true, true);
  }

  private static int ecn(ReactionPoint point) {
    List<Integer> sent = new ArrayList<>();
    assertThat(point.transmit(0, 1_090, sent::add)).isNull();
    assertThat(sent).hasSize(1);
    return sent.get(0);
  }

  /** 40 → 20 Gb/s with alpha 1, then five times half of what is missing of 40. */
  @Test
  @Requirement({"RCM-5", "RCM-6"})
  void oneCnpHalvesTheRateAndFiveRisesBringBackAllButAThirtySecond() {
    ReactionPoint point = paper();
    assertThat(point.rate()).isEqualTo(40_000);
    assertThat(point.receiveCnp(0)).isNull();
    assertThat(point.rate()).isEqualTo(20_000);
    assertThat(point.target()).isEqualTo(40_000);
    List<Long> rates = new ArrayList<>();
    for (int rise = 1; rise <= 5; rise++) {
      assertThat(point.riseTimer(55 * US * rise - 1)).contains("until");
      assertThat(point.riseTimer(55 * US * rise)).isNull();
      rates.add(point.rate());
    }
    assertThat(rates).containsExactly(30_000L, 35_000L, 37_500L, 38_750L, 39_375L);
    assertThat(point.target()).isEqualTo(40_000);
  }

  /**
   * The update on a CNP leaves an alpha of 1 where it is; n quiet periods make (255/256)^n of it.
   */
  @Test
  @Requirement("RCM-5")
  void alphaFallsByItsGainInEachQuietPeriod() {
    ReactionPoint point = paper();
    assertThat(point.receiveCnp(0)).isNull();
    long one = 1 << 20;
    assertThat(point.alpha()).isEqualTo(one);
    assertThat(point.alphaTimer(55 * US - 1)).isEqualTo("the timer runs until 55000000 ps");
    double exact = one;
    for (int period = 1; period <= 100; period++) {
      assertThat(point.alphaTimer(55 * US * period)).isNull();
      exact = exact * 255 / 256;
      assertThat(exact - point.alpha()).as("period " + period).isBetween(0.0, 1.0 * period);
    }
    // 2^20 · (255/256)^100 = 708,959.5; each period rounds toward zero by less than one part
    assertThat(point.alpha()).isEqualTo(708_920);
    assertThat(point.receiveCnp(56 * 100 * US)).isNull();
    // the old alpha counts: 20,000 · 708,920 / 2^21 = 6,760.8 comes off
    assertThat(point.rate()).isEqualTo(13_239);
  }

  @Test
  @Requirement({"RCM-5", "RCM-6"})
  void theWaitForARiseCountsFromTheMostRecentCnp() {
    ReactionPoint point = paper();
    assertThat(point.receiveCnp(0)).isNull();
    assertThat(point.receiveCnp(54 * US)).isNull();
    assertThat(point.rate()).isEqualTo(10_000);
    assertThat(point.target()).as("the rate before the cut").isEqualTo(20_000);
    assertThat(point.timerPs()).isEqualTo(109 * US);
    assertThat(point.riseTimer(55 * US)).contains("109000000");
    assertThat(point.riseTimer(109 * US)).isNull();
    assertThat(point.rate()).isEqualTo(15_000);
  }

  @Test
  @Requirement("RCM-6")
  void bytesHaveARateRiseAsTimeDoes() {
    ReactionPoint point = generic(0, 3_000);
    assertThat(point.receiveCnp(0)).isNull();
    assertThat(point.rate()).isEqualTo(30_000);
    assertThat(point.timerPs()).isEqualTo(SenderRole.NEVER_PS);
    assertThat(point.riseTimer(1_000_000 * US)).contains("no timer");
    long now = 0;
    for (int packet = 1; packet <= 6; packet++) {
      now = point.notBeforePs(now);
      assertThat(point.transmit(now, 1_000, ecn -> {})).isNull();
      assertThat(point.rate()).as("packet " + packet).isEqualTo(30_000 + packet / 3 * 1_000);
    }
    // two more bytes than 3,000 count for nothing afterwards, and a CNP has the count begin anew
    assertThat(point.transmit(point.notBeforePs(now), 2_999, ecn -> {})).isNull();
    assertThat(point.rate()).isEqualTo(32_000);
    assertThat(point.receiveCnp(now)).isNull();
    now = point.notBeforePs(now + US);
    assertThat(point.transmit(now, 1, ecn -> {})).isNull();
    assertThat(point.rate()).isEqualTo(24_000);
  }

  /** 1,090 B at 30 Gb/s: 8,720 bit, 290,666.67 ps, rounded up. */
  @Test
  @Requirement("RCM-5")
  void aRateThatIsHeldDownSpacesPackets() {
    ReactionPoint point = generic(US, 0);
    assertThat(point.notBeforePs(7)).isEqualTo(7);
    assertThat(point.transmit(7, 1_090, ecn -> {})).isNull();
    assertThat(point.transmit(7, 1_090, ecn -> {})).as("nothing is held down").isNull();
    assertThat(point.receiveCnp(7)).isNull();
    assertThat(point.transmit(7, 1_090, ecn -> {})).as("the first one").isNull();
    assertThat(point.notBeforePs(7)).isEqualTo(290_674);
    assertThat(point.transmit(290_673, 1_090, ecn -> {})).contains("before 290674 ps");
    assertThat(point.transmit(290_674, 1_090, ecn -> {})).isNull();
    assertThat(point.notBeforePs(900_000)).isEqualTo(900_000);
  }

  @Test
  @Requirement("RCM-6")
  void atTheLineRateNothingIsKept() {
    ReactionPoint point = generic(US, 0);
    assertThat(point.receiveCnp(0)).isNull();
    for (int rise = 1; rise <= 10; rise++) {
      assertThat(point.limited()).isTrue();
      assertThat(point.riseTimer(rise * US)).isNull();
    }
    assertThat(point.limited()).isFalse();
    assertThat(point.rate()).isEqualTo(LINE);
    assertThat(point.timerPs()).isEqualTo(SenderRole.NEVER_PS);
    assertThat(point.riseTimer(20 * US)).contains("no timer");
    assertThat(point.alphaTimer(20 * US)).contains("no timer");
    ReactionPoint paper = paper();
    assertThat(paper.receiveCnp(0)).isNull();
    assertThat(paper.alphaTimer(55 * US)).isNull();
    long now = 0;
    while (paper.limited()) {
      now += 55 * US;
      assertThat(paper.riseTimer(now)).isNull();
    }
    assertThat(paper.alpha()).as("begins anew").isEqualTo(1 << 20);
    // five fast rises leave 625 of 40,000, and each half is rounded up: 313, 157, ... 1, 0
    assertThat(now / (55 * US)).isEqualTo(5 + 10);
  }

  @Test
  @Requirement("RCM-5")
  void theLeastRateStays() {
    ReactionPoint point = new ReactionPoint(RcmProfile.PAPER_2015.reaction(10), true, true);
    for (int cnp = 0; cnp < 20; cnp++) {
      assertThat(point.receiveCnp(cnp)).isNull();
      assertThat(point.broken()).isNull();
    }
    assertThat(point.rate()).isEqualTo(1);
    assertThat(point.target()).isEqualTo(1);
  }

  /** Alpha is 1023 of 1024, and a cut takes alpha / 2^11: 40,000 · 1,025 / 2,048 = 20,019.5. */
  @Test
  @Requirement("RCM-5")
  void theFirmwareCutsOnceInFourMicrosecondsAndFirstByAlmostHalf() {
    ReactionPoint point = firmware();
    assertThat(point.receiveCnp(0)).isNull();
    assertThat(point.rate()).isEqualTo(20_019);
    assertThat(point.receiveCnp(4 * US - 1)).isNull();
    assertThat(point.rate()).isEqualTo(20_019);
    assertThat(point.timerPs()).as("alpha's timer begins anew").isEqualTo(5 * US - 1);
    assertThat(point.receiveCnp(4 * US)).isNull();
    assertThat(point.rate()).isLessThan(20_019);
    assertThat(point.target()).as("no timer has run out since").isEqualTo(40_000);
    assertThat(point.riseTimer(304 * US)).isNull();
    long before = point.rate();
    assertThat(point.receiveCnp(305 * US)).isNull();
    assertThat(point.target()).as("one has").isEqualTo(before);
  }

  /** 1 → 1019/1024 and so on by whole parts, and never to 0: a CNP always cuts. */
  @Test
  @Requirement("RCM-5")
  void oneAlphaPartStays() {
    ReactionPoint point = firmware();
    assertThat(point.receiveCnp(0)).isNull();
    for (int period = 1; period <= 2_000; period++) {
      assertThat(point.alphaTimer(period * US)).isNull();
    }
    assertThat(point.alpha()).isEqualTo(1);
    long before = point.rate();
    assertThat(point.receiveCnp(2_000 * US)).isNull();
    assertThat(point.rate()).isEqualTo(before - before / 2_048 - 1);
    assertThat(point.alpha()).isEqualTo(5);
  }

  /** The targets of eight rises, by time and by bytes in turn, after two cuts to a half. */
  private static List<Long> targets(long stepHyper) {
    ReactionParams params =
        new ReactionParams(
            LINE,
            1,
            ReactionParams.PER_BYTE,
            2,
            0,
            2,
            0,
            0,
            Clamp.ALWAYS,
            Rise.DCQCN,
            US,
            1_000,
            false,
            1,
            false,
            10,
            stepHyper);
    ReactionPoint point = new ReactionPoint(params, true, true);
    assertThat(point.receiveCnp(0)).isNull();
    assertThat(point.receiveCnp(0)).isNull();
    assertThat(point.rate()).isEqualTo(10_000);
    List<Long> targets = new ArrayList<>();
    long now = 0;
    for (int round = 1; round <= 4; round++) {
      now = round * US;
      assertThat(point.riseTimer(now)).isNull();
      targets.add(point.target());
      now = point.notBeforePs(now);
      assertThat(point.transmit(now, 1_000, ecn -> {})).isNull();
      targets.add(point.target());
    }
    return targets;
  }

  /** Before each rise (t, b) is (0,0) (1,0) (1,1) (2,1) (2,2) (3,2) (3,3) (4,3). */
  @Test
  @Requirement("RCM-6")
  void theLastStageRisesByMoreEachTime() {
    assertThat(targets(100))
        .containsExactly(20_000L, 20_010L, 20_020L, 20_030L, 20_130L, 20_230L, 20_430L, 20_630L);
    assertThat(targets(0))
        .as("without that stage")
        .containsExactly(20_000L, 20_010L, 20_020L, 20_030L, 20_040L, 20_050L, 20_060L, 20_070L);
  }

  @Test
  @Requirement({"RCM-1", "RCM-10"})
  void theApplicationSaysWhichFlowsAreEcnCapable() {
    assertThat(ecn(paper())).isEqualTo(Ecn.ECT_0);
    ReactionParams params = RcmProfile.PAPER_2015.reaction(LINE);
    assertThat(ecn(new ReactionPoint(params, false, true))).isEqualTo(Ecn.NOT_ECT);
  }

  @Test
  @Requirement("RCM-12")
  void aHostWithoutReactionPointsIgnoresCnps() {
    ReactionPoint point = new ReactionPoint(RcmProfile.PAPER_2015.reaction(LINE), true, false);
    assertThat(point.receiveCnp(0)).isNull();
    assertThat(point.reacts()).isFalse();
    assertThat(paper().reacts()).isTrue();
    assertThat(point.limited()).isFalse();
    assertThat(point.rate()).isEqualTo(LINE);
    assertThat(point.notBeforePs(3)).isEqualTo(3);
  }

  /** 0x80 is native congestion notification of InfiniBand. */
  @Test
  @Requirement({"RCM-4", "FIND-13"})
  void theOpcodeTellsACnp() {
    assertThat(ReactionPoint.isCnp(0x81)).isTrue();
    assertThat(ReactionPoint.isCnp(0x80)).isFalse();
    assertThat(ReactionPoint.isCnp(0x04)).isFalse();
  }

  @Test
  @Requirement("RCM-6")
  void bothMeansBoth() {
    ReactionParams params =
        new ReactionParams(
            LINE,
            1,
            ReactionParams.PER_BYTE,
            2,
            0,
            2,
            0,
            0,
            Clamp.ALWAYS,
            Rise.STEP,
            US,
            1_000,
            true,
            0,
            false,
            10,
            0);
    ReactionPoint point = new ReactionPoint(params, true, true);
    assertThat(point.receiveCnp(0)).isNull();
    assertThat(point.timerPs()).isEqualTo(SenderRole.NEVER_PS);
    assertThat(point.riseTimer(US)).contains("0 bytes").contains("1000");
    assertThat(point.transmit(US, 1_500, ecn -> {})).isNull();
    assertThat(point.rate()).isEqualTo(20_000);
    assertThat(point.timerPs()).isEqualTo(US);
    assertThat(point.riseTimer(US)).isNull();
    assertThat(point.rate()).isEqualTo(20_010);
    assertThat(point.riseTimer(2 * US)).contains("0 bytes");
  }

  @Test
  void aListenerHearsOfEachActionBeforeThePacketLeaves() {
    ReactionPoint point = paper();
    List<String> heard = new ArrayList<>();
    point.tell((kernel, action, arguments) -> heard.add(action + " " + List.of(arguments)));
    assertThat(point.transmit(0, 900, ecn -> heard.add("sent"))).isNull();
    assertThat(point.receiveCnp(0)).isNull();
    assertThat(point.alphaTimer(55 * US)).isNull();
    assertThat(point.riseTimer(55 * US)).isNull();
    point.tell(null);
    assertThat(point.receiveCnp(0)).isNull();
    assertThat(heard)
        .containsExactly(
            "Transmit [900, 2]", "sent", "ReceiveCnp []", "AlphaTimer []", "RiseTimer []");
    assertThat(point.toString()).contains("rate").contains("alpha");
  }

  /** Cuts three quarters off, again and again: the amount is configured, and has no other bound. */
  @Test
  @Requirement("RCM-5")
  void aCutMayTakeMoreThanHalf() {
    ReactionPoint point =
        new ReactionPoint(ReactionParams.generic(64_000, 1, 3, 4, US, 0, 1), true, true);
    for (long rate : new long[] {16_000, 4_000, 1_000, 250}) {
      assertThat(point.receiveCnp(0)).isNull();
      assertThat(point.rate()).isEqualTo(rate);
    }
  }

  @Test
  @Requirement({"RCM-5", "RCM-6"})
  void whatCannotBeIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ReactionParams.generic(LINE, 0, 1, 4, US, 0, 1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ReactionParams.generic(LINE, LINE, 1, 4, US, 0, 1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ReactionParams.generic(LINE, 1, 0, 4, US, 0, 1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ReactionParams.generic(LINE, 1, 4, 4, US, 0, 1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ReactionParams.generic(LINE, 1, 1, 4, 0, 0, 1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ReactionParams.generic(LINE, 1, 1, 4, -1, 5, 1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ReactionParams.generic(LINE, 1, 1, 4, US, 0, 0));
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                new ReactionParams(
                    8, 1, 1, 4, 1, 4, 0, 0, Clamp.ALWAYS, Rise.DCQCN, 1, 0, true, 0, false, 1, 0));
  }

  @Test
  @Requirement({"RCM-5", "RCM-6"})
  void eachNumberHasItsRange() {
    ReactionParams params =
        new ReactionParams(
            LINE, 9, 9, 9, 5, 5, 5, 5, Clamp.ALWAYS, Rise.DCQCN, 5, 5, false, 5, false, 5, 5);
    Ranges.of(params)
        .has("minRate", 1, LINE - 1)
        .has("line", 10)
        .has("perByte", 1)
        .has("scale", 5)
        .has("gain", 0, 9)
        .has("alphaStart", 1, 9)
        .has("decayTime", 0)
        .has("cutGap", 0)
        .has("riseTime", 0)
        .has("riseBytes", 0)
        .has("fastSteps", 0)
        .has("stepAdd", 1)
        .has("stepHyper", 0);
    Ranges.of(RcmProfile.CONNECTX_FIRMWARE.reaction(LINE)).has("minRate", 1, LINE - 1);
    Ranges.of(
            new ReactionParams(
                LINE, 9, 9, 9, 5, 5, 5, 5, Clamp.ALWAYS, Rise.DCQCN, 5, 5, true, 5, false, 5, 5))
        .has("riseTime", 1)
        .has("riseBytes", 1);
  }
}
