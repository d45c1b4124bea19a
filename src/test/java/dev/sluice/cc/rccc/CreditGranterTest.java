package dev.sluice.cc.rccc;

import static dev.sluice.cc.rccc.Figures.INITIAL;
import static dev.sluice.cc.rccc.Figures.RANK_0;
import static dev.sluice.cc.rccc.Figures.RANK_1;
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

class CreditGranterTest {
  private static final CreditParams PARAMS = params(4_096);

  /** As far ahead as a total on the wire can be read: half of 2^24, less one. */
  private static final long FULL = 8_388_607;

  /** A request that asks for so much beyond what is granted. */
  private static CreditGranter.State receive(
      CreditGranter.State state, CreditParams params, SenderKey key, long bytes, long more) {
    boolean isKnown = state.known().slot(key) >= 0;
    long granted = isKnown ? state.granted(key) : params.initialCreditBytes();
    return next(
        CreditGranter.receive(state, params, key, bytes, params.wireCredit(granted + more)));
  }

  /** One slice, and every grant that is due within it. */
  private static CreditGranter.State slice(
      CreditGranter.State state, CreditParams params, List<CreditGranter.AckCc> sent) {
    CreditGranter.State now = next(CreditGranter.slice(state, params));
    for (SenderKey key = CreditGranter.senderInTurn(now, params);
        key != null;
        key = CreditGranter.senderInTurn(now, params)) {
      Outcome<CreditGranter.State> outcome = CreditGranter.grant(now, params, key);
      sent.add((CreditGranter.AckCc) effects(outcome).get(0));
      now = outcome.next();
    }
    return now;
  }

  @Test
  @Requirement({"RCCC-1", "RCCC-16"})
  void theFirstRequestMakesTheEntryWithTheInitialCreditCounted() {
    CreditGranter.State state = receive(CreditGranter.initial(PARAMS), PARAMS, RANK_0, 4_096, FULL);
    assertThat(state.known().size()).isEqualTo(1);
    assertThat(state.granted(RANK_0)).isEqualTo(12_500).isEqualTo(INITIAL);
    assertThat(state.wanted(RANK_0)).isEqualTo(1_000_000 - (12_500 - 4_096));
    assertThat(state.arrived(RANK_0)).isEqualTo(4_096);
  }

  @Test
  @Requirement({"RCCC-2", "RCCC-18"})
  void aLoneSenderIsGrantedTheWholeSlice() {
    CreditGranter.State state = receive(CreditGranter.initial(PARAMS), PARAMS, RANK_0, 4_096, FULL);
    List<CreditGranter.AckCc> sent = new ArrayList<>();
    state = slice(state, PARAMS, sent);
    assertThat(SLICE).as("12.5 GB/s x 1 us").isEqualTo(12_500);
    assertThat(sent).containsExactly(new CreditGranter.AckCc(RANK_0, 12_500 + 12_500, 0));
    assertThat(state.budget()).isZero();
  }

  @Test
  @Requirement({"RCCC-2", "RCCC-3"})
  void twoSendersAreGranted6250Each() {
    CreditGranter.State state = CreditGranter.initial(PARAMS);
    state = receive(state, PARAMS, RANK_0, 4_096, FULL);
    state = receive(state, PARAMS, RANK_1, 4_096, FULL);
    List<CreditGranter.AckCc> sent = new ArrayList<>();
    slice(state, PARAMS, sent);
    assertThat(sent)
        .containsExactly(
            new CreditGranter.AckCc(RANK_0, 12_500 + 6_250, 0),
            new CreditGranter.AckCc(RANK_1, 12_500 + 6_250, 0));
  }

  @Test
  @Requirement({"RCCC-2", "RCCC-3", "FIND-8"})
  void threeSendersShare12500WithoutARemainderLostOrMade() {
    CreditGranter.State state = CreditGranter.initial(PARAMS);
    for (int cccId = 1; cccId <= 3; cccId++) {
      state = receive(state, PARAMS, new SenderKey(0, 1, 0, cccId), 0, FULL);
    }
    List<CreditGranter.AckCc> sent = new ArrayList<>();
    state = slice(state, PARAMS, sent);
    assertThat(sent).extracting(CreditGranter.AckCc::total).containsOnly(12_500L + 4_166);
    assertThat(state.remainder()).isEqualTo(12_500 - 3 * 4_166).isEqualTo(2);
    state = next(CreditGranter.slice(state, PARAMS));
    assertThat(state.accrued(new SenderKey(0, 1, 0, 1))).as("12,502 / 3").isEqualTo(4_167);
    assertThat(state.remainder()).isEqualTo(1);
  }

