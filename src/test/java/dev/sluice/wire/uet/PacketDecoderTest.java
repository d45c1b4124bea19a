package dev.sluice.wire.uet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.requirement.Requirement;
import dev.sluice.wire.Decoded;
import dev.sluice.wire.Decoded.Bad;
import dev.sluice.wire.Decoded.Good;
import dev.sluice.wire.Notice;
import dev.sluice.wire.ip.Ecn;
import dev.sluice.wire.ip.Ethernet;
import dev.sluice.wire.ip.Ip;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What strangers may send, and what is said about it. */
class PacketDecoderTest {
  private static final WireChoices CHOICES = WireChoices.DEFAULT;

  private static Decoded<PacketDecoder.Uet> decode(byte[] uet) {
    return PacketDecoder.uet(uet, 0, uet.length, false, CHOICES);
  }

  private static List<Notice> notices(byte[] uet) {
    return ((Good<PacketDecoder.Uet>) decode(uet)).notices();
  }

  private static List<Notice> notices(UetPacket packet) {
    return notices(Sample.uet(packet));
  }

  private static String because(Decoded<?> decoded) {
    return ((Bad<?>) decoded).because();
  }

  private static Request syn(int field) {
    return new Request(PacketType.RUD_REQ, 0, Request.SYN, 0, 5, 1, field, 0, 0);
  }

  @Test
  @Requirement("X1")
  void thePeersReadingOfUseRsvPdcIsReported() {
    assertThat(notices(syn(0x8000)))
        .containsExactly(new Notice(Notice.Kind.USE_RSV_PDC_TOP, 10, 0x8000));
    assertThat(notices(syn(0x1000)))
        .containsExactly(new Notice(Notice.Kind.USE_RSV_PDC_BOTTOM, 10, 0x1000));
    assertThat(notices(syn(0x4000)))
        .containsExactly(new Notice(Notice.Kind.PDC_INFO_UNCLEAR, 10, 0x4000));
    assertThat(notices(syn(0x0FFF))).isEmpty();
  }

  @Test
  @Requirement("X2")
  void theUdpPortIsConfigurable() {
    byte[] headers = Sample.acknowledgment().headers();
    headers[22] = (byte) (49_150 >> 8);
    headers[23] = (byte) 49_150;
    assertThat(because(PacketDecoder.packet(headers, 0, headers.length, CHOICES)))
        .isEqualTo("the UDP port is 49150, and UET is on 4793");
    assertThat(PacketDecoder.packet(headers, 0, headers.length, CHOICES.withUdpPort(49_150)))
        .isInstanceOf(Good.class);
  }

  @Test
  @Requirement("X3")
  void ackFlag0x40IsFlaggedAndNotMalformed() {
    Ack closing = new Ack(0, 0x40 | Ack.REQ_CLOSE, 0, 9, 1, 2);
    assertThat(notices(closing)).containsExactly(new Notice(Notice.Kind.ACK_FLAG_0X40, 1, 0x40));
    byte[] withExpectedPsn = Arrays.copyOf(Sample.uet(closing), 16);
    assertThat(notices(withExpectedPsn))
        .containsExactly(
            new Notice(Notice.Kind.ACK_FLAG_0X40, 1, 0x40),
            new Notice(Notice.Kind.LONGER_THAN_HEADER, 12, 4));
  }

  @Test
  @Requirement("X4")
  void controlFlag0x20IsFlaggedAndNotMalformed() {
    assertThat(notices(new Control(ControlType.PROBE, Control.ISROD, 77, 9, 1, 2, 3)))
        .containsExactly(new Notice(Notice.Kind.CONTROL_FLAG_0X20, 1, 0x20));
  }

