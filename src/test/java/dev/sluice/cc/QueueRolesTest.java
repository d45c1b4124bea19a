package dev.sluice.cc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sluice.requirement.Requirement;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Roles of a queue that tell codepoints apart. */
class QueueRolesTest {
  private static final long LARGEST_DRAW = (1L << 32) - 1;

  private static PortVerdict comes(PortRole role, long queueBytes, int ecn) {
    return role.onEnqueue(queueBytes, 1_000_000, 1_000, ecn, LARGEST_DRAW);
  }

  private static PortVerdict leaves(DequeueRole role, long queueBytes, int ecn, long draw) {
    return role.onDequeue(0, queueBytes, 0, 1_000_000, 80, ecn, draw, new byte[0], 0, 0);
  }

  @Test
  @Requirement("LDCP-8")
  void onlyWhatIsNotCapableIsDroppedAndOnlyFromKOn() {
    PortRole role = new NotEctLimit(5_000, RedMarker.step(2_000));
    assertThat(comes(role, 4_999, Ecn.NOT_ECT)).isEqualTo(PortVerdict.PASS);
    assertThat(comes(role, 5_000, Ecn.NOT_ECT)).as("q ≥ K").isEqualTo(PortVerdict.DROP);
    for (int capable : List.of(Ecn.ECT_0, Ecn.ECT_1)) {
      assertThat(comes(role, 1_999, capable)).isEqualTo(PortVerdict.PASS);
      assertThat(comes(role, 1_000_000, capable)).isEqualTo(PortVerdict.MARK);
    }
    assertThat(comes(role, 1_000_000, Ecn.CE)).isEqualTo(PortVerdict.PASS);
  }

  @Test
  @Requirement({"LDCP-1", "RCM-2"})
  void theRampIsTheSameAtDequeue() {
    DequeueRole role = new MarkAtDequeue(new RedMarker(100, 200, 1L << 31));
    assertThat(leaves(role, 99, Ecn.ECT_0, 0)).isEqualTo(PortVerdict.PASS);
    assertThat(leaves(role, 150, Ecn.ECT_0, (1L << 30) - 1)).isEqualTo(PortVerdict.MARK);
    assertThat(leaves(role, 150, Ecn.ECT_0, 1L << 30)).as("a quarter").isEqualTo(PortVerdict.PASS);
    assertThat(leaves(role, 200, Ecn.ECT_1, LARGEST_DRAW)).isEqualTo(PortVerdict.MARK);
    assertThat(leaves(role, 200, Ecn.NOT_ECT, 0)).isEqualTo(PortVerdict.PASS);
    assertThat(leaves(role, 200, Ecn.CE, 0)).isEqualTo(PortVerdict.PASS);
  }

  @Test
  @Requirement("LDCP-8")
  void theThresholdMayBeAtTheEmptyQueue() {
    assertThat(comes(new NotEctLimit(0, RedMarker.step(2_000)), 0, Ecn.NOT_ECT))
        .isEqualTo(PortVerdict.DROP);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new NotEctLimit(-1, RedMarker.step(2_000)))
        .withMessage("a threshold of -1 bytes");
  }

  @Test
  void codepointsHaveTheirNames() {
    assertThat(LongStream.range(0, 4).mapToObj(Ecn::word))
        .containsExactly("NOT_ECT", "ECT_1", "ECT_0", "CE");
  }
}
