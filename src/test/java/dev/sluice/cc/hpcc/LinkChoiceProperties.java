package dev.sluice.cc.hpcc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.requirement.Requirement;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.statistics.Statistics;

/**
 * The choice of a link and its u', whatever the units are, beside fractions of the draft's text.
 */
class LinkChoiceProperties {
  private static final long[] SPEEDS = {10_000, 25_000, 100_000, 400_000, 3_000_000_000_000L};

  /** Units from those of a fabric of today to some that leave no product within 64 bits. */
  @Provide
  Arbitrary<TelemetryUnits> units() {
    Arbitrary<Long> unit = Arbitraries.longs().between(1, 1L << 22);
    Arbitrary<List<Long>> speeds =
        Arbitraries.integers()
            .between(1, SPEEDS.length)
            .map(count -> Arrays.stream(SPEEDS).limit(count).boxed().toList());
    return Combinators.combine(unit, unit, unit, Arbitraries.longs().between(0, 1000), speeds)
        .as(TelemetryUnits::new);
  }

  @Property(tries = 2000, seed = "2026112601")
  @Requirement({"HPCC-2", "HPCC-12", "HPCC-14"})
  void theFullestLinkIsTheOneOfTheLargestFraction(
      @ForAll("units") TelemetryUnits units,
      @ForAll @LongRange(min = 1, max = 1L << 26) long baseTicks,
      @ForAll @LongRange(min = 1, max = 1L << 44) long parts,
      @ForAll @Size(min = 2, max = 4) List<Long> first,
      @ForAll @Size(min = 4, max = 4) List<Long> second) {
    long basePs = baseTicks * units.tickPs();
    LinkChoice choice = new LinkChoice(units, basePs);
    long[] before = first.stream().mapToLong(Long::longValue).toArray();
    long[] now = second.stream().limit(before.length).mapToLong(Long::longValue).toArray();
    int fullest = -1;
    BigDecimal most = BigDecimal.ZERO;
    for (int hop = 0; hop < now.length; hop++) {
      now[hop] = now[hop] & ~(15L << 60) | (now[hop] >>> 60) % units.speedsMbps().size() << 60;
      Fraction u = fraction(units, basePs, before[hop], now[hop]);
      if (u == null) {
        assertThat(choice.normalised(before[hop], now[hop], parts)).isEqualTo(-1);
        continue;
      }
      BigInteger expected = u.over.multiply(BigInteger.valueOf(parts)).divide(u.under);
      assertThat(BigInteger.valueOf(choice.normalised(before[hop], now[hop], parts)))
          .isEqualTo(expected.min(BigInteger.valueOf(Long.MAX_VALUE)));
      BigDecimal value =
          new BigDecimal(u.over).divide(new BigDecimal(u.under), new MathContext(120));
      if (fullest < 0 || value.compareTo(most) > 0) {
        fullest = hop;
        most = value;
      }
    }
    assertThat(choice.fullest(before, now)).isEqualTo(fullest);
    Statistics.label("a link is measured").collect(fullest >= 0);
  }

  private record Fraction(BigInteger over, BigInteger under) {}

  /**
   * Bytes that wait and bytes in T, over the bytes of a T, in bits and picoseconds; null where no
   * time has passed.
   */
  private static Fraction fraction(TelemetryUnits units, long basePs, long before, long now) {
    long ticks = (now >>> 36 & 0xFFFFFF) - (before >>> 36 & 0xFFFFFF) & 0xFFFFFF;
    if (ticks == 0 || ticks >= 1 << 23) {
      return null;
    }
    BigInteger gapPs = of(ticks).multiply(of(units.tickPs()));
    BigInteger basePsWide = of(basePs);
    BigInteger million = of(1_000_000);
    BigInteger mbps = of(units.speedsMbps().get((int) (now >>> 60)));
    BigInteger shorter = of(Math.min(before & 0xFFFF, now & 0xFFFF));
    // a rate in Mb/s is so many bits in a million picoseconds; all is in bits times gap and million
    BigInteger waiting =
        units.hasSojourn()
            ? shorter.multiply(of(units.sojournUnitPs())).multiply(mbps).multiply(gapPs)
            : shorter.multiply(of(8 * units.queueUnitBytes())).multiply(gapPs).multiply(million);
    BigInteger sent =
        of((now >>> 16 & 0xFFFFF) - (before >>> 16 & 0xFFFFF) & 0xFFFFF)
            .multiply(of(8 * units.txUnitBytes()))
            .multiply(basePsWide)
            .multiply(million);
    return new Fraction(waiting.add(sent), mbps.multiply(basePsWide).multiply(gapPs));
  }

  private static BigInteger of(long value) {
    return BigInteger.valueOf(value);
  }
}