  @Test
  @Requirement("X6")
  void otherLengthsAreFlagged() {
    byte[] nack = Sample.uet(new Nack(0, 0, 1, 0, 5, 1, 2, 0));
    assertThat(because(decode(Arrays.copyOf(nack, 12))))
        .isEqualTo("NACK has a header of 16 octets, and there are 12");
    assertThat(notices(Arrays.copyOf(Sample.uet(Sample.ackCc()), 44)))
        .containsExactly(new Notice(Notice.Kind.LONGER_THAN_HEADER, 32, 12));
  }

  @Test
  @Requirement("X7")
  void typeOneIsASecurityHeaderAndNeverARequest() {
    byte[] octets = Sample.uet(Sample.request(), Sample.write());
    octets[0] = (byte) (octets[0] & 0x07 | PacketType.TSS << 3);
    assertThat(((Good<PacketDecoder.Uet>) decode(octets)).value().pds()).isInstanceOf(Tss.class);
  }

  @Test
  @Requirement("X9")
  void theVerdictOnNackCode3DependsOnTheVersion() {
    byte[] nack = Sample.uet(new Nack(0, 0, NackCode.TRIMMED_ACK, 0, 5, 1, 2, 0));
    assertThat(notices(nack)).containsExactly(new Notice(Notice.Kind.NACK_CODE_UNKNOWN, 2, 3));
    WireChoices older = CHOICES.withVersion(SpecVersion.V1_0_2);
    assertThat(((Good<?>) PacketDecoder.uet(nack, 0, nack.length, false, older)).notices())
        .isEmpty();
    assertThat(notices(new Nack(0, 0, 0x0C, 0, 5, 1, 2, 0)))
        .containsExactly(new Notice(Notice.Kind.NACK_CODE_UNKNOWN, 2, 0x0C));
    assertThat(notices(new Nack(0, 0, 0x1A, 0, 5, 1, 2, 0))).isEmpty();
  }

  @Test
  @Requirement("UET-3")
  void everyReservedBitIsNoticedWhereItStands() {
    assertThat(notices(new Request(PacketType.RUD_REQ, 0, 0x63, 0, 5, 1, 2, 0, 0)))
        .containsExactly(new Notice(Notice.Kind.RESERVED_FLAG, 1, 0x63));
    assertThat(notices(new Ack(0, 0x01 | Ack.REQ_MASK, 0, 5, 1, 2)))
        .containsExactly(
            new Notice(Notice.Kind.RESERVED_FLAG, 1, 1),
            new Notice(Notice.Kind.ACK_REQUEST_RESERVED, 1, 6));
    assertThat(notices(new Nack(0, 0x47, 1, 0, 5, 1, 2, 0)))
        .containsExactly(new Notice(Notice.Kind.RESERVED_FLAG, 1, 0x47));
    assertThat(notices(new Control(ControlType.CREDIT, 0x43, 9, 0, 1, 2, 3)))
        .containsExactly(
            new Notice(Notice.Kind.RESERVED_FLAG, 1, 0x43),
            new Notice(Notice.Kind.RESERVED_FIELD, 2, 9));
    assertThat(notices(new Rudi(PacketType.RUDI_REQ, 0, 0x20, 0, 5)))
        .as("a request is not marked by its sender")
        .containsExactly(new Notice(Notice.Kind.RESERVED_FLAG, 1, 0x20));
    assertThat(notices(new Uud(0, 0x7F, 1)))
        .containsExactly(
            new Notice(Notice.Kind.RESERVED_FLAG, 1, 0x7F),
            new Notice(Notice.Kind.RESERVED_FIELD, 2, 1));
    long state = new CreditState(5, 0).bits() | 0x0100L << 16;
    Ack ack = new Ack(0, 0, 0, 5, 1, 2);
    assertThat(notices(new AckCc(ack, CcType.CC_CREDIT, 0, 8, 0, 0, state)))
        .containsExactly(new Notice(Notice.Kind.RESERVED_FIELD, 27, 0x0100));
    assertThat(notices(new AckCc(ack, 2, 0, 8, 0, 0, 0)))
        .containsExactly(new Notice(Notice.Kind.CC_TYPE_RESERVED, 12, 2));
    assertThat(notices(new Control(12, 0, 0, 0, 1, 2, 3)))
        .containsExactly(new Notice(Notice.Kind.CONTROL_TYPE_UNKNOWN, 0, 12));
    assertThat(notices(new Ack(9, 0, 0, 5, 1, 2)))
        .containsExactly(new Notice(Notice.Kind.NEXT_HDR_UNKNOWN, 0, 9));
    assertThat(notices(new Nack(0, Nack.NT, 1, 0, 5, 1, 2, 0)))
        .containsExactly(new Notice(Notice.Kind.NACK_OF_RUDI_NAMES_PDC, 8, 0x0001_0002));
  }