  @Test
  @Requirement({"RCCC-2", "RCCC-12", "FIND-8"})
  void moreSendersThanBytesInASliceAreAllServed() {
    CreditParams params =
        new CreditParams(Profile.SOURCE_DOCUMENTS, 1, 3, 1, 0, 10, 0, WrappingCounter.MODULUS_24);
    CreditGranter.State state = CreditGranter.initial(params);
    for (int cccId = 0; cccId < 5; cccId++) {
      state = receive(state, params, new SenderKey(0, 1, 0, cccId), 0, 6);
    }
    List<CreditGranter.AckCc> sent = new ArrayList<>();
    state = slice(state, params, sent);
    assertThat(sent).as("3 / 5 is 0, and 3 are carried").isEmpty();
    for (int slice = 1; slice < 12; slice++) {
      state = slice(state, params, sent);
    }
    for (int cccId = 0; cccId < 5; cccId++) {
      assertThat(state.granted(new SenderKey(0, 1, 0, cccId))).isEqualTo(10 * 3 / 5);
    }
  }

  @Test
  @Requirement({"RCCC-3", "FIND-8"})
  void aSenderThatJoinsWithinASliceIsGrantedNothingInIt() {
    CreditGranter.State state = receive(CreditGranter.initial(PARAMS), PARAMS, RANK_0, 4_096, FULL);
    List<CreditGranter.AckCc> sent = new ArrayList<>();
    state = slice(state, PARAMS, sent);
    state = receive(state, PARAMS, RANK_1, 4_096, FULL);
    Outcome<CreditGranter.State> committed = CreditGranter.commit(state, PARAMS, RANK_1, 4_096);
    assertThat(effects(committed)).containsExactly(new CreditGranter.AckCc(RANK_1, INITIAL, 4_096));
    assertThat(CreditGranter.senderInTurn(committed.next(), PARAMS)).isNull();
  }

  @Test
  @Requirement({"RCCC-10", "FIND-5", "FIND-6"})
  void aCapOverAllSendersHoldsBackWhatTheWindowOfEachWouldLet() {
    CreditParams params = params(4_096).withCap(30_000);
    CreditGranter.State state = CreditGranter.initial(params);
    state = receive(state, params, RANK_0, 0, FULL);
    state = receive(state, params, RANK_1, 0, FULL);
    assertThat(state.outstanding()).as("initial credit counts").isEqualTo(2 * 12_500);
    List<CreditGranter.AckCc> sent = new ArrayList<>();
    for (int slice = 0; slice < 10; slice++) {
      state = slice(state, params, sent);
    }
    assertThat(sent).as("25,000 + 5,000").hasSize(1);
    assertThat(state.outstanding()).isEqualTo(30_000);
    state = receive(state, params, RANK_1, 4_095, FULL);
    assertThat(CreditGranter.senderInTurn(state, params)).as("a packet needs 4,096").isNull();
    state = receive(state, params, RANK_1, 1, FULL);
    assertThat(CreditGranter.senderInTurn(state, params)).isEqualTo(RANK_1);
    state = next(CreditGranter.grant(state, params, RANK_1));
    assertThat(state.outstanding()).isEqualTo(30_000);
    state = next(CreditGranter.forget(state, params, RANK_0));
    assertThat(state.outstanding())
        .as("what a sender saved goes with its entry")
        .isEqualTo(state.granted(RANK_1) - 4_096);
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
    CreditSpender.State spender =
        next(CreditSpender.want(CreditSpender.closed(1), params, 0, 37_500));
    CreditGranter.State state = CreditGranter.initial(params);
    List<CreditGranter.AckCc> sent = new ArrayList<>();
    for (int packet = 0; packet < 4; packet++) { // 3 x 4,096 + 212 B, and no ACK_CC meanwhile
      CreditSpender.Request request =
          (CreditSpender.Request) effects(CreditSpender.transmit(spender, params, 0)).get(0);
      spender = next(CreditSpender.transmit(spender, params, 0));
      long field = params.wireTarget(request.target());
      state = next(CreditGranter.receive(state, params, RANK_0, request.bytes(), field));
      if (packet < 2) {
        state = slice(state, params, sent);
      }
    }
    while (state.wanted(RANK_0) > 0) {
      state = slice(state, params, sent);
    }
    return state.granted(RANK_0);
  }

