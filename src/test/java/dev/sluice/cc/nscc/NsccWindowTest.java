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

import dev.sluice.requirement.Requirement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What each signal does to the window, one rule at a time. */
class NsccWindowTest {
  private static final long MTU = bytes(4096);

  @Test
  @Requirement("RTT-8")
  void aSampleAboveBaseAndThetaReducesAndNoOtherDoes() {
    long threshold = 6 * US + 4_500_000;
    NsccWindow start = given(SOURCE).cwnd(bytes(75_000)).window();
    // 1 − 0.8 · 1/4,500,001 of 38,400,000 units: 6.83 less, and the result is rounded toward zero
    assertThat(ack(start, 11 * US, 0, false, threshold + 1).cwnd()).isEqualTo(38_400_000 - 7);
    assertThat(ack(start, 11 * US, 0, false, threshold).cwnd()).isEqualTo(38_475_000);
    assertThat(ack(start, 11 * US, 0, false, threshold - 1).cwnd()).isEqualTo(38_475_000);
  }

  private static final NsccParams RTT_ALONE =
      SOURCE.with(SOURCE.readings().withSignals(Signals.RTT));

  @Test
  @Requirement({"NSCC-9", "NSCC-12"})
  void aMarkWithoutDelayTakesOnePacketOnceInABaseRtt() {
    NsccWindow start = given(SOURCE).cwnd(bytes(75_000)).window();
    // no later than a base RTT after the last decrease: nothing, and no step either
    assertThat(ack(start, 6 * US, 0, true, 6 * US).cwnd()).isEqualTo(bytes(75_000));
    NsccWindow fallen = ack(start, 6 * US + 1, 0, true, 6 * US);
    assertThat(fallen.cwnd()).isEqualTo(bytes(70_904)); // 75,000 B − 4,096 B
    assertThat(ack(fallen, 12 * US + 1, 0, true, 6 * US).cwnd()).isEqualTo(bytes(70_904));
    assertThat(ack(fallen, 12 * US + 2, 0, true, 6 * US).cwnd()).isEqualTo(bytes(66_808));
    // without a sample too, and at base + θ; never below one packet
    assertThat(ack(start, 6 * US + 1, 0, true, NsccWindow.NO_SAMPLE).cwnd())
        .isEqualTo(bytes(70_904));
    assertThat(ack(start, 6 * US + 1, 0, true, 6 * US + 4_500_000).cwnd()).isEqualTo(bytes(70_904));
    NsccWindow small = given(SOURCE).cwnd(bytes(5_000)).window();
    assertThat(ack(small, 6 * US + 1, 0, true, 6 * US).cwnd()).isEqualTo(MTU);
  }

  @Test
  @Requirement({"NSCC-9", "NSCC-12", "RTT-8"})
  void beyondTheTargetTheDelaySaysHowMuchMarkedOrNot() {
    // delay 9 µs of a target of 4.5 µs: 1 − 0.8 · 4.5 / 9 = 0.6
    for (NsccParams params : new NsccParams[] {SOURCE, RTT_ALONE}) {
      NsccWindow start = given(params).cwnd(bytes(75_000)).window();
      for (boolean marked : new boolean[] {false, true}) {
        assertThat(ack(start, 7 * US, 0, marked, 15 * US).cwnd()).isEqualTo(bytes(45_000));
      }
    }
  }

  @Test
  @Requirement({"NSCC-9", "NSCC-10"})
  void whereRoundTripTimesAloneCountAMarkTurnsTheEntropyValueAndNotTheWindow() {
    NsccWindow start = given(RTT_ALONE).cwnd(bytes(75_000)).window();
    EntropyValues values = new EntropyValues(EntropyPolicy.STICKY, 2, 0);
    NsccWindow marked = ack(start, 7 * US, 4096, true, 6 * US);
    assertThat(values.mark(values.next(), 0)).isNull();
    assertThat(values.next()).isEqualTo(1);
    NsccWindow clean = ack(start, 7 * US, 4096, false, 6 * US);
    assertThat(NsccStates.shown(marked, 7 * US)).isEqualTo(NsccStates.shown(clean, 7 * US));
    assertThat(clean.cwnd()).isEqualTo(bytes(75_000) + 75_000); // a step: 146.484375 B
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
    NsccWindow state = given(SOURCE).cwnd(bytes(75_000)).window();
    state = ack(state, 6 * US - 1, 4096, false, 6 * US);
    assertThat(state.cwnd()).isEqualTo(bytes(75_000));
    state = ack(state, 6 * US, 4096, false, 6 * US);
    NsccWindow grown = ack(state, 12 * US - 1, 4096, false, 6 * US);
    assertThat(grown.cwnd()).isEqualTo(bytes(75_000) + 75_000);

    NsccWindow fallen = ack(grown, 12 * US, 4096, false, 15 * US);
    assertThat(fallen.cwnd()).isLessThan(grown.cwnd());
    assertThat(ack(fallen, 18 * US, 4096, false, 15 * US).cwnd()).isEqualTo(fallen.cwnd());
    assertThat(ack(fallen, 18 * US + 1, 4096, false, 15 * US).cwnd()).isLessThan(fallen.cwnd());
  }

