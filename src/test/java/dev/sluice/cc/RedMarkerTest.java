package dev.sluice.cc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.requirement.Requirement;
import org.junit.jupiter.api.Test;

/** The ramp of LDCP-1, at its corners. */
class RedMarkerTest {
  private static final long LARGEST_DRAW = (1L << 32) - 1;

  private static PortVerdict at(RedMarker marker, long queueBytes, int ecn, long draw) {
    return marker.onEnqueue(queueBytes, 1_000_000, 1_000, ecn, draw);
  }

  @Test
  @Requirement("LDCP-1")
  void theRampHasItsFigures() {
    RedMarker marker = new RedMarker(100, 200, 1L << 31); // P_max one half
    assertThat(at(marker, 99, Ecn.ECT_0, 0)).isEqualTo(PortVerdict.PASS);
    assertThat(at(marker, 100, Ecn.ECT_0, 0)).as("p = 0").isEqualTo(PortVerdict.PASS);
    long below = 99 * (1L << 31) / 100;
    assertThat(at(marker, 199, Ecn.ECT_0, below)).as("0.99 · P_max").isEqualTo(PortVerdict.MARK);
    assertThat(at(marker, 199, Ecn.ECT_0, below + 1)).isEqualTo(PortVerdict.PASS);
    assertThat(at(marker, 200, Ecn.ECT_0, LARGEST_DRAW)).as("p = 1").isEqualTo(PortVerdict.MARK);
    assertThat(at(marker, 150, Ecn.ECT_0, (1L << 30) - 1)).isEqualTo(PortVerdict.MARK);
    assertThat(at(marker, 150, Ecn.ECT_0, 1L << 30)).as("a quarter").isEqualTo(PortVerdict.PASS);
  }

  @Test
  @Requirement({"LDCP-1", "RCM-2"})
  void onlyEctIsMarked() {
    RedMarker marker = RedMarker.step(0);
    assertThat(at(marker, 0, Ecn.ECT_0, LARGEST_DRAW)).isEqualTo(PortVerdict.MARK);
    assertThat(at(marker, 0, Ecn.ECT_1, LARGEST_DRAW)).isEqualTo(PortVerdict.MARK);
    assertThat(at(marker, 0, Ecn.NOT_ECT, 0)).isEqualTo(PortVerdict.PASS);
    assertThat(at(marker, 0, Ecn.CE, 0)).as("it has its mark").isEqualTo(PortVerdict.PASS);
  }

  @Test
  @Requirement("LDCP-1")
  void theLargestRampDoesNotOverflow() {
    RedMarker marker = RedMarker.perMillion(0, 1L << 30, 1_000_000);
    assertThat(at(marker, (1L << 30) - 1, Ecn.ECT_0, LARGEST_DRAW - 4)).isEqualTo(PortVerdict.MARK);
    assertThat(at(marker, (1L << 30) - 1, Ecn.ECT_0, LARGEST_DRAW)).isEqualTo(PortVerdict.PASS);
    assertThat(RedMarker.perMillion(0, 1, 10_000).rampOf32()).isEqualTo((1L << 32) / 100);
  }

  @Test
  void whatIsNoRampIsRefused() {
    assertThatThrownBy(() -> new RedMarker(2, 1, 0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new RedMarker(0, (1L << 30) + 1, 0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new RedMarker(0, 1, (1L << 32) + 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new RedMarker(0, 1, -1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> RedMarker.perMillion(0, 1, 1_000_001))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> RedMarker.perMillion(0, 1, -1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  @Requirement("LDCP-1")
  void aRampThatMarksNobodyIsOne() {
    for (RedMarker marker :
        new RedMarker[] {new RedMarker(0, 100, 0), RedMarker.perMillion(0, 100, 0)}) {
      assertThat(at(marker, 99, Ecn.ECT_0, 0)).isEqualTo(PortVerdict.PASS);
      assertThat(at(marker, 100, Ecn.ECT_0, LARGEST_DRAW)).isEqualTo(PortVerdict.MARK);
    }
  }
}
