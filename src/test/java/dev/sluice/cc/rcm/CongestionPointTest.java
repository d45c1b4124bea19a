package dev.sluice.cc.rcm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sluice.cc.Ecn;
import dev.sluice.cc.PortVerdict;
import dev.sluice.cc.RedMarker;
import dev.sluice.requirement.Requirement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The queue that marks in place of dropping. */
class CongestionPointTest {
  private final List<String> heard = new ArrayList<>();

  private final CongestionPoint.Sink sink =
      new CongestionPoint.Sink() {
        @Override
        public void queue(int ecn) {
          heard.add("queued with " + ecn);
        }

        @Override
        public void drop() {
          heard.add("dropped");
        }
      };

  @Test
  @Requirement("RCM-2")
  void fromItsThresholdOnAQueueMarksWhatIsCapableAndDropsWhatDoesNotFit() {
    CongestionPoint point = new CongestionPoint(RedMarker.step(1_000), 3_000);
    assertThat(point.enqueue(1_000, Ecn.ECT_0, 0, sink)).isNull();
    assertThat(point.enqueue(500, Ecn.ECT_0, 0, sink)).isNull();
    assertThat(point.enqueue(500, Ecn.NOT_ECT, 0, sink)).isNull();
    assertThat(point.enqueue(1_001, Ecn.ECT_0, 0, sink)).isNull();
    assertThat(point.enqueue(1_000, Ecn.ECT_1, 0, sink)).isNull();
    assertThat(heard)
        .containsExactly(
            "queued with 2", "queued with 3", "queued with 0", "dropped", "queued with 3");
    assertThat(point.waiting()).isEqualTo(3_000);
    assertThat(point.dequeue(1_000)).isNull();
    assertThat(point.waiting()).isEqualTo(2_000);
    assertThat(point.dequeue(2_001)).contains("2000").contains("2001");
    assertThat(point.broken()).isNull();
  }

  @Test
  @Requirement("RCM-2")
  void aPortThatCountsItsOwnQueueIsToldByTheSameRule() {
    CongestionPoint point = new CongestionPoint(RedMarker.step(1_000), 3_000);
    assertThat(point.onEnqueue(999, 9, 9, Ecn.ECT_0, 0)).isEqualTo(PortVerdict.PASS);
    assertThat(point.onEnqueue(1_000, 9, 9, Ecn.ECT_0, 0)).isEqualTo(PortVerdict.MARK);
    assertThat(point.onEnqueue(1_000, 9, 9, Ecn.NOT_ECT, 0)).isEqualTo(PortVerdict.PASS);
  }

  @Test
  void aListenerHearsFirst() {
    CongestionPoint point = new CongestionPoint(RedMarker.step(1), 3_000);
    point.tell((kernel, action, arguments) -> heard.add(action + " " + List.of(arguments)));
    assertThat(point.enqueue(10, Ecn.ECT_0, 5, sink)).isNull();
    assertThat(heard).containsExactly("Enqueue(draw) [5, 10, 2]", "queued with 2");
    assertThat(point.toString()).isEqualTo("10 bytes wait");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new CongestionPoint(RedMarker.step(1), 0));
  }
}
