package dev.sluice.cc.hpcc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.requirement.Requirement;
import java.math.BigInteger;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

/** What is read of records is what was written into them, whatever wraps between. */
class TelemetryProperties {
  private static final long T_PS = 5_000_000;

  private static TelemetryUnits units(int hundreds) {
    return TelemetryProfile.EVERY_SPEED.units(25_000L * hundreds);
  }

  /** Less than half a turn of time and a turn of bytes apart, a unit is all that is lost. */
  @Property(seed = "71", edgeCases = EdgeCasesMode.NONE)
  @Requirement("HPCC-7")
  void whatLiesBetweenTwoRecordsIsReadToAUnit(
      @ForAll @IntRange(min = 1, max = 32) int scale,
      @ForAll @LongRange(max = 1L << 50) long startPs,
      @ForAll @LongRange(max = 8_388_606_999L) long gapPs,
      @ForAll @LongRange(max = 1L << 50) long sent,
      @ForAll @LongRange(max = 134_000_000L) long more,
      @ForAll @LongRange(max = 1L << 40) long queue) {
    TelemetryUnits units = units(scale);
    long before = units.record(1, startPs, sent, queue);
    long now = units.record(1, startPs + gapPs, sent + more, queue);
    assertThat(TelemetryUnits.ticks(before, now) * units.tickPs() - gapPs).isBetween(-999L, 999L);
    assertThat(units.sentBytes(before, now) - more)
        .isBetween(1 - units.txUnitBytes(), units.txUnitBytes() - 1);
    long read = units.queueBytes(now);
    if (queue <= units.queueMostBytes()) {
      assertThat(queue - read).isBetween(0L, units.queueUnitBytes() - 1);
    } else {
      assertThat(read)
          .as("no shorter than the longest there is")
          .isEqualTo(65_535L * units.queueUnitBytes());
    }
  }

  /** The choice is that of exact fractions, and no factor changes it or the value. */
  @Property(seed = "72")
  @Requirement({"HPCC-12", "HPCC-22"})
  void theChoiceIsThatOfExactFractionsWhateverTheFactor(
      @ForAll @Size(min = 1, max = 6) long[] before,
      @ForAll @Size(min = 6, max = 6) long[] drawn,
      @ForAll @IntRange(min = 1, max = 1_000) int factor) {
    long[] now = java.util.Arrays.copyOf(drawn, before.length);
    TelemetryUnits units = units(4);
    TelemetryUnits told = units.scaled(factor);
    int best = -1;
    for (int i = 0; i < now.length; i++) {
      if (isMeasured(units, before[i], now[i])
          && (best < 0
              || top(units, before[i], now[i])
                      .multiply(bottom(units, before[best], now[best]))
                      .compareTo(
                          top(units, before[best], now[best])
                              .multiply(bottom(units, before[i], now[i])))
                  > 0)) {
        best = i;
      }
    }
    assertThat(new LinkChoice(units, T_PS).fullest(before, now)).isEqualTo(best);
    assertThat(new LinkChoice(told, T_PS).fullest(before, now)).isEqualTo(best);
    for (int i = 0; i < now.length; i++) {
      long value = new LinkChoice(units, T_PS).normalised(before[i], now[i], 1 << 20);
      assertThat(new LinkChoice(told, T_PS).normalised(before[i], now[i], 1 << 20))
          .isEqualTo(value);
      assertThat(value)
          .isEqualTo(
              isMeasured(units, before[i], now[i])
                  ? top(units, before[i], now[i])
                      .shiftLeft(20)
                      .divide(bottom(units, before[i], now[i]))
                      .longValueExact()
                  : -1);
    }
  }

  private static boolean isMeasured(TelemetryUnits units, long before, long now) {
    long gap = (now >>> 36) - (before >>> 36) & 0xFFFFFF;
    return gap > 0 && gap < 1 << 23 && units.mbps(now) > 0;
  }

  /** The numerator of q/(B·T) + tx/(gap·B) over {@link #bottom}, in bytes and picoseconds. */
  private static BigInteger top(TelemetryUnits units, long before, long now) {
    BigInteger gap = BigInteger.valueOf(((now >>> 36) - (before >>> 36) & 0xFFFFFF) * 1_000);
    long queue = Math.min(now & 0xFFFF, before & 0xFFFF) * units.queueUnitBytes();
    long sent = ((now >>> 16) - (before >>> 16) & 0xFFFFF) * units.txUnitBytes();
    return BigInteger.valueOf(queue)
        .multiply(gap)
        .add(BigInteger.valueOf(sent).multiply(BigInteger.valueOf(T_PS)))
        .multiply(BigInteger.valueOf(8_000_000)); // B in bytes a picosecond is Mb/s over this
  }

  private static BigInteger bottom(TelemetryUnits units, long before, long now) {
    BigInteger gap = BigInteger.valueOf(((now >>> 36) - (before >>> 36) & 0xFFFFFF) * 1_000);
    return gap.multiply(BigInteger.valueOf(units.mbps(now))).multiply(BigInteger.valueOf(T_PS));
  }
}