  @Test
  @Requirement({"RCCC-12", "FIND-25"})
  void aTotalThatComesLateChangesNothing() {
    CreditGranter.State state = CreditGranter.initial(PARAMS);
    state = next(CreditGranter.receive(state, PARAMS, RANK_0, 0, 25_000));
    state = slice(state, PARAMS, new ArrayList<>());
    assertThat(state.wanted(RANK_0)).isZero();
    CreditGranter.State late = next(CreditGranter.receive(state, PARAMS, RANK_0, 0, 20_000));
    assertThat(late).isEqualTo(state);
    CreditGranter.State more = next(CreditGranter.receive(state, PARAMS, RANK_0, 0, 40_000));
    assertThat(more.wanted(RANK_0)).isEqualTo(40_000 - 25_000);
    assertThat(next(CreditGranter.receive(more, PARAMS, RANK_0, 0, 30_000))).isEqualTo(more);
    assertRefused(late, CreditGranter.slice(late, PARAMS)); // nobody counts
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
    CreditGranter.State state = CreditGranter.initial(params);
    state = receive(state, params, RANK_0, 9_216, FULL);
    state = receive(state, params, RANK_1, 9_216, FULL);
    List<CreditGranter.AckCc> sent = new ArrayList<>();
    state = slice(state, params, sent);
    assertThat(sent).as("6,250 < 9,216").isEmpty();
    state = slice(state, params, sent);
    assertThat(sent).containsExactly(new CreditGranter.AckCc(RANK_0, 25_000, 0));
    state = slice(state, params, sent);
    assertThat(sent.get(1)).isEqualTo(new CreditGranter.AckCc(RANK_1, 25_000, 0));
    for (int slice = 3; slice < 1_000; slice++) {
      state = slice(state, params, sent);
      if (state.wanted(RANK_0) < 100_000) { // both have spent what they were granted
        long in = state.granted(RANK_0) - state.arrived(RANK_0);
        state = receive(state, params, RANK_0, in, FULL);
        state = receive(state, params, RANK_1, state.granted(RANK_1) - state.arrived(RANK_1), FULL);
      }
    }
    long both = state.granted(RANK_0) + state.granted(RANK_1) - 2 * INITIAL;
    assertThat(both).isLessThanOrEqualTo(1_000 * SLICE).isGreaterThan(998 * SLICE);
    assertThat(Math.abs(state.granted(RANK_0) - state.granted(RANK_1))).isLessThanOrEqualTo(SLICE);
  }

  @Test
  @Requirement({"RCCC-4", "FIND-17"})
  void acknowledgmentsOfABurstReturnOneSliceNotOneEach() {
    CreditGranter.State state = CreditGranter.initial(PARAMS);
    for (int packet = 0; packet < 3; packet++) {
      state = receive(state, PARAMS, RANK_0, 4_096, FULL);
    }
    state = next(CreditGranter.slice(state, PARAMS));
    List<Long> totals = new ArrayList<>();
    for (int packet = 0; packet < 3; packet++) {
      Outcome<CreditGranter.State> outcome = CreditGranter.commit(state, PARAMS, RANK_0, 4_096);
      totals.add(((CreditGranter.AckCc) effects(outcome).get(0)).total());
      state = outcome.next();
    }
    assertThat(totals).containsExactly(25_000L, 25_000L, 25_000L);
  }

  @Test
  @Requirement("RCCC-4")
  void nothingIsAcknowledgedBeforeItIsInMemory() {
    CreditGranter.State state = receive(CreditGranter.initial(PARAMS), PARAMS, RANK_0, 4_096, FULL);
    List<CreditGranter.AckCc> sent = new ArrayList<>();
    state = slice(state, PARAMS, sent);
    assertThat(sent.get(0).acked()).isZero();
    assertRefused(state, CreditGranter.commit(state, PARAMS, RANK_0, 4_097));
    assertRefused(state, CreditGranter.commit(state, PARAMS, RANK_0, 0));
    assertRefused(state, CreditGranter.commit(state, PARAMS, RANK_1, 4_096));
    Outcome<CreditGranter.State> committed = CreditGranter.commit(state, PARAMS, RANK_0, 4_096);
    assertThat(((CreditGranter.AckCc) effects(committed).get(0)).acked()).isEqualTo(4_096);
    assertRefused(committed.next(), CreditGranter.commit(committed.next(), PARAMS, RANK_0, 4_096));
  }