  @Test
  @Requirement({"NSCC-7", "NSCC-13"})
  void oneStepPerAcknowledgmentIsAParameter() {
    NsccParams params = SOURCE.with(SOURCE.increase().withPeriodPs(0));
    NsccWindow state = given(params).cwnd(bytes(75_000)).window();
    for (int i = 0; i < 4; i++) {
      state = ack(state, 1, 4096, false, 6 * US);
    }
    assertThat(state.cwnd()).isEqualTo(bytes(75_000) + 4 * 75_000);
  }

  @Test
  @Requirement("NSCC-2")
  void growthEndsAtMaxWnd() {
    NsccWindow state = given(SOURCE).cwnd(bytes(112_500) - 1).window();
    assertThat(ack(state, 6 * US, 4096, false, 6 * US).cwnd()).isEqualTo(bytes(112_500));
  }

  @Test
  @Requirement({"X18", "FIND-4", "CCC-12"})
  void aWindowOfOneMtuLetsAPacketGo() {
    NsccWindow state = given(UET_6US).cwnd(MTU).window();
    assertThat(state.mayTransmit()).isTrue();
    NsccWindow sent = taken(state, to -> to.send(MTU));
    assertThat(sent.inflight()).isEqualTo(MTU);
    assertThat(sent.mayTransmit()).isFalse();
    assertRefused(sent, to -> to.send(1));
  }

  @Test
  @Requirement("FIND-4")
  void asPublishedAWindowOfOneMtuLetsNone() {
    NsccParams published = UET_6US.with(UET_6US.readings().withMoreRoomNeeded());
    assertRefused(given(published).cwnd(MTU).window(), to -> to.send(MTU));
    NsccWindow wider = given(published).cwnd(MTU + 1).window();
    assertThat(wider.mayTransmit()).isTrue();
    assertThat(taken(wider, to -> to.send(MTU)).inflight()).isEqualTo(MTU);
  }

  /** An action that is refused leaves the window as it was. */
  private static void assertRefused(NsccWindow window, Function<NsccWindow, String> action) {
    NsccWindow before = window.copy();
    assertThat(action.apply(window)).isNotBlank();
    assertThat(window).usingRecursiveComparison().isEqualTo(before);
  }

  @Test
  @Requirement({"UET-2", "CCC-12"})
  void roomForAWholeMtuIsAskedUnlessPacketsCountForThemselves() {
    NsccWindow whole = given(UET_6US).cwnd(2 * MTU).inflight(MTU + 1).window();
    assertThat(whole.mayTransmit(MTU - 1)).isFalse();
    NsccParams own =
        UET_6US.with(
            new NsccParams.Readings(
                false, true, false, true, false, true, false, false, Signals.BOTH));
    NsccWindow state = given(own).cwnd(2 * MTU).inflight(MTU + 1).window();
    assertThat(state.mayTransmit(MTU - 1)).isTrue();
    assertThat(state.mayTransmit(MTU)).isFalse();
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
    return given(UET_6US).cwnd(cwnd).inflight(inflight).window().requestsAck();
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
    assertThat(NsccWindow.rttSamplePs(20, 5, 0, false, 0)).as("served at once").isEqualTo(15);
    // a peer that claims more service time than has passed
    assertThat(NsccWindow.rttSamplePs(20, 5, 0, false, 99)).isEqualTo(NsccWindow.NO_SAMPLE);
  }

