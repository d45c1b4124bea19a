package dev.sluice.host.roce.hpcc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cc.hpcc.FlowCount;
import dev.sluice.cc.hpcc.HpccParams;
import dev.sluice.cc.hpcc.TelemetryUnits;
import dev.sluice.requirement.Requirement;
import dev.sluice.wire.Octets;
import dev.sluice.wire.telemetry.AckTelemetry;
import dev.sluice.wire.telemetry.TelemetryBlock;
import dev.sluice.wire.telemetry.TelemetryFormat;
import dev.sluice.wire.telemetry.TelemetryHead;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * What an additive step adds at a receiver that counts the flows of its link, at 100 Gb/s and with
 * a T of 5 us: W_init is 62,500 B and the headroom 62,500 x 0.05 = 3,125 B, of 512 parts each.
 */
class HpccReceivingTest {
  private static final TelemetryUnits UNITS = new TelemetryUnits(1_000, 1, 100, List.of(100_000L));
  private static final HpccParams PARAMS =
      HpccParams.defaults(100_000_000_000L, 100, 1_000, 1 << 24);
  private static final TelemetryFormat FORMAT = new TelemetryFormat(50_000, 5, true, false);
  private static final long US = 1_000_000;

  /** By a hundred flows, as configured: 31.25 B. */
  private static final long CONFIGURED = 16_000;

  private static HpccEnds ends(boolean atReceiver, int countedFlows) {
    return new HpccEnds(
        true,
        FORMAT,
        UNITS,
        100_000,
        1,
        false,
        HpccReturn.WHOLE,
        0,
        atReceiver,
        countedFlows,
        20 * US,
        rate -> PARAMS);
  }

  private static HpccReceiving of(FlowCount count, long flow) {
    return new HpccReceiving(ends(true, 4), PARAMS, 0, HpccFaultPoints.NONE, count, flow);
  }

  /** One that reports the count to its sender, which runs the algorithm. */
  private static HpccReceiving reporting(FlowCount count, long flow) {
    return new HpccReceiving(ends(false, 4), PARAMS, 0, HpccFaultPoints.NONE, count, flow);
  }

  private static byte[] telemetry(int us, boolean isLastFuller) {
    byte[] octets = new byte[64];
    TelemetryHead.put(octets, 0, 2, 5);
    for (int hop = 0; hop < 2; hop++) {
      long sent = us * (hop == 1 == isLastFuller ? 6_250L : 3_125L);
      long record = UNITS.record(UNITS.code(100_000), us * US, sent, 0);
      Octets.putBits64(octets, TelemetryBlock.recordAt(0, hop), record);
    }
    return octets;
  }

  /**
   * A packet has come over two links, of which the one has sent twice as much as the other since
   * the start; what a step adds then.
   */
  private static long step(HpccReceiving receiving, int us, boolean isLastFuller) {
    receiving.came(us * US, true, telemetry(us, isLastFuller), 0);
    return receiving.kernel().window().wai();
  }

  /**
   * Two flows, of which one falls silent for 20 us: 3,125 B, 3,125 / 2 = 1,562.5 B, and 3,125 B.
   */
  @Test
  @Requirement({"HPCC-6", "HPCC-17"})
  void aStepIsTheHeadroomOverTheFlowsThatShareTheLink() {
    FlowCount count = new FlowCount(4, 20 * US);
    HpccReceiving one = of(count, 2);
    HpccReceiving other = of(count, 3);
    assertThat(step(one, 1, true)).as("nothing is measured").isEqualTo(CONFIGURED);
    assertThat(step(one, 2, true)).isEqualTo(1_600_000);
    assertThat(step(other, 3, true)).as("nothing is measured of this one").isEqualTo(CONFIGURED);
    assertThat(step(one, 4, true)).isEqualTo(800_000);
    assertThat(step(other, 5, true)).isEqualTo(800_000);
    assertThat(step(one, 24, true)).as("19 us after the other one's").isEqualTo(800_000);
    assertThat(step(one, 25, true)).as("20 us after it").isEqualTo(1_600_000);
  }

  /** Of the same two flows, one whose first link is fuller: the count is not of that link. */
  @Test
  @Requirement("HPCC-17")
  void whereAnotherLinkIsFullerAStepIsAsConfigured() {
    HpccReceiving one = of(new FlowCount(4, 20 * US), 2);
    step(one, 1, false);
    assertThat(step(one, 2, false)).isEqualTo(CONFIGURED);
  }

  /**
   * Records that wait for an acknowledgment leave with the count of now: a packet without telemetry
   * has come after them, and another flow before it.
   */
  @Test
  @Requirement({"HPCC-6", "HPCC-17"})
  void recordsThatWaitLeaveWithTheCountOfNow() {
    FlowCount count = new FlowCount(4, 20 * US);
    HpccReceiving one = reporting(count, 2);
    HpccReceiving other = reporting(count, 3);
    one.came(US, true, telemetry(1, true), 0);
    assertThat(one.taken().flows()).isEqualTo(1);
    one.came(2 * US, true, telemetry(2, true), 0);
    other.came(3 * US, true, telemetry(3, true), 0);
    one.came(4 * US, true, new byte[0], -1);
    assertThat(one.taken().flows()).isEqualTo(2);
    one.came(5 * US, true, new byte[0], -1);
    assertThat(one.taken()).as("a count comes with records alone").isEqualTo(AckTelemetry.NONE);
  }

  /** What a probe has gathered goes back with the count of now, and a probe is of its flow. */
  @Test
  @Requirement({"HPCC-6", "HPCC-9", "HPCC-17"})
  void whatAProbeHasGatheredLeavesWithTheCountOfNow() {
    FlowCount count = new FlowCount(4, 20 * US);
    HpccReceiving one = reporting(count, 2);
    HpccReceiving other = reporting(count, 3);
    one.came(US, true, new byte[0], -1);
    assertThat(one.gathered(2 * US, telemetry(2, true), 0).flows()).isEqualTo(1);
    other.came(3 * US, true, new byte[0], -1);
    assertThat(one.gathered(4 * US, telemetry(4, true), 0).flows())
        .as("another flow has begun since the last packet of data")
        .isEqualTo(2);
    assertThat(one.gathered(23 * US, telemetry(23, true), 0).flows())
        .as("20 us after the other one's")
        .isEqualTo(1);
    assertThat(one.gathered(60 * US, telemetry(60, true), 0).flows())
        .as("its own data came long ago")
        .isEqualTo(1);
  }

  /** The report has 16 bits: a receiver that reports its count has no room beyond. */
  @Test
  @Requirement({"HPCC-6", "HPCC-17"})
  void aReceiverCountsAsManyFlowsAsItCanReport() {
    assertThat(ends(false, 1_000_000).flows()).hasToString("0 flows of at most 65535");
    assertThat(ends(true, 1_000_000).flows()).hasToString("0 flows of at most 1000000");
    assertThat(ends(false, 0).flows()).isNull();
  }
}
