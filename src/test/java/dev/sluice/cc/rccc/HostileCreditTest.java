package dev.sluice.cc.rccc;

import static dev.sluice.cc.rccc.CreditGranter.NOWHERE;
import static dev.sluice.cc.rccc.Figures.INITIAL;
import static dev.sluice.cc.rccc.Figures.NOBODY;
import static dev.sluice.cc.rccc.Figures.RANK_0;
import static dev.sluice.cc.rccc.Figures.RANK_1;
import static dev.sluice.cc.rccc.Figures.SLICE;
import static dev.sluice.cc.rccc.Figures.accepted;
import static dev.sluice.cc.rccc.Figures.assertRefused;
import static dev.sluice.cc.rccc.Figures.params;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cc.Profile;
import dev.sluice.cc.rccc.Figures.Host;
import dev.sluice.requirement.Requirement;
import dev.sluice.units.WrappingCounter;
import org.junit.jupiter.api.Test;

/** Requests and ACK_CCs as a peer might send them that keeps to no rule. */
class HostileCreditTest {
  private static final CreditParams PARAMS = params(4_096);
  private static final CreditParams UET =
      new CreditParams(
          Profile.UET_1_0, 256, SLICE, 4_096, 112_640, 112_640, 0, WrappingCounter.MODULUS_24);
  private static final long MODULUS = 1L << 24;
  private static final long HALF = 1L << 23;
  private static final int PDC = 0;

  // ---------------------------------------------------------------- at the granter

  private static long told(CreditGranter granter, CreditParams params, long more) {
    return params.wireCredit(granter.granted(RANK_0, NOWHERE) + more);
  }

  private static void grantAll(CreditGranter granter) {
    int slot;
    while ((slot = granter.slotInTurn()) >= 0) {
      accepted(granter.grant(granter.key(slot), slot, NOBODY));
    }
  }

  @Test
  @Requirement({"RCCC-3", "RCCC-12"})
  void whoAsksForEverythingIsGrantedItsWindowAndItsShare() {
    CreditGranter granter = new CreditGranter(PARAMS);
    accepted(granter.receive(RANK_0, NOWHERE, 0, HALF - 1, NOBODY));
    accepted(granter.receive(RANK_1, NOWHERE, 0, PARAMS.wireCredit(INITIAL + 50_000), NOBODY));
    for (int slice = 0; slice < 8; slice++) {
      accepted(granter.slice());
      grantAll(granter);
      accepted(granter.receive(RANK_0, NOWHERE, 0, told(granter, PARAMS, HALF - 1), NOBODY));
    }
    assertThat(granter.granted(RANK_1, NOWHERE))
        .as("half of eight slices of 12,500")
        .isEqualTo(INITIAL + 50_000);
    assertThat(granter.granted(RANK_0, NOWHERE)).isEqualTo(INITIAL + 50_000);
    for (int slice = 0; slice < 200 && granter.slice() == null; slice++) {
      grantAll(granter);
      accepted(granter.receive(RANK_0, NOWHERE, 0, told(granter, PARAMS, HALF - 1), NOBODY));
    }
    assertThat(granter.granted(RANK_0, NOWHERE))
        .as("it sends nothing: no more than its window of 1,000,000")
        .isEqualTo(1_000_000);
    assertThat(granter.broken()).isNull();
  }

  @Test
  @Requirement({"RCCC-5", "FIND-25", "UET-5"})
  void aTargetThatCannotBeReadAsOneToComeAsksForNothing() {
    for (CreditParams params : new CreditParams[] {PARAMS, UET}) {
      long quantum = params == UET ? 256 : 1;
      CreditGranter granter = new CreditGranter(params);
      accepted(granter.receive(RANK_0, NOWHERE, 0, told(granter, params, 0), NOBODY));
      long wanted = granter.wanted(RANK_0, NOWHERE);
      for (long behind : new long[] {HALF, HALF + 1, MODULUS - 1, MODULUS, 3 * MODULUS}) {
        long field = told(granter, params, behind * quantum);
        accepted(granter.receive(RANK_0, NOWHERE, 0, field, NOBODY));
        assertThat(granter.wanted(RANK_0, NOWHERE)).as("%d ahead", behind).isEqualTo(wanted);
      }
      assertThat(granter.granted(RANK_0, NOWHERE)).isEqualTo(params.initialCreditBytes());
    }
  }

  @Test
  @Requirement({"RCCC-1", "FIND-16"})
  void aRequestWithoutDataIsAnsweredAndIssuesNothing() {
    CreditGranter granter = new CreditGranter(PARAMS);
    Host host = new Host();
    accepted(granter.receive(RANK_0, NOWHERE, 0, 0, host));
    String once = granter.toString();
    for (int again = 0; again < 100; again++) {
      accepted(granter.receive(RANK_0, NOWHERE, 0, 0, host));
    }
    assertThat(granter).hasToString(once);
    assertThat(host.acks)
        .hasSize(101)
        .containsOnly(new Figures.AckCc(RANK_0, INITIAL, 0)); // and no initial credit again
    assertThat(granter.broken()).isNull();
  }

