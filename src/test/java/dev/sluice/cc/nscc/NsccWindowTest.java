package dev.sluice.cc.nscc;

import static dev.sluice.cc.nscc.NsccFigures.SOURCE;
import static dev.sluice.cc.nscc.NsccFigures.UET_6US;
import static dev.sluice.cc.nscc.NsccFigures.US;
import static dev.sluice.cc.nscc.NsccFigures.ack;
import static dev.sluice.cc.nscc.NsccFigures.bytes;
import static dev.sluice.cc.nscc.NsccFigures.given;
import static dev.sluice.cc.nscc.NsccFigures.source;
import static dev.sluice.cc.nscc.NsccFigures.taken;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sluice.cc.Outcome;
import dev.sluice.cc.nscc.NsccWindow.State;
import dev.sluice.requirement.Requirement;
import org.junit.jupiter.api.Test;

/** What each signal does to the window, one rule at a time. */
class NsccWindowTest {
  private static final long MTU = bytes(4096);

  @Test
  @Requirement("RTT-8")
  void aSampleAboveBaseAndThetaReducesAndNoOtherDoes() {
    long threshold = 6 * US + 4_500_000;
    State start = given(SOURCE).cwnd(bytes(75_000)).state();
    // 1 − 0.8 · 1/4,500,001 of 38,400,000 units: 6.83 less, and the result is rounded toward zero
    assertThat(ack(start, SOURCE, 11 * US, 0, false, threshold + 1).cwnd())
        .isEqualTo(38_400_000 - 7);
    assertThat(ack(start, SOURCE, 11 * US, 0, false, threshold).cwnd()).isEqualTo(38_475_000);
    assertThat(ack(start, SOURCE, 11 * US, 0, false, threshold - 1).cwnd()).isEqualTo(38_475_000);
  }

  private static final NsccParams RTT_ALONE =
      SOURCE.with(SOURCE.readings().withSignals(Signals.RTT));

  @Test
  @Requirement({"NSCC-9", "NSCC-12"})
  void aMarkWithoutDelayTakesOnePacketOnceInABaseRtt() {
    State start = given(SOURCE).cwnd(bytes(75_000)).state();
    // no later than a base RTT after the last decrease: nothing, and no step either
    assertThat(ack(start, SOURCE, 6 * US, 0, true, 6 * US).cwnd()).isEqualTo(bytes(75_000));
    State fallen = ack(start, SOURCE, 6 * US + 1, 0, true, 6 * US);
    assertThat(fallen.cwnd()).isEqualTo(bytes(70_904)); // 75,000 B − 4,096 B
    assertThat(ack(fallen, SOURCE, 12 * US + 1, 0, true, 6 * US).cwnd()).isEqualTo(bytes(70_904));
    assertThat(ack(fallen, SOURCE, 12 * US + 2, 0, true, 6 * US).cwnd()).isEqualTo(bytes(66_808));
    // without a sample too, and at base + θ; never below one packet
    assertThat(ack(start, SOURCE, 6 * US + 1, 0, true, NsccWindow.NO_SAMPLE).cwnd())
        .isEqualTo(bytes(70_904));
    assertThat(ack(start, SOURCE, 6 * US + 1, 0, true, 6 * US + 4_500_000).cwnd())
        .isEqualTo(bytes(70_904));
    State small = given(SOURCE).cwnd(bytes(5_000)).state();
    assertThat(ack(small, SOURCE, 6 * US + 1, 0, true, 6 * US).cwnd()).isEqualTo(MTU);
  }

  @Test
  @Requirement({"NSCC-9", "NSCC-12", "RTT-8"})
  void beyondTheTargetTheDelaySaysHowMuchMarkedOrNot() {
    State start = given(SOURCE).cwnd(bytes(75_000)).state();
    // delay 9 µs of a target of 4.5 µs: 1 − 0.8 · 4.5 / 9 = 0.6
    for (NsccParams params : new NsccParams[] {SOURCE, RTT_ALONE}) {
      for (boolean marked : new boolean[] {false, true}) {
        assertThat(ack(start, params, 7 * US, 0, marked, 15 * US).cwnd()).isEqualTo(bytes(45_000));
      }
    }
  }

