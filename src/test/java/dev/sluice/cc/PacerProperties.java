package dev.sluice.cc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

/** No window of time has more than the rate allows, whatever sizes, pauses and rates there are. */
class PacerProperties {
  private static final BigInteger PS_BITS = BigInteger.valueOf(8_000_000_000_000L);

  /** Frames as they begin: sizes, and how much later than it might each is. */
  @Property(seed = "5101", tries = 400, edgeCases = EdgeCasesMode.NONE)
  void betweenAnyTwoFramesTheRateIsKept(
      @ForAll @LongRange(min = 1_000_000, max = 1_600_000_000_000L) long rateBps,
      @ForAll @Size(min = 2, max = 40) List<@IntRange(min = 64, max = 9_216) Integer> sizes,
      @ForAll @Size(min = 40, max = 40) List<@IntRange(max = 9) Integer> pauses) {
    Pacer pacer = new Pacer(rateBps);
    List<Long> begun = new ArrayList<>();
    long nowPs = 0;
    for (int i = 0; i < sizes.size(); i++) {
      nowPs = pacer.notBeforePs(nowPs) + (pauses.get(i) > 7 ? pauses.get(i) * 12_345L : 0);
      begun.add(nowPs);
      pacer.begun(nowPs, sizes.get(i));
    }
    for (int first = 0; first < sizes.size(); first++) {
      BigInteger bits = BigInteger.ZERO;
      for (int last = first + 1; last < sizes.size(); last++) {
        bits = bits.add(PS_BITS.multiply(BigInteger.valueOf(sizes.get(last - 1))));
        BigInteger time = BigInteger.valueOf(begun.get(last) - begun.get(first) + 1);
        assertThat(time.multiply(BigInteger.valueOf(rateBps)))
            .as("%d bit/s, frames %d to %d", rateBps, first, last)
            .isGreaterThan(bits);
      }
    }
  }

  /** Without pauses nothing of the rate is lost: frame n begins at n gaps, rounded up once. */
  @Property(seed = "5102", tries = 200, edgeCases = EdgeCasesMode.NONE)
  void overALongTimeTheRateIsExact(
      @ForAll @LongRange(min = 1_000_000, max = 1_600_000_000_000L) long rateBps,
      @ForAll @IntRange(min = 64, max = 9_216) int size) {
    Pacer pacer = new Pacer(rateBps);
    BigInteger bits = PS_BITS.multiply(BigInteger.valueOf(size));
    BigInteger rate = BigInteger.valueOf(rateBps);
    for (int frame = 0; frame < 300; frame++) {
      BigInteger exact = bits.multiply(BigInteger.valueOf(frame));
      long rounded = exact.add(rate).subtract(BigInteger.ONE).divide(rate).longValueExact();
      assertThat(pacer.notBeforePs(0)).isEqualTo(rounded);
      pacer.begun(rounded, size);
    }
  }

  /** 1,000 B at 3 Gb/s are 2,666,666 2/3 ps. */
  @Example
  void whatDoesNotDivideIsCarried() {
    Pacer pacer = new Pacer(3_000_000_000L);
    pacer.begun(0, 1_000);
    assertThat(pacer.notBeforePs(0)).isEqualTo(2_666_667);
    pacer.begun(2_666_667, 1_000);
    assertThat(pacer.notBeforePs(0)).isEqualTo(5_333_334);
    pacer.begun(5_333_334, 1_000);
    assertThat(pacer.notBeforePs(0)).isEqualTo(8_000_000);
  }

  /** What has left, left at the rate of then; the next gap is the new rate's. */
  @Example
  void anotherRateHoldsFromTheNextFrameOn() {
    Pacer pacer = new Pacer(8_000_000_000L);
    pacer.begun(0, 1_000);
    pacer.rate(4_000_000_000L);
    assertThat(pacer.rateBps()).isEqualTo(4_000_000_000L);
    assertThat(pacer.notBeforePs(0)).isEqualTo(1_000_000);
    pacer.begun(1_000_000, 1_000);
    assertThat(pacer.notBeforePs(0)).isEqualTo(3_000_000);
    assertThat(pacer.notBeforePs(5_000_000)).as("nothing is saved up").isEqualTo(5_000_000);
    assertThatIllegalArgumentException().isThrownBy(() -> pacer.rate(0));
  }
}
