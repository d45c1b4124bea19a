package dev.sluice.cc.pfc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sluice.cc.Ranges;
import dev.sluice.requirement.Requirement;
import org.junit.jupiter.api.Test;

/** Thresholds, and the published example: 12 MB, 32 ports, 22.4 kB of headroom, beta 8. */
class PauseThresholdTest {
  private static final long SHARED = 6_265_600;

  @Test
  @Requirement("PFC-9")
  void thePublishedExample() {
    assertThat(PauseThreshold.sharedBytes(12_000_000, 32, 22_400))
        .isEqualTo(12_000_000 - 8 * 32 * 22_400)
        .isEqualTo(SHARED);
    assertThat(PauseThreshold.equalShare(SHARED, 32)).isEqualTo(24_475);
  }

  /** 8 × 6,265,600 / (8 × 32 × 9) = 21,755.55…; 24,475 / 32 = 764.84. */
  @Test
  @Requirement("PFC-9")
  void marksComeBeforePauses() {
    assertThat(PauseThreshold.shareOf(SHARED, 8000).markBelowHundredths(32)).isEqualTo(2_175_555);
    assertThat(PauseThreshold.of(24_475).markBelowHundredths(32)).isEqualTo(76_484);
  }

  /** What the bound means: all 256 queues at it leave a threshold above one lane's 32 shares. */
  @Test
  @Requirement("PFC-9")
  void atTheBoundOneLaneStaysBelowItsThreshold() {
    PauseThreshold of = PauseThreshold.shareOf(SHARED, 8000);
    assertThat(32 * 21_755).isLessThan((int) of.bytes(256 * 21_755L));
    assertThat(32 * 21_756).isGreaterThan((int) of.bytes(256 * 21_756L));
  }

  @Test
  @Requirement("PFC-9")
  void aShareFallsAsOthersFillTheBuffer() {
    PauseThreshold half = PauseThreshold.shareOf(8000, 500);
    assertThat(half.bytes(0)).isEqualTo(500);
    assertThat(half.bytes(4000)).isEqualTo(250);
    assertThat(half.bytes(8000)).isZero();
    assertThat(half.bytes(9000)).isZero();
    assertThat(PauseThreshold.of(700).bytes(9000)).isEqualTo(700);
  }

  @Test
  void aFactorAboveTheNumberOfClassesWouldShareMoreThanThereIs() {
    assertThatIllegalArgumentException().isThrownBy(() -> PauseThreshold.shareOf(1, 8001));
    assertThatIllegalArgumentException().isThrownBy(() -> PauseThreshold.of(-2));
  }

  @Test
  @Requirement("PFC-9")
  void eachNumberHasItsRange() {
    Ranges.of(PauseThreshold.shareOf(5, 5))
        .has("sharedBytes", 0)
        .has("betaThousandths", 1, 8_000)
        .has("staticBytes", -1);
    assertThat(PauseThreshold.of(0).isShare()).isFalse();
    assertThat(PauseThreshold.shareOf(0, 1).isShare()).isTrue();
  }

  /**
   * 32 B for a lane of 32 ports: one byte each would be the threshold, and 99 hundredths is below.
   */
  @Test
  @Requirement("PFC-9")
  void theBoundItselfIsNotBelowIt() {
    assertThat(PauseThreshold.of(32).markBelowHundredths(32)).isEqualTo(99);
  }
}