  @Test
  @Requirement("PDC-1")
  void aPdcOfZeroIsNoticedExceptInANack() {
    assertThat(notices(new Request(PacketType.RUD_REQ, 0, 0, 0, 5, 0, 0, 0, 0)))
        .containsExactly(
            new Notice(Notice.Kind.PDCID_ZERO, 8, 0), new Notice(Notice.Kind.PDCID_ZERO, 10, 0));
    assertThat(notices(new Nack(0, 0, NackCode.NO_PDC, 0, 5, 0, 0, 0))).isEmpty();
  }

  @Test
  @Requirement({"PDC-12", "D13"})
  void whatIsOddInASemanticHeaderIsNoticed() {
    Uud carrier = new Uud(NextHdr.MEDIUM_REQUEST, 0, 0);
    MediumRequest half = new MediumRequest(SesOpcode.WRITE, 0xC1, 1, 0, 0, 0, 0, 0, 0, 0);
    assertThat(notices(Sample.uet(carrier, half)))
        .containsExactly(
            new Notice(Notice.Kind.SES_VERSION, 5, 0xC0),
            new Notice(Notice.Kind.SES_NOT_WHOLE, 5, 0xC1),
            new Notice(Notice.Kind.PAYLOAD_LENGTH, 4, 1));
    Response wrong = new Response(0, SesOpcode.RESPONSE_WITH_DATA, 1, 0, 0, 0, 0);
    assertThat(notices(Sample.uet(new Uud(NextHdr.RESPONSE, 0, 0), wrong)))
        .containsExactly(new Notice(Notice.Kind.SES_OPCODE, 4, 2));
    byte[] reserved = Sample.uet(new Uud(NextHdr.STANDARD_REQUEST, 0, 0), Sample.write());
    reserved[4 + 8] = (byte) 0xF0;
    assertThat(notices(reserved))
        .containsExactly(new Notice(Notice.Kind.RESERVED_FIELD, 4, 0xF000_0000L));
  }

  @Test
  @Requirement({"UET-3", "X16"})
  void aCreditBesideThe24BitsInUseIsNoticed() {
    Control credit = new Control(ControlType.CREDIT, 0, 0, 0, 1, 2, 0x1234_5678);
    assertThat(notices(credit))
        .containsExactly(new Notice(Notice.Kind.CREDIT_LEFT_OVER, 12, 0x1200_0000));
    assertThat(CreditPlacement.LAST.credit(credit.payload())).isEqualTo(0x34_5678);
    assertThat(CreditPlacement.FIRST.credit(credit.payload())).isEqualTo(0x12_3456);
    assertThat(CreditPlacement.FIRST.payload(0xFF_EEDD)).isEqualTo(0xFFEE_DD00);
    assertThat(CreditPlacement.FIRST.leftOver(0x1234_5678)).isEqualTo(0x78);
    assertThat(notices(new Control(ControlType.CLOSE_COMMAND, 0, 0, 0, 1, 2, -1))).isEmpty();
  }

