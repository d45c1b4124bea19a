package dev.sluice.uet.ccc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.requirement.Requirement;
import java.util.List;
import org.junit.jupiter.api.Test;

@Requirement("FIND-26")
class CccTeardownTest {
  /** So many PDCs that the target does not know, that it knows, and that close. */
  private static CccTeardown with(int creating, int established, int closing) {
    CccTeardown ccc = new CccTeardown();
    for (int n = 0; n < established + closing; n++) {
      assertThat(ccc.open()).isNull();
      assertThat(ccc.learn(true)).isNull();
    }
    for (int n = 0; n < closing; n++) {
      assertThat(ccc.close()).isNull();
    }
    for (int n = 0; n < creating; n++) {
      assertThat(ccc.open()).isNull();
    }
    return is(ccc, creating, established, closing);
  }

  private static CccTeardown is(CccTeardown ccc, int creating, int established, int closing) {
    assertThat(List.of(ccc.creating(), ccc.established(), ccc.closing()))
        .containsExactly(creating, established, closing);
    return ccc;
  }

  @Test
  @Requirement({"PDC-11", "RCCC-15"})
  void theLastPdcThatTheTargetKnowsStaysOpenForOneThatItDoesNot() {
    CccTeardown ccc = with(1, 1, 0);
    assertThat(ccc.close()).isEqualTo("the target may know no other PDC of the CCC");
    is(ccc, 1, 1, 0);
    assertThat(ccc.learn(true)).isNull();
    assertThat(ccc.close()).isNull();
    is(ccc, 0, 1, 1);
  }

  @Test
  @Requirement({"RCCC-15", "FIND-9"})
  void aTargetKnowsACccWhileItKnowsAPdcThatDoesNotClose() {
    assertThat(with(1, 0, 0).isKnown()).isFalse();
    assertThat(with(1, 1, 1).isKnown()).isTrue();
    assertThat(with(0, 0, 2).isKnown()).isFalse();
  }

  @Test
  void noSecondOneStaysOpen() {
    CccTeardown twoKnown = with(1, 2, 0);
    assertThat(twoKnown.close()).isNull();
    is(twoKnown, 1, 1, 1);
  }

  @Test
  @Requirement({"CCC-8", "CCC-11"})
  void aCccAllOfWhosePdcsCloseIsNotJoined() {
    CccTeardown closing = with(0, 0, 2);
    assertThat(closing.open()).isEqualTo("all PDCs of the CCC close");
    is(closing, 0, 0, 2);
    assertThat(closing.end()).isNull();
    assertThat(closing.isEmpty()).isFalse();
    assertThat(closing.end()).isNull();
    assertThat(closing.isEmpty()).isTrue();
    assertThat(closing.open()).isNull();
    is(closing, 1, 0, 0);
    CccTeardown known = with(0, 1, 2);
    assertThat(known.open()).isNull();
    is(known, 1, 1, 2);
  }

  @Test
  void onlyTheFirstAckCcTellsThatAPdcHasBeenTakenIn() {
    CccTeardown ccc = with(1, 1, 0);
    assertThat(ccc.learn(false)).isNull();
    is(ccc, 1, 1, 0);
  }

  @Test
  void whatIsNotThereIsRefused() {
    CccTeardown none = new CccTeardown();
    assertThat(none.learn(true)).isEqualTo("no PDC is being created");
    assertThat(none.end()).isEqualTo("no PDC closes");
    assertThat(none.close()).isNotBlank();
    is(none, 0, 0, 0);
  }

  @Test
  void aCopyGoesItsOwnWay() {
    CccTeardown ccc = with(1, 2, 3);
    CccTeardown copy = is(ccc.copy(), 1, 2, 3);
    assertThat(ccc.learn(true)).isNull();
    assertThat(ccc.end()).isNull();
    is(copy, 1, 2, 3);
  }

  @Test
  @Requirement({"PDC-4", "RCCC-15"})
  void aTargetHasOneCccFewerThanPdcs() {
    assertThat(CccTeardown.contextPool(2)).isEqualTo(1);
    assertThat(CccTeardown.contextPool(65_000)).isEqualTo(64_999);
    assertThatThrownBy(() -> CccTeardown.contextPool(1)).hasMessageContaining("1 PDCs");
  }
}