  @Test
  @Requirement("UET-2")
  void aServiceTimeIsTakenInUnitsOf128Nanoseconds() {
    NsccParams.Readings lenient = UET_6US.readings();
    assertThat(NsccWindow.serviceTimePs(lenient, 1)).isEqualTo(128_000);
    assertThat(NsccWindow.serviceTimePs(lenient, 0xFFFE)).isEqualTo(0xFFFEL * 128_000);
    assertThat(NsccWindow.serviceTimePs(lenient, 0xFFFF)).isEqualTo(NsccWindow.NO_SERVICE_TIME);
    assertThat(NsccWindow.serviceTimePs(lenient, 0)).isZero();
    NsccParams.Readings strict =
        new NsccParams.Readings(false, false, false, true, false, true, false, true, Signals.BOTH);
    assertThat(NsccWindow.serviceTimePs(strict, 0)).isEqualTo(NsccWindow.NO_SERVICE_TIME);
  }

  @Test
  @Requirement("X17")
  void aTrimAtTheLastHopIsCreditsBusinessWhereThereIsCredit() {
    NsccParams credit = UET_6US.with(NsccParams.Readings.DEFAULT.withRccc());
    NsccWindow state = given(credit).cwnd(bytes(75_000)).achieved(0, 10 * US).window();
    NsccWindow trimmed = nack(state, NackReason.TRIMMED_LAST_HOP);
    assertThat(trimmed.cwnd()).isEqualTo(state.cwnd());
    assertThat(trimmed.triggerQa).isFalse();
    assertThat(nack(state, NackReason.TRIMMED).cwnd()).isEqualTo(MTU);
    NsccWindow alone = given(UET_6US).cwnd(bytes(75_000)).achieved(0, 10 * US).window();
    assertThat(nack(alone, NackReason.TRIMMED_LAST_HOP).cwnd()).isEqualTo(MTU);
    assertThat(nack(alone, NackReason.OTHER).cwnd()).isEqualTo(alone.cwnd());
  }

  private static NsccWindow nack(NsccWindow before, NackReason reason) {
    return taken(before, to -> to.nack(10 * US, MTU, MTU, reason, NsccWindow.NO_SAMPLE));
  }

  @Test
  @Requirement("UET-2")
  void nacksAreReadByTheirCodes() {
    assertThat(NackReason.ofCode(0x01)).isEqualTo(NackReason.TRIMMED);
    assertThat(NackReason.ofCode(0x02)).isEqualTo(NackReason.TRIMMED_LAST_HOP);
    assertThat(NackReason.ofCode(0x0D)).isEqualTo(NackReason.OTHER);
    for (NackReason reason : NackReason.values()) {
      assertThat(reason.label()).isNotBlank();
      assertThat(NackReason.of(reason.label())).isEqualTo(reason);
    }
    assertThatIllegalArgumentException().isThrownBy(() -> NackReason.of("late"));
  }

  @Test
  @Requirement("UET-2")
  void aLostPacketComesOffTheWindow() {
    NsccWindow state = given(UET_6US).cwnd(bytes(75_000)).inflight(bytes(50_000)).window();
    NsccWindow lost = taken(state, to -> to.inferLoss(MTU));
    assertThat(lost.cwnd()).isEqualTo(bytes(70_904));
    assertThat(lost.inflight()).isEqualTo(bytes(45_904));
    NsccWindow source = given(SOURCE).cwnd(bytes(75_000)).inflight(bytes(50_000)).window();
    assertThat(taken(source, to -> to.inferLoss(MTU)).cwnd()).isEqualTo(source.cwnd());
  }

  @Test
  @Requirement({"FIND-2", "UET-2"})
  void anOriginalThatArrivesAfterAllIsReceivedButNotTakenOutOfFlightAgain() {
    NsccWindow state = given(UET_6US).cwnd(bytes(75_000)).inflight(2 * MTU).window();
    assertThat(state.inferLoss(MTU)).isNull();
    long late = NsccWindow.NO_SAMPLE;
    NsccWindow mended = taken(state, to -> to.ack(0, 2 * MTU, MTU, false, late, 0, false));
    assertThat(mended.inflight()).isZero();
    NsccWindow published = taken(state, to -> to.ack(0, 2 * MTU, 2 * MTU, false, late, 0, false));
    assertThat(published.inflight()).isEqualTo(-MTU);
  }