  @Test
  @Requirement({"UET-3", "PDC-12"})
  void aPayloadOfAnotherLengthThanAnnouncedIsNoticed() {
    Uud carrier = new Uud(NextHdr.RESPONSE_WITH_DATA, 0, 0);
    ResponseWithData data = new ResponseWithData(0, 2, 1, 9, 9, 9, 100, 100, 0);
    byte[] octets = Sample.uet(carrier, data);
    assertThat(notices(Arrays.copyOf(octets, octets.length + 99)))
        .containsExactly(new Notice(Notice.Kind.PAYLOAD_LENGTH, 4, 100));
    MediumRequest write = new MediumRequest(SesOpcode.WRITE, 3, 10, 0, 0, 0, 0, 0, 0, 0);
    assertThat(notices(Sample.uet(new Uud(NextHdr.MEDIUM_REQUEST, 0, 0), write)))
        .containsExactly(new Notice(Notice.Kind.PAYLOAD_LENGTH, 4, 10));
    SmallRequest small = new SmallRequest(SesOpcode.WRITE, 3, 10, 0, 0, 0, 0, 0);
    assertThat(notices(Sample.uet(new Uud(NextHdr.SMALL_REQUEST, 0, 0), small)))
        .containsExactly(new Notice(Notice.Kind.PAYLOAD_LENGTH, 4, 10));
  }

  @Test
  @Requirement("UET-3")
  void theReferenceProvidersSmallResponseOfTwelveOctetsIsRecognised() {
    Uud carrier = new Uud(NextHdr.SMALL_RESPONSE_WITH_DATA, 0, 0);
    byte[] octets = Sample.uet(carrier, new SmallResponseWithData(0, 2, 1, 64));
    assertThat(notices(Arrays.copyOf(octets, octets.length + 8 + 64)))
        .containsExactly(new Notice(Notice.Kind.SMALL_RESPONSE_OF_12, 4, 72));
    assertThat(notices(Arrays.copyOf(octets, octets.length + 7 + 64)))
        .containsExactly(new Notice(Notice.Kind.PAYLOAD_LENGTH, 4, 64));
  }

  @Test
  @Requirement("UET-3")
  void reservedAndUnassignedTypesAreRefused() {
    for (int type : IntStream.concat(IntStream.of(0), IntStream.range(15, 32)).toArray()) {
      byte[] octets = new byte[64];
      Prologue.put(octets, 0, type, 0, 0);
      assertThat(because(decode(octets)))
          .isEqualTo("the packet type " + type + " is reserved or not assigned");
    }
    assertThat(because(decode(new byte[1])))
        .isEqualTo("a UET packet has at least 2 octets, and there are 1");
  }

  @Test
  @Requirement({"PDC-8", "UET-3", "UET-6"})
  void aFrameOfEitherVersionAndEitherCarrierIsReadFromEthernetToPayload() {
    byte[] uet = Sample.uet(Sample.request(), Sample.write());
    for (boolean v6 : new boolean[] {false, true}) {
      for (boolean udp : new boolean[] {false, true}) {
        byte[] frame = Sample.packet(v6, udp, 0, Ecn.ECT_0, 0xABCD, uet, 1000).frame();
        var good = (Good<Packet>) PacketDecoder.frame(frame, 0, frame.length, CHOICES);
        assertThat(good.notices()).isEmpty();
        Packet packet = good.value();
        assertThat(packet.ip().ecn()).isEqualTo(Ecn.ECT_0);
        assertThat(packet.udp().isPresent()).isEqualTo(udp);
        assertThat(packet.entropy().isPresent()).isEqualTo(!udp);
        assertThat(packet.pds()).isEqualTo(Sample.request());
        assertThat(packet.ses()).contains(Sample.write());
        assertThat(packet.payloadLength()).isEqualTo(1000);
        assertThat(packet.payloadAt() + 1000).isEqualTo(frame.length);
        assertThat(Entropy.of(frame, Ethernet.SIZE)).isEqualTo(0xABCD);
        assertThat(Entropy.pdsAt(frame, Ethernet.SIZE)).isEqualTo(packet.payloadAt() - 60);
        assertThat(Entropy.nominalSize(frame, Ethernet.SIZE))
            .as("transport + 40")
            .isEqualTo((udp ? 8 : 4) + 60 + 1000 + 40);
      }
    }
  }

