package dev.sluice.cc.hpcc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sluice.requirement.Requirement;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which link a response tells of. */
class LinkChoiceTest {
  private static final long T_PS = 5_000_000;

  /** Bytes one by one, so that the example's numbers are exact. */
  private static final TelemetryUnits UNITS =
      new TelemetryUnits(1_000, 1, 100, List.of(100_000L, 400_000L, 800_000L));

  private static final LinkChoice CHOICE = new LinkChoice(UNITS, T_PS);

  private static long at(long mbps, long ps, long sent, long queue) {
    return UNITS.record(UNITS.code(mbps), ps, sent, queue);
  }

  /**
   * 400 Gb/s x 5 µs are 250,000 B, of which 200,000 are 0.8; 100 Gb/s x 5 µs are 62,500 B, of which
   * 62,500 are 1.0.
   */
  @Test
  @Requirement("HPCC-12")
  void theFullestLinkWinsAndNotTheOneWithTheMostBytes() {
    long[] before = {at(400_000, 0, 0, 100_000), at(100_000, 0, 0, 31_300)};
    // sent in 5 µs: 100,000 and 31,200 B; with the queues 200,000 and 62,500 B
    long[] now = {at(400_000, T_PS, 100_000, 100_000), at(100_000, T_PS, 31_200, 31_300)};
    assertThat(CHOICE.normalised(before[0], now[0], 1_000)).isEqualTo(800);
    assertThat(CHOICE.normalised(before[1], now[1], 1_000)).isEqualTo(1_000);
    assertThat(CHOICE.fullest(before, now)).isEqualTo(1);
  }

  @Test
  @Requirement("HPCC-12")
  void theShorterOfTwoQueuesCounts() {
    long[] before = {at(100_000, 0, 0, 60_000), at(100_000, 0, 0, 0)};
    long[] now = {at(100_000, T_PS, 100, 0), at(100_000, T_PS, 101, 60_000)};
    assertThat(CHOICE.fullest(before, now)).isEqualTo(1);
    long[] waits = {at(100_000, 0, 0, 60_000), at(100_000, 0, 0, 0)};
    long[] waited = {at(100_000, T_PS, 100, 1_000), at(100_000, T_PS, 101, 60_000)};
    assertThat(CHOICE.fullest(waits, waited)).isZero();
  }

  /** 1,000,000 B x 5,000 x 2,000,000,000 are above 2^63, and nine tenths of it are below. */
  @Test
  @Requirement("HPCC-12")
  void productsOf64BitsAreComparedAsWholeNumbers() {
    long[] before = {at(400_000, 0, 0, 0), at(400_000, 0, 0, 0)};
    long[] now = {at(400_000, T_PS, 900_000, 0), at(400_000, T_PS, 1_000_000, 0)};
    assertThat(CHOICE.fullest(before, now)).isEqualTo(1);
  }

  @Test
  @Requirement("HPCC-12")
  void whatCannotBeMeasuredIsPassedOver() {
    long[] before = {at(100_000, 9_000, 0, 0), at(100_000, 9_000, 0, 0), at(100_000, 0, 0, 0)};
    long[] now = {at(100_000, 9_000, 99, 9_900), at(100_000, 1_000, 9, 0), 5L << 60 | 1L << 40};
    assertThat(CHOICE.fullest(before, now)).as("same time, older, no such speed").isEqualTo(-1);
    assertThat(CHOICE.normalised(before[0], now[0], 1)).isEqualTo(-1);
    assertThat(CHOICE.normalised(before[2], now[2], 1)).isEqualTo(-1);
    assertThat(CHOICE.fullest(new long[0], new long[0])).isEqualTo(-1);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CHOICE.fullest(new long[1], new long[2]))
        .withMessage("1 and 2 records are of two paths");
    assertThatIllegalArgumentException().isThrownBy(() -> new LinkChoice(UNITS, 999));
  }

  @Test
  @Requirement("HPCC-22")
  void anotherDomainReadsEveryAmountTimesAFactorAndTheSameValue() {
    long before = at(100_000, 0, 0, 31_300);
    long now = at(100_000, T_PS, 31_200, 31_300);
    for (long factor : new long[] {2, 10}) {
      TelemetryUnits told = UNITS.scaled(factor);
      assertThat(told.queueBytes(now)).isEqualTo(31_300 * factor);
      assertThat(told.sentBytes(before, now)).isEqualTo(31_200 * factor);
      assertThat(told.mbps(now)).isEqualTo(100_000 * factor);
      assertThat(new LinkChoice(told, T_PS).normalised(before, now, 1_000_000))
          .isEqualTo(1_000_000);
    }
  }
}