  @Test
  @Requirement("D9")
  void etaComesOnceInAPeriodHoweverManyAdjustmentsThereAre() {
    NsccWindow state = given(UET_6US).cwnd(bytes(75_000)).window();
    long late = 6 * US + 4_499_999; // below target_qdelay by 1 ps, so that next to nothing is owed
    long eta = 157_286;
    for (int adjustment = 1; adjustment <= 5; adjustment++) {
      state = ack(state, adjustment * US, 32_769, false, late);
      assertThat(state.receivedBytes).isZero();
      assertThat(state.cwnd() - bytes(75_000)).isLessThan(eta);
    }
    long before = state.cwnd();
    state = ack(state, 6 * US, 0, false, late);
    assertThat(state.cwnd()).isEqualTo(before + eta);
    state = ack(state, 12 * US - 1, 0, false, late);
    assertThat(state.cwnd()).isEqualTo(before + eta);
    assertThat(ack(state, 12 * US, 0, false, late).cwnd()).isEqualTo(before + 2 * eta);
  }

  @Test
  @Requirement("UET-2")
  void aPenaltyIsLiftedByTheRestoreFlagOnly() {
    NsccWindow state = given(UET_6US).cwnd(bytes(75_000)).inflight(bytes(50_000)).window();
    NsccWindow held = penalty(state, 64, false);
    assertThat(held.cwnd()).isEqualTo(bytes(50_000 - 4096 - 2048));
    assertThat(penalty(held, 0, false).savedCwnd).isEqualTo(bytes(75_000));
    assertThat(penalty(held, 0, true).cwnd()).isEqualTo(bytes(75_000));
    assertThat(penalty(held, 0, true).savedCwnd).isZero();
    NsccParams forgets =
        UET_6US.with(
            new NsccParams.Readings(
                false, false, false, true, false, false, false, false, Signals.BOTH));
    NsccWindow forgetful = given(forgets).cwnd(bytes(75_000)).inflight(bytes(50_000)).window();
    NsccWindow braked = penalty(forgetful, 64, false);
    assertThat(braked.savedCwnd).isEqualTo(bytes(75_000));
    assertThat(penalty(braked, 0, false).savedCwnd).isZero();
  }

  @Test
  @Requirement({"UET-2", "NSCC-2"})
  void whatIsRestoredIsCutToALimitThatHasFallen() {
    NsccWindow state = given(UET_6US).cwnd(bytes(112_500)).inflight(bytes(50_000)).window();
    NsccWindow held = penalty(state, 64, false);
    NsccWindow nearer = ack(held, 1, 0, true, 4 * US);
    assertThat(nearer.maxWnd()).isEqualTo(bytes(75_000));
    assertThat(penalty(nearer, 0, true).cwnd()).isEqualTo(bytes(75_000));
  }

  private static NsccWindow penalty(NsccWindow before, int pend, boolean restore) {
    return taken(before, to -> to.ack(0, MTU, MTU, false, NsccWindow.NO_SAMPLE, pend, restore));
  }

  @Test
  @Requirement("UET-2")
  void quickAdaptRaisesTheWindowOnlyWhereThatIsAskedFor() {
    NsccWindow state = given(UET_6US).cwnd(bytes(5_000)).achieved(bytes(10_000), 10 * US).window();
    assertThat(nack(state, NackReason.TRIMMED).cwnd()).isEqualTo(bytes(5_000));
    NsccParams published = UET_6US.with(NsccParams.Readings.PUBLISHED);
    NsccWindow rising =
        given(published).cwnd(bytes(5_000)).achieved(bytes(10_000), 10 * US).window();
    assertThat(nack(rising, NackReason.TRIMMED).cwnd()).isEqualTo(bytes(10_000));
  }

  @Test
  @Requirement({"RTT-7", "UET-2"})
  void theBaseRttIsAConstantInOneProfileAndFallsInTheOther() {
    assertThat(ack(given(SOURCE).window(), 1, 0, false, 5 * US).baseRttPs()).isEqualTo(6 * US);
    NsccWindow nearer = ack(given(UET_6US).window(), 1, 0, true, 5 * US);
    assertThat(nearer.baseRttPs()).isEqualTo(5 * US);
    assertThat(nearer.maxWnd()).isEqualTo(bytes(93_750));
    assertThat(nearer.cwnd()).isEqualTo(bytes(93_750));
    // so near that 1.5 BDP holds no packet: one must fit all the same
    assertThat(ack(nearer, 1, 0, true, 1).maxWnd()).isEqualTo(MTU);
  }

