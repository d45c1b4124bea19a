package dev.sluice.host.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

/** Gaps that carry what does not divide. */
class PaceProperties {
  private static long[] times(Pace pace, int count) {
    long[] times = new long[count];
    for (int i = 0; i < count; i++) {
      times[i] = pace.nextPs();
      pace.begun();
    }
    return times;
  }

  /** 1,000 B at 7 Gb/s are 8,000 bit in 1,142,857 1/7 ps. */
  @Test
  void whatDoesNotDivideIsCarried() {
    Pace pace = new Pace(1_000, 7_000_000_000L, Load.ALWAYS, 0);
    assertThat(times(pace, 8))
        .containsExactly(
            0, 1_142_858, 2_285_715, 3_428_572, 4_571_429, 5_714_286, 6_857_143, 8_000_000);
  }

  /**
   * 1,538 B at 10 Gb/s take 1,230,400 ps; of 5 us sent in each 20 us the second begins at 20 us.
   */
  @Test
  void aPauseMovesWhatFallsIntoIt() {
    Pace pace = new Pace(1_538, 10_000_000_000L, 5_000_000, 15_000_000);
    assertThat(times(pace, 6))
        .containsExactly(0, 1_230_400, 2_460_800, 3_691_200, 4_921_600, 20_000_000 + 1_152_000);
  }

  /** Frame k begins after k · n · 8 · 10¹² ÷ rate, rounded up; with pauses, moved by them. */
  @Property(seed = "3201", tries = 300, edgeCases = EdgeCasesMode.NONE)
  void eachFrameHasItsTimeWhateverDivides(
      @ForAll @IntRange(min = 1, max = 1 << 20) int bytes,
      @ForAll @LongRange(min = 1_000_000, max = 1_600_000_000_000L) long rateBps,
      @ForAll @LongRange(min = 1, max = 10_000_000) long onPs,
      @ForAll @LongRange(max = 10_000_000) long offPs) {
    long[] steady = times(new Pace(bytes, rateBps, Load.ALWAYS, 0), 200);
    long[] paused = times(new Pace(bytes, rateBps, onPs, offPs), 200);
    BigInteger bits = BigInteger.valueOf(bytes).multiply(BigInteger.valueOf(8_000_000_000_000L));
    BigInteger rate = BigInteger.valueOf(rateBps);
    for (int k = 0; k < 200; k++) {
      BigInteger exact = bits.multiply(BigInteger.valueOf(k));
      long up = exact.add(rate).subtract(BigInteger.ONE).divide(rate).longValueExact();
      assertThat(steady[k]).isEqualTo(up);
      BigInteger pauses = BigInteger.valueOf(up / onPs).multiply(BigInteger.valueOf(offPs));
      BigInteger moved = BigInteger.valueOf(up).add(pauses);
      assertThat(paused[k]).isEqualTo(moved.min(BigInteger.valueOf(Long.MAX_VALUE)).longValue());
    }
  }

  /** A pause of 1,000 s after each picosecond: the second frame never comes. */
  @Test
  void whatComesAfterAllTimeNeverComes() {
    Pace pace = new Pace(1_500, 1_000_000_000L, 1, 1_000_000_000_000_000L);
    assertThat(times(pace, 3)).containsExactly(0, Long.MAX_VALUE, Long.MAX_VALUE);
  }

  @Test
  void whatIsNoPaceIsRefused() {
    assertThatThrownBy(() -> new Pace(0, 1, Load.ALWAYS, 0)).hasMessageContaining("0 bytes");
    assertThatThrownBy(() -> new Pace(1, 0, Load.ALWAYS, 0)).hasMessageContaining("0 bit/s");
    assertThatThrownBy(() -> new Pace((1 << 20) + 1, 1, Load.ALWAYS, 0))
        .hasMessageContaining("1048577");
    assertThatThrownBy(() -> new Load(1, 1, false, 1, 1, 0, 0, 0, 1, 1, 0))
        .hasMessageContaining("from host 1 to host 1");
    assertThatThrownBy(() -> new Load(0, 1, false, 1, 1, 0, 0, 0, 0, 1, 0))
        .hasMessageContaining("for 0 ps");
  }
}
