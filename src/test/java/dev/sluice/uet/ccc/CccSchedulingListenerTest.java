package dev.sluice.uet.ccc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.requirement.Requirement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * What the scheduling machine tells a listener: each step once, when it has been taken; of what is
 * refused, nothing.
 */
class CccSchedulingListenerTest {
  private static final int SIZE = 4160;

  private final CccScheduling ccc = new CccScheduling(new SendPermission(false, true, SIZE));
  private final CccSchedulingTest.Answers answers = new CccSchedulingTest.Answers();
  private final List<Object> heard = new ArrayList<>();

  /** What the host is asked for stands among what was heard. */
  private final CccScheduling.Sink sink =
      new CccScheduling.Sink() {
        @Override
        public void stands(PacketStanding standing) {
          heard.add(standing);
        }

        @Override
        public void sent(long size) {
          heard.add(size);
        }
      };

  /** Of each step: its name, what of the event is left by then, and what came along. */
  private void listen() {
    ccc.tell(
        (kernel, action, arguments) -> {
          assertThat(kernel).isSameAs(ccc);
          assertThat(CccScheduling.FACE.actions()).contains(action);
          assertThat(arguments).hasSize(action.parameters().size() + action.effects().size());
          List<Object> one =
              new ArrayList<>(
                  List.of(
                      action.name(),
                      kernel.state()
                          + " "
                          + kernel.event().steps()
                          + " "
                          + kernel.event().marked()));
          one.addAll(List.of(arguments));
          heard.add(one);
        });
  }

  private static void take(String refused) {
    assertThat(refused).isNull();
  }

  private static void refuse(String refused) {
    assertThat(refused).isNotBlank();
  }

  /** Steps left are NSCC 1, mark 2, RCCC 4, settle 8. */
  @Test
  @Requirement("UET-1")
  void itTellsEachStepOfEachEvent() {
    listen();
    refuse(ccc.settle(answers.may(true)));
    refuse(ccc.rccc());
    refuse(ccc.send(PacketStanding.QUEUED, SIZE, sink));
    take(ccc.newData(SIZE));
    refuse(ccc.newData(SIZE));
    refuse(ccc.creditUpdate());
    refuse(ccc.nscc());
    refuse(ccc.mark(answers.may(true), sink));
    take(ccc.rccc());
    take(ccc.settle(answers.may(true)));
    refuse(ccc.send(PacketStanding.FLYING, SIZE, sink));
    take(ccc.send(PacketStanding.QUEUED, SIZE, sink));
    refuse(ccc.ack(new CccScheduling.Acked()));
    refuse(ccc.nack(7, PacketStanding.FLYING, SIZE));
    refuse(ccc.inferLoss(7, PacketStanding.FLYING, SIZE));
    take(ccc.settle(answers.may(true)));
    refuse(ccc.inferLoss(7, PacketStanding.DONE, SIZE));
    take(ccc.inferLoss(7, PacketStanding.FLYING, SIZE));
    take(ccc.nscc());
    take(ccc.mark(answers.may(false), sink));
    take(ccc.rccc());
    take(ccc.settle(answers.may(true)));
    take(ccc.creditUpdate());
    take(ccc.rccc());
    take(ccc.settle(answers.may(true)));
    assertThat(heard)
        .containsExactly(
            List.of("NewData", "IDLE 12 0", (long) SIZE),
            List.of("Rccc", "IDLE 8 0"),
            List.of("Settle", "READY 0 0"),
            PacketStanding.FLYING,
            (long) SIZE,
            List.of("Send", "READY 8 0"), // when NSCC and RCCC have been told
            List.of("Settle", "PENDING 0 0"),
            List.of("InferLoss", "PENDING 15 7"),
            List.of("Nscc", "PENDING 14 7"),
            PacketStanding.WAITING,
            List.of("Mark", "ACTIVE 12 7"), // when the algorithms have been asked
            List.of("Rccc", "ACTIVE 8 7"),
            List.of("Settle", "READY 0 0"),
            List.of("CreditUpdate", "READY 12 0"),
            List.of("Rccc", "READY 8 0"),
            List.of("Settle", "READY 0 0"));
  }

  @Test
  @Requirement("UET-1")
  void itTellsOfAnswersAndThenOfNothingMore() {
    take(ccc.newData(2 * SIZE));
    take(ccc.rccc());
    take(ccc.settle(answers.may(true)));
    for (int packet = 0; packet < 2; packet++) {
      take(ccc.send(PacketStanding.QUEUED, SIZE, sink));
      take(ccc.settle(answers.may(true)));
    }
    heard.clear();
    listen();
    take(ccc.nack(2, PacketStanding.DONE, SIZE)); // late
    take(ccc.nack(2, PacketStanding.FLYING, SIZE));
    CccScheduling copy = ccc.copy();
    take(copy.nscc());
    take(ccc.nscc());
    take(ccc.mark(answers.may(false), sink));
    take(ccc.rccc());
    take(ccc.settle(answers.may(false)));
    CccScheduling.Acked acked = new CccScheduling.Acked();
    acked.add(PacketStanding.FLYING, SIZE);
    take(ccc.ack(acked));
    ccc.tell(null);
    take(ccc.nscc());
    assertThat(heard)
        .containsExactly(
            List.of("Nack", "PENDING 0 0"),
            List.of("Nack", "PENDING 15 2"),
            List.of("Nscc", "PENDING 14 2"),
            PacketStanding.WAITING,
            List.of("Mark", "ACTIVE 12 2"),
            List.of("Rccc", "ACTIVE 8 2"),
            List.of("Settle", "ACTIVE 0 0"),
            List.of("Ack", "ACTIVE 13 0"));
  }
}
