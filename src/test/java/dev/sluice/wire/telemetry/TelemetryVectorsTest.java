package dev.sluice.wire.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sluice.cc.hpcc.Stamp;
import dev.sluice.cc.hpcc.TelemetryProfile;
import dev.sluice.cc.hpcc.TelemetryUnits;
import dev.sluice.requirement.Requirement;
import dev.sluice.wire.Hex;
import dev.sluice.wire.ip.Ip;
import dev.sluice.wire.ip.Ipv4;
import dev.sluice.wire.ip.Udp;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Octets of the draft's header written by hand, each with its arithmetic. */
class TelemetryVectorsTest {
  private static final TelemetryUnits UNITS = TelemetryProfile.HPCC_ARTIFACT.units(100_000);
  private static final List<Long> HUNDRED = List.of(100_000L);

  private static TelemetryFormat format(int room, boolean preallocated, boolean lastWord) {
    return new TelemetryFormat(TelemetrySample.PORT, room, preallocated, lastWord);
  }

  private static byte[] written(TelemetryFormat format, TelemetryBlock block) {
    byte[] octets = new byte[format.size(block.head().nHop())];
    assertThat(block.put(format, octets, 0)).isEqualTo(octets.length);
    assertThat(TelemetryBlock.read(format, octets, 0)).isEqualTo(block);
    return octets;
  }

  private static TelemetryBlock hops(int n, TelemetryFormat format) {
    return new TelemetryBlock(
        new TelemetryHead(n, n, 0),
        IntStream.range(0, format.records(n)).mapToObj(i -> new HopRecord(2, i, i, i)).toList(),
        format.hasLastWord() ? Optional.of(LastWord.EMPTY) : Optional.empty());
  }

  @Test
  @Requirement("HPCC-7")
  void oneHopIsTheseOctets() {
    byte[] vector =
        Hex.octets(
            """
            10 01        | nHop 1 in the upper 4 bits, pathID 0x001 in the other 12
            00 00        | padding
            21 23 45 6a  | Speed 2; Timestamp 0x123456; the upper 4 bits of txBytes 0xABCDE
            bc de 12 34  | the other 16 bits of txBytes; Queue Length 0x1234
            """);
    TelemetryBlock block =
        new TelemetryBlock(
            new TelemetryHead(1, 1, 0),
            List.of(new HopRecord(2, 0x123456, 0xABCDE, 0x1234)),
            Optional.empty());
    assertThat(written(format(5, false, false), block)).isEqualTo(vector);
    assertThat(block.bits()).containsExactly(0x2123_456A_BCDE_1234L);
  }

  @Test
  @Requirement("HPCC-7")
  void everyFieldAtItsLargestAndTheLastWord() {
    byte[] vector =
        Hex.octets(
            """
            2f ff  be ef  | nHop 2, pathID 0xFFF, padding as it came
            f0 00 00 00  00 00 00 00  | Speed 15 alone: 15 x 2^60
            0f ff ff ff  ff ff ff ff  | all of the others: 24 + 20 + 16 = 60 bits
            12 34 56  78  | Options, padding
            """);
    TelemetryBlock block =
        new TelemetryBlock(
            new TelemetryHead(2, 0xFFF, 0xBEEF),
            List.of(new HopRecord(15, 0, 0, 0), new HopRecord(0, 0xFFFFFF, 0xFFFFF, 0xFFFF)),
            Optional.of(new LastWord(0x123456, 0x78)));
    assertThat(written(format(5, false, true), block)).isEqualTo(vector);
  }

