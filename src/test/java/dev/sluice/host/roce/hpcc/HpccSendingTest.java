package dev.sluice.host.roce.hpcc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cc.hpcc.HpccParams;
import dev.sluice.cc.hpcc.TelemetryUnits;
import dev.sluice.requirement.Requirement;
import dev.sluice.wire.telemetry.AckTelemetry;
import dev.sluice.wire.telemetry.TelemetryFormat;
import dev.sluice.wire.telemetry.TelemetryKind;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a queue pair that asks makes of telemetry that comes back. */
class HpccSendingTest {
  private static final TelemetryUnits UNITS = new TelemetryUnits(1_000, 1, 100, List.of(100_000L));
  private static final HpccParams PARAMS =
      HpccParams.defaults(100_000_000_000L, 100, 1_000, 1 << 24);

  private static HpccSending sending(int room) {
    TelemetryFormat format = new TelemetryFormat(50_000, room, true, false);
    HpccEnds ends =
        new HpccEnds(
            true,
            format,
            UNITS,
            100_000,
            1,
            false,
            HpccReturn.WHOLE,
            0,
            false,
            0,
            0,
            rate -> PARAMS);
    return (HpccSending) HpccSending.windows(ends).apply(100_000_000_000L);
  }

  /** A link of 100 Gb/s that is used by a quarter, as it is after so many microseconds. */
  private static AckTelemetry after(int us, int nHop, int records) {
    long[] hops = new long[records];
    for (int hop = 0; hop < records; hop++) {
      hops[hop] = UNITS.record(UNITS.code(100_000), us * 1_000_000L, us * 3_125L, 0);
    }
    return new AckTelemetry(TelemetryKind.NOTIFICATION, nHop, 5, 0, hops, 0, 0);
  }

  private static long u(HpccSending sending, int us, AckTelemetry brought) {
    sending.heard(us * 1_000_000L, 0, false, brought);
    return sending.kernel().window().u();
  }

  /**
   * There is room for one record. Three hops, then four: that is another path, so that the second
   * packet measures nothing; the third is measured against it over 1 of T's 5 µs, and the fourth.
   */
  @Test
  @Requirement("HPCC-8")
  void theHeadersNumberOfHopsTellsPathsApart() {
    HpccSending sending = sending(1);
    long one = PARAMS.one();
    assertThat(u(sending, 1, after(1, 3, 1))).isEqualTo(one);
    assertThat(u(sending, 2, after(2, 4, 1))).as("another path").isEqualTo(one);
    assertThat(u(sending, 3, after(3, 4, 1))).isEqualTo(one - 3 * one / 4 / 5);
    assertThat(u(sending, 4, after(4, 4, 1))).isEqualTo(one - 3 * one / 4 * 9 / 25);
  }

  /**
   * Three packets leave, and a notification says that two are there. The transport has heard of
   * none of them, and goes back: two leave again that count for nothing, and then the third.
   */
  @Test
  @Requirement("HPCC-10")
  void whatANotificationSaysIsThereIsNotInFlightAgain() {
    HpccSending sending = sending(5);
    for (long packet = 0; packet < 3; packet++) {
      sending.transmit(packet * 1_000_000, packet);
    }
    assertThat(sending.kernel().inFlight()).isEqualTo(3);
    sending.heard(4_000_000, 2, false, AckTelemetry.NONE);
    assertThat(sending.kernel().inFlight()).isEqualTo(1);
    sending.heard(5_000_000, 0, false, AckTelemetry.NONE);
    assertThat(sending.kernel().inFlight()).as("an older acknowledgment").isEqualTo(1);
    sending.goesBack();
    assertThat(sending.kernel().inFlight()).isZero();
    for (long packet = 0; packet < 3; packet++) {
      sending.transmit((packet + 6) * 1_000_000, packet);
      assertThat(sending.kernel().inFlight()).isEqualTo(packet < 2 ? 0 : 1);
    }
    assertThat(sending.kernel().sndNxt()).isEqualTo(3);
  }

  /** More records than hops are no telemetry: what was measured last is not measured again. */
  @Test
  @Requirement("HPCC-15")
  void whatFitsNoHeaderMovesNothing() {
    HpccSending sending = sending(5);
    u(sending, 1, after(1, 2, 2));
    long moved = u(sending, 2, after(2, 2, 2));
    assertThat(moved).isLessThan(PARAMS.one());
    assertThat(u(sending, 3, after(3, 1, 2))).isEqualTo(moved);
    assertThat(u(sending, 4, after(4, 2, 2))).as("and what was kept is kept").isLessThan(moved);
  }

  /** Two links, of which the last or the first has sent twice as much since the start. */
  private static AckTelemetry reporting(int us, boolean isLastFuller, int flows) {
    long[] hops = new long[2];
    for (int hop = 0; hop < 2; hop++) {
      long sent = us * (hop == 1 == isLastFuller ? 6_250L : 3_125L);
      hops[hop] = UNITS.record(UNITS.code(100_000), us * 1_000_000L, sent, 0);
    }
    return new AckTelemetry(TelemetryKind.NOTIFICATION, 2, 5, 0, hops, 0, 0).counting(flows);
  }

  /** The receiver's own link is the last one: of another fullest link its count says nothing. */
  @Test
  @Requirement("HPCC-17")
  void aReportedCountIsFollowedWhereTheLastLinkIsTheFullest() {
    HpccSending last = sending(5);
    u(last, 1, reporting(1, true, 7));
    assertThat(last.kernel().window().n()).as("nothing is measured").isEqualTo(-1);
    u(last, 2, reporting(2, true, 7));
    assertThat(last.kernel().window().n()).isEqualTo(7);
    u(last, 3, reporting(3, true, 1));
    assertThat(last.kernel().window().n()).as("this flow alone").isEqualTo(1);
    u(last, 4, reporting(4, true, 0));
    assertThat(last.kernel().window().n()).as("no count comes").isEqualTo(-1);
    HpccSending first = sending(5);
    u(first, 1, reporting(1, false, 7));
    u(first, 2, reporting(2, false, 7));
    assertThat(first.kernel().window().n()).isEqualTo(-1);
  }
}
