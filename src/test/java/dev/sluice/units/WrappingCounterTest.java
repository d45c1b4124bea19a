package dev.sluice.units;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.requirement.Requirement;
import org.junit.jupiter.api.Test;

@Requirement({"RCCC-5", "FIND-7"})
class WrappingCounterTest {
  @Test
  void aFieldOf24BitsShowsATotalModuloTwoToThe24() {
    assertThat(WrappingCounter.MODULUS_24).isEqualTo(16_777_216);
    assertThat(WrappingCounter.wire(16_777_216 + 12_500, WrappingCounter.MODULUS_24))
        .isEqualTo(12_500);
  }

  @Test
  void fourSlicesAcrossTheWrapAreProgress() {
    long own = 16_777_216 - 12_500;
    long seen = WrappingCounter.wire(own + 4 * 12_500, WrappingCounter.MODULUS_24);
    assertThat(seen).isEqualTo(3 * 12_500);
    assertThat(WrappingCounter.progress(seen, own, WrappingCounter.MODULUS_24)).isEqualTo(50_000);
  }

  @Test
  void atModulusEightAStaleOneReadsAsThreeAheadOfSix() {
    assertThat(WrappingCounter.progress(1, 6, 8)).isEqualTo(3);
    assertThat(WrappingCounter.isSafe(1 - 6, 8)).isFalse();
    assertThat(WrappingCounter.progress(2, 6, 8)).isZero();
    assertThat(WrappingCounter.isSafe(2 - 6, 8)).isTrue();
  }

  @Test
  void atModulusEightFiveUnseenGrantsReadAsStaleAndSoDoFour() {
    assertThat(WrappingCounter.progress(5, 0, 8)).isZero();
    assertThat(WrappingCounter.progress(4, 0, 8)).isZero();
    assertThat(WrappingCounter.isSafe(4, 8)).isFalse();
    assertThat(WrappingCounter.progress(3, 0, 8)).isEqualTo(3);
    assertThat(WrappingCounter.isSafe(3, 8)).isTrue();
  }

  @Test
  void halfOfTheModulusLasts671MicrosecondsInBytesAnd171MillisecondsInQuanta() {
    long slicesInBytes = (WrappingCounter.MODULUS_24 / 2) / 12_500;
    assertThat(slicesInBytes).isEqualTo(671); // of 1 us each, at 100 Gb/s
    long slicesInQuanta = (WrappingCounter.MODULUS_24 / 2) * 256 / 12_500;
    assertThat(slicesInQuanta).isEqualTo(171_798); // 171.8 ms
  }
}