  @Test
  @Requirement("HPCC-7")
  void fiveHopsTake44OctetsOr48AndFifteen124() {
    TelemetryFormat five = format(5, false, false);
    assertThat(five.size(5)).as("4 + 5 x 8").isEqualTo(44);
    assertThat(written(five, hops(5, five))).hasSize(44);
    TelemetryFormat closed = format(5, false, true);
    assertThat(written(closed, hops(5, closed))).as("and 4 more").hasSize(48);
    TelemetryFormat fifteen = format(15, false, false);
    assertThat(written(fifteen, hops(15, fifteen))).as("4 + 15 x 8").hasSize(124);
    assertThat(written(fifteen, hops(0, fifteen))).hasSize(4);
    TelemetryFormat block = format(5, true, false);
    assertThat(written(block, hops(2, block)))
        .as("room that nobody has used is zeros")
        .hasSize(44)
        .endsWith(new byte[24]);
  }

  @Test
  @Requirement("HPCC-7")
  void theHeaderStandsOnNoPortThatReadersTakeForAnotherProtocol() {
    for (int port : new int[] {4789, 4790, 4791}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> new TelemetryFormat(port, 5, false, false))
          .withMessageContaining("UDP port " + port + " is that of");
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new TelemetryFormat(0, 5, false, false))
        .withMessageContaining("1 to 65535");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new TelemetryFormat(TelemetrySample.PORT, 16, false, false))
        .withMessageContaining("room 1 to 15");
    TelemetryFormat format = format(5, false, false);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> hops(2, format).put(format(5, false, true), new byte[99], 0))
        .withMessageContaining("2 records after 2 hops do not go with");
  }

  /** Three switches, the packet of which grows at each. */
  @Test
  @Requirement({"HPCC-1", "HPCC-7"})
  void aPacketGrowsAtEachSwitch() {
    TelemetryFormat format = format(5, false, true);
    byte[] packet = TelemetrySample.fresh(format, false, new byte[] {7, 8, 9});
    assertThat(packet).as("20 + 8 + 4 + 4 + 3").hasSize(39);
    // 4502 + 0027 + 0000 + 4000 + 4011 + 0a00 + 0001 + 0a00 + 0002 = d93d; ffff - d93d
    assertThat(Ipv4.checksum(packet, 0)).isEqualTo(0x26C2);

    packet =
        TelemetrySample.hop(
            format, packet, new Stamp(UNITS, 0x801, HUNDRED), 100_000, 5_000_000, 51_199, 640);
    // 8 octets more, so 8 less in the complement
    assertThat(packet).hasSize(47);
    assertThat(Ipv4.checksum(packet, 0)).isEqualTo(0x26BA);
    packet =
        TelemetrySample.hop(
            format, packet, new Stamp(UNITS, 0x123, HUNDRED), 100_000, 6_000_999, 0, 319);
    packet =
        TelemetrySample.hop(
            format,
            packet,
            new Stamp(UNITS, 0x001, HUNDRED),
            100_000,
            (1L << 24) * 1_000 + 7_000,
            (1L << 20) * 512 + 1_024,
            1L << 40);
    assertThat(Ip.packetLength(packet, 0)).isEqualTo(39 + 3 * 8).isEqualTo(packet.length);
    assertThat(Udp.length(packet, 20)).isEqualTo(packet.length - 20);
    assertThat(Ipv4.isIntact(packet, 0)).isTrue();
    assertThat(Arrays.copyOfRange(packet, 28, packet.length))
        .isEqualTo(
            Hex.octets(
                """
                39 23 00 00              | three hops; 0x801 ^ 0x123 ^ 0x001 = 0x923
                20 01 38 80 00 63 00 02  | 100G; 5,000 ns; 51,199 / 512 B = 99; 640 / 320 B = 2
                20 01 77 00 00 00 00 00  | 6,000 ns; nothing sent; 319 B are less than a unit
                20 00 00 70 00 02 ff ff  | 7 ns after a whole turn; 2 units after one; no more fits
                00 00 00 00              | the last word stays behind the records
                07 08 09                 | payload
                """));
    TelemetryBlock read = TelemetryBlock.read(format, packet, 28);
    assertThat(read.records().get(0)).isEqualTo(new HopRecord(2, 5_000, 99, 2));
  }

  @Test
  @Requirement("HPCC-7")
  void aChecksumOfUdpIsCarriedAlong() {
    for (boolean v6 : new boolean[] {true, false}) {
      TelemetryFormat format = format(2, false, true);
      byte[] packet = TelemetrySample.fresh(format, v6, new byte[] {7, 8, 9});
      Udp.seal(packet, 0);
      for (int id = 1; id <= 3; id++) {
        packet =
            TelemetrySample.hop(
                format, packet, new Stamp(UNITS, id, HUNDRED), 100_000, 7_000, 9_999, 999);
        assertThat(Udp.checksum(packet, Ip.size(packet, 0))).isNotZero();
        assertThat(Udp.isIntact(packet, 0)).as("behind switch %d", id).isTrue();
      }
    }
  }

  @Test
  @Requirement("HPCC-7")
  void aPreallocatedBlockKeepsItsLength() {
    TelemetryFormat format = format(2, true, false);
    byte[] packet = TelemetrySample.fresh(format, true, new byte[] {1});
    int length = packet.length;
    for (int id = 1; id <= 2; id++) {
      packet =
          TelemetrySample.hop(
              format, packet, new Stamp(UNITS, id, HUNDRED), 100_000, 1_000 * id, 0, 0);
      assertThat(packet).hasSize(length);
    }
    assertThat(TelemetryBlock.read(format, packet, 48))
        .isEqualTo(
            new TelemetryBlock(
                new TelemetryHead(2, 3, 0),
                List.of(new HopRecord(2, 1, 0, 0), new HopRecord(2, 2, 0, 0)),
                Optional.empty()));
    assertThat(packet).endsWith(1);
  }

  /** Seventeen switches: nothing is written over, and that records are missing is seen. */
  @Test
  @Requirement("HPCC-7")
  void morePassedSwitchesThanRoomAreCountedAndWriteNothing() {
    for (boolean preallocated : new boolean[] {true, false}) {
      TelemetryFormat format = format(5, preallocated, false);
      byte[] packet = TelemetrySample.fresh(format, false, new byte[0]);
      TelemetryBlock atFive = null;
      int path = 0;
      for (int hop = 1; hop <= 17; hop++) {
        path ^= hop;
        packet =
            TelemetrySample.hop(
                format,
                packet,
                new Stamp(UNITS, hop, HUNDRED),
                100_000,
                1_000L * hop,
                512L * hop,
                320L * hop);
        TelemetryBlock read = TelemetryBlock.read(format, packet, 28);
        atFive = hop == 5 ? read : atFive;
        assertThat(read.head()).isEqualTo(new TelemetryHead(Math.min(hop, 15), path, 0));
        assertThat(format.isCut(read.head().nHop())).isEqualTo(hop > 5);
        if (hop > 5) {
          assertThat(read.records()).isEqualTo(atFive.records()).hasSize(5);
          assertThat(packet).hasSize(20 + 8 + 44);
        }
      }
    }
  }

  @Test
  void aPacketWithoutRoomInItsArrayIsTheCallersMistake() {
    TelemetryFormat format = format(5, false, false);
    byte[] packet = TelemetrySample.fresh(format, false, new byte[0]);
    byte[] before = packet.clone();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TelemetryFrames.hop(format, packet, 0, packet.length, 1, 1))
        .withMessageContaining("no room for 8 octets");
    assertThat(packet).isEqualTo(before);
    assertThat(TelemetryFrames.isOne(format, packet, 0, packet.length)).isTrue();
    assertThat(TelemetryFrames.isOne(format, packet, 0, packet.length - 1)).isFalse();
    assertThat(TelemetryFrames.isOne(format, packet, 0, 0)).isFalse();
    TelemetryFormat other = new TelemetryFormat(50_001, 5, false, false);
    assertThat(TelemetryFrames.isOne(other, packet, 0, packet.length)).isFalse();
  }
}
