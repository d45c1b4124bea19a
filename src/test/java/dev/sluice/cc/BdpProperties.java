package dev.sluice.cc;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

/** The sum is the same on either way of forming it; what it has to be, figures say in BdpTest. */
class BdpProperties {
  @Property(seed = "63")
  void aReducedFactorMakesNoDifference(
      @ForAll @LongRange(min = 1, max = 2_000_000_000_000L) long bps,
      @ForAll @LongRange(min = 1, max = 100_000_000L) long baseRttPs,
      @ForAll @IntRange(min = 1, max = 9) int numerator,
      @ForAll @IntRange(min = 1, max = 9) int denominator) {
    long by = 1L << 40; // far beyond what fits 64 bits
    assertThat(Bdp.bytes(bps, bps, baseRttPs, numerator, denominator))
        .isEqualTo(Bdp.bytes(bps, bps, baseRttPs, numerator * by, denominator * by));
  }
}
