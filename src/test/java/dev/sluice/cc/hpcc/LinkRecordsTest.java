package dev.sluice.cc.hpcc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sluice.requirement.Requirement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What packets with telemetry measure against those before them. */
class LinkRecordsTest {
  private static final long T_PS = 5_000_000;
  private static final long ONE = HpccParams.ONE;

  /** Bytes one by one, so that the numbers are exact. */
  private static final TelemetryUnits UNITS =
      new TelemetryUnits(1_000, 1, 100, List.of(100_000L, 400_000L, 800_000L));

  /** Feedback is there at once. */
  private static LinkRecords records() {
    return new LinkRecords(UNITS, T_PS, ONE, 800_000, 0);
  }

  /** Whether a packet with a record of each of its hops measures anything. */
  static boolean heard(LinkRecords records, long nowPs, int path, long... hops) {
    return records.hear(nowPs, path, hops.length, 0, hops) == null && records.fullest() >= 0;
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
    assertThat(heard(records, 1_000_000, 3, first)).isFalse();
    assertThat(records.u()).isEqualTo(HpccWindow.ABSENT);
    assertThat(records.tauPs()).isZero();
    long[] second = {at(100_000, 1_000_000, 3_125, 0), at(100_000, 900_000, 5_000, 9_900)};
    assertThat(heard(records, 2_000_000, 3, second)).isTrue();
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
      assertThat(heard(records, us * 1_000_000L, 1, hops)).isEqualTo(us > 0);
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
    heard(records, 0, 1, first);
    assertThat(heard(records, 1, 1, first)).isFalse();
    assertThat(heard(records, 2, 1, second)).isTrue();
    assertThat(records.u()).isEqualTo(ONE / 2);
    assertThat(heard(records, 3, 1, second)).isFalse();
    assertThat(heard(records, 4, 1, first)).as("an older one").isFalse();
    assertThat(records.tauPs()).isZero();
    assertThat(heard(records, 5, 1, new long[] {at(100_000, 3_000_000, 19_750, 0)})).isTrue();
    assertThat(records.u()).isEqualTo(ONE);
  }

  @Test
  @Requirement("HPCC-8")
  void anotherPathDropsWhatIsKept() {
    LinkRecords records = records();
    long[] here = {at(100_000, 1_000_000, 0, 0), at(100_000, 1_000_000, 0, 0)};
    long[] there = {at(100_000, 2_000_000, 500_000, 0), at(100_000, 2_000_000, 900_000, 0)};
    heard(records, 0, 1 ^ 2, here);
    assertThat(heard(records, 1, 1 ^ 4, there)).isFalse();
    assertThat(records.u()).isEqualTo(HpccWindow.ABSENT);
    there[0] = at(100_000, 3_000_000, 506_250, 0);
    assertThat(there).hasSize(2);
    assertThat(heard(records, 2, 1 ^ 4, there)).isTrue();
    assertThat(records.u()).isEqualTo(ONE / 2);
    assertThat(heard(records, 3, 1 ^ 4, new long[] {at(100_000, 4_000_000, 0, 0)}))
        .as("as many switches less")
        .isFalse();
  }

  /** 1 xor 2 = 3 = 5 xor 6: two paths of two hops that nobody tells apart. */
  @Test
  @Requirement("FIND-11")
  void pathsOfOnePathIdAreTakenForOne() {
    LinkRecords records = records();
    heard(records, 0, 1 ^ 2, new long[] {at(100_000, 0, 0, 0), at(100_000, 0, 0, 0)});
    long[] elsewhere = {at(100_000, 1_000_000, 900_000, 0), at(100_000, 1_000_000, 0, 0)};
    assertThat(heard(records, 1, 5 ^ 6, elsewhere)).isTrue();
    assertThat(records.u()).as("a rate of nothing").isEqualTo(ONE * 72);
  }