  @Test
  @Requirement("UET-3")
  void damagedCarriersAreSentences() {
    byte[] frame = Sample.data(100).frame();
    assertThat(because(damaged(frame, 12, 0x08, 0x06))).contains("0x0806 is not IP");
    assertThat(because(damaged(frame, 14, 0x65))).contains("do not match");
    assertThat(because(damaged(frame, 14, 0x46))).contains("other than 20 octets");
    assertThat(because(damaged(frame, 16, 0xFF))).contains("IPv4 says 65468 octets");
    assertThat(because(damaged(frame, 22, 0x3F))).contains("IPv4 checksum");
    assertThat(because(damaged(frame, 38, 0x01))).contains("UDP says 424 octets");
    assertThat(because(damaged(frame, 80, 0x77))).contains("UDP checksum");
    Ip.setPacketLength(frame, Ethernet.SIZE, 19);
    assertThat(because(damaged(frame, 0))).contains("IPv4 says 19 octets");
    Ip.setPacketLength(frame, Ethernet.SIZE, 187);
    assertThat(because(damaged(frame, 0))).contains("UDP says 168 octets, and IP brings 167");
    assertThat(because(PacketDecoder.frame(frame, 0, 10, CHOICES))).contains("Ethernet header");
  }

  private static Decoded<Packet> damaged(byte[] frame, int at, int... with) {
    byte[] copy = frame.clone();
    for (int i = 0; i < with.length; i++) {
      copy[at + i] = (byte) with[i];
    }
    return PacketDecoder.frame(copy, 0, copy.length, CHOICES);
  }

  @Test
  @Requirement("UET-6")
  void aTrimmedPacketStillTellsWhatIsMissing() {
    byte[] headers = Sample.data(4096).headers();
    int length = Trimming.trim(headers, 0, Trimming.SMALLEST, CodePoints.DEFAULT.trimmed());
    assertThat(Trimming.SMALLEST).as("UDP 8 + CC request 16").isEqualTo(24);
    assertThat(length).isEqualTo(20 + 24);
    assertThat(Ip.packetLength(headers, 0)).isEqualTo(44);
    var good = (Good<Packet>) PacketDecoder.packet(headers, 0, length, CHOICES);
    assertThat(good.value().pds()).isEqualTo(Sample.request());
    assertThat(good.value().ip().dscp()).isEqualTo(CodePoints.DEFAULT.trimmed());
    assertThat(good.notices()).containsExactly(new Notice(Notice.Kind.SES_CUT, 44, 0));
    byte[] notTrimmed = Arrays.copyOf(Sample.uet(Sample.request()), 16);
    assertThat(because(decode(notTrimmed)))
        .isEqualTo("a SES header of 44 octets is announced, and there are 0");
  }

  @Test
  @Requirement("UET-6")
  void trimmingWorksOnEitherVersionAndEitherCarrier() {
    byte[] uet = Sample.uet(Sample.request(), Sample.write());
    for (boolean v6 : new boolean[] {false, true}) {
      for (boolean udp : new boolean[] {false, true}) {
        byte[] headers = Sample.packet(v6, udp, 0, Ecn.ECT_0, 7, uet, 1000).headers();
        int length = Trimming.trim(headers, 0, 32, 18);
        var good = (Good<Packet>) PacketDecoder.packet(headers, 0, length, CHOICES);
        assertThat(length).isEqualTo((v6 ? 40 : 20) + 32);
        assertThat(good.value().pds()).isEqualTo(Sample.request());
        assertThat(good.value().ip().ecn()).isEqualTo(Ecn.ECT_0);
        assertThat(Trimming.trim(headers, 0, 64, 18)).as("short already").isEqualTo(length);
      }
    }
  }
}
