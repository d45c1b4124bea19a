package dev.sluice.cc.rccc;

import static dev.sluice.cc.rccc.Figures.INITIAL;
import static dev.sluice.cc.rccc.Figures.NOBODY;
import static dev.sluice.cc.rccc.Figures.SLICE;
import static dev.sluice.cc.rccc.Figures.WRITE;
import static dev.sluice.cc.rccc.Figures.accepted;
import static dev.sluice.cc.rccc.Figures.assertRefused;
import static dev.sluice.cc.rccc.Figures.params;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.cc.Profile;
import dev.sluice.cc.rccc.Figures.Host;
import dev.sluice.cc.rccc.Figures.Request;
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

  private final Host host = new Host();

  private static CreditParams uet10() {
    return new CreditParams(
        Profile.UET_1_0,
        256,
        SLICE,
        4_096,
        112_640,
        4_000_000_000L / 256 / 4 * 256,
        0,
        WrappingCounter.MODULUS_24);
  }

  private static CreditSpender written(long bytes, CreditParams params) {
    CreditSpender spender = new CreditSpender(params, 1);
    accepted(spender.want(PDC, bytes));
    return spender;
  }

  /** Sends the next packet of the PDC, which has one message. */
  private static String transmit(CreditSpender spender, int pdc, Host host) {
    return spender.transmit(pdc, spender.queue(pdc), host);
  }

  /** 8,000 B are two packets, of 4,096 and 3,904 B, within the initial credit of 12,500 B. */
  @Test
  @Requirement("RCCC-8")
  void aListenerHearsOfEachActionAndWhatItPutsOnTheWire() {
    CreditSpender spender = new CreditSpender(PARAMS, 2);
    List<List<Object>> heard = heard(spender);
    accepted(spender.want(1, 8_000));
    accepted(spender.transmit(1, 8_000, host));
    assertThat(spender.transmit(0, 8_000, host)).isNotBlank(); // of which nobody hears
    accepted(spender.transmit(1, 3_904, host));
    accepted(spender.resend(1, host));
    accepted(spender.inferLoss(1, 3_904));
    accepted(spender.transmitAgain(1, 3_904, host));
    accepted(spender.ask(0, host));
    accepted(spender.learn(12_500, 0)); // nothing new, of which nobody hears
    accepted(spender.learn(12_500, 4_096));
    accepted(spender.learn(16_500, 4_096));
    accepted(spender.learn(12_500, 8_000));
    accepted(spender.close());
    assertThat(heard)
        .containsExactly(
            List.of("Want", 0L, 0L, 2, 8_000L),
            List.of("Transmit", 4_096L, 0L, 2, 4_096L, false, 8_000L),
            List.of("Transmit", 8_000L, 0L, 2, 3_904L, false, 8_000L),
            List.of("Resend", 8_000L, 0L, 2, 8_000L),
            List.of("InferLoss", 4_096L, 0L, 2, 3_904L),
            List.of("Transmit", 8_000L, 0L, 2, 3_904L, true, 8_000L),
            List.of("Ask", 8_000L, 0L, 0, 8_000L),
            List.of("Learn", 8_000L, 4_096L, 12_500L),
            List.of("Learn", 8_000L, 4_096L, 16_500L),
            List.of("Learn", 8_000L, 8_000L, 12_500L),
            List.of("Close", 0L, 0L));
  }

  @Test
  @Requirement({"RCCC-8", "UET-1"})
  void aListenerHearsWhatIsRecovered() {
    CreditSpender spender = written(8_000, uet10());
    accepted(spender.transmit(PDC, 8_000, host));
    accepted(spender.inferLoss(PDC, 4_096));
    List<List<Object>> heard = heard(spender);
    accepted(spender.recover(PDC, 4_096));
    assertThat(heard).containsExactly(List.of("Recover", 4_096L, 0L, 1, 4_096L));
    spender.tell(null);
    accepted(spender.inferLoss(PDC, 4_096));
    assertThat(heard).hasSize(1);
  }

  /** Of each action: its name, what is spent and acknowledged by then, and what came with it. */
  private static List<List<Object>> heard(CreditSpender spender) {
    List<List<Object>> heard = new ArrayList<>();
    spender.tell(
        (kernel, action, arguments) -> {
          assertThat(kernel).isSameAs(spender);
          assertThat(arguments).hasSize(action.parameters().size() + action.effects().size());
          List<Object> one =
              new ArrayList<>(List.of(action.name(), kernel.spent(), kernel.acked()));
          one.addAll(List.of(arguments));
          heard.add(one);
        });
    return heard;
  }

  @Test
  @Requirement("RCCC-9")
  void theInitialCreditIsOneSixthOfTheBdpAndNeedsNoAsking() {
    assertThat(INITIAL).isEqualTo(12_500);
    CreditSpender spender = written(WRITE, PARAMS);
    assertThat(spender.credit()).isEqualTo(12_500);
    assertThat(spender.mayTransmit()).isTrue();
  }

  @Test
  @Requirement({"RCCC-7", "RCCC-8"})
  void theWriteJoinsTheGlobalBacklogAndTheInitialCreditLeavesIt() {
    CreditSpender spender = written(WRITE, PARAMS);
    assertThat(spender.authorised()).isEqualTo(12_500);
    assertThat(spender.queue(PDC)).isEqualTo(256_000_000);
    assertThat(spender.backlog()).isEqualTo(256_000_000 - 12_500).isEqualTo(255_987_500);
  }

  @Test
  @Requirement({"RCCC-5", "RCCC-8", "RCCC-16", "FIND-14"})
  void theFirstGrantTakesTheTotalTo25000AndTheBacklogTo255975000() {
    CreditSpender spender = written(WRITE, PARAMS);
    accepted(spender.learn(25_000, 0));
    assertThat(spender.authorised()).as("12,500 more").isEqualTo(12_500 + 12_500);
    assertThat(spender.credit()).isEqualTo(25_000);
    assertThat(spender.backlog()).isEqualTo(255_987_500 - 12_500).isEqualTo(255_975_000);
    assertThat(spender.backlog() + spender.authorised()).isEqualTo(WRITE);
  }

  @Test
  @Requirement({"RCCC-5", "FIND-19"})
  void aTotalOvertakenByALargerOneChangesNothing() {
    CreditSpender spender = written(WRITE, PARAMS);
    accepted(spender.learn(37_500, 0));
    String before = spender.toString();
    accepted(spender.learn(25_000, 0));
    assertThat(spender).hasToString(before);
    accepted(spender.learn(37_500, 0));
    assertThat(spender).hasToString(before);
    accepted(spender.learn(50_000, 0));
    assertThat(spender.authorised())
        .as("62,500 if the older total were recorded")
        .isEqualTo(50_000);
  }

  @Test
  @Requirement("RCCC-5")
  void totalsGoOnAcrossTheWrapOfTheWire() {
    CreditSpender spender = written(WRITE, PARAMS);
    long total = 12_500;
    for (int slice = 0; slice < 1_400; slice++) { // one wrap takes 16,777,216 / 12,500 = 1,342.2
      total += 12_500;
      accepted(spender.learn(total % (1 << 24), 0));
    }
    assertThat(spender.credit()).isEqualTo(total).isEqualTo(17_512_500);
  }

  @Test
  @Requirement("RCCC-13")
  void twelveAndAHalfKilobytesArePacketsThatFillTheMtuAndOneTail() {
    assertThat(packets(12_500, 4_096)).containsExactly(4_096L, 4_096L, 4_096L, 212L);
    assertThat(packets(12_500, 9_216)).containsExactly(9_216L, 3_284L);
  }

  private static List<Long> packets(long message, long mtu) {
    CreditParams params = params(mtu);
    CreditSpender spender = written(message, params);
    Host host = new Host();
    while (spender.mayTransmit()) {
      accepted(transmit(spender, PDC, host));
    }
    assertThat(spender.queue(PDC)).isZero();
    return host.requests.stream().map(Request::bytes).toList();
  }

  @Test
  @Requirement({"RCCC-6", "RCCC-13"})
  void aPacketOf9216IsCutToACreditOf6250() {
    CreditParams params =
        new CreditParams(Profile.SOURCE_DOCUMENTS, 1, SLICE, 9_216, 6_250, 1_000_000, 0, 1 << 24);
    CreditSpender spender = written(WRITE, params);
    assertThat(spender.packetBytes(WRITE)).isEqualTo(6_250);
    accepted(transmit(spender, PDC, NOBODY));
    assertThat(spender.spent()).isEqualTo(6_250);
    assertThat(spender.mayTransmit()).isFalse();
    assertRefused(spender, () -> transmit(spender, PDC, NOBODY));
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
    CreditSpender spender = written(counted, params);
    assertThat(params.rest(counted, 4_222)).as("a whole one").isEqualTo(4_222);
    accepted(spender.transmit(PDC, counted, NOBODY));
    assertThat(spender.packetBytes(4_222)).isEqualTo(5_000 - 4_222);
    assertThat(params.rest(4_222, 778)).isEqualTo(4_222 - 778 + 126).isEqualTo(3_570);
    accepted(spender.transmit(PDC, 4_222, host));
    assertThat(host.requests).containsExactly(new Request(PDC, 778, 5_000 + 3_570));
    assertThat(spender.queue(PDC)).isEqualTo(3_570);
    assertThat(spender.backlog()).isEqualTo(3_570);
    accepted(spender.learn(5_126, 0));
    assertThat(spender.mayTransmit()).as("126 B hold no data").isFalse();
    assertRefused(spender, () -> spender.transmit(PDC, 3_570, NOBODY));
  }

  @Test
  @Requirement({"RCCC-6", "RCCC-13", "FIND-15"})
  void whereCreditIsSavedNoPacketOf9216FitsACreditOf6250() {
    CreditParams params =
        new CreditParams(Profile.SOURCE_DOCUMENTS, 1, SLICE, 9_216, 6_250, 1_000_000, 0, 1 << 24)
            .with(CreditParams.TargetSays.TOTAL, CreditParams.Packets.SAVED);
    CreditSpender spender = written(WRITE, params);
    assertThat(spender.mayTransmit()).isFalse();
    assertRefused(spender, () -> transmit(spender, PDC, NOBODY));
    accepted(spender.learn(2 * 6_250, 0));
    assertThat(spender.mayTransmit()).isTrue();
    accepted(transmit(spender, PDC, NOBODY));
    assertThat(spender.authorised() - spender.spent()).isEqualTo(12_500 - 9_216).isEqualTo(3_284);
  }

  @Test
  @Requirement({"RCCC-6", "RCCC-8"})
  void theInitialCreditCoversThreePacketsAndTheRestOfItAFourth() {
    CreditSpender spender = written(WRITE, PARAMS);
    for (long bytes : new long[] {4_096, 4_096, 4_096, 212}) {
      Host next = new Host();
      accepted(transmit(spender, PDC, next));
      assertThat(next.requests).containsExactly(new Request(PDC, bytes, 12_500 + REACH));
    }
    assertThat(spender.spent()).isEqualTo(12_500);
    assertRefused(spender, () -> transmit(spender, PDC, NOBODY));
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
    CreditSpender spender = written(message, params);
    Host host = new Host();
    accepted(transmit(spender, PDC, host));
    long target = host.requests.get(0).target();
    assertThat(params.wireTarget(target)).isEqualTo(target);
    return target;
  }

  @Test
  @Requirement({"RCCC-7", "RCCC-17"})
  void twoPdcsTakeTurnsOnTheCreditOfTheirContext() {
    CreditSpender spender = new CreditSpender(PARAMS, 2);
    accepted(spender.want(0, 8_192));
    accepted(spender.want(1, 8_192));
    assertThat(spender.backlog()).isEqualTo(2 * 8_192 - 12_500);
    List<Integer> turns = new ArrayList<>();
    while (spender.mayTransmit()) {
      int pdc = spender.pdcInTurn();
      turns.add(pdc);
      assertRefused(spender, () -> transmit(spender, 1 - pdc, NOBODY));
      accepted(transmit(spender, pdc, NOBODY));
    }
    assertThat(turns).as("3 x 4,096 + 212 B").containsExactly(0, 1, 0, 1);
  }

  @Test
  @Requirement("RCCC-7")
  void aPdcAnnouncesMessagesAsTheyComeAndNoEmptyOne() {
    CreditSpender spender = written(WRITE, PARAMS);
    long backlog = spender.backlog();
    accepted(spender.want(PDC, 1));
    assertThat(spender.queue(PDC)).isEqualTo(WRITE + 1);
    assertThat(spender.backlog()).isEqualTo(backlog + 1);
    CreditSpender closed = new CreditSpender(PARAMS, 1);
    assertRefused(closed, () -> closed.want(PDC, 0));
  }

  @Test
  @Requirement({"RCCC-8", "RCCC-15", "FIND-9"})
  void aLostLastPacketGivesItsCreditBackAndIsSentAgain() {
    CreditSpender spender = written(212, PARAMS);
    accepted(transmit(spender, PDC, NOBODY));
    assertThat(spender.backlog()).isZero();
    String sent = spender.toString();
    assertRefused(spender, () -> spender.inferLoss(PDC, 213));
    accepted(spender.inferLoss(PDC, 212));
    assertThat(spender.spent()).isZero();
    assertThat(spender.mayTransmit()).isTrue();
    accepted(transmit(spender, PDC, NOBODY));
    assertThat(spender).hasToString(sent);
  }

  @Test
  @Requirement({"RCCC-8", "RCCC-15", "FIND-9"})
  void newCreditIsWantedWhereItIsAskedForAnewAndSomebodyIsThereToGiveIt() {
    assertThat(PARAMS.sourceDocuments()).isTrue();
    assertThat(written(WRITE, PARAMS).resendsFree(true)).isTrue();
    assertThat(written(WRITE, PARAMS).resendsFree(false)).isTrue();
    CreditSpender other = written(WRITE, uet10());
    assertThat(other.resendsFree(true)).isFalse();
    assertThat(other.resendsFree(false)).as("nobody knows of it yet").isTrue();
  }

  @Test
  @Requirement({"RCCC-8", "RCCC-15", "FIND-9"})
  void aPacketIsSentAgainOnTheCreditThatItHad() {
    CreditSpender spender = written(WRITE, PARAMS);
    assertRefused(spender, () -> spender.resend(PDC, NOBODY)); // nothing was sent yet
    accepted(transmit(spender, PDC, NOBODY));
    String before = spender.toString();
    accepted(spender.resend(PDC, host));
    assertThat(spender).hasToString(before);
    assertThat(host.requests).containsExactly(new Request(PDC, 0, 12_500 + REACH));
  }

  @Test
  @Requirement({"RCCC-15", "FIND-16"})
  void whoCannotSendAndAwaitsSomethingAsksWithoutData() {
    CreditSpender spender = written(WRITE, PARAMS);
    assertRefused(spender, () -> spender.ask(4_096, NOBODY));
    while (spender.mayTransmit()) {
      accepted(transmit(spender, PDC, NOBODY));
    }
    String before = spender.toString();
    accepted(spender.ask(4_096, host));
    assertThat(spender).hasToString(before);
    assertThat(host.requests).containsExactly(new Request(CreditSpender.NO_PDC, 0, 12_500 + REACH));
    CreditSpender closed = new CreditSpender(PARAMS, 1);
    assertRefused(closed, () -> closed.ask(0, NOBODY));
  }

  @Test
  @Requirement("RCCC-15")
  void aContextClosesWhenAllIsSentAndAcknowledged() {
    CreditSpender spender = written(212, PARAMS);
    assertRefused(spender, spender::close);
    accepted(transmit(spender, PDC, NOBODY));
    assertRefused(spender, spender::close);
    accepted(spender.learn(12_500, 212));
    accepted(spender.close());
    String closed = new CreditSpender(PARAMS, 1).toString();
    assertThat(spender).hasToString(closed);
    assertRefused(spender, spender::close);
    accepted(spender.learn(25_000, 212));
    assertThat(spender).as("a late ACK_CC finds nobody").hasToString(closed);
  }

  @Test
  @Requirement({"RCCC-8", "UET-5"})
  void inTheOtherProfileATargetIsALevelInWholeQuanta() {
    CreditParams params = uet10();
    CreditSpender spender = written(WRITE, params);
    assertThat(spender.backlog()).as("bytes leave it when they are sent").isEqualTo(256_000_000);
    accepted(transmit(spender, PDC, host));
    assertThat(spender.backlog()).isEqualTo(256_000_000 - 4_096);
    long target = host.requests.get(0).target();
    assertThat(target).isEqualTo(112_640 + 255_887_360); // 256,000,000 rounded up to quanta
    assertThat(params.wireTarget(target)).isEqualTo(target / 256).isEqualTo(1_000_000);
    accepted(spender.inferLoss(PDC, 4_096));
    assertThat(spender.backlog()).as("lost bytes are asked for anew").isEqualTo(256_000_000);
    assertThat(spender.spent()).isEqualTo(4_096);
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

  @Test
  @Requirement({"RCCC-6", "UET-5"})
  void anOvershootIsSentBeyondTheCredit() {
    CreditParams params =
        new CreditParams(
            Profile.UET_1_0, 256, SLICE, 4_096, 4_096, 112_640, 8_192, WrappingCounter.MODULUS_24);
    CreditSpender spender = written(WRITE, params);
    for (int packet = 0; packet < 3; packet++) {
      assertThat(spender.allowed()).isEqualTo(12_288 - packet * 4_096);
      accepted(transmit(spender, PDC, NOBODY));
    }
    assertThat(spender.allowed()).as("4,096 + 8,192 − 3 · 4,096").isZero();
    assertRefused(spender, () -> transmit(spender, PDC, NOBODY));
  }

  @Test
  @Requirement({"RCCC-8", "UET-1"})
  void aLostPacketThatArrivesAfterAllIsNotSentAgain() {
    CreditSpender spender = written(8_192, uet10());
    accepted(transmit(spender, PDC, NOBODY));
    String sent = spender.toString();
    accepted(spender.inferLoss(PDC, 4_096));
    assertThat(spender.queue(PDC)).isEqualTo(8_192);
    assertRefused(spender, () -> spender.recover(PDC, 0));
    assertRefused(spender, () -> spender.recover(PDC, 8_193));
    accepted(spender.recover(PDC, 4_096));
    assertThat(spender).hasToString(sent);
    assertThat(spender.broken()).isNull();
    CreditSpender source = written(8_192, PARAMS);
    accepted(transmit(source, PDC, NOBODY));
    accepted(source.inferLoss(PDC, 4_096));
    assertRefused(source, () -> source.recover(PDC, 4_096));
    // all that is queued may be what was lost
    CreditSpender last = written(4_096, uet10());
    accepted(transmit(last, PDC, NOBODY));
    accepted(last.inferLoss(PDC, 4_096));
    accepted(last.recover(PDC, 4_096));
    assertThat(last.queue(PDC)).isZero();
  }

  @Test
  @Requirement({"RCCC-13", "RCCC-17", "FIND-9"})
  void onlyAPacketIsSentAndOnlyByThePdcInTurn() {
    CreditSpender spender = new CreditSpender(uet10(), 2);
    accepted(spender.want(0, 8_192));
    accepted(spender.want(1, 100));
    assertRefused(spender, () -> spender.transmit(0, 0, NOBODY));
    assertRefused(spender, () -> spender.transmit(0, 8_193, NOBODY));
    assertRefused(spender, () -> spender.transmitAgain(0, 0, NOBODY));
    assertRefused(spender, () -> spender.transmitAgain(0, 4_097, NOBODY));
    assertRefused(spender, () -> spender.transmitAgain(1, 100, NOBODY));
    accepted(spender.transmitAgain(0, 4_096, NOBODY));
    assertRefused(spender, () -> spender.transmitAgain(1, 101, NOBODY));
    accepted(spender.transmitAgain(1, 100, host));
    assertThat(host.requests).singleElement().extracting(Request::bytes).isEqualTo(100L);
    assertThat(spender.pdcInTurn()).isZero();
  }

  @Test
  @Requirement({"RCCC-8", "RCCC-15"})
  void whatIsInMemoryWasNotLost() {
    CreditSpender spender = written(8_192, PARAMS);
    accepted(transmit(spender, PDC, NOBODY));
    accepted(transmit(spender, PDC, NOBODY));
    accepted(spender.learn(12_500, 4_096));
    assertThat(spender.acked()).isEqualTo(4_096);
    assertRefused(spender, () -> spender.inferLoss(PDC, 0));
    assertRefused(spender, () -> spender.inferLoss(PDC, 4_097));
    accepted(spender.inferLoss(PDC, 4_096));
    assertThat(spender.queue(PDC)).isEqualTo(4_096);
  }

  @Test
  @Requirement({"RCCC-15", "FIND-16"})
  void aRequestAsksForMoreWhileTheCreditThatIsKnownDoesNotCoverTheBacklog() {
    CreditSpender total = written(12_501, PARAMS);
    assertThat(total.asksForMore()).as("for one byte").isTrue();
    assertThat(written(12_500, PARAMS).asksForMore()).isFalse();
    CreditSpender backlog = written(12_501, BACKLOG);
    assertThat(backlog.asksForMore()).isTrue();
    accepted(backlog.learn(12_501, 0));
    assertThat(backlog.asksForMore()).isFalse();
    assertThat(written(112_641, uet10()).asksForMore()).isTrue();
    assertThat(written(112_640, uet10()).asksForMore()).isFalse();
  }

  @Test
  @Requirement({"RCCC-7", "RCCC-17"})
  void aContextGetsPlacesForMorePdcsAndLosesNone() {
    CreditSpender spender = written(8_192, PARAMS);
    spender.places(1);
    spender.places(3);
    accepted(spender.want(2, 100));
    assertThat(spender.queue(0)).isEqualTo(8_192);
    assertThat(spender.queue(2)).isEqualTo(100);
    assertThatThrownBy(() -> spender.places(2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("3 places");
  }

  /** What tests compare as text tells any two apart. */
  @Test
  void theTextTellsEveryVariable() {
    CreditSpender spender = written(WRITE, PARAMS);
    accepted(transmit(spender, PDC, NOBODY));
    accepted(spender.learn(25_000, 4_096));
    assertThat(spender)
        .hasToString(
            "CreditSpender[open true, queue [255995904], lastPdc 1, backlog 255975000,"
                + " credit 25000, authorised 25000, spent 4096, acked 4096]");
  }

  /** Its counts are wrong only after a fault; then it says which. */
  @Test
  void itSaysWhatIsWrongWithIt() {
    CreditSpender spender = written(12_500, PARAMS);
    assertThat(spender.broken()).isNull();
    for (String count : List.of("credit", "acked")) {
      CreditSpender copy = spender.copy();
      CreditSpender.FACE.variable(count).writer().set(copy, 0, -1);
      assertThat(copy.broken()).contains("below zero").contains(count + " -1");
    }
    CreditSpender.FACE.variable("backlog").writer().set(spender, 0, -1);
    assertThat(spender.broken()).contains("12500 B to send").contains("12499 B are neither");
  }
}