  /** 2^20 B take 10.49 µs at 800 Gb/s: after that long a count may have come round. */
  @Test
  @Requirement("HPCC-2")
  void afterASilenceInWhichACounterMayComeRoundNothingIsMeasured() {
    LinkRecords records = records();
    assertThat(records.longestPs()).isEqualTo(10_485_760 - 2_000);
    heard(records, 0, 1, new long[] {at(800_000, 0, 0, 0)});
    long[] wrapped = {at(800_000, 10_490_000, 1_049_000, 0)};
    assertThat(heard(records, 10_490_000, 1, wrapped)).isFalse();
    assertThat(heard(records, 11_490_000, 1, new long[] {at(800_000, 11_490_000, 1_149_000, 0)}))
        .isTrue();
    assertThat(records.u()).isEqualTo(ONE);
    assertThatIllegalArgumentException().isThrownBy(() -> new LinkRecords(UNITS, T_PS, ONE, 0));
  }

  /**
   * A silence of 6 µs, where the first packet's feedback was there at once and the second's takes 5
   * µs: 11 µs lie between their records, in which 2^20 B pass at 800 Gb/s. Half of what counters
   * can tell is left to feedback where nothing is said.
   */
  @Test
  @Requirement({"HPCC-2", "FIND-11"})
  void whatFeedbackTakesIsNoSilence() {
    LinkRecords late = new LinkRecords(UNITS, T_PS, ONE, 800_000, 5_000_000);
    assertThat(late.longestPs()).isEqualTo(10_485_760 - 2_000 - 5_000_000);
    heard(late, 0, 1, new long[] {at(800_000, 0, 0, 0)});
    assertThat(heard(late, 6_000_000, 1, new long[] {at(800_000, 11_000_000, 1_100_000, 0)}))
        .isFalse();
    assertThat(new LinkRecords(UNITS, T_PS, ONE, 800_000).longestPs())
        .isEqualTo((10_485_760 - 2_000) / 2);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new LinkRecords(UNITS, T_PS, ONE, 800_000, 10_485_760))
        .withMessage(
            "feedback that takes up to 10485760 ps, of 10483760 ps that counters can tell");
  }

  /** Seven switches, and eight, of one id, with room for one record. */
  @Test
  @Requirement("HPCC-8")
  void anotherNumberOfHopsIsAnotherPathWhereThereIsNoRoomForMoreRecords() {
    LinkRecords records = records();
    assertThat(records.hear(0, 1, 7, 0, new long[] {at(100_000, 0, 0, 0)})).isNull();
    long[] later = {at(100_000, 1_000_000, 900_000, 0)};
    assertThat(records.hear(1_000_000, 1, 8, 0, later)).isNull();
    assertThat(records.tauPs()).isZero();
    assertThat(records.nHop()).isEqualTo(8);
    assertThat(records.hear(2_000_000, 1, 8, 0, new long[] {at(100_000, 2_000_000, 906_250, 0)}))
        .isNull();
    assertThat(records.u()).isEqualTo(ONE / 2);
  }

  /** A link is repaired, and another one of another speed takes its place in the path. */
  @Test
  @Requirement("HPCC-8")
  void anotherSpeedIsAnotherLink() {
    LinkRecords records = records();
    heard(records, 0, 3, new long[] {at(100_000, 0, 0, 0), at(100_000, 0, 0, 0)});
    long[] other = {at(100_000, 1_000_000, 6_250, 0), at(400_000, 1_000_000, 999_999, 0)};
    assertThat(heard(records, 1_000_000, 3, other)).isTrue();
    assertThat(records.u()).as("of the first hop alone").isEqualTo(ONE / 2);
    assertThat(records.fullest()).isZero();
  }

  /** 1 µs, then 4 µs: each response tells of one link, and is measured against its own last one. */
  @Test
  @Requirement({"HPCC-12", "FIND-21"})
  void responsesOfLinksThatTakeTurnsAreMeasured() {
    LinkRecords records = records();
    for (int us = 0; us < 6; us++) {
      long ps = us * 1_000_000L;
      long[] one = {at(100_000, ps, us * 3_125L, 0)};
      assertThat(records.hear(ps, 3, 2, us % 2, one)).isNull();
      assertThat(records.u()).isEqualTo(us < 2 ? HpccWindow.ABSENT : ONE / 4);
      assertThat(records.tauPs()).isEqualTo(us < 2 ? 0 : 2_000_000);
      assertThat(records.fullest()).isEqualTo(us < 2 ? -1 : us % 2);
    }
    assertThat(records.hear(7_000_000, 3, 2, 0, new long[0])).as("none was measured").isNull();
    assertThat(records.tauPs()).isZero();
    assertThat(records.heardAtPs(1)).as("and all are kept").isEqualTo(5_000_000);
  }

  @Test
  @Requirement("HPCC-15")
  void whatFitsNoHeaderChangesNothing() {
    LinkRecords records = records();
    heard(records, 0, 1, new long[] {at(100_000, 0, 0, 0)});
    String before = records.toString();
    long[] one = {at(100_000, 1_000_000, 0, 0)};
    assertThat(records.hear(1, 4_096, 1, 0, one))
        .isEqualTo("1 hops on path 4096 do not fit a header");
    assertThat(records.hear(1, 1, 16, 0, one)).isEqualTo("16 hops on path 1 do not fit a header");
    assertThat(records.hear(1, 1, 1, 1, one)).isEqualTo("1 records from hop 1 on, of 1");
    assertThat(records.hear(1, 1, 1, 0, new long[2])).isEqualTo("2 records from hop 0 on, of 1");
    assertThat(heard(records, 1, 1, new long[16])).isFalse();
    assertThat(records.toString()).isEqualTo(before);
    assertThat(records.broken()).isNull();
  }

  /**
   * 2 µs of waiting are 0.4 of a T of 5 µs; 3,125 B in 1 µs at 100 Gb/s are 0.25. In bytes the
   * same: 25,000 B wait, of 62,500.
   */
  @Test
  @Requirement("HPCC-14")
  void theTimeThatPacketsWaitStandsForTheQueue() {
    TelemetryUnits waits = UNITS.withSojourn(1_000);
    LinkRecords records = new LinkRecords(waits, T_PS, ONE, 800_000, 0);
    heard(records, 0, 1, new long[] {waits.record(0, 0, 0, 2_000_000)});
    assertThat(heard(records, 1, 1, new long[] {waits.record(0, 1_000_000, 3_125, 3_000_000)}))
        .isTrue();
    assertThat(records.u()).isEqualTo(ONE / 100 * 65);
    LinkRecords lengths = records();
    heard(lengths, 0, 1, new long[] {at(100_000, 0, 0, 25_000)});
    heard(lengths, 1, 1, new long[] {at(100_000, 1_000_000, 3_125, 25_000)});
    assertThat(lengths.u()).isEqualTo(records.u());
    assertThat(waits.sojournPs(waits.record(0, 0, 0, 1L << 40))).isEqualTo(65_535_000);
    assertThat(waits.scaled(10).sojournUnitPs()).as("a time in every domain").isEqualTo(1_000);
    assertThatIllegalArgumentException().isThrownBy(() -> UNITS.withSojourn(0));
  }

  /**
   * A port of 100 Gb/s is full, and DWRR gives this class a quarter of it. A flow that sends that
   * quarter and waits 30 µs reads 0.25 of the link by its own class's count and queue of 93,750 B,
   * which the port's rate would have drained in 7.5 µs: 1.75 in all. By the time that its packets
   * wait it is 6.25: all of what really waits.
   */
  @Test
  @Requirement("HPCC-14")
  void aQueueOfOneClassHidesWhatItsPacketsWait() {
    LinkRecords lengths = records();
    heard(lengths, 0, 1, new long[] {at(100_000, 0, 0, 93_800)});
    heard(lengths, 1, 1, new long[] {at(100_000, 1_000_000, 3_125, 93_800)});
    assertThat(lengths.u()).isEqualTo(ONE / 4 + ONE * 938 / 625);
    TelemetryUnits units = UNITS.withSojourn(1_000);
    LinkRecords waits = new LinkRecords(units, T_PS, ONE, 800_000, 0);
    heard(waits, 0, 1, new long[] {units.record(0, 0, 0, 30_000_000)});
    heard(waits, 1, 1, new long[] {units.record(0, 1_000_000, 3_125, 30_000_000)});
    assertThat(waits.u()).isEqualTo(ONE / 4 + ONE * 6);
  }

  /** A lie of a time ahead, once; its link is measured again after the longest silence. */
  @Test
  @Requirement({"HPCC-2", "HPCC-15"})
  void aLieLastsNoLongerThanASilence() {
    LinkRecords records = records();
    heard(records, 0, 1, new long[] {at(100_000, 0, 0, 0)});
    assertThat(heard(records, 0, 1, new long[] {at(100_000, 8_000_000_000L, 0, 0)})).isTrue();
    assertThat(records.u()).isLessThan(ONE);
    long firstPs = 0;
    for (long ps = 500_000; firstPs == 0; ps += 500_000) {
      if (heard(records, ps, 1, new long[] {at(100_000, ps, ps / 80, 0)})) {
        firstPs = ps;
      }
    }
    assertThat(firstPs - records.longestPs()).isBetween(500_000L, 1_000_000L);
    assertThat(records.u()).isEqualTo(ONE);
  }

  /**
   * With a fast link of 400 Gb/s told of in place of a full one of 100 Gb/s, U is 0.8, and after
   * maxStage steps the window grows by 0.95 / 0.8; with the full one it falls by 0.95.
   */
  @Test
  @Requirement({"HPCC-12", "FIND-21"})
  void aSenderThatIsToldOfTheWrongLinkGrowsIntoAFullOne() {
    HpccParams params = HpccParams.defaults(100_000_000_000L, 100, 1_000, 1 << 24);
    long[] after = new long[2];
    for (int hop = 0; hop < 2; hop++) {
      LinkRecords records = records();
      HpccSender sender = new HpccSender(params, new HpccWindow(params), 0);
      sender.receiveAck(
          1,
          HpccWindow.ABSENT,
          HpccWindow.ABSENT,
          ONE * 2,
          T_PS); // half of the line, so that it may grow
      long half = sender.window().wc();
      for (int i = 0; i < 8; i++) {
        long ps = i * T_PS;
        long[] told = {
          hop == 0 ? at(400_000, ps, i * 100_000L, 100_000) : at(100_000, ps, i * 31_200L, 31_300)
        };
        assertThat(records.hear(ps, 3, 2, hop, told)).isNull();
        sender.transmit(ps + T_PS / 2 + i, seq -> {});
        sender.receiveAck(
            2 + i, HpccWindow.ABSENT, HpccWindow.ABSENT, records.u(), records.tauPs());
      }
      after[hop] = sender.window().wc() - half;
    }
    assertThat(after[0]).as("in place of a full link").isPositive();
    assertThat(after[1]).as("the full link").isNegative();
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
      boolean measured = heard(records, now, 1, new long[] {at(100_000, now, i * 93_750L, 0)});
      assertThat(measured).isEqualTo(i > 0);
      assertThat(receiver.receive(now, i, records.u(), records.tauPs(), (seq, w, n) -> {}))
          .isNull();
    }
    assertThat(receiver.window().u()).isEqualTo(ONE);
    assertThat(receiver.window().wc()).isLessThan(params.wInit());
  }

  /** txBytes of 2^20 B comes round in 83.89 ms at 100 Mb/s, and Timestamp's half in 8.39 ms. */
  @Test
  @Requirement("HPCC-2")
  void feedbackMayTakeAllButTheLastOfWhatCountersCanTell() {
    long spanPs = (1L << 23) * 1_000 - 2_000;
    assertThat(new LinkRecords(UNITS, T_PS, ONE, 1, spanPs - 1).longestPs()).isEqualTo(1);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new LinkRecords(UNITS, T_PS, ONE, 1, spanPs));
    assertThatIllegalArgumentException().isThrownBy(() -> new LinkRecords(UNITS, T_PS, ONE, 1, -1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new LinkRecords(UNITS, T_PS, ONE, 0, 0))
        .withMessage("a fastest link of 0 Mb/s");
  }

  /** 0.5 of the link, over just as long as counters can tell; and one picosecond more. */
  @Test
  @Requirement({"HPCC-2", "HPCC-8"})
  void aRecordIsKeptForTheLongestSilenceAndNoLonger() {
    long longestPs = records().longestPs();
    for (int late = 0; late < 2; late++) {
      LinkRecords records = records();
      heard(records, 0, 1, new long[] {at(100_000, 0, 0, 0)});
      long[] next = {at(100_000, 1_000_000, 6_250, 0)};
      assertThat(heard(records, longestPs + late, 1, next)).isEqualTo(late == 0);
      assertThat(records.heardAtPs(0)).isEqualTo(longestPs + late);
    }
  }

  @Test
  @Requirement({"HPCC-8", "HPCC-15"})
  void theFirstAndTheLastOfEachNumberFit() {
    LinkRecords records = records();
    assertThat(records.hear(0, 4_095, 15, 14, new long[] {at(100_000, 0, 0, 0)})).isNull();
    assertThat(records).hasToString("15 hops of path 4095, U -1 over 0 ps");
    assertThat(records.hear(0, 0, 0, 0, new long[0])).isNull();
    assertThat(records).hasToString("0 hops of path 0, U -1 over 0 ps");
    assertThat(records.hear(0, -1, 0, 0, new long[0])).isNotNull();
    assertThat(records.hear(0, 0, -1, 0, new long[0])).isNotNull();
    assertThat(records.hear(0, 0, 1, -1, new long[0])).isNotNull();
  }

  @Test
  @Requirement("HPCC-2")
  void aListenerHearsOfTelemetryThatIsTaken() {
    LinkRecords records = records();
    List<String> heard = new ArrayList<>();
    records.tell((kernel, action, arguments) -> heard.add(action.name() + List.of(arguments)));
    assertThat(records.hear(0, 4_096, 1, 0, new long[] {0})).isNotNull();
    assertThat(records.hear(0, 3, 2, 1, new long[] {5})).isNull();
    assertThat(heard).containsExactly("Hear[3, 2, 1, [5]]");
  }

  /** What no packet brings about. */
  @Test
  void whatDoesNotFitTogetherIsNamed() {
    for (String variable : List.of("u", "tau", "fullest")) {
      LinkRecords records = records();
      heard(records, 0, 1, new long[] {at(100_000, 0, 0, 0)});
      heard(records, 1, 1, new long[] {at(100_000, 1_000_000, 6_250, 0)});
      assertThat(records.broken()).isNull();
      LinkRecords.FACE.variable(variable).writer().set(records, 0, variable.equals("tau") ? 0 : -1);
      assertThat(records.broken()).as(variable).startsWith("U ").endsWith(" of 1");
      LinkRecords.FACE.variable("fullest").writer().set(records, 0, 1);
      assertThat(records.broken()).endsWith("on hop 1 of 1");
    }
    for (String variable : List.of("records", "heardAt")) {
      for (int hop = 1; hop < Stamp.MOST_HOPS; hop += 13) {
        LinkRecords records = records();
        heard(records, 0, 1, new long[] {at(100_000, 0, 0, 0)});
        LinkRecords.FACE.variable(variable).writer().set(records, hop, 7);
        assertThat(records.broken()).isEqualTo("a record of hop " + hop + ", of 1");
      }
    }
  }
}
