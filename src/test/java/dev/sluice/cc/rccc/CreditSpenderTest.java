package dev.sluice.cc.rccc;

import static dev.sluice.cc.rccc.Figures.INITIAL;
import static dev.sluice.cc.rccc.Figures.SLICE;
import static dev.sluice.cc.rccc.Figures.WRITE;
import static dev.sluice.cc.rccc.Figures.assertRefused;
import static dev.sluice.cc.rccc.Figures.effects;
import static dev.sluice.cc.rccc.Figures.next;
import static dev.sluice.cc.rccc.Figures.params;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.cc.Outcome;
import dev.sluice.cc.Profile;
import dev.sluice.requirement.Requirement;
import dev.sluice.units.WrappingCounter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CreditSpenderTest {
  private static final CreditParams PARAMS = params(4096);
  private static final CreditParams BACKLOG =
      PARAMS.with(CreditParams.TargetSays.BACKLOG, CreditParams.Packets.CUT);
  private static final int PDC = 0;

  /** How far ahead a total on the wire can be read. */
  private static final long REACH = 8_388_607;

  private static CreditSpender.State written(long bytes, CreditParams params) {
    return next(CreditSpender.want(CreditSpender.closed(1), params, PDC, bytes));
  }

  @Test
  @Requirement("RCCC-9")
  void theInitialCreditIsOneSixthOfTheBdpAndNeedsNoAsking() {
    assertThat(INITIAL).isEqualTo(12_500);
    CreditSpender.State state = written(WRITE, PARAMS);
    assertThat(state.credit()).isEqualTo(12_500);
    assertThat(CreditSpender.mayTransmit(state, PARAMS)).isTrue();
  }

  @Test
  @Requirement({"RCCC-7", "RCCC-8"})
  void theWriteJoinsTheGlobalBacklogAndTheInitialCreditLeavesIt() {
    Outcome<CreditSpender.State> wanted =
        CreditSpender.want(CreditSpender.closed(1), PARAMS, PDC, WRITE);
    assertThat(effects(wanted)).containsExactly(new CreditSpender.Authorised(12_500));
    assertThat(wanted.next().queue().bytes(PDC)).isEqualTo(256_000_000);
    assertThat(wanted.next().backlog()).isEqualTo(256_000_000 - 12_500).isEqualTo(255_987_500);
  }

  @Test
  @Requirement({"RCCC-5", "RCCC-8", "RCCC-16", "FIND-14"})
  void theFirstGrantTakesTheTotalTo25000AndTheBacklogTo255975000() {
    CreditSpender.State state = written(WRITE, PARAMS);
    Outcome<CreditSpender.State> learnt = CreditSpender.learn(state, PARAMS, 25_000, 0);
    assertThat(effects(learnt)).containsExactly(new CreditSpender.Authorised(25_000 - 12_500));
    assertThat(learnt.next().credit()).isEqualTo(25_000);
    assertThat(learnt.next().backlog()).isEqualTo(255_987_500 - 12_500).isEqualTo(255_975_000);
    assertThat(learnt.next().backlog() + learnt.next().authorised()).isEqualTo(WRITE);
  }

  @Test
  @Requirement({"RCCC-5", "FIND-19"})
  void aTotalOvertakenByALargerOneChangesNothing() {
    CreditSpender.State state = written(WRITE, PARAMS);
    state = next(CreditSpender.learn(state, PARAMS, 37_500, 0));
    CreditSpender.State late = next(CreditSpender.learn(state, PARAMS, 25_000, 0));
    assertThat(late).isSameAs(state);
    CreditSpender.State again = next(CreditSpender.learn(state, PARAMS, 37_500, 0));
    assertThat(again).isSameAs(state);
    CreditSpender.State third = next(CreditSpender.learn(late, PARAMS, 50_000, 0));
    assertThat(third.authorised()).as("62,500 if the older total were recorded").isEqualTo(50_000);
  }

  @Test
  @Requirement("RCCC-5")
  void totalsGoOnAcrossTheWrapOfTheWire() {
    CreditSpender.State state = written(WRITE, PARAMS);
    long total = 12_500;
    for (int slice = 0; slice < 1_400; slice++) { // one wrap takes 16,777,216 / 12,500 = 1,342.2
      total += 12_500;
      state = next(CreditSpender.learn(state, PARAMS, total % (1 << 24), 0));
    }
    assertThat(state.credit()).isEqualTo(total).isEqualTo(17_512_500);
  }

  @Test
  @Requirement("RCCC-13")
  void twelveAndAHalfKilobytesArePacketsThatFillTheMtuAndOneTail() {
    assertThat(packets(12_500, 4_096)).containsExactly(4_096L, 4_096L, 4_096L, 212L);
    assertThat(packets(12_500, 9_216)).containsExactly(9_216L, 3_284L);
  }

  private static List<Long> packets(long message, long mtu) {
    CreditParams params = params(mtu);
    CreditSpender.State state = written(message, params);
    List<Long> sizes = new ArrayList<>();
    while (CreditSpender.mayTransmit(state, params)) {
      Outcome<CreditSpender.State> sent = CreditSpender.transmit(state, params, PDC);
      sizes.add(((CreditSpender.Request) effects(sent).get(0)).bytes());
      state = sent.next();
    }
    assertThat(state.queue().bytes(PDC)).isZero();
    return sizes;
  }

  @Test
  @Requirement({"RCCC-6", "RCCC-13"})
  void aPacketOf9216IsCutToACreditOf6250() {
    CreditParams params =
        new CreditParams(Profile.SOURCE_DOCUMENTS, 1, SLICE, 9_216, 6_250, 1_000_000, 0, 1 << 24);
    CreditSpender.State state = written(WRITE, params);
    assertThat(CreditSpender.packetBytes(state, params, WRITE)).isEqualTo(6_250);
    state = next(CreditSpender.transmit(state, params, PDC));
    assertThat(state.spent()).isEqualTo(6_250);
    assertThat(CreditSpender.mayTransmit(state, params)).isFalse();
    assertRefused(state, CreditSpender.transmit(state, params, PDC));
  }

  @Test
  @Requirement({"RCCC-13", "FIND-18"})
  void whatIsCutOffHasAHeaderOfItsOwn() {
    CreditParams params =
        new CreditParams(
            Profile.SOURCE_DOCUMENTS,
            CreditParams.TargetSays.TOTAL,
            CreditParams.Packets.CUT,
            1,
            SLICE,
            4_222,
            126,
            5_000,
            1_000_000,
            0,
            1 << 24,
            4_222,
            0);
    long counted = 2 * 4_096 + 2 * 126; // two packets, with their headers
    CreditSpender.State state = written(counted, params);
    assertThat(params.rest(counted, 4_222)).as("a whole one").isEqualTo(4_222);
    state = next(CreditSpender.transmit(state, params, PDC, counted));
    assertThat(CreditSpender.packetBytes(state, params, 4_222)).isEqualTo(5_000 - 4_222);
    assertThat(params.rest(4_222, 778)).isEqualTo(4_222 - 778 + 126).isEqualTo(3_570);
    Outcome<CreditSpender.State> cut = CreditSpender.transmit(state, params, PDC, 4_222);
    assertThat(effects(cut)).containsExactly(new CreditSpender.Request(PDC, 778, 5_000 + 3_570));
    assertThat(cut.next().queue().bytes(PDC)).isEqualTo(3_570);
    assertThat(cut.next().backlog()).isEqualTo(3_570);
    state = next(CreditSpender.learn(cut.next(), params, 5_126, 0));
    assertThat(CreditSpender.mayTransmit(state, params)).as("126 B hold no data").isFalse();
    assertRefused(state, CreditSpender.transmit(state, params, PDC, 3_570));
  }

  @Test
  @Requirement({"RCCC-6", "RCCC-13", "FIND-15"})
  void whereCreditIsSavedNoPacketOf9216FitsACreditOf6250() {
    CreditParams params =
        new CreditParams(Profile.SOURCE_DOCUMENTS, 1, SLICE, 9_216, 6_250, 1_000_000, 0, 1 << 24)
            .with(CreditParams.TargetSays.TOTAL, CreditParams.Packets.SAVED);
    CreditSpender.State state = written(WRITE, params);
    assertThat(CreditSpender.mayTransmit(state, params)).isFalse();
    assertRefused(state, CreditSpender.transmit(state, params, PDC));
    state = next(CreditSpender.learn(state, params, 2 * 6_250, 0));
    assertThat(CreditSpender.mayTransmit(state, params)).isTrue();
    state = next(CreditSpender.transmit(state, params, PDC));
    assertThat(state.authorised() - state.spent()).isEqualTo(12_500 - 9_216).isEqualTo(3_284);
  }

  @Test
  @Requirement({"RCCC-6", "RCCC-8"})
  void theInitialCreditCoversThreePacketsAndTheRestOfItAFourth() {
    CreditSpender.State state = written(WRITE, PARAMS);
    for (long bytes : new long[] {4_096, 4_096, 4_096, 212}) {
      Outcome<CreditSpender.State> sent = CreditSpender.transmit(state, PARAMS, PDC);
      assertThat(effects(sent))
          .containsExactly(new CreditSpender.Request(PDC, bytes, 12_500 + REACH));
      state = sent.next();
    }
    assertThat(state.spent()).isEqualTo(12_500);
    assertRefused(state, CreditSpender.transmit(state, PARAMS, PDC));
  }

  @Test
  @Requirement({"RCCC-8", "UET-5"})
  void aBacklogThatTheFieldCannotHoldIsTheLargestItHolds() {
    assertThat(targetOf(WRITE, BACKLOG)).isEqualTo(16_777_215);
    assertThat(targetOf(16_777_215 + 12_500, BACKLOG)).isEqualTo(16_777_215);
    assertThat(targetOf(16_777_214 + 12_500, BACKLOG)).isEqualTo(16_777_214);
  }

  @Test
  @Requirement({"RCCC-7", "RCCC-8", "FIND-7", "FIND-25"})
  void aTotalIsTheBacklogBeyondWhatIsAuthorisedAsFarAsItCanBeRead() {
    assertThat(targetOf(WRITE, PARAMS)).isEqualTo(12_500 + 8_388_607);
    assertThat(targetOf(8_388_607 + 12_500, PARAMS)).isEqualTo(12_500 + 8_388_607);
    assertThat(targetOf(1_000_000, PARAMS)).as("all that was posted").isEqualTo(1_000_000);
    assertThat(targetOf(212, PARAMS)).isEqualTo(212);
  }

  private static long targetOf(long message, CreditParams params) {
    CreditSpender.State state = written(message, params);
    Outcome<CreditSpender.State> sent = CreditSpender.transmit(state, params, PDC);
    long target = ((CreditSpender.Request) effects(sent).get(0)).target();
    assertThat(params.wireTarget(target)).isEqualTo(target);
    return target;
  }

  @Test
  @Requirement({"RCCC-7", "RCCC-17"})
  void twoPdcsTakeTurnsOnTheCreditOfTheirContext() {
    CreditSpender.State state = CreditSpender.closed(2);
    state = next(CreditSpender.want(state, PARAMS, 0, 8_192));
    state = next(CreditSpender.want(state, PARAMS, 1, 8_192));
    assertThat(state.backlog()).isEqualTo(2 * 8_192 - 12_500);
    List<Integer> turns = new ArrayList<>();
    while (CreditSpender.mayTransmit(state, PARAMS)) {
      turns.add(CreditSpender.pdcInTurn(state));
      assertRefused(state, CreditSpender.transmit(state, PARAMS, 1 - turns.get(turns.size() - 1)));
      state = next(CreditSpender.transmit(state, PARAMS, CreditSpender.pdcInTurn(state)));
    }
    assertThat(turns).as("3 x 4,096 + 212 B").containsExactly(0, 1, 0, 1);
  }

  @Test
  @Requirement("RCCC-7")
  void aPdcAnnouncesMessagesAsTheyComeAndNoEmptyOne() {
    CreditSpender.State state = written(WRITE, PARAMS);
    CreditSpender.State more = next(CreditSpender.want(state, PARAMS, PDC, 1));
    assertThat(more.queue().bytes(PDC)).isEqualTo(state.queue().bytes(PDC) + 1);
    assertThat(more.backlog()).isEqualTo(state.backlog() + 1);
    CreditSpender.State closed = CreditSpender.closed(1);
    assertRefused(closed, CreditSpender.want(closed, PARAMS, PDC, 0));
  }

  @Test
  @Requirement({"RCCC-8", "RCCC-15", "FIND-9"})
  void aLostLastPacketGivesItsCreditBackAndIsSentAgain() {
    CreditSpender.State state = written(212, PARAMS);
    state = next(CreditSpender.transmit(state, PARAMS, PDC));
    assertThat(state.backlog()).isZero();
    assertRefused(state, CreditSpender.inferLoss(state, PARAMS, PDC, 213));
    CreditSpender.State lost = next(CreditSpender.inferLoss(state, PARAMS, PDC, 212));
    assertThat(lost.spent()).isZero();
    assertThat(CreditSpender.mayTransmit(lost, PARAMS)).isTrue();
    assertThat(next(CreditSpender.transmit(lost, PARAMS, PDC))).isEqualTo(state);
  }

  @Test
  @Requirement({"RCCC-8", "RCCC-15", "FIND-9"})
  void aPacketIsSentAgainOnTheCreditThatItHad() {
    CreditSpender.State state = written(WRITE, PARAMS);
    assertRefused(state, CreditSpender.resend(state, PARAMS, PDC)); // nothing was sent yet
    state = next(CreditSpender.transmit(state, PARAMS, PDC));
    Outcome<CreditSpender.State> again = CreditSpender.resend(state, PARAMS, PDC);
    assertThat(again.next()).isSameAs(state);
    assertThat(effects(again)).containsExactly(new CreditSpender.Request(PDC, 0, 12_500 + REACH));
  }

  @Test
  @Requirement({"RCCC-15", "FIND-16"})
  void whoCannotSendAndAwaitsSomethingAsksWithoutData() {
    CreditSpender.State state = written(WRITE, PARAMS);
    assertRefused(state, CreditSpender.ask(state, PARAMS, 4_096));
    while (CreditSpender.mayTransmit(state, PARAMS)) {
      state = next(CreditSpender.transmit(state, PARAMS, PDC));
    }
    Outcome<CreditSpender.State> asked = CreditSpender.ask(state, PARAMS, 4_096);
    assertThat(asked.next()).isSameAs(state);
    assertThat(effects(asked))
        .containsExactly(new CreditSpender.Request(CreditSpender.NO_PDC, 0, 12_500 + REACH));
    CreditSpender.State closed = CreditSpender.closed(1);
    assertRefused(closed, CreditSpender.ask(closed, PARAMS, 0));
  }

  @Test
  @Requirement("RCCC-15")
  void aContextClosesWhenAllIsSentAndAcknowledged() {
    CreditSpender.State state = written(212, PARAMS);
    assertRefused(state, CreditSpender.close(state, PARAMS));
    state = next(CreditSpender.transmit(state, PARAMS, PDC));
    assertRefused(state, CreditSpender.close(state, PARAMS));
    state = next(CreditSpender.learn(state, PARAMS, 12_500, 212));
    state = next(CreditSpender.close(state, PARAMS));
    assertThat(state).isEqualTo(CreditSpender.closed(1));
    assertRefused(state, CreditSpender.close(state, PARAMS));
    assertThat(next(CreditSpender.learn(state, PARAMS, 25_000, 212)))
        .as("a late ACK_CC finds nobody")
        .isSameAs(state);
  }

  @Test
  @Requirement({"RCCC-8", "UET-5"})
  void inTheOtherProfileATargetIsALevelInWholeQuanta() {
    CreditParams params =
        new CreditParams(
            Profile.UET_1_0,
            256,
            SLICE,
            4_096,
            112_640,
            4_000_000_000L / 256 / 4 * 256,
            0,
            WrappingCounter.MODULUS_24);
    CreditSpender.State state = written(WRITE, params);
    assertThat(state.backlog()).as("bytes leave it when they are sent").isEqualTo(256_000_000);
    Outcome<CreditSpender.State> sent = CreditSpender.transmit(state, params, PDC);
    assertThat(sent.next().backlog()).isEqualTo(256_000_000 - 4_096);
    long target = ((CreditSpender.Request) effects(sent).get(0)).target();
    assertThat(target).isEqualTo(112_640 + 255_887_360); // 256,000,000 rounded up to quanta
    assertThat(params.wireTarget(target)).isEqualTo(target / 256).isEqualTo(1_000_000);
    CreditSpender.State lost = next(CreditSpender.inferLoss(sent.next(), params, PDC, 4_096));
    assertThat(lost.backlog()).as("lost bytes are asked for anew").isEqualTo(256_000_000);
    assertThat(lost.spent()).isEqualTo(4_096);
  }

  @Test
  @Requirement({"RCCC-5", "FIND-7"})
  void aWindowOfHalfTheModulusIsNotTaken() {
    assertThatThrownBy(
            () ->
                new CreditParams(
                    Profile.SOURCE_DOCUMENTS, 1, SLICE, 4_096, 12_500, 1 << 23, 0, 1 << 24))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("8388608");
    assertThat(
            new CreditParams(
                    Profile.SOURCE_DOCUMENTS, 1, SLICE, 4_096, 12_500, (1 << 23) - 1, 0, 1 << 24)
                .windowBytes())
        .isEqualTo(8_388_607);
  }
}
