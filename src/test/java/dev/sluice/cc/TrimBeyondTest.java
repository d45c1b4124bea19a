package dev.sluice.cc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.requirement.Requirement;
import org.junit.jupiter.api.Test;

/** The longest queue, and one byte more. */
class TrimBeyondTest {
  private static final TrimBeyond ROLE = new TrimBeyond(10_000, RedMarker.step(5_000));

  private static PortVerdict at(long queueBytes) {
    return ROLE.onEnqueue(queueBytes, 1_000_000, 1_000, Ecn.ECT_0, 0);
  }

  @Test
  @Requirement("UET-6")
  void aFrameThatWouldMakeTheQueueLongerIsTrimmedAndAnotherRoleDecidesOnTheRest() {
    assertThat(at(4_999)).isEqualTo(PortVerdict.PASS);
    assertThat(at(5_000)).isEqualTo(PortVerdict.MARK);
    assertThat(at(9_000)).as("10,000 B with the frame").isEqualTo(PortVerdict.MARK);
    assertThat(at(9_001)).isEqualTo(PortVerdict.TRIM);
  }
}
