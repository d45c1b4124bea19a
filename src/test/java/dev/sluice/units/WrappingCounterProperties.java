package dev.sluice.units;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.requirement.Requirement;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;

@Requirement({"RCCC-5", "FIND-7", "UET-5"})
class WrappingCounterProperties {
  private static final long MODULUS = WrappingCounter.MODULUS_24;

  @Property(seed = "24")
  void lessThanHalfTheModulusAheadIsReadExactly(
      @ForAll @LongRange(max = 1L << 50) long own,
      @ForAll @LongRange(max = (1L << 23) - 1) long ahead) {
    assertThat(WrappingCounter.progress(wire(own + ahead), wire(own), MODULUS)).isEqualTo(ahead);
  }

  @Property(seed = "25")
  void upToHalfTheModulusBehindIsReadAsOld(
      @ForAll @LongRange(min = 1L << 23, max = 1L << 50) long own,
      @ForAll @LongRange(max = 1L << 23) long behind) {
    assertThat(WrappingCounter.progress(wire(own - behind), wire(own), MODULUS)).isZero();
  }

  @Property(seed = "26")
  void withinOneModulusTheReadingIsRightExactlyWhereItIsSafe(
      @ForAll @LongRange(min = 2, max = 1L << 24) long modulus,
      @ForAll @LongRange(min = 1L << 24, max = 1L << 40) long own,
      @ForAll @LongRange(min = -(1L << 24), max = 1L << 24) long far) {
    long gap = far % modulus;
    long read =
        WrappingCounter.progress(
            WrappingCounter.wire(own + gap, modulus), WrappingCounter.wire(own, modulus), modulus);
    assertThat(read == Math.max(gap, 0)).isEqualTo(WrappingCounter.isSafe(gap, modulus));
  }

  private static long wire(long total) {
    return WrappingCounter.wire(total, MODULUS);
  }
}
