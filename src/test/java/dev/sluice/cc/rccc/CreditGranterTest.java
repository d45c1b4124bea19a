package dev.sluice.cc.rccc;

import static dev.sluice.cc.rccc.CreditGranter.NOWHERE;
import static dev.sluice.cc.rccc.Figures.INITIAL;
import static dev.sluice.cc.rccc.Figures.NOBODY;
import static dev.sluice.cc.rccc.Figures.RANK_0;
import static dev.sluice.cc.rccc.Figures.RANK_1;
import static dev.sluice.cc.rccc.Figures.SLICE;
import static dev.sluice.cc.rccc.Figures.WRITE;
import static dev.sluice.cc.rccc.Figures.accepted;
import static dev.sluice.cc.rccc.Figures.assertRefused;
import static dev.sluice.cc.rccc.Figures.params;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.cc.Profile;
import dev.sluice.cc.rccc.Figures.AckCc;
import dev.sluice.cc.rccc.Figures.Host;
import dev.sluice.requirement.Requirement;
import dev.sluice.units.WrappingCounter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CreditGranterTest {
  private static final CreditParams PARAMS = params(4_096);

  /** As far ahead as a total on the wire can be read: half of 2^24, less one. */
  private static final long FULL = 8_388_607;

  private final Host host = new Host();

  /** A request that asks for so much beyond what is granted. */
  private static void receive(
      CreditGranter granter, CreditParams params, SenderKey key, long bytes, long more) {
    long granted = granter.known(key) ? granter.granted(key, NOWHERE) : params.initialCreditBytes();
    accepted(granter.receive(key, NOWHERE, bytes, params.wireCredit(granted + more), NOBODY));
  }

  /** One slice, and every grant that is due within it. */
  private static void slice(CreditGranter granter, List<AckCc> sent) {
    Host host = new Host();
    accepted(granter.slice());
    int slot;
    while ((slot = granter.slotInTurn()) >= 0) {
      accepted(granter.grant(granter.key(slot), slot, host));
    }
    sent.addAll(host.acks);
  }

  @Test
  @Requirement({"RCCC-1", "RCCC-16"})
  void theFirstRequestMakesTheEntryWithTheInitialCreditCounted() {
    CreditGranter granter = new CreditGranter(PARAMS);
    receive(granter, PARAMS, RANK_0, 4_096, FULL);
    assertThat(granter.size()).isEqualTo(1);
    assertThat(granter.granted(RANK_0, NOWHERE)).isEqualTo(12_500).isEqualTo(INITIAL);
    assertThat(granter.wanted(RANK_0, NOWHERE)).isEqualTo(1_000_000 - (12_500 - 4_096));
    assertThat(granter.arrived(RANK_0, NOWHERE)).isEqualTo(4_096);
  }

  /** Counts a packet more in uet-1.0: 4,160 B are 17 quanta of 256 B. */
  @Test
  @Requirement({"RCCC-3", "UET-6"})
  void theHeaderOfATrimmedPacketHasAPacketMoreBeWanted() {
    CreditParams params =
        new CreditParams(
            Profile.UET_1_0, 256, SLICE, 4_160, 12_544, 999_936, 0, WrappingCounter.MODULUS_24);
    CreditGranter granter = new CreditGranter(params);
    assertThat(granter.receiveTrimmed(RANK_0, NOWHERE, 0)).as("without an entry").isNotNull();
    assertThat(granter.size()).isZero();
    receive(granter, params, RANK_0, 4_160, 25_600);
    long granted = granter.granted(RANK_0, NOWHERE);
    assertThat(granter.wanted(RANK_0, NOWHERE)).isEqualTo(25_600);
    long field = params.wireCredit(granted + 30_720);
    accepted(granter.receiveTrimmed(RANK_0, NOWHERE, field));
    assertThat(granter.wanted(RANK_0, NOWHERE)).isEqualTo(30_720 + 17 * 256);
    accepted(granter.receiveTrimmed(RANK_0, NOWHERE, params.wireCredit(granted)));
    assertThat(granter.wanted(RANK_0, NOWHERE)).as("an old header").isEqualTo(30_720 + 34 * 256);
    assertThat(granter.arrived(RANK_0, NOWHERE)).as("no data came").isEqualTo(4_160);
    assertThat(granter.broken()).isNull();
  }

  /** Counts no packet more in the source documents, where a lost packet keeps its credit. */
  @Test
  @Requirement({"RCCC-3", "UET-6"})
  void theHeaderOfATrimmedPacketAsksForNothingMoreWhereItHasItsCredit() {
    CreditGranter granter = new CreditGranter(PARAMS);
    receive(granter, PARAMS, RANK_0, 4_096, 10_000);
    long field = PARAMS.wireCredit(INITIAL + 20_000);
    accepted(granter.receiveTrimmed(RANK_0, NOWHERE, field));
    assertThat(granter.wanted(RANK_0, NOWHERE)).isEqualTo(20_000);
  }

  @Test
  @Requirement({"RCCC-2", "RCCC-18"})
  void aLoneSenderIsGrantedTheWholeSlice() {
    CreditGranter granter = new CreditGranter(PARAMS);
    receive(granter, PARAMS, RANK_0, 4_096, FULL);
    List<AckCc> sent = new ArrayList<>();
    slice(granter, sent);
    assertThat(SLICE).as("12.5 GB/s x 1 us").isEqualTo(12_500);
    assertThat(sent).containsExactly(new AckCc(RANK_0, 12_500 + 12_500, 0));
    assertThat(granter.budget()).isZero();
  }

  @Test
  @Requirement({"RCCC-2", "RCCC-3"})
  void twoSendersAreGranted6250Each() {
    CreditGranter granter = new CreditGranter(PARAMS);
    receive(granter, PARAMS, RANK_0, 4_096, FULL);
    receive(granter, PARAMS, RANK_1, 4_096, FULL);
    List<AckCc> sent = new ArrayList<>();
    slice(granter, sent);
    assertThat(sent)
        .containsExactly(
            new AckCc(RANK_0, 12_500 + 6_250, 0), new AckCc(RANK_1, 12_500 + 6_250, 0));
  }

  @Test
  @Requirement({"RCCC-2", "RCCC-3", "FIND-8"})
  void threeSendersShare12500WithoutARemainderLostOrMade() {
    CreditGranter granter = new CreditGranter(PARAMS);
    for (int cccId = 1; cccId <= 3; cccId++) {
      receive(granter, PARAMS, new SenderKey(0, 1, 0, cccId), 0, FULL);
    }
    List<AckCc> sent = new ArrayList<>();
    slice(granter, sent);
    assertThat(sent).extracting(AckCc::total).containsOnly(12_500L + 4_166);
    assertThat(granter.remainder()).isEqualTo(12_500 - 3 * 4_166).isEqualTo(2);
    accepted(granter.slice());
    assertThat(granter.accrued(new SenderKey(0, 1, 0, 1), NOWHERE))
        .as("12,502 / 3")
        .isEqualTo(4_167);
    assertThat(granter.remainder()).isEqualTo(1);
  }

  @Test
  @Requirement({"RCCC-2", "RCCC-12", "FIND-8"})
  void moreSendersThanBytesInASliceAreAllServed() {
    CreditParams params =
        new CreditParams(Profile.SOURCE_DOCUMENTS, 1, 3, 1, 0, 10, 0, WrappingCounter.MODULUS_24);
    CreditGranter granter = new CreditGranter(params);
    for (int cccId = 0; cccId < 5; cccId++) {
      receive(granter, params, new SenderKey(0, 1, 0, cccId), 0, 6);
    }
    List<AckCc> sent = new ArrayList<>();
    slice(granter, sent);
    assertThat(sent).as("3 / 5 is 0, and 3 are carried").isEmpty();
    for (int slice = 1; slice < 12; slice++) {
      slice(granter, sent);
    }
    for (int cccId = 0; cccId < 5; cccId++) {
      assertThat(granter.granted(new SenderKey(0, 1, 0, cccId), NOWHERE)).isEqualTo(10 * 3 / 5);
    }
  }

  /** A hint where its entry was last is of no use once another one has come in before it. */
  @Test
  @Requirement({"RCCC-3", "RCCC-12"})
  void theTurnGoesOnBehindTheSenderServedLastWhereverItsEntryHasMoved() {
    CreditParams params =
        new CreditParams(Profile.SOURCE_DOCUMENTS, 1, 3, 1, 0, 10, 0, WrappingCounter.MODULUS_24);
    CreditGranter granter = new CreditGranter(params);
    receive(granter, params, new SenderKey(0, 1, 0, 2), 0, 6);
    receive(granter, params, new SenderKey(0, 1, 0, 3), 0, 6);
    slice(granter, new ArrayList<>());
    slice(granter, new ArrayList<>());
    assertThat(granter.lastSender()).isEqualTo(new SenderKey(0, 1, 0, 3));
    assertThat(granter.accrued(new SenderKey(0, 1, 0, 3), NOWHERE)).as("left over").isOne();
    receive(granter, params, new SenderKey(0, 1, 0, 1), 0, 6);
    accepted(granter.slice());
    assertThat(granter.key(granter.slotInTurn())).isEqualTo(new SenderKey(0, 1, 0, 1));
  }

  @Test
  @Requirement({"RCCC-3", "FIND-8"})
  void aSenderThatJoinsWithinASliceIsGrantedNothingInIt() {
    CreditGranter granter = new CreditGranter(PARAMS);
    receive(granter, PARAMS, RANK_0, 4_096, FULL);
    List<AckCc> sent = new ArrayList<>();
    slice(granter, sent);
    receive(granter, PARAMS, RANK_1, 4_096, FULL);
    accepted(granter.commit(RANK_1, NOWHERE, 4_096, host));
    assertThat(host.acks).containsExactly(new AckCc(RANK_1, INITIAL, 4_096));
    assertThat(inTurn(granter)).isNull();
  }

  @Test
  @Requirement({"RCCC-10", "FIND-5", "FIND-6"})
  void aCapOverAllSendersHoldsBackWhatTheWindowOfEachWouldLet() {
    CreditParams params = params(4_096).withCap(30_000);
    CreditGranter granter = new CreditGranter(params);
    receive(granter, params, RANK_0, 0, FULL);
    receive(granter, params, RANK_1, 0, FULL);
    assertThat(granter.outstanding()).as("initial credit counts").isEqualTo(2 * 12_500);
    List<AckCc> sent = new ArrayList<>();
    for (int slice = 0; slice < 10; slice++) {
      slice(granter, sent);
    }
    assertThat(sent).as("25,000 + 5,000").hasSize(1);
    assertThat(granter.outstanding()).isEqualTo(30_000);
    receive(granter, params, RANK_1, 4_095, FULL);
    assertThat(inTurn(granter)).as("a packet needs 4,096").isNull();
    receive(granter, params, RANK_1, 1, FULL);
    assertThat(inTurn(granter)).isEqualTo(RANK_1);
    accepted(granter.grant(RANK_1, NOWHERE, NOBODY));
    assertThat(granter.outstanding()).isEqualTo(30_000);
    accepted(granter.forget(RANK_0, NOWHERE));
    assertThat(granter.outstanding())
        .as("what a sender saved goes with its entry")
        .isEqualTo(granter.granted(RANK_1, NOWHERE) - 4_096);
  }

  @Test
  @Requirement({"RCCC-3", "RCCC-8", "FIND-25"})
  void aDemandOf37500IsGrantedOnceThoughRequestsTellOfItWhileCreditIsUnderWay() {
    assertThat(grantedInAll(CreditParams.TargetSays.TOTAL)).isEqualTo(37_500);
    assertThat(grantedInAll(CreditParams.TargetSays.BACKLOG))
        .as("a second slice is granted for each of two slices on their way")
        .isEqualTo(37_500 + 2 * 12_500);
  }

  /** Three slices of demand, of which two are on their way when the last request leaves. */
  private static long grantedInAll(CreditParams.TargetSays reading) {
    CreditParams params = PARAMS.with(reading, CreditParams.Packets.CUT);
    CreditSpender spender = new CreditSpender(params, 1);
    accepted(spender.want(0, 37_500));
    CreditGranter granter = new CreditGranter(params);
    List<AckCc> sent = new ArrayList<>();
    for (int packet = 0; packet < 4; packet++) { // 3 x 4,096 + 212 B, and no ACK_CC meanwhile
      Host host = new Host();
      accepted(spender.transmit(0, spender.queue(0), host));
      Figures.Request request = host.requests.get(0);
      long field = params.wireTarget(request.target());
      accepted(granter.receive(RANK_0, NOWHERE, request.bytes(), field, NOBODY));
      if (packet < 2) {
        slice(granter, sent);
      }
    }
    while (granter.wanted(RANK_0, NOWHERE) > 0) {
      slice(granter, sent);
    }
    return granter.granted(RANK_0, NOWHERE);
  }

  @Test
  @Requirement({"RCCC-12", "FIND-25"})
  void aTotalThatComesLateChangesNothing() {
    CreditGranter granter = new CreditGranter(PARAMS);
    accepted(granter.receive(RANK_0, NOWHERE, 0, 25_000, NOBODY));
    slice(granter, new ArrayList<>());
    assertThat(granter.wanted(RANK_0, NOWHERE)).isZero();
    assertThat(granter.wanted(RANK_0, NOWHERE)).isZero();
    String before = granter.toString();
    accepted(granter.receive(RANK_0, NOWHERE, 0, 20_000, NOBODY));
    assertThat(granter).hasToString(before);
    assertRefused(granter, granter::slice); // nobody counts
    accepted(granter.receive(RANK_0, NOWHERE, 0, 40_000, NOBODY));
    assertThat(granter.wanted(RANK_0, NOWHERE)).isEqualTo(40_000 - 25_000);
    String more = granter.toString();
    accepted(granter.receive(RANK_0, NOWHERE, 0, 30_000, NOBODY));
    assertThat(granter).hasToString(more);
  }

  @Test
  @Requirement("FIND-5")
  void aCapHoldsAGrantAndAnInitialCredit() {
    CreditParams params = params(4_096);
    assertThatThrownBy(() -> params.withCap(12_499)).hasMessageContaining("a cap of 12499");
    assertThatThrownBy(() -> params(16_000).withCap(15_999)).hasMessageContaining("a cap of 15999");
    assertThat(params.withCap(12_500).capBytes()).isEqualTo(12_500);
  }

  @Test
  @Requirement({"RCCC-3", "RCCC-12", "FIND-15"})
  void sharesSmallerThanAPacketAreSavedUpAndServedInTurn() {
    CreditParams params = params(9_216);
    CreditGranter granter = new CreditGranter(params);
    receive(granter, params, RANK_0, 9_216, FULL);
    receive(granter, params, RANK_1, 9_216, FULL);
    List<AckCc> sent = new ArrayList<>();
    slice(granter, sent);
    assertThat(sent).as("6,250 < 9,216").isEmpty();
    slice(granter, sent);
    assertThat(sent).containsExactly(new AckCc(RANK_0, 25_000, 0));
    slice(granter, sent);
    assertThat(sent.get(1)).isEqualTo(new AckCc(RANK_1, 25_000, 0));
    for (int slice = 3; slice < 1_000; slice++) {
      slice(granter, sent);
      if (granter.wanted(RANK_0, NOWHERE) < 100_000) { // both have spent what they were granted
        long in = granter.granted(RANK_0, NOWHERE) - granter.arrived(RANK_0, NOWHERE);
        receive(granter, params, RANK_0, in, FULL);
        receive(
            granter,
            params,
            RANK_1,
            granter.granted(RANK_1, NOWHERE) - granter.arrived(RANK_1, NOWHERE),
            FULL);
      }
    }
    long both = granter.granted(RANK_0, NOWHERE) + granter.granted(RANK_1, NOWHERE) - 2 * INITIAL;
    assertThat(both).isLessThanOrEqualTo(1_000 * SLICE).isGreaterThan(998 * SLICE);
    assertThat(Math.abs(granter.granted(RANK_0, NOWHERE) - granter.granted(RANK_1, NOWHERE)))
        .isLessThanOrEqualTo(SLICE);
  }

  @Test
  @Requirement({"RCCC-4", "FIND-17"})
  void acknowledgmentsOfABurstReturnOneSliceNotOneEach() {
    CreditGranter granter = new CreditGranter(PARAMS);
    for (int packet = 0; packet < 3; packet++) {
      receive(granter, PARAMS, RANK_0, 4_096, FULL);
    }
    accepted(granter.slice());
    for (int packet = 0; packet < 3; packet++) {
      accepted(granter.commit(RANK_0, NOWHERE, 4_096, host));
    }
    assertThat(host.acks).extracting(AckCc::total).containsExactly(25_000L, 25_000L, 25_000L);
  }

  @Test
  @Requirement("RCCC-4")
  void nothingIsAcknowledgedBeforeItIsInMemory() {
    CreditGranter granter = new CreditGranter(PARAMS);
    receive(granter, PARAMS, RANK_0, 4_096, FULL);
    List<AckCc> sent = new ArrayList<>();
    slice(granter, sent);
    assertThat(sent.get(0).acked()).isZero();
    assertRefused(granter, () -> granter.commit(RANK_0, NOWHERE, 4_097, NOBODY));
    assertRefused(granter, () -> granter.commit(RANK_0, NOWHERE, 0, NOBODY));
    assertRefused(granter, () -> granter.commit(RANK_1, NOWHERE, 4_096, NOBODY));
    accepted(granter.commit(RANK_0, NOWHERE, 4_096, host));
    assertThat(host.acks).extracting(AckCc::acked).containsExactly(4_096L);
    assertRefused(granter, () -> granter.commit(RANK_0, NOWHERE, 4_096, NOBODY));
  }

  @Test
  @Requirement("RCCC-18")
  void aWriteOf256MegabytesIsGrantedIn20480Slices() {
    CreditSpender spender = new CreditSpender(PARAMS, 1);
    accepted(spender.want(0, WRITE));
    CreditGranter granter = new CreditGranter(PARAMS);
    receive(granter, PARAMS, RANK_0, 0, FULL);
    int slices = 1; // the initial credit is worth one
    while (spender.backlog() > 0) {
      List<AckCc> sent = new ArrayList<>();
      slice(granter, sent);
      slices++;
      long total = sent.get(0).total();
      accepted(spender.learn(PARAMS.wireCredit(total), 0));
      long in = total - granter.arrived(RANK_0, NOWHERE);
      receive(granter, PARAMS, RANK_0, in, Math.min(spender.backlog(), FULL));
      assertThat(total).as("no more than the write").isLessThanOrEqualTo(WRITE);
    }
    assertThat(slices).isEqualTo((int) (WRITE / SLICE)).isEqualTo(20_480); // of 1 us: 20.48 ms
    assertThat(spender.credit()).isEqualTo(256_000_000);
  }

  @Test
  @Requirement({"RCCC-12", "RCCC-15"})
  void whoLeavesOrWantsNothingIsNotCounted() {
    CreditGranter granter = new CreditGranter(PARAMS);
    receive(granter, PARAMS, RANK_0, 4_096, FULL);
    receive(granter, PARAMS, RANK_1, 4_096, 0);
    List<AckCc> sent = new ArrayList<>();
    slice(granter, sent);
    assertThat(sent).containsExactly(new AckCc(RANK_0, 25_000, 0));
    accepted(granter.forget(RANK_1, NOWHERE));
    accepted(granter.forget(RANK_0, NOWHERE));
    assertThat(granter.size()).isZero();
    assertRefused(granter, () -> granter.forget(RANK_0, NOWHERE));
    assertRefused(granter, granter::slice);
  }

  @Test
  @Requirement("RCCC-12")
  void aSliceDoesNotEndWithCreditDueNorIsItGrantedOutOfTurn() {
    CreditGranter granter = new CreditGranter(PARAMS);
    receive(granter, PARAMS, RANK_0, 4_096, FULL);
    receive(granter, PARAMS, RANK_1, 4_096, FULL);
    accepted(granter.slice());
    assertRefused(granter, granter::slice);
    assertThat(inTurn(granter)).isEqualTo(RANK_0);
    assertRefused(granter, () -> granter.grant(RANK_1, NOWHERE, NOBODY));
    assertRefused(granter, () -> granter.grant(new SenderKey(0, 9, 0, 1), NOWHERE, NOBODY));
  }

  @Test
  @Requirement({"RCCC-2", "UET-5"})
  void wholeQuantaAreGrantedAndTheRestIsCarried() {
    CreditParams params =
        new CreditParams(
            Profile.UET_1_0, 256, SLICE, 4_096, 0, 1_024_000, 0, WrappingCounter.MODULUS_24);
    CreditGranter granter = new CreditGranter(params);
    receive(granter, params, RANK_0, 0, 1_024_000); // 4,000 quanta
    assertThat(granter.wanted(RANK_0, NOWHERE)).isEqualTo(1_024_000);
    List<AckCc> sent = new ArrayList<>();
    slice(granter, sent);
    assertThat(sent.get(0).total()).isEqualTo(48 * 256).isEqualTo(12_288);
    assertThat(granter.accrued(RANK_0, NOWHERE)).isEqualTo(12_500 - 12_288).isEqualTo(212);
    slice(granter, sent);
    assertThat(sent.get(1).total())
        .as("25,000 / 256 = 97.66: 49 quanta more, for the 212 B were carried")
        .isEqualTo(97 * 256);
    for (int slice = 2; slice < 256; slice++) {
      slice(granter, sent);
      receive(granter, params, RANK_0, 0, 1_024_000);
    }
    assertThat(granter.granted(RANK_0, NOWHERE))
        .as("256 slices divide exactly")
        .isEqualTo(256 * SLICE);
  }

  @Test
  @Requirement("RCCC-1")
  void entriesAreToldApartByAddressClassAndContext() {
    CreditGranter granter = new CreditGranter(PARAMS);
    List<SenderKey> keys =
        List.of(
            new SenderKey(0, 2, 0, 1),
            new SenderKey(0, 1, 1, 1),
            new SenderKey(0, 1, 0, 2),
            new SenderKey(0, 1, 0, 1),
            new SenderKey(1, 0, 0, 1));
    for (SenderKey key : keys) {
      receive(granter, PARAMS, key, 100, 0);
    }
    assertThat(granter.size()).isEqualTo(5);
    for (int slot = 0; slot < 5; slot++) {
      assertThat(granter.slot(granter.key(slot), NOWHERE)).isEqualTo(slot);
    }
    assertThat(granter.key(0)).isEqualTo(new SenderKey(0, 1, 0, 1));
  }

  /** Whose turn it is; null if it is nobody's. */
  /** 12,500 B of initial credit and 7,500 B wanted beyond it: granted in one slice. */
  @Test
  @Requirement({"RCCC-3", "RCCC-4"})
  void aListenerHearsOfEachActionAndWhatItPutsOnTheWire() {
    CreditGranter granter = new CreditGranter(PARAMS);
    List<List<Object>> heard = new ArrayList<>();
    granter.tell(
        (kernel, action, arguments) -> {
          assertThat(kernel).isSameAs(granter);
          assertThat(arguments).hasSize(action.parameters().size() + action.effects().size());
          List<Object> one = new ArrayList<>(List.of(action.name(), kernel.outstanding()));
          one.addAll(List.of(arguments));
          heard.add(one);
        });
    assertThat(granter.slice()).isNotBlank(); // of which nobody hears
    accepted(granter.receive(RANK_0, NOWHERE, 4_096, 20_000, host));
    accepted(granter.commit(RANK_0, NOWHERE, 4_096, host));
    accepted(granter.slice());
    accepted(granter.grant(RANK_0, NOWHERE, host));
    accepted(granter.receive(RANK_0, NOWHERE, 0, 20_000, host));
    accepted(granter.forget(RANK_0, NOWHERE));
    assertThat(heard)
        .containsExactly(
            List.of("Receive", 8_404L, RANK_0, 4_096L, 20_000L),
            List.of("Commit", 8_404L, RANK_0, 12_500L, 4_096L),
            List.of("Slice", 8_404L),
            List.of("Grant", 15_904L, RANK_0, 20_000L),
            List.of("Receive", 15_904L, RANK_0, 0L, 20_000L),
            List.of("Forget", 0L, RANK_0));
    granter.tell(null);
    accepted(granter.receive(RANK_0, NOWHERE, 0, 20_000, host));
    assertThat(heard).hasSize(6);
  }

  private static SenderKey inTurn(CreditGranter granter) {
    int slot = granter.slotInTurn();
    return slot < 0 ? null : granter.key(slot);
  }

  /** The cap holds whoever is next, the entry in the first slot too. */
  @Test
  @Requirement({"RCCC-12", "FIND-5"})
  void aLoneSenderWaitsForRoomUnderTheCap() {
    CreditParams params = params(4_096).withCap(16_595);
    CreditGranter granter = new CreditGranter(params);
    receive(granter, params, RANK_0, 0, FULL); // 12,500 B are outstanding
    accepted(granter.slice());
    assertThat(granter.slotInTurn()).as("4,095 B of room hold no packet").isEqualTo(-1);
    assertRefused(granter, () -> granter.grant(RANK_0, NOWHERE, NOBODY));
    receive(granter, params, RANK_0, 1, FULL);
    assertThat(granter.slotInTurn()).isZero();
    accepted(granter.grant(RANK_0, NOWHERE, host));
    assertThat(host.acks).containsExactly(new AckCc(RANK_0, 12_500 + 4_096, 0));
    assertThat(granter.outstanding()).isEqualTo(16_595);
  }

  @Test
  @Requirement("RCCC-16")
  void aRequestCannotTakeDataBack() {
    CreditGranter granter = new CreditGranter(PARAMS);
    receive(granter, PARAMS, RANK_0, 4_096, FULL);
    assertRefused(granter, () -> granter.receive(RANK_0, NOWHERE, -1, 0, NOBODY));
    assertThat(granter.size()).isEqualTo(1);
  }

  @Test
  @Requirement({"RCCC-2", "RCCC-12"})
  void theBudgetOfASliceIsWhatIsNotIssuedOfIt() {
    CreditGranter granter = new CreditGranter(PARAMS);
    assertThat(granter.budget()).isEqualTo(12_500);
    receive(granter, PARAMS, RANK_0, 4_096, FULL);
    receive(granter, PARAMS, RANK_1, 4_096, FULL);
    accepted(granter.slice());
    accepted(granter.grant(RANK_0, NOWHERE, NOBODY));
    assertThat(granter.budget()).isEqualTo(12_500 - 6_250);
    assertThat(granter.slots()).isEqualTo(2);
    accepted(granter.grant(RANK_1, NOWHERE, NOBODY));
    assertThat(granter.budget()).isZero();
  }

  /** What tests compare as text tells any two apart. */
  @Test
  void theTextTellsEveryVariable() {
    CreditGranter granter = new CreditGranter(PARAMS);
    receive(granter, PARAMS, RANK_0, 4_096, 100_000);
    receive(granter, PARAMS, RANK_1, 0, 100_000);
    List<AckCc> sent = new ArrayList<>();
    slice(granter, sent);
    accepted(granter.commit(RANK_0, NOWHERE, 96, NOBODY));
    accepted(granter.forget(RANK_1, NOWHERE));
    assertThat(granter)
        .hasToString(
            "CreditGranter["
                + RANK_0
                + ": wanted 93750, granted 18750, accrued 0, arrived 4096, committed 96;"
                + " remainder 0, budget 0, lastSender "
                + RANK_1
                + "]");
  }

  /** What it keeps beside its variables is wrong only after a fault; then it says what is wrong. */
  @Test
  void itSaysWhatIsWrongWithIt() {
    CreditGranter granter = new CreditGranter(PARAMS);
    receive(granter, PARAMS, RANK_0, 4_096, FULL);
    accepted(granter.slice());
    receive(granter, PARAMS, RANK_1, 4_096, FULL);
    assertThat(granter.broken()).isNull();
    CreditGranter.FACE.variable("outstanding").writer().set(granter, 0, 1);
    assertThat(granter.broken()).contains("outstanding").contains("is 1, ").contains("16808");
    CreditGranter.FACE.variable("level").writer().set(granter, 0, 12_499);
    assertThat(granter.broken()).contains(RANK_1.toString()).contains("has -1 shares");
  }
}