  @Test
  @Requirement("NSCC-7")
  void sideBySideTheFasterNicGrowsByTheSameBytes() {
    NsccParams fastNic = source(400, 1024);
    NsccWindow slow = new NsccWindow(SOURCE, 0);
    NsccWindow fast = new NsccWindow(fastNic, 0);
    for (int rtt = 1; rtt <= 10; rtt++) {
      for (int i = 0; i < 4; i++) { // four times as many acknowledgments
        fast = ack(fast, rtt * 6 * US, 4096, false, 6 * US);
      }
      slow = ack(slow, rtt * 6 * US, 4096, false, 6 * US);
    }
    assertThat(slow.cwnd() - bytes(75_000)).isEqualTo(10 * 75_000);
    assertThat(fast.cwnd() - bytes(75_000)).isEqualTo(10 * 75_000);
  }

  @Test
  @Requirement("UET-2")
  void whatNoHostMayAskIsRefused() {
    NsccWindow state = given(UET_6US).window();
    assertRefused(state, to -> to.ack(0, -1, 0, false, 0, 0, false));
    assertRefused(state, to -> to.ack(0, 0, 0, false, 0, 128, false));
    assertRefused(state, to -> to.send(0));
    assertRefused(state, to -> to.send(MTU + 1));
    assertRefused(state, to -> to.inferLoss(-1));
    assertRefused(state, to -> to.nack(0, -1, 0, NackReason.OTHER, 0));
  }

  @Test
  @Requirement("UET-2")
  void aSignalOfNothingIsOne() {
    NsccWindow state = given(UET_6US).cwnd(bytes(75_000)).window();
    NsccWindow same = taken(state, to -> to.nack(0, 0, 0, NackReason.OTHER, NsccWindow.NO_SAMPLE));
    assertThat(NsccStates.shown(same, 0)).isEqualTo(NsccStates.shown(state, 0));
    assertThat(NsccStates.shown(taken(state, to -> to.inferLoss(0)), 0))
        .isEqualTo(NsccStates.shown(state, 0));
    assertThat(taken(state, to -> to.ack(0, 0, 0, false, 0, 127, false)).savedCwnd)
        .as("the largest penalty that the field holds")
        .isEqualTo(bytes(75_000));
  }

  @Test
  void aListenerHearsOfEachActionThatIsTaken() {
    NsccWindow window = given(UET_6US).cwnd(bytes(75_000)).window();
    List<List<Object>> heard = new ArrayList<>();
    window.tell(
        (kernel, action, arguments) -> {
          assertThat(kernel).isSameAs(window);
          assertThat(arguments).hasSameSizeAs(action.parameters());
          List<Object> one = new ArrayList<>(List.of(action.name(), kernel.inflight()));
          one.addAll(List.of(arguments));
          heard.add(one);
        });
    assertThat(window.send(MTU)).isNull();
    assertThat(window.send(MTU)).isNull();
    assertThat(window.send(MTU)).isNull();
    assertThat(window.send(MTU + 1)).isNotBlank(); // of which nobody hears
    assertThat(window.inferLoss(MTU)).isNull();
    // a packet that was given up before is received, and in flight no more
    assertThat(window.ack(US, 2 * MTU, MTU, false, 6 * US, 0, true)).isNull();
    assertThat(window.nack(US, MTU, MTU, NackReason.TRIMMED, 7 * US)).isNull();
    assertThat(window.nack(US, MTU, 0, NackReason.OTHER, 8 * US)).isNull();
    assertThat(heard)
        .containsExactly(
            List.of("Send", MTU, MTU),
            List.of("Send", 2 * MTU, MTU),
            List.of("Send", 3 * MTU, MTU),
            List.of("InferLoss", 2 * MTU, MTU),
            List.of("Ack", MTU, 2 * MTU, MTU, false, 6 * US, List.of(0, true)),
            List.of("Nack", 0L, MTU, false, "trimmed", 7 * US),
            List.of("Nack", 0L, MTU, true, "other", 8 * US));
  }

