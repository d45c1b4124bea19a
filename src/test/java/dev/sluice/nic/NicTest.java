package dev.sluice.nic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.requirement.Requirement;
import org.junit.jupiter.api.Test;

/** NICs by example. */
class NicTest {
  @Test
  @Requirement({"PDC-11", "CCC-11", "PDC-12", "RCCC-15"})
  void aWriteIsCommittedOnceAndEverythingIsReleased() {
    NicLab lab = NicLab.star(2, NicParams.sourceDocuments());
    int flow = lab.write(0, 1, 1_000_000);
    assertThat(lab.runToRest(1_000_000)).isTrue();
    assertThat(lab.commits.wrong).isEmpty();
    assertThat(lab.commits.isWhole(flow, 1_000_000)).isTrue();
    assertThat(lab.nics.completedPs(flow)).isLessThan(100 * NicLab.US);
    assertThat(lab.nics.isAtRest()).isTrue();
  }
}