  @Test
  @Requirement("RCCC-18")
  void aWriteOf256MegabytesIsGrantedIn20480Slices() {
    CreditSpender.State spender =
        next(CreditSpender.want(CreditSpender.closed(1), PARAMS, 0, WRITE));
    CreditGranter.State state = receive(CreditGranter.initial(PARAMS), PARAMS, RANK_0, 0, FULL);
    int slices = 1; // the initial credit is worth one
    while (spender.backlog() > 0) {
      List<CreditGranter.AckCc> sent = new ArrayList<>();
      state = slice(state, PARAMS, sent);
      slices++;
      long total = sent.get(0).total();
      spender = next(CreditSpender.learn(spender, PARAMS, PARAMS.wireCredit(total), 0));
      long in = total - state.arrived(RANK_0);
      state = receive(state, PARAMS, RANK_0, in, Math.min(spender.backlog(), FULL));
      assertThat(total).as("no more than the write").isLessThanOrEqualTo(WRITE);
    }
    assertThat(slices).isEqualTo((int) (WRITE / SLICE)).isEqualTo(20_480); // of 1 us: 20.48 ms
    assertThat(spender.credit()).isEqualTo(256_000_000);
  }

  @Test
  @Requirement({"RCCC-12", "RCCC-15"})
  void whoLeavesOrWantsNothingIsNotCounted() {
    CreditGranter.State state = CreditGranter.initial(PARAMS);
    state = receive(state, PARAMS, RANK_0, 4_096, FULL);
    state = receive(state, PARAMS, RANK_1, 4_096, 0);
    List<CreditGranter.AckCc> sent = new ArrayList<>();
    state = slice(state, PARAMS, sent);
    assertThat(sent).containsExactly(new CreditGranter.AckCc(RANK_0, 25_000, 0));
    state = next(CreditGranter.forget(state, PARAMS, RANK_1));
    state = next(CreditGranter.forget(state, PARAMS, RANK_0));
    assertThat(state.known().size()).isZero();
    assertRefused(state, CreditGranter.forget(state, PARAMS, RANK_0));
    assertRefused(state, CreditGranter.slice(state, PARAMS));
  }

  @Test
  @Requirement("RCCC-12")
  void aSliceDoesNotEndWithCreditDueNorIsItGrantedOutOfTurn() {
    CreditGranter.State state = CreditGranter.initial(PARAMS);
    state = receive(state, PARAMS, RANK_0, 4_096, FULL);
    state = receive(state, PARAMS, RANK_1, 4_096, FULL);
    state = next(CreditGranter.slice(state, PARAMS));
    assertRefused(state, CreditGranter.slice(state, PARAMS));
    assertThat(CreditGranter.senderInTurn(state, PARAMS)).isEqualTo(RANK_0);
    assertRefused(state, CreditGranter.grant(state, PARAMS, RANK_1));
    assertRefused(state, CreditGranter.grant(state, PARAMS, new SenderKey(0, 9, 0, 1)));
  }

  @Test
  @Requirement({"RCCC-2", "UET-5"})
  void wholeQuantaAreGrantedAndTheRestIsCarried() {
    CreditParams params =
        new CreditParams(
            Profile.UET_1_0, 256, SLICE, 4_096, 0, 1_024_000, 0, WrappingCounter.MODULUS_24);
    CreditGranter.State state =
        receive(CreditGranter.initial(params), params, RANK_0, 0, 1_024_000); // 4,000 quanta
    assertThat(state.wanted(RANK_0)).isEqualTo(1_024_000);
    List<CreditGranter.AckCc> sent = new ArrayList<>();
    state = slice(state, params, sent);
    assertThat(sent.get(0).total()).isEqualTo(48 * 256).isEqualTo(12_288);
    assertThat(state.accrued(RANK_0)).isEqualTo(12_500 - 12_288).isEqualTo(212);
    state = slice(state, params, sent);
    assertThat(sent.get(1).total())
        .as("25,000 / 256 = 97.66: 49 quanta more, for the 212 B were carried")
        .isEqualTo(97 * 256);
    for (int slice = 2; slice < 256; slice++) {
      state = slice(state, params, sent);
      state = receive(state, params, RANK_0, 0, 1_024_000);
    }
    assertThat(state.granted(RANK_0)).as("256 slices divide exactly").isEqualTo(256 * SLICE);
  }

  @Test
  @Requirement("RCCC-1")
  void entriesAreToldApartByAddressClassAndContext() {
    CreditGranter.State state = CreditGranter.initial(PARAMS);
    List<SenderKey> keys =
        List.of(
            new SenderKey(0, 2, 0, 1),
            new SenderKey(0, 1, 1, 1),
            new SenderKey(0, 1, 0, 2),
            new SenderKey(0, 1, 0, 1),
            new SenderKey(1, 0, 0, 1));
    for (SenderKey key : keys) {
      state = receive(state, PARAMS, key, 100, 0);
    }
    assertThat(state.known().size()).isEqualTo(5);
    for (int slot = 0; slot < 5; slot++) {
      assertThat(state.known().slot(state.known().key(slot))).isEqualTo(slot);
    }
    assertThat(state.known().key(0)).isEqualTo(new SenderKey(0, 1, 0, 1));
  }
}
