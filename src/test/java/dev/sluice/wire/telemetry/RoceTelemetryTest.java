package dev.sluice.wire.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.requirement.Requirement;
import dev.sluice.wire.ip.Ip;
import dev.sluice.wire.ip.Ipv4;
import dev.sluice.wire.ip.Udp;
import dev.sluice.wire.roce.Bth;
import dev.sluice.wire.roce.Icrc;
import dev.sluice.wire.roce.Opcode;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The draft's header in data of RoCEv2, and what acknowledgments bring back. */
class RoceTelemetryTest {
  private static final TelemetryFormat FORMAT = new TelemetryFormat(50_000, 2, true, false);
  private static final int PAYLOAD = 16;
  private static final int HEADER = 4 + 2 * 8;
  private static final int LENGTH = Ipv4.SIZE + Udp.SIZE + HEADER + Bth.SIZE + PAYLOAD + Icrc.SIZE;

  private static byte[] data() {
    byte[] octets = new byte[LENGTH];
    int udp = Ipv4.put(octets, 0, 26, 2, LENGTH, 64, Ip.UDP, 1, 2);
    int head = Udp.put(octets, udp, 0xC000, FORMAT.udpPort(), LENGTH - Ipv4.SIZE);
    int bth = TelemetryBlock.fresh(FORMAT).put(FORMAT, octets, head);
    Bth.put(octets, bth, Opcode.WRITE_MIDDLE, 0, 0xFFFF, 7, 0, 99);
    RoceTelemetry.seal(FORMAT, octets, 0);
    return octets;
  }

  /** What a switch writes, and that it marks and counts down, leaves the ICRC as it is. */
  @Test
  @Requirement({"HPCC-7", "HPCC-15"})
  void theIcrcHoldsAtEachHop() {
    byte[] octets = data();
    assertThat(RoceTelemetry.isOne(FORMAT, octets, 0)).isTrue();
    int bth = RoceTelemetry.bth(FORMAT, octets, 0);
    assertThat(bth).isEqualTo(Ipv4.SIZE + Udp.SIZE + HEADER);
    assertThat(Bth.psn(octets, bth)).isEqualTo(99);
    for (int hop = 1; hop <= 3; hop++) {
      int end = TelemetryFrames.hop(FORMAT, octets, 0, LENGTH, hop, 0x0F0 >> hop);
      assertThat(end).isEqualTo(LENGTH);
      if (hop <= 2) {
        TelemetryFrames.record(octets, 0, hop - 1, 0x2123456AABCDE123L * hop);
      }
      Ip.markCe(octets, 0);
      octets[bth + 4] = 0x40; // BECN
      assertThat(RoceTelemetry.bth(FORMAT, octets, 0)).isEqualTo(bth);
      assertThat(RoceTelemetry.isIntact(FORMAT, octets, 0)).isTrue();
    }
  }

  /** Any other bit that is turned does not. */
  @Test
  @Requirement("HPCC-15")
  void whatIsSpoiltIsSeen() {
    int bth = RoceTelemetry.bth(FORMAT, data(), 0);
    for (int at = bth; at < LENGTH; at++) {
      byte[] octets = data();
      octets[at] ^= 0x10;
      assertThat(RoceTelemetry.isIntact(FORMAT, octets, 0)).as("%d", at).isEqualTo(at == bth + 4);
    }
  }

  @Test
  @Requirement({"HPCC-10", "HPCC-11"})
  void anAcknowledgmentBringsRecordsOrAWindow() {
    byte[] octets = data();
    int head = Ipv4.SIZE + Udp.SIZE;
    TelemetryFrames.hop(FORMAT, octets, 0, LENGTH, 1, 0x005);
    TelemetryFrames.record(octets, 0, 0, 0x1123456AABCDE123L);
    AckTelemetry records = AckTelemetry.of(FORMAT, octets, head);
    byte[] ack = new byte[64];
    assertThat(records.put(ack, 8)).isEqualTo(8 + 4 + 4 + 8);
    assertThat(Arrays.copyOfRange(ack, 8, 24))
        .containsExactly(3, 1, 0, 0, 0x10, 5, 0, 0, 0x11, 0x23, 0x45, 0x6A, 0xAB, 0xCD, 0xE1, 0x23);
    AckTelemetry read = AckTelemetry.read(ack, 8, 24);
    assertThat(read.hasRecords()).isTrue();
    assertThat(read.nHop()).isEqualTo(1);
    assertThat(read.pathId()).isEqualTo(5);
    assertThat(read.records()).containsExactly(0x1123456AABCDE123L);
    assertThat(read.flows()).isZero();

    assertThat(records.counting(0x1234).put(ack, 8)).isEqualTo(24);
    assertThat(Arrays.copyOfRange(ack, 8, 14)).containsExactly(3, 1, 0x12, 0x34, 0x10, 5);
    assertThat(AckTelemetry.read(ack, 8, 24).flows()).isEqualTo(0x1234);
    assertThat(records.counting(70_000).flows())
        .as("as many as there is room for")
        .isEqualTo(65_535);
    assertThat(AckTelemetry.of(5).counting(7)).as("a window alone").isEqualTo(AckTelemetry.of(5));

    assertThat(AckTelemetry.of(31_999_999).put(ack, 0)).isEqualTo(12);
    assertThat(AckTelemetry.read(ack, 0, 12).window()).isEqualTo(31_999_999);
    assertThat(AckTelemetry.NONE.put(ack, 0)).isEqualTo(4);
    assertThat(AckTelemetry.read(ack, 0, 4)).isSameAs(AckTelemetry.NONE);
  }

  /** What is not all there, or no such thing, brings nothing. */
  @Test
  @Requirement("HPCC-15")
  void whatIsCutBringsNothing() {
    byte[] ack = new byte[200];
    AckTelemetry.of(5).put(ack, 0);
    for (int to = 0; to < 12; to++) {
      assertThat(AckTelemetry.read(ack, 0, to)).isSameAs(AckTelemetry.NONE);
    }
    ack[0] = TelemetryKind.NOTIFICATION;
    ack[1] = 2;
    for (int to = 0; to < 24; to++) {
      assertThat(AckTelemetry.read(ack, 0, to)).isSameAs(AckTelemetry.NONE);
    }
    ack[1] = 16;
    assertThat(AckTelemetry.read(ack, 0, 200)).as("of 15 at most").isSameAs(AckTelemetry.NONE);
    for (int kind : List.of(1, 2, 5, 255)) {
      ack[0] = (byte) kind;
      assertThat(AckTelemetry.read(ack, 0, 200)).isSameAs(AckTelemetry.NONE);
    }
  }
}
