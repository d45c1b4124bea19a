package dev.sluice.uet.ccc;

import static dev.sluice.uet.ccc.CccScheduling.Readiness.ACTIVE;
import static dev.sluice.uet.ccc.CccScheduling.Readiness.IDLE;
import static dev.sluice.uet.ccc.CccScheduling.Readiness.PENDING;
import static dev.sluice.uet.ccc.CccScheduling.Readiness.READY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cc.Outcome;
import dev.sluice.requirement.Requirement;
import dev.sluice.uet.ccc.CccScheduling.Acked;
import dev.sluice.uet.ccc.CccScheduling.State;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** The scheduling machine, event by event; sizes are nominal bytes. */
class CccSchedulingTest {
  private static final int SIZE = 4160;

  private State state = State.INITIAL;

  private void take(Function<State, Outcome<State>> call) {
    Outcome<State> outcome = call.apply(state);
    assertThat(outcome).isInstanceOf(Outcome.Accepted.class);
    state = outcome.next();
  }

  private void refuse(Function<State, Outcome<State>> call) {
    Outcome<State> outcome = call.apply(state);
    assertThat(outcome).isInstanceOf(Outcome.Refused.class);
    assertThat(outcome.next()).isSameAs(state);
  }

  private void newData(boolean may) {
    take(s -> CccScheduling.newData(s, SIZE));
    take(CccScheduling::rccc);
    take(s -> CccScheduling.settle(s, may));
  }

  private void send(PacketStanding standing, boolean mayAfterwards) {
    take(s -> CccScheduling.send(s, standing, SIZE));
    take(s -> CccScheduling.settle(s, mayAfterwards));
  }

  private void inferLoss(boolean may) {
    take(s -> CccScheduling.inferLoss(s, 1, PacketStanding.FLYING, SIZE));
    take(CccScheduling::nscc);
    take(s -> CccScheduling.mark(s, may));
    take(CccScheduling::rccc);
    take(s -> CccScheduling.settle(s, may));
  }

  private void ack(PacketStanding... standings) {
    Acked acked = Acked.NOTHING;
    for (PacketStanding standing : standings) {
      acked = acked.plus(standing, SIZE);
    }
    Acked sum = acked;
    take(s -> CccScheduling.ack(s, sum));
    take(CccScheduling::nscc);
    take(CccScheduling::rccc);
    take(s -> CccScheduling.settle(s, true));
  }

  @Test
  @Requirement("UET-1")
  void oneEventGoesFromIdleThroughActiveToReady() {
    newData(true);
    assertThat(state.readiness()).isEqualTo(READY);
    assertThat(state.backlog()).isEqualTo(SIZE);
  }

  @Test
  @Requirement("UET-1")
  void workWithoutPermissionIsActive() {
    newData(false);
    assertThat(state.readiness()).isEqualTo(ACTIVE);
    refuse(s -> CccScheduling.send(s, PacketStanding.QUEUED, SIZE));
    take(CccScheduling::creditUpdate);
    take(CccScheduling::rccc);
    take(s -> CccScheduling.settle(s, true));
    assertThat(state.readiness()).isEqualTo(READY);
  }

  @Test
  @Requirement("UET-1")
  void aPacketSentAndAcknowledgedGoesThroughPendingToIdle() {
    newData(true);
    send(PacketStanding.QUEUED, true);
    assertThat(state.readiness()).isEqualTo(PENDING);
    ack(PacketStanding.FLYING);
    assertThat(state).isEqualTo(State.INITIAL);
  }

  @Test
  @Requirement({"UET-1", "FIND-2"})
  void anAcknowledgmentOfAPacketGivenUpForLostDoesNotCountItTwice() {
    newData(true);
    send(PacketStanding.QUEUED, true);
    inferLoss(true);
    assertThat(state.readiness()).isEqualTo(READY); // to be sent again
    assertThat(state.inflightPkts()).isZero();
    ack(PacketStanding.WAITING); // the original has arrived after all
    assertThat(state).isEqualTo(State.INITIAL); // not -1 in flight and PENDING for ever
  }