  @Test
  @Requirement("NSCC-12")
  void anAverageAtTheTargetIsNotBeyondIt() {
    // 20 µs after the last delay this one is the average: 4.5 µs
    NsccWindow state = given(UET_6US).cwnd(bytes(75_000)).avgDelayPs(4_500_000).window();
    NsccWindow at = ack(state, 20 * US, 0, true, 6 * US + 4_500_000);
    assertThat(at.cwnd()).isEqualTo(bytes(75_000));
    assertThat(at.lastDecreasePs).as("no decrease").isZero();
    NsccWindow beyond = ack(state, 20 * US, 0, true, 6 * US + 4_500_001);
    assertThat(beyond.cwnd()).isLessThan(bytes(75_000));
    assertThat(beyond.lastDecreasePs).isEqualTo(20 * US);
  }

  @Test
  @Requirement("UET-2")
  void anAdjustmentIsDueOnceMoreThanItsThresholdWasReceived() {
    // 8 · 4,096 B = 32,768 B
    NsccWindow state = given(UET_6US).cwnd(bytes(75_000)).incBytes(1_000).window();
    NsccWindow at = ack(state, US, 32_768, true, 6 * US);
    assertThat(at.receivedBytes).isEqualTo(bytes(32_768));
    assertThat(at.cwnd()).isEqualTo(bytes(75_000));
    NsccWindow beyond = ack(at, US, 1, true, 6 * US);
    assertThat(beyond.receivedBytes).isZero();
    assertThat(beyond.cwnd()).isGreaterThan(bytes(75_000));
  }

  @Test
  @Requirement("UET-2")
  void fastIncreaseBeginsOnceMoreThanAWindowCameInWithoutDelay() {
    NsccWindow state = given(UET_6US).cwnd(bytes(8_192)).window();
    NsccWindow whole = ack(state, US, 8_192, false, 6 * US);
    assertThat(whole.fiCount).isEqualTo(bytes(8_192));
    assertThat(whole.increaseMode).isFalse();
    NsccWindow more = ack(whole, US, 1, false, 6 * US);
    assertThat(more.increaseMode).isTrue();
    // it is counted as far as it matters: the largest window of 112,500 B, and one unit beyond
    NsccWindow full = given(UET_6US).cwnd(bytes(112_500)).window();
    full = ack(full, US, 112_500, false, 6 * US);
    assertThat(full.increaseMode).isFalse();
    full = ack(full, US, 4_096, false, 6 * US);
    assertThat(full.fiCount).isEqualTo(bytes(112_500) + 1);
    assertThat(full.increaseMode).isTrue();
    // a delay of 1 µs is one, and ends it
    assertThat(ack(full, US, 0, false, 7 * US - 1).increaseMode).isTrue();
    NsccWindow delayed = ack(full, US, 0, false, 7 * US);
    assertThat(delayed.increaseMode).isFalse();
    assertThat(delayed.fiCount).isZero();
  }

  /** Without trimming the target and quick adapt's threshold are 6 µs and four times as much. */
  private static final NsccParams UNTRIMMED =
      NsccParams.uet10(
          100 * NsccFigures.G, 100 * NsccFigures.G, 6 * US, 4096, 4096, /* trimming */ false);

  @Test
  @Requirement("UET-2")
  void quickAdaptActsAtTheEndOfItsPeriodOnADelayBeyondItsThreshold() {
    NsccWindow state = given(UNTRIMMED).cwnd(bytes(75_000)).achieved(bytes(10_000), US).window();
    assertThat(ack(state, US - 1, 0, true, 30 * US + 1).achievedBytes)
        .as("the period is not over")
        .isEqualTo(bytes(10_000));
    NsccWindow at = ack(state, US, 0, true, 30 * US);
    assertThat(at.cwnd()).as("24 µs are not beyond 24 µs").isEqualTo(bytes(75_000));
    assertThat(at.achievedBytes).isZero();
    // the next period is a base RTT and a target long
    assertThat(at.untilQa(US)).isEqualTo(12 * US);
    assertThat(ack(state, US, 0, true, 30 * US + 1).cwnd()).isEqualTo(bytes(10_000));
  }

