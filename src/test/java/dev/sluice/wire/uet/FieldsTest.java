package dev.sluice.wire.uet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sluice.requirement.Requirement;
import org.junit.jupiter.api.Test;

/** Arithmetic that belongs to fields: units, wraps, limits. */
class FieldsTest {

  @Test
  @Requirement("D10")
  void sequenceNumbersAreComparedAcrossTheWrap() {
    int last = 0xFFFF_FFFF;
    assertThat(Psn32.isBefore(last, 0)).isTrue();
    assertThat(Psn32.isBefore(0, last)).isFalse();
    assertThat(Psn32.isBefore(0x7FFF_FFFF, 0x8000_0000)).isTrue();
    assertThat(Psn32.distance(last - 1, 2)).as("0xFFFFFFFE to 2").isEqualTo(4);
    assertThat(Psn32.isWithin(1, last, 3)).as("1 - 0xFFFFFFFF = 2 < 3").isTrue();
    assertThat(Psn32.isWithin(2, last, 3)).isFalse();
    assertThat(Psn32.isWithin(last, 0, 1024)).as("one behind").isFalse();
    assertThat(Psn32.number(last)).isEqualTo(4_294_967_295L);
  }

  @Test
  @Requirement("PDC-7")
  void aTargetBeyondTwentyFourBitsIsRefusedAndNeverCut() {
    byte[] octets = new byte[Request.SIZE_WITH_CC];
    Request.putCccState(octets, 0, 0xA1, 16_777_215);
    assertThat(Request.creditTarget(octets, 0)).isEqualTo(16_777_215);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Request.putCccState(octets, 0, 0xA1, 255_987_500));
    assertThat(Request.creditTarget(octets, 0)).as("as before").isEqualTo(16_777_215);
    assertThatIllegalArgumentException().isThrownBy(() -> new CreditState(1 << 24, 0));
  }

  @Test
  @Requirement("D1")
  void mprCountsUnitsOf128() {
    assertThat(Mpr.field(128)).isEqualTo(1);
    assertThat(Mpr.field(1024)).isEqualTo(8);
    assertThat(Mpr.field(32_640)).isEqualTo(255);
    assertThat(Mpr.range(128)).as("128 x 128").isEqualTo(16_384);
    assertThatIllegalArgumentException().isThrownBy(() -> Mpr.field(129));
    assertThatIllegalArgumentException().isThrownBy(() -> Mpr.field(32_768));
  }

  @Test
  @Requirement("D7")
  void aPsnOffsetBeyondTwelveBitsWaitsAndIsNeverMasked() {
    assertThat(SynField.fits(4095)).isTrue();
    assertThat(SynField.fits(4096)).isFalse();
    assertThat(SynField.fits(-1)).isFalse();
    assertThat(SynField.of(false, 4095)).isEqualTo(0x0FFF);
    assertThatIllegalArgumentException().isThrownBy(() -> SynField.of(false, 4096));
  }

  @Test
  @Requirement("X1")
  void bothReadingsOfTheReservedPoolAreToldApart() {
    assertThat(SynField.of(true, 1)).isEqualTo(0x8001);
    assertThat(SynField.reading(0x8000)).isEqualTo(SynField.Reading.TOP_BIT);
    assertThat(SynField.reading(0x1000)).isEqualTo(SynField.Reading.BOTTOM_BIT);
    assertThat(SynField.reading(0x0FFF)).isEqualTo(SynField.Reading.GENERAL_POOL);
    assertThat(SynField.reading(0x9000)).isEqualTo(SynField.Reading.UNCLEAR);
    assertThat(SynField.asksForReservedPool(0x8000)).isTrue();
    assertThat(SynField.asksForReservedPool(0x1000)).isTrue();
    assertThat(SynField.asksForReservedPool(0x0001)).isFalse();
    assertThat(SynField.psnOffset(0x8FFF)).isEqualTo(4095);
  }

  @Test
  @Requirement("D6")
  void anAckSaysHowFarItsPsnIsFromTheCumulativeOne() {
    byte[] octets = new byte[Ack.SIZE];
    Ack.put(octets, 0, PacketType.ACK, 0, 0, 3, -2, 1, 2);
    assertThat(Ack.ackPsn(octets, 0)).isEqualTo(3);
    assertThat(Ack.cackPsn(octets, 0)).isEqualTo(-2);
    assertThat(Ack.probeOpaque(octets, 0)).as("3 - 0xFFFFFFFE").isEqualTo(5);
    assertThat(Ack.fits(3 + 32_767, 3)).isTrue();
    assertThat(Ack.fits(3 + 32_768, 3)).isFalse();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Ack.put(octets, 0, PacketType.ACK, 0, 0, 3 + 32_768, 3, 1, 2));
  }

  @Test
  @Requirement("UET-3")
  void aSackBitSaysReceivedAndAClearOneSaysNothing() {
    byte[] octets = new byte[AckCc.SIZE];
    Ack.put(octets, 0, PacketType.ACK_CC, 0, 0, -2, -2, 1, 2);
    AckCc.putSack(octets, 0, CcType.CC_CREDIT, Mpr.field(1024), -1, 1L | 1L << 63);
    assertThat(AckCc.sackBase(octets, 0)).isEqualTo(-1);
    assertThat(AckCc.saysReceived(octets, 0, -1)).isTrue();
    assertThat(AckCc.saysReceived(octets, 0, 62)).as("base + 63").isTrue();
    assertThat(AckCc.saysReceived(octets, 0, 0)).isFalse();
    assertThat(AckCc.saysReceived(octets, 0, 63)).as("beyond the bitmap").isFalse();
    assertThat(AckCc.saysReceived(octets, 0, -2)).as("before the bitmap").isFalse();
  }

  @Test
  @Requirement({"PDC-3", "PDC-6"})
  void aRetransmissionAfterTheFirstAckCarriesTheTargetsIdAndNoSyn() {
    byte[] octets = Sample.uet(Sample.request(), Sample.write());
    Request.setDpdcid(octets, 0, 0x4011);
    Request.setRetx(octets, 0);
    Request.setPsn(octets, 0, -1);
    Request.putCccState(octets, 0, 0xA1, 0);
    assertThat(Request.read(octets, 0))
        .isEqualTo(
            new Request(
                PacketType.RUD_CC_REQ,
                NextHdr.STANDARD_REQUEST,
                Request.RETX | Request.AR,
                0,
                -1,
                0x4001,
                0x4011,
                0xA1,
                0));
    assertThat(StandardRequest.read(octets, 16)).as("untouched").isEqualTo(Sample.write());
  }

  @Test
  @Requirement("UET-3")
  void serviceTimeIsNeverZeroAndSaturates() {
    assertThat(NsccState.serviceTime(0)).isEqualTo(1);
    assertThat(NsccState.serviceTime(127_999)).isEqualTo(1);
    assertThat(NsccState.serviceTime(256_000)).isEqualTo(2);
    assertThat(NsccState.serviceTime(8_388_479_999L))
        .as("65,535 x 128 ns less 1 ps")
        .isEqualTo(65_534);
    assertThat(NsccState.serviceTime(8_388_480_000L)).isEqualTo(0xFFFF);
    assertThat(NsccState.serviceTime(Long.MAX_VALUE)).isEqualTo(0xFFFF);
  }

  @Test
  @Requirement({"UET-3", "D14"})
  void receivedBytesRoundUpAndWrapAtFourGiB() {
    assertThat(NsccState.rcvdBytes(0)).isZero();
    assertThat(NsccState.rcvdBytes(1)).isEqualTo(1);
    assertThat(NsccState.rcvdBytes(256)).isEqualTo(1);
    assertThat(NsccState.rcvdBytes(257)).isEqualTo(2);
    assertThat(NsccState.rcvdBytes(1L << 32)).as("2^24 x 256").isZero();
    assertThat(NsccState.gainBytes(0xFF_FFFF, 1)).isEqualTo(512);
  }

  @Test
  @Requirement("X9")
  void nackCodesDependOnTheVersion() {
    assertThat(NackCode.isKnown(0x0C, SpecVersion.V1_0_3)).isFalse();
    assertThat(NackCode.isKnown(0x1A, SpecVersion.V1_0_3)).isTrue();
    assertThat(NackCode.isKnown(0x1B, SpecVersion.V1_0_3)).isFalse();
    assertThat(NackCode.isKnown(0x00, SpecVersion.V1_0_3)).isFalse();
    assertThat(NackCode.isKnown(0xFC, SpecVersion.V1_0_3)).isFalse();
    assertThat(NackCode.isKnown(0xFF, SpecVersion.V1_0_3)).isTrue();
    assertThat(NackCode.isKnown(0x03, SpecVersion.V1_0_2)).isTrue();
    assertThat(NackCode.isKnown(0x03, SpecVersion.V1_0_3)).isFalse();
  }

  @Test
  @Requirement({"UET-3", "X6"})
  void headersHaveTheSizesOfTheTable() {
    int[] sizes = new int[16];
    for (int type = 0; type < 16; type++) {
      sizes[type] = PacketType.headerSize(type);
    }
    // reserved, TSS, RUD, ROD, RUDI twice, UUD, ACK, _CC, _CCX, NACK, Control, NACK_CCX, CC twice
    assertThat(sizes).containsExactly(0, 12, 12, 12, 8, 8, 4, 12, 32, 40, 16, 16, 32, 16, 16, 0);
    int[] ses = new int[8];
    for (int next = 0; next < 8; next++) {
      ses[next] = NextHdr.headerSize(next);
    }
    assertThat(ses).containsExactly(0, 20, 32, 44, 12, 20, 4, -1);
  }

  @Test
  @Requirement("UET-6")
  void codePointsTellPacketsApartAndMayNotCoincide() {
    CodePoints points = CodePoints.DEFAULT;
    assertThat(points.isTrimmable(0)).isTrue();
    assertThat(points.isTrimmable(46)).isFalse();
    assertThat(points.isTrimmed(18)).isTrue();
    assertThat(points.isTrimmed(20)).isTrue();
    assertThat(points.isTrimmed(0)).isFalse();
    assertThatIllegalArgumentException().isThrownBy(() -> new CodePoints(0, 0, 0, 1, 2));
    assertThatIllegalArgumentException().isThrownBy(() -> new CodePoints(0, 0, 1, 1, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new CodePoints(0, 0, 1, 1, 64));
  }
}
