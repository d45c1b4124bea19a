package dev.sluice.cc.hpcc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sluice.requirement.Requirement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a switch writes, and what the numbers mean. */
class StampTest {
  private static final TelemetryUnits UNITS = TelemetryProfile.HPCC_ARTIFACT.units(100_000);
  private static final Stamp STAMP = new Stamp(UNITS, 0xABC, List.of(100_000L, 400_000L));

  private static List<String> emitted(
      long mbps, long nowPs, long sentBytes, long queueBytes, int nHop, int pathId) {
    return emitted(mbps, nowPs, sentBytes, queueBytes, 5, nHop, pathId);
  }

  private static List<String> emitted(
      long mbps, long nowPs, long sentBytes, long queueBytes, int room, int nHop, int pathId) {
    List<String> told = new ArrayList<>();
    Stamp.Sink sink =
        new Stamp.Sink() {
          @Override
          public void head(int hops, int path) {
            told.add("%d %03x".formatted(hops, path));
          }

          @Override
          public void record(int slot, long record) {
            told.add("%d: %016x".formatted(slot, record));
          }
        };
    String refusal = STAMP.emit(mbps, nowPs, sentBytes, queueBytes, room, nHop, pathId, sink);
    if (refusal != null) {
      assertThat(told).as("refused, so nothing is written").isEmpty();
      told.add(refusal);
    }
    return told;
  }

  @Test
  @Requirement({"HPCC-1", "HPCC-7"})
  void aHopIsCountedAndItsPortRecordedAtOneInstant() {
    // 100G is code 2; 16 ns is 0x10; 1,536 / (128 x 4) = 3; 3,200 / (80 x 4) = 10
    assertThat(emitted(100_000, 16_000, 1_536, 3_200, 0, 0))
        .containsExactly("1 abc", "0: 200001000003000a");
    // the same switch once more takes its id away again
    assertThat(emitted(400_000, 0, 0, 0, 4, 0xABC)).containsExactly("5 000", "4: 4000000000000000");
  }

  @Test
  @Requirement("HPCC-7")
  void withoutRoomThereIsNoRecordAndTheCountGoesOn() {
    assertThat(emitted(100_000, 0, 0, 0, 5, 1)).containsExactly("6 abd");
    assertThat(emitted(100_000, 0, 0, 0, 14, 1)).containsExactly("15 abd");
    assertThat(emitted(100_000, 0, 0, 0, 15, 1)).as("the sixteenth").containsExactly("15 abd");
  }

