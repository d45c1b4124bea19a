package dev.sluice.cc.hpcc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sluice.requirement.Requirement;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What packets with telemetry measure against those before them. */
class LinkRecordsTest {
  private static final long T_PS = 5_000_000;
  private static final long ONE = HpccParams.ONE;

  /** Bytes one by one, so that the numbers are exact. */
  private static final TelemetryUnits UNITS =
      new TelemetryUnits(1_000, 1, 100, List.of(100_000L, 400_000L, 800_000L));

  private static LinkRecords records() {
    return new LinkRecords(UNITS, T_PS, ONE, 800_000);
  }

  private static long at(long mbps, long ps, long sent, long queue) {
    return UNITS.record(UNITS.code(mbps), ps, sent, queue);
  }

  /**
   * 100 Gb/s · 5 µs are 62,500 B. Second link: 5,000 B sent in 0.8 µs of 10,000 B are 0.5, and
   * 6,250 B of the shorter queue 0.1; first link: 0.25 in 1 µs.
   */
  @Test
  @Requirement("HPCC-2")
  void theFullestLinkIsMeasuredOverItsOwnTime() {
    LinkRecords records = records();
    long[] first = {at(100_000, 0, 0, 0), at(100_000, 100_000, 0, 6_300)};
    assertThat(records.heard(1_000_000, 3, first)).isFalse();
    assertThat(records.u()).isEqualTo(HpccWindow.ABSENT);
    assertThat(records.tauPs()).isZero();
    long[] second = {at(100_000, 1_000_000, 3_125, 0), at(100_000, 900_000, 5_000, 9_900)};
    assertThat(records.heard(2_000_000, 3, second)).isTrue();
    assertThat(records.tauPs()).isEqualTo(800_000);
    assertThat(records.u()).isEqualTo(ONE / 2 + ONE * 63 / 625);
  }

  /** The transmit rate alone: 12,500 B in 1 µs at 100 Gb/s are a link just full. */
  @Test
  @Requirement({"HPCC-2", "HPCC-21"})
  void eachPacketIsMeasuredAgainstTheOneBefore() {
    LinkRecords records = records();
    for (int us = 0; us < 40; us++) {
      long[] hops = {at(100_000, us * 1_000_000L, us * 12_500L, 0)};
      assertThat(records.heard(us * 1_000_000L, 1, hops)).isEqualTo(us > 0);
      if (us > 0) {
        assertThat(records.u()).isEqualTo(ONE);
        assertThat(records.tauPs()).isEqualTo(1_000_000);
      }
    }
  }

  /** Two ACKs that bring one packet's telemetry measure nothing, and nothing is divided by 0. */
  @Test
  @Requirement({"HPCC-2", "FIND-11"})
  void whatComesTwiceOrTooLateMeasuresNothing() {
    LinkRecords records = records();
    long[] first = {at(100_000, 1_000_000, 1_000, 0)};
    long[] second = {at(100_000, 2_000_000, 7_250, 0)};
    records.heard(0, 1, first);
    assertThat(records.heard(1, 1, first)).isFalse();
    assertThat(records.heard(2, 1, second)).isTrue();
    assertThat(records.u()).isEqualTo(ONE / 2);
    assertThat(records.heard(3, 1, second)).isFalse();
    assertThat(records.heard(4, 1, first)).as("an older one").isFalse();
    assertThat(records.tauPs()).isZero();
    assertThat(records.heard(5, 1, new long[] {at(100_000, 3_000_000, 19_750, 0)})).isTrue();
    assertThat(records.u()).isEqualTo(ONE);
  }

  @Test
  @Requirement("HPCC-8")
  void anotherPathDropsWhatIsKept() {
    LinkRecords records = records();
    long[] here = {at(100_000, 1_000_000, 0, 0), at(100_000, 1_000_000, 0, 0)};
    long[] there = {at(100_000, 2_000_000, 500_000, 0), at(100_000, 2_000_000, 900_000, 0)};
    records.heard(0, 1 ^ 2, here);
    assertThat(records.heard(1, 1 ^ 4, there)).isFalse();
    assertThat(records.u()).isEqualTo(HpccWindow.ABSENT);
    there[0] = at(100_000, 3_000_000, 506_250, 0);
    assertThat(there).hasSize(2);
    assertThat(records.heard(2, 1 ^ 4, there)).isTrue();
    assertThat(records.u()).isEqualTo(ONE / 2);
    assertThat(records.heard(3, 1 ^ 4, new long[] {at(100_000, 4_000_000, 0, 0)}))
        .as("as many switches less")
        .isFalse();
  }

  /** 1 xor 2 = 3 = 5 xor 6: two paths of two hops that nobody tells apart. */
  @Test
  @Requirement("FIND-11")
  void pathsOfOnePathIdAreTakenForOne() {
    LinkRecords records = records();
    records.heard(0, 1 ^ 2, new long[] {at(100_000, 0, 0, 0), at(100_000, 0, 0, 0)});
    long[] elsewhere = {at(100_000, 1_000_000, 900_000, 0), at(100_000, 1_000_000, 0, 0)};
    assertThat(records.heard(1, 5 ^ 6, elsewhere)).isTrue();
    assertThat(records.u()).as("a rate of nothing").isEqualTo(ONE * 72);
  }

  /** 2^20 B take 10.49 µs at 800 Gb/s: after that long a count may have come round. */
  @Test
  @Requirement("HPCC-2")
  void afterASilenceInWhichACounterMayComeRoundNothingIsMeasured() {
    LinkRecords records = records();
    assertThat(records.longestPs()).isEqualTo(10_485_760 - 2_000);
    records.heard(0, 1, new long[] {at(800_000, 0, 0, 0)});
    long[] wrapped = {at(800_000, 10_490_000, 1_049_000, 0)};
    assertThat(records.heard(10_490_000, 1, wrapped)).isFalse();
    assertThat(records.heard(11_490_000, 1, new long[] {at(800_000, 11_490_000, 1_149_000, 0)}))
        .isTrue();
    assertThat(records.u()).isEqualTo(ONE);
    assertThatIllegalArgumentException().isThrownBy(() -> new LinkRecords(UNITS, T_PS, ONE, 0));
  }

  /** The receiver's form keeps them as the sender's does: the second packet moves its window. */
  @Test
  @Requirement({"HPCC-11", "FIND-11"})
  void aReceiverThatRunsTheAlgorithmKeepsThemToo() {
    HpccParams params = HpccParams.defaults(100_000_000_000L, 100, 1_000, 1 << 24);
    HpccReceiver receiver = new HpccReceiver(params, new HpccWindow(params), 0);
    LinkRecords records = records();
    for (int i = 0; i < 3; i++) {
      long now = i * 3 * T_PS / 2;
      boolean measured = records.heard(now, 1, new long[] {at(100_000, now, i * 93_750L, 0)});
      assertThat(measured).isEqualTo(i > 0);
      assertThat(receiver.receive(now, i, records.u(), records.tauPs(), (seq, w) -> {})).isNull();
    }
    assertThat(receiver.window().u()).isEqualTo(ONE);
    assertThat(receiver.window().wc()).isLessThan(params.wInit());
  }
}