  @Test
  @Requirement("UET-2")
  void quickAdaptActsOnlyWhereLittleArrived() {
    // an eighth of 112,500 B: 14,062.5 B, which are 7,200,000 units
    long eighth = 7_200_000;
    for (long little : new long[] {eighth - 1, eighth}) {
      NsccWindow state = given(UET_6US).cwnd(bytes(75_000)).achieved(little, US).window();
      NsccWindow trimmed =
          taken(state, to -> to.nack(US, MTU, 0, NackReason.TRIMMED, NsccWindow.NO_SAMPLE));
      assertThat(trimmed.cwnd()).isEqualTo(little < eighth ? little : bytes(70_904));
      assertThat(trimmed.triggerQa).isEqualTo(little == eighth);
      assertThat(trimmed.untilQa(US)).isEqualTo(10_500_000); // 6 µs and 4.5 µs
    }
  }

  @Test
  @Requirement({"UET-2", "X17"})
  void whatWasTrimmedIsRememberedToTheEndOfThePeriod() {
    NsccWindow state = given(UET_6US).cwnd(bytes(75_000)).achieved(bytes(10_000), 5 * US).window();
    NsccWindow trimmed =
        taken(state, to -> to.nack(US, MTU, 0, NackReason.TRIMMED, NsccWindow.NO_SAMPLE));
    assertThat(trimmed.triggerQa).isTrue();
    assertThat(trimmed.cwnd()).isEqualTo(bytes(70_904));
    NsccWindow adapted = ack(trimmed, 5 * US, 0, true, 6 * US);
    assertThat(adapted.cwnd()).isEqualTo(bytes(10_000));
    assertThat(adapted.triggerQa).isFalse();
    NsccWindow untouched = ack(state, 5 * US, 0, true, 6 * US);
    assertThat(untouched.cwnd()).as("nobody asked").isEqualTo(bytes(75_000));
  }

  /** What was in flight as quick adapt set the window says nothing new of it: the marks on it. */
  @Test
  @Requirement("UET-2")
  void marksOnWhatWasInFlightAreIgnoredUntilSoMuchCameInOrWasLost() {
    NsccWindow adapted = adapted();
    assertThat(adapted.bytesToIgnore).isEqualTo(3 * MTU);
    NsccWindow one = ack(adapted, 20 * US, 4_096, true, 12 * US);
    assertThat(one.bytesIgnored).isEqualTo(MTU);
    assertThat(one.receivedBytes).as("nothing is counted meanwhile").isZero();
    NsccWindow lost = taken(one, to -> to.inferLoss(MTU));
    assertThat(lost.bytesIgnored).isEqualTo(2 * MTU);
    NsccWindow trimmed =
        taken(
            lost,
            to -> to.nack(20 * US, MTU, 0, NackReason.TRIMMED_LAST_HOP, NsccWindow.NO_SAMPLE));
    assertThat(trimmed.bytesIgnored).isEqualTo(3 * MTU);
    assertThat(taken(lost, to -> to.nack(20 * US, MTU, 0, NackReason.OTHER, 0)).bytesIgnored)
        .as("a refusal for another reason is none of the window's business")
        .isEqualTo(2 * MTU);
    NsccWindow last = ack(lost, 20 * US, 8_192, true, 12 * US);
    assertThat(last.bytesIgnored).as("as far as it matters").isEqualTo(3 * MTU);
    assertThat(last.receivedBytes).as("and the next mark counts").isEqualTo(2 * MTU);
  }

  /** Three packets are in flight, and a trim has set the window. */
  private static NsccWindow adapted() {
    NsccWindow state =
        given(UET_6US).cwnd(bytes(75_000)).inflight(4 * MTU).achieved(MTU, US).window();
    return taken(state, to -> to.nack(10 * US, MTU, MTU, NackReason.TRIMMED, NsccWindow.NO_SAMPLE));
  }

