package dev.sluice.uet.ccc;

import static dev.sluice.uet.ccc.CccScheduling.Readiness.ACTIVE;
import static dev.sluice.uet.ccc.CccScheduling.Readiness.IDLE;
import static dev.sluice.uet.ccc.CccScheduling.Readiness.PENDING;
import static dev.sluice.uet.ccc.CccScheduling.Readiness.READY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.requirement.Requirement;
import dev.sluice.uet.ccc.CccScheduling.Acked;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** The scheduling machine, event by event; sizes are nominal bytes. */
class CccSchedulingTest {
  private static final int SIZE = 4160;

  private final CccScheduling ccc = new CccScheduling();

  /** What the last packet in hand was told, in order. */
  private final List<String> told = new ArrayList<>();

  private final CccScheduling.Sink sink =
      new CccScheduling.Sink() {
        @Override
        public void stands(PacketStanding standing) {
          told.add("stands " + standing);
        }

        @Override
        public void sent(long size) {
          told.add("sent " + size);
        }
      };

  private static void take(String refused) {
    assertThat(refused).isNull();
  }

  private void refuse(Supplier<String> call) {
    String before = ccc.toString();
    int tolds = told.size();
    assertThat(call.get()).isNotBlank();
    assertThat(ccc).hasToString(before);
    assertThat(told).hasSize(tolds);
  }

  private void isAtRest() {
    assertThat(ccc).hasToString(new CccScheduling().toString());
  }

  private void newData(boolean may) {
    take(ccc.newData(SIZE));
    take(ccc.rccc());
    take(ccc.settle(may));
  }

  private void send(PacketStanding standing, boolean mayAfterwards) {
    take(ccc.send(standing, SIZE, sink));
    take(ccc.settle(mayAfterwards));
  }

  private void inferLoss(boolean may) {
    take(ccc.inferLoss(1, PacketStanding.FLYING, SIZE));
    take(ccc.nscc());
    take(ccc.mark(may, sink));
    take(ccc.rccc());
    take(ccc.settle(may));
  }

  private void ack(PacketStanding... standings) {
    Acked acked = new Acked();
    for (PacketStanding standing : standings) {
      acked.add(standing, SIZE);
    }
    take(ccc.ack(acked));
    take(ccc.nscc());
    take(ccc.rccc());
    take(ccc.settle(true));
  }

  @Test
  @Requirement("UET-1")
  void oneEventGoesFromIdleThroughActiveToReady() {
    newData(true);
    assertThat(ccc.state()).isEqualTo(READY);
    assertThat(ccc.backlog()).isEqualTo(SIZE);
  }

  @Test
  @Requirement("UET-1")
  void workWithoutPermissionIsActive() {
    newData(false);
    assertThat(ccc.state()).isEqualTo(ACTIVE);
    refuse(() -> ccc.send(PacketStanding.QUEUED, SIZE, sink));
    take(ccc.creditUpdate());
    take(ccc.rccc());
    take(ccc.settle(true));
    assertThat(ccc.state()).isEqualTo(READY);
  }

  @Test
  @Requirement("UET-1")
  void aPacketSentAndAcknowledgedGoesThroughPendingToIdle() {
    newData(true);
    send(PacketStanding.QUEUED, true);
    assertThat(ccc.state()).isEqualTo(PENDING);
    ack(PacketStanding.FLYING);
    isAtRest();
  }

  @Test
  @Requirement({"UET-1", "FIND-2"})
  void anAcknowledgmentOfAPacketGivenUpForLostDoesNotCountItTwice() {
    newData(true);
    send(PacketStanding.QUEUED, true);
    inferLoss(true);
    assertThat(ccc.state()).isEqualTo(READY); // to be sent again
    assertThat(ccc.inflightPkts()).isZero();
    ack(PacketStanding.WAITING); // the original has arrived after all
    isAtRest(); // not -1 in flight and PENDING for ever
  }

  @Test
  @Requirement({"UET-1", "FIND-2"})
  void aLateNackChangesNothing() {
    newData(true);
    send(PacketStanding.QUEUED, true);
    inferLoss(true);
    String before = ccc.toString();
    take(ccc.nack(1, PacketStanding.WAITING, SIZE));
    assertThat(ccc).hasToString(before);
  }

  @Test
  @Requirement("UET-1")
  void readyInTheMiddleOfAnEventLetsNothingOut() {
    newData(true);
    send(PacketStanding.QUEUED, false);
    take(ccc.nack(1, PacketStanding.FLYING, SIZE));
    take(ccc.nscc());
    take(ccc.mark(true, sink)); // on credit that RCCC has not looked at yet
    assertThat(ccc.state()).isEqualTo(READY);
    refuse(() -> ccc.send(PacketStanding.WAITING, SIZE, sink));
    take(ccc.rccc());
    refuse(() -> ccc.send(PacketStanding.WAITING, SIZE, sink));
    take(ccc.settle(false)); // and takes back
    assertThat(ccc.state()).isEqualTo(ACTIVE);
  }

