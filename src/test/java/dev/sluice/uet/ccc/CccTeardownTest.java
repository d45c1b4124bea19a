package dev.sluice.uet.ccc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.cc.Outcome;
import dev.sluice.requirement.Requirement;
import org.junit.jupiter.api.Test;

@Requirement("FIND-26")
class CccTeardownTest {
  private static final CccTeardown.State ONE_OF_TWO_KNOWN = new CccTeardown.State(1, 1, 0);

  private static String refused(Outcome<CccTeardown.State> outcome, CccTeardown.State before) {
    assertThat(outcome.next()).isEqualTo(before);
    return outcome instanceof Outcome.Refused<CccTeardown.State> no ? no.because() : null;
  }

  @Test
  @Requirement({"PDC-11", "RCCC-15"})
  void theLastPdcThatTheTargetKnowsStaysOpenForOneThatItDoesNot() {
    assertThat(refused(CccTeardown.close(ONE_OF_TWO_KNOWN), ONE_OF_TWO_KNOWN))
        .isEqualTo("the target may know no other PDC of the CCC");
    CccTeardown.State bothKnown = CccTeardown.learn(ONE_OF_TWO_KNOWN, true).next();
    assertThat(CccTeardown.close(bothKnown).next()).isEqualTo(new CccTeardown.State(0, 1, 1));
  }

  @Test
  void noSecondOneStaysOpen() {
    CccTeardown.State twoKnown = new CccTeardown.State(1, 2, 0);
    assertThat(CccTeardown.close(twoKnown).next()).isEqualTo(new CccTeardown.State(1, 1, 1));
  }

  @Test
  @Requirement({"CCC-8", "CCC-11"})
  void aCccAllOfWhosePdcsCloseIsNotJoined() {
    CccTeardown.State closing = new CccTeardown.State(0, 0, 2);
    assertThat(refused(CccTeardown.open(closing), closing)).isEqualTo("all PDCs of the CCC close");
    CccTeardown.State gone = CccTeardown.end(CccTeardown.end(closing).next()).next();
    assertThat(gone).isEqualTo(CccTeardown.NONE);
    assertThat(CccTeardown.open(gone).next()).isEqualTo(new CccTeardown.State(1, 0, 0));
    assertThat(CccTeardown.open(new CccTeardown.State(0, 1, 2)).next())
        .isEqualTo(new CccTeardown.State(1, 1, 2));
  }

  @Test
  void onlyTheFirstAckCcTellsThatAPdcHasBeenTakenIn() {
    assertThat(CccTeardown.learn(ONE_OF_TWO_KNOWN, false).next()).isEqualTo(ONE_OF_TWO_KNOWN);
  }

  @Test
  void whatIsNotThereIsRefused() {
    assertThat(refused(CccTeardown.learn(CccTeardown.NONE, true), CccTeardown.NONE))
        .isEqualTo("no PDC is being created");
    assertThat(refused(CccTeardown.end(CccTeardown.NONE), CccTeardown.NONE))
        .isEqualTo("no PDC closes");
    assertThat(refused(CccTeardown.close(CccTeardown.NONE), CccTeardown.NONE)).isNotNull();
    assertThatThrownBy(() -> new CccTeardown.State(0, -1, 0)).hasMessageContaining("0, -1, 0");
  }

  @Test
  @Requirement({"PDC-4", "RCCC-15"})
  void aTargetHasOneCccFewerThanPdcs() {
    assertThat(CccTeardown.contextPool(2)).isEqualTo(1);
    assertThat(CccTeardown.contextPool(65_000)).isEqualTo(64_999);
    assertThatThrownBy(() -> CccTeardown.contextPool(1)).hasMessageContaining("1 PDCs");
  }
}
