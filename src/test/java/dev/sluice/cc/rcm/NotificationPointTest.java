package dev.sluice.cc.rcm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sluice.cc.Ecn;
import dev.sluice.cc.Ranges;
import dev.sluice.cc.SenderRole;
import dev.sluice.cc.rcm.NotificationPoint.Answers;
import dev.sluice.requirement.Requirement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which marks have a CNP leave, and when. */
class NotificationPointTest {
  private static final long US = 1_000_000;
  private static final int SEND_ONLY = 0x04;

  private final List<String> heard = new ArrayList<>();

  private final NotificationPoint.Sink sink =
      new NotificationPoint.Sink() {
        @Override
        public void sendCnp(long qp, int ecn) {
          heard.add("CNP for " + qp + " with " + ecn);
        }

        @Override
        public void deliver() {
          heard.add("delivered");
        }
      };

  private static NotificationPoint point(long intervalPs, Answers answers) {
    NotificationPoint.Params params = new NotificationPoint.Params(intervalPs, answers, Ecn.ECT_1);
    return new NotificationPoint(params, 0xd2, true, 0);
  }

  private List<String> after(NotificationPoint point, long nowPs, int ecn) {
    heard.clear();
    assertThat(point.receive(nowPs, SEND_ONLY, ecn, true, sink)).isNull();
    return List.copyOf(heard);
  }

  @Test
  @Requirement({"RCM-3", "RCM-4", "RCM-11"})
  void theFirstMarkIsAnsweredAtOnceAndThePacketDelivered() {
    NotificationPoint point = point(50 * US, Answers.INTERVAL_END);
    assertThat(after(point, 0, Ecn.ECT_0)).containsExactly("delivered");
    assertThat(after(point, 1, Ecn.CE)).containsExactly("CNP for 210 with 1", "delivered");
  }

  @Test
  @Requirement("RCM-3")
  void marksWithinTheIntervalShareACnpAtItsEnd() {
    NotificationPoint point = point(50 * US, Answers.INTERVAL_END);
    after(point, 7, Ecn.CE);
    assertThat(point.timerPs()).isEqualTo(SenderRole.NEVER_PS);
    assertThat(point.cnpTimer(7 + 50 * US, sink)).contains("no mark");
    assertThat(after(point, 8, Ecn.CE)).containsExactly("delivered");
    assertThat(after(point, 9, Ecn.CE)).containsExactly("delivered");
    assertThat(point.owed()).isTrue();
    assertThat(point).hasToString("last CNP at 7 ps, one owed");
    assertThat(point.timerPs()).isEqualTo(7 + 50 * US);
    assertThat(point.cnpTimer(6 + 50 * US, sink)).contains("until");
    heard.clear();
    assertThat(point.cnpTimer(7 + 50 * US, sink)).isNull();
    assertThat(heard).containsExactly("CNP for 210 with 1");
    assertThat(point.owed()).isFalse();
    assertThat(after(point, 6 + 100 * US, Ecn.CE)).containsExactly("delivered");
  }

  @Test
  @Requirement("RCM-3")
  void theNextMarkMayAnswerForThoseBefore() {
    NotificationPoint point = point(50 * US, Answers.NEXT_MARK);
    after(point, 0, Ecn.CE);
    assertThat(after(point, 50 * US - 1, Ecn.CE)).containsExactly("delivered");
    assertThat(point.owed()).isFalse();
    assertThat(point.timerPs()).isEqualTo(SenderRole.NEVER_PS);
    assertThat(after(point, 50 * US, Ecn.CE)).hasSize(2);
    assertThat(point.broken()).isNull();
  }

  @Test
  @Requirement("RCM-3")
  void withoutAnIntervalEachMarkHasItsCnp() {
    NotificationPoint point = point(0, Answers.INTERVAL_END);
    for (int mark = 0; mark < 3; mark++) {
      assertThat(after(point, 5, Ecn.CE)).hasSize(2);
    }
  }

  @Test
  @Requirement({"RCM-3", "FIND-13"})
  void whatIsNotValidOrACnpItselfIsNotAnswered() {
    NotificationPoint point = point(0, Answers.INTERVAL_END);
    assertThat(point.receive(0, SEND_ONLY, Ecn.CE, false, sink)).isNull();
    assertThat(point.receive(0, NotificationPoint.CNP, Ecn.CE, true, sink)).isNull();
    assertThat(heard).isEmpty();
  }

  @Test
  @Requirement("RCM-12")
  void aHostWithoutNotificationPointsDelivers() {
    NotificationPoint.Params params =
        new NotificationPoint.Params(0, Answers.INTERVAL_END, Ecn.ECT_1);
    NotificationPoint point = new NotificationPoint(params, 1, false, 0);
    assertThat(after(point, 0, Ecn.CE)).containsExactly("delivered");
  }

  @Test
  void aListenerHearsFirst() {
    NotificationPoint point = point(US, Answers.INTERVAL_END);
    point.tell((kernel, action, arguments) -> heard.add(action + " " + List.of(arguments)));
    assertThat(point.receive(0, SEND_ONLY, Ecn.CE, true, sink)).isNull();
    assertThat(point.receive(0, SEND_ONLY, Ecn.CE, true, sink)).isNull();
    assertThat(point.cnpTimer(US, sink)).isNull();
    assertThat(heard)
        .containsExactly(
            "Receive(valid) [true, 4, 3, [210, 1]]",
            "CNP for 210 with 1",
            "delivered",
            "Receive(valid) [true, 4, 3, []]",
            "delivered",
            "CnpTimer [[210, 1]]",
            "CNP for 210 with 1");
    assertThat(point).hasToString("last CNP at 1000000 ps");
  }

  @Test
  @Requirement({"RCM-3", "RCM-4"})
  void whatCannotBeIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new NotificationPoint.Params(-1, Answers.NEXT_MARK, Ecn.ECT_1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new NotificationPoint.Params(0, Answers.NEXT_MARK, 4));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new NotificationPoint.Params(0, Answers.NEXT_MARK, -1));
  }

  @Test
  @Requirement({"RCM-3", "RCM-11"})
  void eachNumberHasItsRange() {
    Ranges.of(new NotificationPoint.Params(5, Answers.NEXT_MARK, Ecn.ECT_1))
        .has("intervalPs", 0)
        .has("cnpEcn", Ecn.NOT_ECT, Ecn.CE);
  }
}
