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

  /** A window wants room for a whole packet, any credit is enough: it does not matter which one. */
  private static final SendPermission WHOLE = new SendPermission(false, true, SIZE);

  /** A packet leaves only if it fits, window and credit alike. */
  private static final SendPermission FITTING = new SendPermission(true, false, SIZE);

  private CccScheduling ccc = new CccScheduling(WHOLE);
  private final Answers answers = new Answers();

  /** What the last packet in hand was told, in order. */
  private final List<String> told = new ArrayList<>();

  private final CccScheduling.Sink sink =
      new CccScheduling.Sink() {
        @Override
        public void stands(PacketStanding standing) {
          told.add("stands " + standing);
          answers.wasTold = true;
        }

        @Override
        public void sent(long size) {
          told.add("sent " + size);
        }
      };

  /** What algorithms and PDCs answer. */
  static final class Answers implements CccScheduling.Work {
    private long window;
    private long inflight;
    private long credit;
    private boolean lets = true;

    /** The packet that is next; 0 if there is none. */
    private long size;

    private boolean isPaid;
    private boolean wasTold;

    /** Whether a packet was told how it stands when it was asked which one is next. */
    private boolean toldFirst;

    /** A window and credit for any packet, or none for any. */
    Answers may(boolean all) {
      window = all ? Integer.MAX_VALUE : 0;
      credit = window;
      return this;
    }

    private Answers next(long nominal, boolean onItsCredit) {
      size = nominal;
      isPaid = onItsCredit;
      return this;
    }

    @Override
    public long window() {
      return window;
    }

    @Override
    public long inflight() {
      return inflight;
    }

    @Override
    public boolean lets(long nominal) {
      return lets;
    }

    @Override
    public long credit() {
      return credit;
    }

    @Override
    public boolean findNext() {
      toldFirst = wasTold;
      return size > 0;
    }

    @Override
    public long nextSize() {
      return size;
    }

    @Override
    public boolean isPaid() {
      return isPaid;
    }
  }

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
    assertThat(ccc).hasToString(new CccScheduling(WHOLE).toString());
  }

  private void newData(boolean may) {
    take(ccc.newData(SIZE));
    take(ccc.rccc());
    take(ccc.settle(answers.may(may)));
  }

  private void send(PacketStanding standing, boolean mayAfterwards) {
    take(ccc.send(standing, SIZE, sink));
    take(ccc.settle(answers.may(mayAfterwards)));
  }

  private void inferLoss(boolean may) {
    take(ccc.inferLoss(1, PacketStanding.FLYING, SIZE));
    take(ccc.nscc());
    take(ccc.mark(answers.may(may), sink));
    take(ccc.rccc());
    take(ccc.settle(answers.may(may)));
  }

  private void ack(PacketStanding... standings) {
    Acked acked = new Acked();
    for (PacketStanding standing : standings) {
      acked.add(standing, SIZE);
    }
    take(ccc.ack(acked));
    take(ccc.nscc());
    take(ccc.rccc());
    take(ccc.settle(answers.may(true)));
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
    take(ccc.settle(answers.may(true)));
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
    take(ccc.mark(answers.may(true), sink)); // on credit that RCCC has not looked at yet
    assertThat(ccc.state()).isEqualTo(READY);
    refuse(() -> ccc.send(PacketStanding.WAITING, SIZE, sink));
    take(ccc.rccc());
    refuse(() -> ccc.send(PacketStanding.WAITING, SIZE, sink));
    take(ccc.settle(answers.may(false))); // and takes back
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
    refuse(() -> ccc.mark(answers.may(true), sink));
    refuse(() -> ccc.settle(answers.may(true)));
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
    answers.credit = 1;
    answers.window = SIZE; // a window of one packet
    assertThat(WHOLE.canSend(answers, 1, SIZE)).isTrue();
    answers.inflight = 1;
    assertThat(WHOLE.canSend(answers, 1, SIZE)).isFalse();
    answers.inflight = 0;
    answers.credit = 0;
    assertThat(WHOLE.canSend(answers, 1, 0)).isFalse();
  }

  @Test
  @Requirement({"UET-1", "RCCC-6"})
  void permissionMayNeedCreditForThePacketOrNoneIfItHasIt() {
    answers.window = 2 * SIZE;
    answers.inflight = SIZE + 1;
    assertThat(FITTING.canSend(answers, SIZE, 0)).isFalse();
    assertThat(FITTING.canSend(answers, SIZE - 1, 0)).isTrue();
    answers.credit = SIZE - 1;
    assertThat(FITTING.canSend(answers, SIZE - 1, SIZE)).isFalse();
    assertThat(FITTING.canSend(answers, SIZE - 1, SIZE - 1)).isTrue();
    assertThat(FITTING.cost(SIZE, true)).isZero();
    assertThat(FITTING.cost(SIZE, false)).isEqualTo(SIZE);
    assertThat(WHOLE.cost(SIZE, true)).isEqualTo(SIZE);
  }

  @Test
  @Requirement("CCC-15")
  void everyAlgorithmMustAllowIt() {
    answers.may(true).lets = false;
    assertThat(FITTING.canSend(answers, 1, 1)).isFalse();
    assertThat(FITTING.lacksCredit(answers, 1, 1)).isFalse();
    answers.lets = true;
    assertThat(FITTING.canSend(answers, 1, 1)).isTrue();
    assertThat(FITTING.lacksCredit(answers, 1, 1)).isFalse();
    answers.credit = 0;
    assertThat(FITTING.canSend(answers, 1, 1)).isFalse();
    assertThat(FITTING.lacksCredit(answers, 1, 1)).isTrue();
    answers.window = 0;
    assertThat(FITTING.lacksCredit(answers, 1, 1)).isFalse(); // not credit alone
  }

  @Test
  @Requirement("UET-1")
  void aMessageIsCutIntoWholePackets() {
    assertThat(FITTING.firstSize(SIZE + 1)).isEqualTo(SIZE);
    assertThat(FITTING.firstSize(SIZE - 1)).isEqualTo(SIZE - 1);
  }

  @Test
  @Requirement({"UET-1", "CCC-12"})
  void onlyThePacketLeavesAboutWhichTheAlgorithmsWereAsked() {
    ccc = new CccScheduling(FITTING);
    answers.next(64, false);
    newData(true);
    assertThat(List.of(ccc.nextSize(), ccc.nextCost())).containsExactly(64L, 64L);
    refuse(() -> ccc.send(PacketStanding.QUEUED, SIZE, sink));
    take(ccc.send(PacketStanding.QUEUED, 64, sink));
  }

  @Test
  @Requirement({"UET-1", "RCCC-6"})
  void onTheCreditThatItHadOnlyAPacketLeavesThatWasSentBefore() {
    ccc = new CccScheduling(FITTING);
    answers.next(SIZE, false);
    newData(true);
    newData(true);
    take(ccc.send(PacketStanding.QUEUED, SIZE, sink));
    take(ccc.settle(answers.may(true)));
    answers.next(SIZE, true);
    inferLoss(true);
    assertThat(List.of(ccc.nextSize(), ccc.nextCost())).containsExactly((long) SIZE, 0L);
    refuse(() -> ccc.send(PacketStanding.QUEUED, SIZE, sink));
    take(ccc.send(PacketStanding.WAITING, SIZE, sink));
  }

  @Test
  @Requirement("UET-1")
  void aWholePacketStandsForNone() {
    ccc = new CccScheduling(FITTING);
    answers.next(64, false);
    newData(true);
    answers.next(0, false);
    newData(true);
    assertThat(List.of(ccc.nextSize(), ccc.nextCost())).containsExactly((long) SIZE, (long) SIZE);
  }

  @Test
  @Requirement("UET-1")
  void whatIsGivenUpWaitsWhenTheAlgorithmsAreAskedAboutTheNextPacket() {
    newData(true);
    send(PacketStanding.QUEUED, true);
    take(ccc.inferLoss(1, PacketStanding.FLYING, SIZE));
    take(ccc.nscc());
    answers.wasTold = false;
    take(ccc.mark(answers.may(true), sink));
    assertThat(answers.toldFirst).isTrue();
  }

  /** What tests compare as text tells any two apart. */
  @Test
  void theTextTellsEveryVariable() {
    CccScheduling other = new CccScheduling(WHOLE);
    int distinct = 1_001;
    for (String name :
        List.of("backlog", "waitingRtx", "rtxBacklog", "inflightPkts", "nextSize", "nextCost")) {
      CccScheduling.FACE.variable(name).writer().set(other, 0, distinct);
      assertThat(other.toString()).as(name).contains(" " + distinct);
      distinct++;
    }
  }
}
