package dev.sluice.cc.hpcc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cc.Ranges;
import dev.sluice.requirement.Requirement;
import org.junit.jupiter.api.Test;

/** Which configurations are sound, up to the last one, and what follows from their numbers. */
class HpccParamsTest {
  private static final long ONE = HpccParams.ONE;

  @Test
  @Requirement({"HPCC-3", "HPCC-6"})
  void eachNumberHasItsRange() {
    Ranges.of(
            new HpccParams(
                ONE,
                ONE / 2,
                2 * ONE,
                3,
                HpccReaction.BOTH,
                HpccDeparture.FITS,
                1_000,
                1L << 30,
                1,
                512,
                true,
                1_024,
                64))
        .has("eta", 1, ONE)
        .has("maxU", ONE, (1L << 31) - 1)
        .has("maxStage", 0)
        .has("tPs", 1, 1L << 32)
        .has("size", 512, 1L << 26) // from the least window
        .has("wInit", 1_024, 1L << 40) // from a packet
        .has("wai", 1, 1L << 40)
        .has("minW", 1, 1_024) // to a packet
        .has("modulus", 8, 1L << 32);
    Ranges.of(
            new HpccParams(
                1, 1, 1, 0, HpccReaction.BOTH, HpccDeparture.FITS, 1, 1, 1, 1, true, 1, 8))
        .has("size", 1, 1);
  }

  /**
   * At 100 Gb/s: 95 % of 62,500 B leave 3,125 B for all flows; the least rate of 100 Mb/s is a
   * window of 62.5 B, or of a packet that is smaller.
   */
  @Test
  @Requirement({"HPCC-6", "HPCC-17", "HPCC-19"})
  void theDefaultsFollowFromTheRate() {
    HpccParams params = HpccParams.defaults(100_000_000_000L, 10, 1_000, 64);
    assertThat(params.headroom()).isEqualTo(3_125 * 512);
    assertThat(params.minW()).isEqualTo(32_000);
    assertThat(params.maxU()).isEqualTo(5 * params.one());
    assertThat(params.size()).isEqualTo(512_000);
    assertThat(HpccParams.defaults(100_000_000_000L, 10, 50, 64).minW()).isEqualTo(50 * 512);
  }
}