  @Test
  @Requirement("HPCC-7")
  void aSpeedWithoutACodeIsAnErrorWhereItIsConfigured() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Stamp(UNITS, 1, List.of(100_000L, 40_000L)))
        .withMessage(
            "a port of 40000 Mb/s has no code of Speed; there are 25000, 50000, 100000, 200000, 400000");
    assertThat(emitted(40_000, 0, 0, 0, 0, 0))
        .containsExactly("a port of 40000 Mb/s has no code of Speed");
    assertThat(emitted(100_000, 0, 0, 0, 16, 0))
        .containsExactly("16 hops on path 0 do not fit a header");
    TelemetryUnits every = TelemetryProfile.EVERY_SPEED.units(800_000);
    assertThat(every.code(40_000)).isEqualTo(2);
    assertThat(every.code(1_600_000)).isEqualTo(8);
    assertThat(new TelemetryUnits(1, 1, 1, List.of(0L, 7L)).hasCode(0)).isFalse();
  }

  @Test
  @Requirement("HPCC-7")
  void numbersOutOfTheirRangeAreRefused() {
    for (int id : new int[] {0, 4096}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> new Stamp(UNITS, id, List.of()))
          .withMessage("switch " + id + ": an id is 1 to 4095");
    }
    for (int room : new int[] {0, 16}) {
      assertThat(emitted(100_000, 0, 0, 0, room, 0, 0))
          .containsExactly("room for " + room + " records");
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new TelemetryUnits(0, 1, 1, List.of(1L)))
        .withMessage("units of 0 ps, 1 B and 1 B");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new TelemetryUnits(1, 1, 1, List.of()))
        .withMessage("0 codes of Speed, of which 4 bits hold 1 to 16");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new TelemetryUnits(1, 1, 1, List.of(5L, 5L)))
        .withMessage("speeds that are no list of codes: [5, 5]");
    assertThatIllegalArgumentException().isThrownBy(() -> UNITS.scaled(0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TelemetryProfile.named("ietf"))
        .withMessage("no telemetry profile is called ietf; there are hpcc-artifact, every-speed");
    assertThat(TelemetryProfile.named("hpcc-artifact")).isEqualTo(TelemetryProfile.HPCC_ARTIFACT);
  }

  /** After which time and how many bytes the counters are where they were. */
  @Test
  @Requirement("HPCC-7")
  void countersWrapAndTheQueueStops() {
    assertThat(UNITS.timePeriodPs()).as("2^24 ns, 16.78 ms").isEqualTo(16_777_216_000L);
    assertThat(UNITS.txPeriodBytes()).as("2^20 x 512 B, 42.9 ms at 100G").isEqualTo(536_870_912);
    assertThat(UNITS.queueMostBytes()).as("2^16 x 320 B, less one").isEqualTo(20_971_519);
    // one unit before the turn, and two after it: three units lie between
    long before = UNITS.record(2, 16_777_215_000L, 536_870_911, 0);
    long now = UNITS.record(2, 16_777_218_000L, 536_871_936, 1L << 50);
    assertThat(TelemetryUnits.timestamp(before)).isEqualTo(0xFFFFFF);
    assertThat(TelemetryUnits.timestamp(now)).isEqualTo(2);
    assertThat(TelemetryUnits.ticks(before, now)).isEqualTo(3);
    assertThat(TelemetryUnits.txBytes(before)).isEqualTo(0xFFFFF);
    assertThat(UNITS.sentBytes(before, now)).isEqualTo(3 * 512);
    assertThat(TelemetryUnits.queueLength(now)).isEqualTo(0xFFFF);
    assertThat(UNITS.queueBytes(now)).isEqualTo(65_535 * 320);
    assertThat(TelemetryUnits.ticks(now, before)).as("the older one after it").isZero();
    long half = UNITS.record(2, 8_388_608_000L, 0, 0);
    assertThat(TelemetryUnits.ticks(UNITS.record(2, 0, 0, 0), half)).as("half a turn").isZero();
  }

  /** Whole units are all that a reader sees: what one packet of 1,048 B looks like at 100G. */
  @Test
  @Requirement("HPCC-7")
  void onePacketReadsAsTwoUnitsOrThree() {
    long[] read = new long[2];
    for (int sent = 0; sent < 512; sent++) {
      long bytes =
          UNITS.sentBytes(UNITS.record(2, 0, sent, 0), UNITS.record(2, 0, sent + 1_048L, 0));
      assertThat(bytes).isIn(1_024L, 1_536L);
      read[bytes == 1_024 ? 0 : 1]++;
    }
    // 1,048 = 2 x 512 + 24: of 512 places to begin at, 24 reach a third unit
    assertThat(read).containsExactly(488, 24);
  }

  /** Every number at its two ends; each fits. */
  @Test
  @Requirement("HPCC-7")
  void theFirstAndTheLastOfEachNumberFit() {
    for (int id : new int[] {1, 4_095}) {
      List<Integer> paths = new ArrayList<>();
      Stamp.Sink sink =
          new Stamp.Sink() {
            @Override
            public void head(int hops, int path) {
              paths.add(path);
            }

            @Override
            public void record(int slot, long record) {
              paths.add(slot);
            }
          };
      Stamp stamp = new Stamp(UNITS, id, List.of());
      assertThat(stamp.emit(100_000, 0, 0, 0, 1, 0, 0, sink)).isNull();
      assertThat(stamp.emit(100_000, 0, 0, 0, 15, 14, 4_095, sink)).isNull();
      assertThat(paths).containsExactly(id, 0, 4_095 ^ id, 14);
    }
    for (int path : new int[] {-1, 4_096}) {
      assertThat(emitted(100_000, 0, 0, 0, 0, path))
          .containsExactly("0 hops on path " + path + " do not fit a header");
    }
    assertThat(emitted(100_000, 0, 0, 0, -1, 0))
        .containsExactly("-1 hops on path 0 do not fit a header");
  }

  /** Sixteen codes, several of them of no speed. */
  @Test
  @Requirement("HPCC-7")
  void aCodeMayBeOfNoSpeed() {
    List<Long> speeds = new ArrayList<>(List.of(0L, 7L, 0L, 9L));
    while (speeds.size() < TelemetryUnits.CODES) {
      speeds.add(0L);
    }
    TelemetryUnits units = new TelemetryUnits(1, 1, 1, speeds);
    assertThat(units.code(9)).isEqualTo(3);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> units.code(0))
        .withMessage("a port of 0 Mb/s has no code of Speed; there are 7, 9");
    speeds.add(0L);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new TelemetryUnits(1, 1, 1, speeds))
        .withMessageStartingWith("17 codes");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new TelemetryUnits(1, 1, 1, List.of(-1L)))
        .withMessage("speeds that are no list of codes: [-1]");
    assertThat(units.withSojourn(1).sojournUnitPs()).isEqualTo(1);
  }

  /** 128 B and 80 B at 25 Gb/s and below, four times that at 100 Gb/s. */
  @Test
  @Requirement("HPCC-7")
  void unitsOfBytesGrowWithTheLineRate() {
    TelemetryUnits slow = TelemetryProfile.HPCC_ARTIFACT.units(10_000);
    assertThat(slow.txUnitBytes()).isEqualTo(128);
    assertThat(slow.queueUnitBytes()).isEqualTo(80);
    TelemetryUnits fast = TelemetryProfile.EVERY_SPEED.units(100_000);
    assertThat(fast.txUnitBytes()).isEqualTo(512);
    assertThat(fast.queueUnitBytes()).isEqualTo(320);
  }
}