  @Test
  @Requirement({"NSCC-2", "UET-2"})
  void aNackBringsABaseRttAndADelayAsWell() {
    NsccWindow state = given(UET_6US).cwnd(bytes(75_000)).window();
    NsccWindow nearer = taken(state, to -> to.nack(US, MTU, 0, NackReason.OTHER, 5 * US));
    assertThat(nearer.baseRttPs()).isEqualTo(5 * US);
    assertThat(nearer.avgDelayPs).as("other reasons say nothing of a delay").isZero();
    NsccWindow trimmed =
        taken(state, to -> to.nack(US, MTU, 0, NackReason.TRIMMED, NsccWindow.NO_SAMPLE));
    assertThat(trimmed.baseRttPs()).isEqualTo(6 * US);
    assertThat(trimmed.avgDelayPs).as("a sixth of the way to 6 µs").isEqualTo(1_000_000);
    assertThat(trimmed.sinceDelay(US + 1)).as("a trim is a delay").isEqualTo(1);
    assertThat(nearer.sinceDelay(US + 1)).as("no other NACK is").isEqualTo(1_000_001);
  }

  /** Averages 4.5 µs and a delay of 12 µs that comes so many nanoseconds after the last one. */
  @ParameterizedTest
  @CsvSource({"0, 4500000", "750, 5437500", "3000, 8250000", "6000, 12000000", "90000, 12000000"})
  @Requirement("UET-10")
  void aDelayWeighsByTheTimeSinceTheLastOne(long sinceNs, long averagePs) {
    NsccWindow state = given(UET_6US).cwnd(bytes(75_000)).avgDelayPs(4_500_000).window();
    NsccWindow later = ack(state, 1_000 * sinceNs, 0, false, 18 * US);
    assertThat(later.avgDelayPs).isEqualTo(averagePs);
    assertThat(later.sinceDelay(1_000 * sinceNs)).isZero();
  }

  /** An acknowledgment without a sample is no delay; one that lowers the base RTT is. */
  @Test
  @Requirement("UET-10")
  void theWeightIsOfTheBaseRttAsItIsNow() {
    NsccWindow state = given(UET_6US).cwnd(bytes(75_000)).avgDelayPs(4_500_000).window();
    NsccWindow unsampled = ack(state, US, 0, false, NsccWindow.NO_SAMPLE);
    assertThat(unsampled.sinceDelay(2 * US)).isEqualTo(2 * US);
    NsccWindow nearer = ack(unsampled, 2 * US, 0, false, 4 * US);
    assertThat(nearer.avgDelayPs).as("half of 4.5 µs").isEqualTo(2_250_000);
    NsccWindow late = ack(unsampled, 5 * US, 0, false, 4 * US);
    assertThat(late.avgDelayPs).as("no more than all of the way").isZero();
  }

  @Test
  @Requirement("UET-10")
  void aFixedWeightIsTheSameAtAnyTime() {
    NsccWindow state = given(UET_6US.with(Average.of(8))).avgDelayPs(4_500_000).window();
    for (long at : new long[] {0, US, 90 * US}) {
      NsccWindow after = ack(state, at, 0, false, 18 * US);
      assertThat(after.avgDelayPs).isEqualTo(5_437_500);
      assertThat(after.sinceDelay(100 * US)).as("nothing asks for it").isZero();
    }
  }

  /** As published the largest window is recomputed of the sender's link alone. */
  @Test
  @Requirement({"NSCC-2", "X19", "FIND-3"})
  void aSampleOfTheBaseRttIsNotASmallerOne() {
    NsccParams published =
        NsccFigures.uet(400, 100, 6).withMaxWnd(100 * NsccFigures.G, 400 * NsccFigures.G, 3, 2);
    NsccWindow state = given(published).window();
    assertThat(ack(state, US, 0, true, 6 * US).maxWnd()).isEqualTo(bytes(112_500));
    // 1.5 · 400 Gb/s · 5 µs
    assertThat(ack(state, US, 0, true, 5 * US).maxWnd()).isEqualTo(bytes(375_000));
  }

  @Test
  @Requirement("UET-2")
  void underAPenaltyNothingGrows() {
    NsccWindow state = given(UET_6US).cwnd(bytes(50_000)).inflight(bytes(50_000)).window();
    NsccWindow braked = taken(state, to -> to.ack(US, MTU, MTU, false, 6 * US, 1, false));
    assertThat(braked.fiCount).isZero();
    assertThat(braked.incBytes).isZero();
    NsccWindow free = taken(state, to -> to.ack(US, MTU, MTU, false, 6 * US, 0, false));
    assertThat(free.fiCount).isEqualTo(MTU);
    assertThat(free.incBytes).isPositive();
  }
}
