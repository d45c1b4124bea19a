package dev.sluice.cc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.requirement.Requirement;
import org.junit.jupiter.api.Test;

/** The figures of the published examples, exactly. */
class BdpTest {
  private static final long GBPS = 1_000_000_000L;
  private static final long SIX_MICROSECONDS = 6_000_000L;

  @Test
  @Requirement("NSCC-1")
  void hundredGigabitsOverSixMicrosecondsAre75000Bytes() {
    // 100 · 10^9 bit/s · 6 · 10^-6 s = 600,000 bit
    assertThat(Bdp.bytes(100 * GBPS, 100 * GBPS, SIX_MICROSECONDS)).isEqualTo(600_000 / 8);
  }

  @Test
  @Requirement("NSCC-2")
  void oneAndAHalfOfItAre112500Bytes() {
    assertThat(Bdp.bytes(100 * GBPS, 100 * GBPS, SIX_MICROSECONDS, 3, 2)).isEqualTo(112_500);
  }

  @Test
  @Requirement("NSCC-4")
  void oneBdpEveryBaseRttIsLineRate() {
    long bytes = Bdp.bytes(100 * GBPS, 100 * GBPS, SIX_MICROSECONDS);
    assertThat(bytes * 8 * 1_000_000_000_000L / SIX_MICROSECONDS).isEqualTo(100 * GBPS);
  }

  @Test
  @Requirement("NSCC-1")
  void theSlowerEndCounts() {
    assertThat(Bdp.bytes(400 * GBPS, 100 * GBPS, SIX_MICROSECONDS)).isEqualTo(75_000);
    assertThat(Bdp.bytes(100 * GBPS, 400 * GBPS, SIX_MICROSECONDS)).isEqualTo(75_000);
    assertThat(Bdp.bytes(400 * GBPS, 400 * GBPS, SIX_MICROSECONDS)).isEqualTo(300_000);
  }

  @Test
  @Requirement("NSCC-6")
  void theReferenceNetworkHas150000Bytes() {
    assertThat(Bdp.bytes(100 * GBPS, 100 * GBPS, 2 * SIX_MICROSECONDS)).isEqualTo(150_000);
  }

  @Test
  @Requirement({"NSCC-1", "NSCC-2"})
  void aProductBeyond64BitsIsExact() {
    // 1.6 · 10^12 · 6 · 10^6 = 9.6 · 10^18 > 2^63 - 1
    assertThat(Bdp.bytes(1_600 * GBPS, 1_600 * GBPS, SIX_MICROSECONDS)).isEqualTo(1_200_000);
    assertThat(Bdp.bytes(1_600 * GBPS, 1_600 * GBPS, SIX_MICROSECONDS, 3, 2)).isEqualTo(1_800_000);
  }

  /** Beyond 2^63 products read as negative numbers, and beyond 2^64 as positive ones again. */
  @Test
  @Requirement({"NSCC-1", "NSCC-2"})
  void aProductBeyond64BitsIsExactOnBothSidesOfTheDivision() {
    // 1.6 · 10^12 · 12 · 10^6 = 19.2 · 10^18 > 2^64, and so is 8 · 10^12 · 2.4 · 10^6
    long rate = 1_600 * GBPS;
    assertThat(Bdp.bytes(rate, rate, 2 * SIX_MICROSECONDS)).isEqualTo(2_400_000);
    assertThat(Bdp.bytes(rate, rate, 2 * SIX_MICROSECONDS, 2_400_000, 2_400_000))
        .isEqualTo(2_400_000);
    // half of each: 9.6 · 10^18 > 2^63
    assertThat(Bdp.bytes(rate, rate, SIX_MICROSECONDS, 1_200_000, 1_200_000)).isEqualTo(1_200_000);
  }

  @Test
  @Requirement("NSCC-2")
  void roundingIsTowardZeroAndOnlyOnce() {
    // 5 bit/ps · 5 ps = 25 bit = 3.125 B; half as much again is 4.6875 B, not 1.5 · 3 = 4.5
    long rate = 5_000 * GBPS;
    assertThat(Bdp.bytes(rate, rate, 5)).isEqualTo(3);
    assertThat(Bdp.bytes(rate, rate, 5, 3, 2)).isEqualTo(4);
    // 3 · 3.125 B = 9.375 B, where rounding first would give 9; 8 · 3.125 B = 25 B against 24
    assertThat(Bdp.bytes(rate, rate, 5, 8, 1)).isEqualTo(25);
  }

  @Test
  @Requirement("NSCC-1")
  void theLargestProductIsExactAndWhatDoesNotFitIsSaid() {
    // (2^63 - 1) · 8 · 10^12 / (8 · 10^12)
    assertThat(Bdp.bytes(Long.MAX_VALUE, Long.MAX_VALUE, 8_000_000_000_000L))
        .isEqualTo(Long.MAX_VALUE);
    assertThatThrownBy(() -> Bdp.bytes(Long.MAX_VALUE, Long.MAX_VALUE, 8_000_000_000_001L))
        .isInstanceOf(ArithmeticException.class);
    assertThatThrownBy(() -> Bdp.bytes(Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE))
        .isInstanceOf(ArithmeticException.class);
  }

  @Test
  @Requirement("NSCC-1")
  void whatIsNotPositiveIsAMistake() {
    assertThatThrownBy(() -> Bdp.bytes(0, GBPS, 1)).isInstanceOf(IllegalArgumentException.class);
    for (long[] given :
        new long[][] {{1, 0, 1, 1, 1}, {1, 1, 0, 1, 1}, {1, 1, 1, 0, 1}, {1, 1, 1, 3, 0}}) {
      assertThatThrownBy(() -> Bdp.bytes(given[0], given[1], given[2], given[3], given[4]))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("positive");
    }
  }
}