  @Test
  @Requirement({"NSCC-9", "NSCC-10"})
  void whereRoundTripTimesAloneCountAMarkTurnsTheEntropyValueAndNotTheWindow() {
    State start = given(RTT_ALONE).cwnd(bytes(75_000)).state();
    Outcome<State> outcome =
        NsccWindow.ack(start, RTT_ALONE, 7 * US, MTU, MTU, true, 6 * US, 0, false);
    assertThat(((Outcome.Accepted<State>) outcome).effects())
        .containsExactly(new NsccWindow.ChangeEv());
    Outcome<State> clean =
        NsccWindow.ack(start, RTT_ALONE, 7 * US, MTU, MTU, false, 6 * US, 0, false);
    assertThat(((Outcome.Accepted<State>) clean).effects()).isEmpty();
    assertThat(outcome.next()).isEqualTo(clean.next());
    assertThat(clean.next().cwnd()).isEqualTo(bytes(75_000) + 75_000); // a step: 146.484375 B
  }

  @Test
  @Requirement("NSCC-9")
  void marksThatDoNotCountAreNoReadingOfUet() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> UET_6US.with(UET_6US.readings().withSignals(Signals.RTT)));
  }

  @Test
  @Requirement({"NSCC-12", "NSCC-13"})
  void atMostOneStepAndOneDecreaseInABaseRtt() {
    State state = given(SOURCE).cwnd(bytes(75_000)).state();
    state = ack(state, SOURCE, 6 * US - 1, 4096, false, 6 * US);
    assertThat(state.cwnd()).isEqualTo(bytes(75_000));
    state = ack(state, SOURCE, 6 * US, 4096, false, 6 * US);
    State grown = ack(state, SOURCE, 12 * US - 1, 4096, false, 6 * US);
    assertThat(grown.cwnd()).isEqualTo(bytes(75_000) + 75_000);

    State fallen = ack(grown, SOURCE, 12 * US, 4096, false, 15 * US);
    assertThat(fallen.cwnd()).isLessThan(grown.cwnd());
    assertThat(ack(fallen, SOURCE, 18 * US, 4096, false, 15 * US).cwnd()).isEqualTo(fallen.cwnd());
    assertThat(ack(fallen, SOURCE, 18 * US + 1, 4096, false, 15 * US).cwnd())
        .isLessThan(fallen.cwnd());
  }

  @Test
  @Requirement({"NSCC-7", "NSCC-13"})
  void oneStepPerAcknowledgmentIsAParameter() {
    NsccParams params = SOURCE.with(SOURCE.increase().withPeriodPs(0));
    State state = given(params).cwnd(bytes(75_000)).state();
    for (int i = 0; i < 4; i++) {
      state = ack(state, params, 1, 4096, false, 6 * US);
    }
    assertThat(state.cwnd()).isEqualTo(bytes(75_000) + 4 * 75_000);
  }

  @Test
  @Requirement("NSCC-2")
  void growthEndsAtMaxWnd() {
    State state = given(SOURCE).cwnd(bytes(112_500) - 1).state();
    assertThat(ack(state, SOURCE, 6 * US, 4096, false, 6 * US).cwnd()).isEqualTo(bytes(112_500));
  }

  @Test
  @Requirement({"X18", "FIND-4", "CCC-12"})
  void aWindowOfOneMtuLetsAPacketGo() {
    State state = given(UET_6US).cwnd(MTU).state();
    assertThat(NsccWindow.mayTransmit(state, UET_6US)).isTrue();
    State sent = taken(NsccWindow.send(state, UET_6US, MTU));
    assertThat(sent.inflight()).isEqualTo(MTU);
    assertThat(NsccWindow.mayTransmit(sent, UET_6US)).isFalse();
    Outcome<State> refused = NsccWindow.send(sent, UET_6US, 1);
    assertThat(refused).isInstanceOf(Outcome.Refused.class);
    assertThat(refused.next()).isSameAs(sent);
  }

  @Test
  @Requirement({"UET-2", "CCC-12"})
  void roomForAWholeMtuIsAskedUnlessPacketsCountForThemselves() {
    State state = given(UET_6US).cwnd(2 * MTU).inflight(MTU + 1).state();
    assertThat(NsccWindow.mayTransmit(state, UET_6US, MTU - 1)).isFalse();
    NsccParams own =
        UET_6US.with(
            new NsccParams.Readings(false, true, true, false, true, false, false, Signals.BOTH));
    assertThat(NsccWindow.mayTransmit(state, own, MTU - 1)).isTrue();
    assertThat(NsccWindow.mayTransmit(state, own, MTU)).isFalse();
  }

  @Test
  @Requirement("UET-2")
  void aSmallWindowOrAFullOneAsksForAcknowledgments() {
    assertThat(asks(bytes(75_000), bytes(75_000) - MTU)).isFalse();
    assertThat(asks(bytes(75_000), bytes(75_000) - MTU + 1)).isTrue();
    assertThat(asks(bytes(16_384), 0)).isFalse();
    assertThat(asks(bytes(16_384) - 1, 0)).isTrue();
  }

  private static boolean asks(long cwnd, long inflight) {
    return NsccWindow.requestsAck(given(UET_6US).cwnd(cwnd).inflight(inflight).state(), UET_6US);
  }

  @Test
  @Requirement({"NSCC-9", "UET-2"})
  void aSampleCountsOnlyWhereItIsClearWhichTransmissionWasAcknowledged() {
    assertThat(NsccWindow.rttSamplePs(20, 5, 0, false, 3)).isEqualTo(12);
    assertThat(NsccWindow.rttSamplePs(20, 5, 1, true, 3)).isEqualTo(12);
    assertThat(NsccWindow.rttSamplePs(20, 5, 0, true, 3)).isEqualTo(NsccWindow.NO_SAMPLE);
    assertThat(NsccWindow.rttSamplePs(20, 5, 1, false, 3)).isEqualTo(NsccWindow.NO_SAMPLE);
    assertThat(NsccWindow.rttSamplePs(20, 5, 2, true, 3)).isEqualTo(NsccWindow.NO_SAMPLE);
    assertThat(NsccWindow.rttSamplePs(20, 5, 0, false, NsccWindow.NO_SERVICE_TIME))
        .isEqualTo(NsccWindow.NO_SAMPLE);
    // a peer that claims more service time than has passed
    assertThat(NsccWindow.rttSamplePs(20, 5, 0, false, 99)).isEqualTo(NsccWindow.NO_SAMPLE);
  }

  @Test
  @Requirement("UET-2")
  void aServiceTimeIsTakenInUnitsOf128Nanoseconds() {
    assertThat(NsccWindow.serviceTimePs(UET_6US, 1)).isEqualTo(128_000);
    assertThat(NsccWindow.serviceTimePs(UET_6US, 0xFFFE)).isEqualTo(0xFFFEL * 128_000);
    assertThat(NsccWindow.serviceTimePs(UET_6US, 0xFFFF)).isEqualTo(NsccWindow.NO_SERVICE_TIME);
    assertThat(NsccWindow.serviceTimePs(UET_6US, 0)).isZero();
    NsccParams strict =
        UET_6US.with(
            new NsccParams.Readings(false, false, true, false, true, false, true, Signals.BOTH));
    assertThat(NsccWindow.serviceTimePs(strict, 0)).isEqualTo(NsccWindow.NO_SERVICE_TIME);
  }

  @Test
  @Requirement("X17")
  void aTrimAtTheLastHopIsCreditsBusinessWhereThereIsCredit() {
    NsccParams credit = UET_6US.with(NsccParams.Readings.DEFAULT.withRccc());
    State state = given(credit).cwnd(bytes(75_000)).achieved(0, 10 * US).state();
    State trimmed = nack(state, credit, NackReason.TRIMMED_LAST_HOP);
    assertThat(trimmed.cwnd()).isEqualTo(state.cwnd());
    assertThat(trimmed.triggerQa()).isFalse();
    assertThat(nack(state, UET_6US, NackReason.TRIMMED_LAST_HOP).cwnd()).isEqualTo(MTU);
    assertThat(nack(state, credit, NackReason.TRIMMED).cwnd()).isEqualTo(MTU);
    assertThat(nack(state, UET_6US, NackReason.OTHER).cwnd()).isEqualTo(state.cwnd());
  }

  private static State nack(State state, NsccParams params, NackReason reason) {
    return taken(NsccWindow.nack(state, params, 10 * US, MTU, MTU, reason, NsccWindow.NO_SAMPLE));
  }

  @Test
  @Requirement("UET-2")
  void nacksAreReadByTheirCodes() {
    assertThat(NackReason.ofCode(0x01)).isEqualTo(NackReason.TRIMMED);
    assertThat(NackReason.ofCode(0x02)).isEqualTo(NackReason.TRIMMED_LAST_HOP);
    assertThat(NackReason.ofCode(0x0D)).isEqualTo(NackReason.OTHER);
  }

  @Test
  @Requirement("UET-2")
  void aLostPacketComesOffTheWindow() {
    State state = given(UET_6US).cwnd(bytes(75_000)).inflight(bytes(50_000)).state();
    State lost = taken(NsccWindow.inferLoss(state, UET_6US, MTU));
    assertThat(lost.cwnd()).isEqualTo(bytes(70_904));
    assertThat(lost.inflight()).isEqualTo(bytes(45_904));
    State source = given(SOURCE).cwnd(bytes(75_000)).inflight(bytes(50_000)).state();
    assertThat(taken(NsccWindow.inferLoss(source, SOURCE, MTU)).cwnd()).isEqualTo(source.cwnd());
  }

  @Test
  @Requirement({"FIND-2", "UET-2"})
  void anOriginalThatArrivesAfterAllIsReceivedButNotTakenOutOfFlightAgain() {
    State state = given(UET_6US).cwnd(bytes(75_000)).inflight(2 * MTU).state();
    state = taken(NsccWindow.inferLoss(state, UET_6US, MTU));
    long late = NsccWindow.NO_SAMPLE;
    State mended = taken(NsccWindow.ack(state, UET_6US, 0, 2 * MTU, MTU, false, late, 0, false));
    assertThat(mended.inflight()).isZero();
    State published =
        taken(NsccWindow.ack(state, UET_6US, 0, 2 * MTU, 2 * MTU, false, late, 0, false));
    assertThat(published.inflight()).isEqualTo(-MTU);
  }

  @Test
  @Requirement("D9")
  void etaComesOnceInAPeriodHoweverManyAdjustmentsThereAre() {
    State state = given(UET_6US).cwnd(bytes(75_000)).state();
    long late = 6 * US + 4_499_999; // below target_qdelay by 1 ps, so that next to nothing is owed
    long eta = 157_286;
    for (int adjustment = 1; adjustment <= 5; adjustment++) {
      state = ack(state, UET_6US, adjustment * US, 32_769, false, late);
      assertThat(state.receivedBytes()).isZero();
      assertThat(state.cwnd() - bytes(75_000)).isLessThan(eta);
    }
    long before = state.cwnd();
    state = ack(state, UET_6US, 6 * US, 0, false, late);
    assertThat(state.cwnd()).isEqualTo(before + eta);
    state = ack(state, UET_6US, 12 * US - 1, 0, false, late);
    assertThat(state.cwnd()).isEqualTo(before + eta);
    assertThat(ack(state, UET_6US, 12 * US, 0, false, late).cwnd()).isEqualTo(before + 2 * eta);
  }

  @Test
  @Requirement("UET-2")
  void aPenaltyIsLiftedByTheRestoreFlagOnly() {
    State state = given(UET_6US).cwnd(bytes(75_000)).inflight(bytes(50_000)).state();
    State held = penalty(state, UET_6US, 64, false);
    assertThat(held.cwnd()).isEqualTo(bytes(50_000 - 4096 - 2048));
    assertThat(penalty(held, UET_6US, 0, false).savedCwnd()).isEqualTo(bytes(75_000));
    assertThat(penalty(held, UET_6US, 0, true).cwnd()).isEqualTo(bytes(75_000));
    assertThat(penalty(held, UET_6US, 0, true).savedCwnd()).isZero();
    NsccParams forgets =
        UET_6US.with(
            new NsccParams.Readings(false, false, true, false, false, false, false, Signals.BOTH));
    assertThat(penalty(held, forgets, 0, false).savedCwnd()).isZero();
  }

  @Test
  @Requirement({"UET-2", "NSCC-2"})
  void whatIsRestoredIsCutToALimitThatHasFallen() {
    State state = given(UET_6US).cwnd(bytes(112_500)).inflight(bytes(50_000)).state();
    State held = penalty(state, UET_6US, 64, false);
    State nearer = ack(held, UET_6US, 1, 0, true, 4 * US);
    assertThat(nearer.maxWnd()).isEqualTo(bytes(75_000));
    assertThat(penalty(nearer, UET_6US, 0, true).cwnd()).isEqualTo(bytes(75_000));
  }

  private static State penalty(State state, NsccParams params, int pend, boolean restore) {
    return taken(
        NsccWindow.ack(state, params, 0, MTU, MTU, false, NsccWindow.NO_SAMPLE, pend, restore));
  }

  @Test
  @Requirement("UET-2")
  void quickAdaptRaisesTheWindowOnlyWhereThatIsAskedFor() {
    State state = given(UET_6US).cwnd(bytes(5_000)).achieved(bytes(10_000), 10 * US).state();
    assertThat(nack(state, UET_6US, NackReason.TRIMMED).cwnd()).isEqualTo(bytes(5_000));
    NsccParams published = UET_6US.with(NsccParams.Readings.PUBLISHED);
    assertThat(nack(state, published, NackReason.TRIMMED).cwnd()).isEqualTo(bytes(10_000));
  }

  @Test
  @Requirement({"RTT-7", "UET-2"})
  void theBaseRttIsAConstantInOneProfileAndFallsInTheOther() {
    assertThat(ack(given(SOURCE).state(), SOURCE, 1, 0, false, 5 * US).baseRttPs())
        .isEqualTo(6 * US);
    State nearer = ack(given(UET_6US).state(), UET_6US, 1, 0, true, 5 * US);
    assertThat(nearer.baseRttPs()).isEqualTo(5 * US);
    assertThat(nearer.maxWnd()).isEqualTo(bytes(93_750));
    assertThat(nearer.cwnd()).isEqualTo(bytes(93_750));
    // so near that 1.5 BDP holds no packet: one must fit all the same
    assertThat(ack(nearer, UET_6US, 1, 0, true, 1).maxWnd()).isEqualTo(MTU);
  }

  @Test
  @Requirement("NSCC-7")
  void sideBySideTheFasterNicGrowsByTheSameBytes() {
    NsccParams fastNic = source(400, 1024);
    State slow = NsccWindow.initial(SOURCE, 0);
    State fast = NsccWindow.initial(fastNic, 0);
    for (int rtt = 1; rtt <= 10; rtt++) {
      for (int i = 0; i < 4; i++) { // four times as many acknowledgments
        fast = ack(fast, fastNic, rtt * 6 * US, 4096, false, 6 * US);
      }
      slow = ack(slow, SOURCE, rtt * 6 * US, 4096, false, 6 * US);
    }
    assertThat(slow.cwnd() - bytes(75_000)).isEqualTo(10 * 75_000);
    assertThat(fast.cwnd() - bytes(75_000)).isEqualTo(10 * 75_000);
  }

  @Test
  @Requirement("UET-2")
  void whatNoHostMayAskIsRefused() {
    State state = given(UET_6US).state();
    assertThat(NsccWindow.ack(state, UET_6US, 0, -1, 0, false, 0, 0, false).next()).isSameAs(state);
    assertThat(NsccWindow.ack(state, UET_6US, 0, 0, 0, false, 0, 128, false).next())
        .isSameAs(state);
    assertThat(NsccWindow.send(state, UET_6US, 0).next()).isSameAs(state);
    assertThat(NsccWindow.inferLoss(state, UET_6US, -1).next()).isSameAs(state);
    assertThat(NsccWindow.tick(state, UET_6US, -1).next()).isSameAs(state);
    assertThat(NsccWindow.nack(state, UET_6US, 0, -1, 0, NackReason.OTHER, 0).next())
        .isSameAs(state);
  }
}