  @Test
  @Requirement("UET-1")
  void stepsComeInTheirOrderOnly() {
    newData(true);
    refuse(ccc::nscc);
    send(PacketStanding.QUEUED, true);
    take(ccc.inferLoss(1, PacketStanding.FLYING, SIZE));
    refuse(ccc::rccc);
    refuse(() -> ccc.mark(true, sink));
    refuse(() -> ccc.settle(true));
    refuse(ccc::creditUpdate);
    take(ccc.nscc());
    refuse(ccc::nscc);
  }

  @Test
  @Requirement("UET-1")
  void theLastAcknowledgmentOfOnePdcLeavesTheOthersPacketsInFlight() {
    newData(true);
    newData(true);
    send(PacketStanding.QUEUED, true);
    send(PacketStanding.QUEUED, true);
    ack(PacketStanding.FLYING);
    assertThat(ccc.state()).isEqualTo(PENDING);
    assertThat(ccc.inflightPkts()).isEqualTo(1);
    ack(PacketStanding.FLYING);
    assertThat(ccc.state()).isEqualTo(IDLE);
  }

  @Test
  @Requirement({"UET-1", "FIND-2"})
  void anAcknowledgmentCountsEachPacketByHowItStood() {
    Acked acked = new Acked();
    assertThat(acked.add(PacketStanding.FLYING, SIZE)).isEqualTo(PacketStanding.DONE);
    assertThat(acked.add(PacketStanding.WAITING, 64)).isEqualTo(PacketStanding.DONE);
    assertThat(acked.add(PacketStanding.DONE, SIZE)).isEqualTo(PacketStanding.DONE);
    assertThat(acked.add(PacketStanding.QUEUED, SIZE)).isEqualTo(PacketStanding.QUEUED);
    assertThat(acked.bytes()).isEqualTo(SIZE);
    assertThat(acked.unmarkedBytes()).isEqualTo(64);
    take(ccc.ack(acked));
    assertThat(ccc.event().packets()).isEqualTo(1);
    acked.clear();
    assertThat(acked.bytes() + acked.unmarkedBytes()).isZero();
    assertThat(ccc.event().bytes()).isEqualTo(SIZE); // it has its own figures
  }

  @Test
  @Requirement("UET-1")
  void thePacketInHandIsToldHowItStandsAndThatItWasSent() {
    newData(true);
    send(PacketStanding.QUEUED, true);
    inferLoss(true);
    assertThat(told).containsExactly("stands FLYING", "sent " + SIZE, "stands WAITING");
  }

  @Test
  @Requirement("UET-1")
  void aCopyGoesItsOwnWay() {
    newData(true);
    CccScheduling copy = ccc.copy();
    assertThat(copy).hasToString(ccc.toString());
    send(PacketStanding.QUEUED, true);
    assertThat(copy.state()).isEqualTo(READY);
    assertThat(copy.backlog()).isEqualTo(SIZE);
  }

  @Test
  @Requirement({"UET-1", "CCC-12"})
  void permissionNeedsRoomForAWholePacketAndSomeCredit() {
    SendPermission whole = new SendPermission(false, true, SIZE);
    assertThat(whole.nsccCanSend(SIZE, 0, 1)).isTrue(); // a window of one packet
    assertThat(whole.nsccCanSend(SIZE, 1, 1)).isFalse();
    assertThat(whole.rcccCanSend(1, SIZE)).isTrue();
    assertThat(whole.rcccCanSend(0, 0)).isFalse();
  }

  @Test
  @Requirement({"UET-1", "RCCC-6"})
  void permissionMayNeedCreditForThePacketOrNoneIfItHasIt() {
    SendPermission own = new SendPermission(true, false, SIZE);
    assertThat(own.nsccCanSend(2 * SIZE, SIZE + 1, SIZE)).isFalse();
    assertThat(own.nsccCanSend(2 * SIZE, SIZE + 1, SIZE - 1)).isTrue();
    assertThat(own.rcccCanSend(SIZE - 1, SIZE)).isFalse();
    assertThat(own.rcccCanSend(SIZE - 1, SIZE - 1)).isTrue();
    assertThat(own.rcccCanSend(0, 0)).isTrue();
  }

  /** What tests compare as text tells any two apart. */
  @Test
  void theTextTellsEveryVariable() {
    CccScheduling other = new CccScheduling();
    int distinct = 1_001;
    for (String name : List.of("backlog", "waitingRtx", "rtxBacklog", "inflightPkts")) {
      CccScheduling.FACE.variable(name).writer().set(other, 0, distinct);
      assertThat(other.toString()).as(name).contains(" " + distinct);
      distinct++;
    }
  }
}