  @Test
  @Requirement({"RCCC-4", "RCCC-12"})
  void whatIsOutOfPlaceIsRefusedAndChangesNothing() {
    CreditGranter granter = new CreditGranter(PARAMS);
    accepted(granter.receive(RANK_0, NOWHERE, 4_096, told(granter, PARAMS, 20_000), NOBODY));
    assertRefused(granter, () -> granter.receive(RANK_0, NOWHERE, -1, 0, NOBODY));
    assertRefused(granter, () -> granter.receive(RANK_1, NOWHERE, -1, 0, NOBODY));
    for (long bytes : new long[] {4_097, Long.MAX_VALUE, 0, -1}) {
      assertRefused(granter, () -> granter.commit(RANK_0, NOWHERE, bytes, NOBODY));
    }
    assertRefused(granter, () -> granter.commit(RANK_1, NOWHERE, 1, NOBODY));
    assertRefused(granter, () -> granter.grant(RANK_1, NOWHERE, NOBODY));
    assertRefused(granter, () -> granter.forget(RANK_1, NOWHERE));
    accepted(granter.commit(RANK_0, NOWHERE, 4_096, NOBODY));
    assertRefused(granter, () -> granter.commit(RANK_0, NOWHERE, 1, NOBODY));
    assertThat(granter.broken()).isNull();
  }

  /** Data that nobody let out is taken, since it has come; it earns its sender nothing. */
  @Test
  @Requirement({"RCCC-3", "RCCC-5"})
  void whoSendsMoreThanItsCreditIsIssuedNoMoreOfIt() {
    CreditGranter granter = new CreditGranter(PARAMS);
    for (int packet = 0; packet < 50; packet++) {
      accepted(granter.receive(RANK_0, NOWHERE, 4_096, 0, NOBODY));
      accepted(granter.commit(RANK_0, NOWHERE, 4_096, NOBODY));
    }
    assertThat(granter.granted(RANK_0, NOWHERE)).isEqualTo(INITIAL);
    assertThat(granter.wanted(RANK_0, NOWHERE)).isZero();
    assertThat(granter.budget()).isEqualTo(SLICE);
    assertThat(granter.broken()).isNull();
  }

  // ---------------------------------------------------------------- at the spender

  /** Two packets of three are sent on the initial credit, 8,192 of 12,288 bytes. */
  private static CreditSpender spender(CreditParams params) {
    CreditSpender spender = new CreditSpender(params, 1);
    accepted(spender.want(PDC, 12_288));
    accepted(spender.transmit(PDC, 12_288, NOBODY));
    accepted(spender.transmit(PDC, 8_192, NOBODY));
    return spender;
  }

  @Test
  @Requirement({"RCCC-5", "RCCC-8"})
  void creditHalfTheModulusAheadOrMoreIsOldAndOneLessIsNot() {
    for (CreditParams params : new CreditParams[] {PARAMS, UET}) {
      long quantum = params == UET ? 256 : 1;
      CreditSpender spender = spender(params);
      String before = spender.toString();
      long known = spender.credit();
      for (long ahead : new long[] {0, HALF, HALF + 1, MODULUS - 1, MODULUS}) {
        accepted(spender.learn(params.wireCredit(known + ahead * quantum), 0));
        assertThat(spender).as("%d ahead", ahead).hasToString(before);
      }
      accepted(spender.learn(params.wireCredit(known + (HALF - 1) * quantum), 0));
      assertThat(spender.credit()).isEqualTo(known + (HALF - 1) * quantum);
      assertThat(spender.backlog()).isNotNegative();
      assertThat(spender.queued()).as("one packet is left").isEqualTo(4_096);
      assertThat(spender.broken()).isNull();
    }
  }

  @Test
  @Requirement({"RCCC-8", "RCCC-15", "FIND-19"})
  void noMoreIsAcknowledgedThanWasSentAndNoLessThanBefore() {
    for (CreditParams params : new CreditParams[] {PARAMS, UET}) {
      CreditSpender spender = spender(params);
      long same = params.wireCredit(spender.credit());
      accepted(spender.learn(same, 4_096));
      String before = spender.toString();
      for (long inMemory : new long[] {4_096, 4_095, 0, -1}) {
        accepted(spender.learn(same, inMemory));
        assertThat(spender).as("%d in memory", inMemory).hasToString(before);
      }
      accepted(spender.learn(same, Long.MAX_VALUE));
      assertThat(spender.acked()).as("what was sent").isEqualTo(8_192);
      assertRefused(spender, () -> spender.inferLoss(PDC, 1));
      assertRefused(spender, spender::close); // one packet is left to send
      assertThat(spender.broken()).isNull();
    }
  }

  @Test
  @Requirement({"RCCC-5", "RCCC-15"})
  void acknowledgmentsThatComeToNoContextChangeNothing() {
    CreditSpender spender = new CreditSpender(PARAMS, 1);
    String fresh = spender.toString();
    accepted(spender.learn(500_000, 500_000));
    assertThat(spender).as("before it has opened").hasToString(fresh);
    accepted(spender.want(PDC, 4_096));
    accepted(spender.transmit(PDC, 4_096, NOBODY));
    accepted(spender.learn(INITIAL, 4_096));
    accepted(spender.close());
    String closed = spender.toString();
    accepted(spender.learn(500_000, 500_000));
    assertThat(spender).as("after it has closed").hasToString(closed);
  }
}