  @Test
  @Requirement({"UET-1", "FIND-2"})
  void aLateNackChangesNothing() {
    newData(true);
    send(PacketStanding.QUEUED, true);
    inferLoss(true);
    State before = state;
    take(s -> CccScheduling.nack(s, 1, PacketStanding.WAITING, SIZE));
    assertThat(state).isSameAs(before);
  }

  @Test
  @Requirement("UET-1")
  void readyInTheMiddleOfAnEventLetsNothingOut() {
    newData(true);
    send(PacketStanding.QUEUED, false);
    take(s -> CccScheduling.nack(s, 1, PacketStanding.FLYING, SIZE));
    take(CccScheduling::nscc);
    take(s -> CccScheduling.mark(s, true)); // on credit that RCCC has not looked at yet
    assertThat(state.readiness()).isEqualTo(READY);
    refuse(s -> CccScheduling.send(s, PacketStanding.WAITING, SIZE));
    take(CccScheduling::rccc);
    refuse(s -> CccScheduling.send(s, PacketStanding.WAITING, SIZE));
    take(s -> CccScheduling.settle(s, false)); // and takes back
    assertThat(state.readiness()).isEqualTo(ACTIVE);
  }

  @Test
  @Requirement("UET-1")
  void stepsComeInTheirOrderOnly() {
    newData(true);
    refuse(CccScheduling::nscc);
    send(PacketStanding.QUEUED, true);
    take(s -> CccScheduling.inferLoss(s, 1, PacketStanding.FLYING, SIZE));
    refuse(CccScheduling::rccc);
    refuse(s -> CccScheduling.mark(s, true));
    refuse(s -> CccScheduling.settle(s, true));
    refuse(CccScheduling::creditUpdate);
    take(CccScheduling::nscc);
    refuse(CccScheduling::nscc);
  }

  @Test
  @Requirement("UET-1")
  void theLastAcknowledgmentOfOnePdcLeavesTheOthersPacketsInFlight() {
    newData(true);
    newData(true);
    send(PacketStanding.QUEUED, true);
    send(PacketStanding.QUEUED, true);
    ack(PacketStanding.FLYING);
    assertThat(state.readiness()).isEqualTo(PENDING);
    assertThat(state.inflightPkts()).isEqualTo(1);
    ack(PacketStanding.FLYING);
    assertThat(state.readiness()).isEqualTo(IDLE);
  }

  @Test
  @Requirement("UET-1")
  void permissionNeedsRoomForAWholePacketAndSomeCredit() {
    assertThat(new SendPermission(SIZE, 0, 1).canSend(SIZE, 1)).isTrue(); // a window of one packet
    assertThat(new SendPermission(SIZE, 1, 1).canSend(SIZE, 1)).isFalse();
    assertThat(new SendPermission(SIZE, 0, 0).canSend(SIZE, 1)).isFalse();
    assertThat(new SendPermission(SIZE, 0, 1).onSend(SIZE, SIZE))
        .isEqualTo(new SendPermission(SIZE, SIZE, 1 - SIZE));
  }

  @Test
  @Requirement({"UET-1", "RCCC-6"})
  void permissionMayNeedCreditForThePacketOrNoneIfItHasIt() {
    SendPermission left = new SendPermission(2 * SIZE, SIZE, SIZE - 1);
    assertThat(left.canSend(SIZE, SIZE)).isFalse();
    assertThat(left.canSend(SIZE - 1, SIZE - 1)).isTrue();
    assertThat(left.canSend(SIZE, 0)).isTrue();
    assertThat(left.onSend(SIZE, 0)).isEqualTo(new SendPermission(2 * SIZE, 2 * SIZE, SIZE - 1));
  }
}
