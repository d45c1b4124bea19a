package dev.sluice.wire.uet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.requirement.Requirement;
import dev.sluice.wire.Decoded.Good;
import dev.sluice.wire.Hex;
import dev.sluice.wire.Notice;
import dev.sluice.wire.Octets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Octets written by hand from the tables: each field of each header, in both directions.
 *
 * <p>The first word of a PDS header is type × 2¹¹ + next × 2⁷ + flags, worked out beside it.
 */
class GoldenVectorsTest {
  private static final long BITS = 0x0123_4567_89AB_CDEFL;

  /** Octets and record are the same thing, and nothing about them is unusual. */
  private static void same(String octets, UetPacket packet, Notice... notices) {
    byte[] wire = Hex.octets(octets);
    assertThat(Sample.uet(packet)).as("encoded").isEqualTo(wire);
    assertThat(packet.size()).isEqualTo(wire.length);
    var expected = new PacketDecoder.Uet(packet, Optional.empty(), wire.length, 0);
    assertThat(PacketDecoder.uet(wire, 0, wire.length, false, WireChoices.DEFAULT))
        .isEqualTo(new Good<>(expected, List.of(notices)));
  }

  private static void sameSes(String octets, Ses ses, int payload) {
    byte[] wire = Hex.octets(octets);
    Uud carrier = new Uud(ses.nextHdr(), 0, 0);
    byte[] headers = Sample.uet(carrier, ses);
    assertThat(Arrays.copyOfRange(headers, Uud.SIZE, headers.length)).isEqualTo(wire);
    assertThat(ses.size()).isEqualTo(wire.length);
    var expected = new PacketDecoder.Uet(carrier, Optional.of(ses), headers.length, payload);
    byte[] whole = Arrays.copyOf(headers, headers.length + payload);
    assertThat(PacketDecoder.uet(whole, 0, whole.length, false, WireChoices.DEFAULT))
        .isEqualTo(new Good<>(expected, List.of()));
  }

  @Test
  @Requirement({"UET-3", "X6", "X7"})
  void rudReq() {
    same(
        """
        10 10        | 2 x 0x0800 + 0 x 0x80 + retx 0x10
        00 05        | clear_psn_offset +5
        80 00 00 00  | psn 2^31
        40 02        | spdcid
        40 12        | dpdcid
        """,
        new Request(PacketType.RUD_REQ, 0, Request.RETX, 5, 1 << 31, 0x4002, 0x4012, 0, 0));
  }

  @Test
  @Requirement({"UET-3", "X6", "X7"})
  void rodReq() {
    same(
        """
        18 08        | 3 x 0x0800 + 0 x 0x80 + ar 0x08
        80 00        | clear_psn_offset -32768
        FF FF FF FF  | psn 2^32 - 1
        00 01        | spdcid
        FF FF        | dpdcid
        """,
        new Request(PacketType.ROD_REQ, 0, Request.AR, -32_768, -1, 1, 0xFFFF, 0, 0));
  }

  @Test
  @Requirement({"PDC-2", "PDC-3", "PDC-7", "X5", "X8"})
  void rudCcReqWithSyn() {
    Request request =
        new Request(PacketType.RUD_CC_REQ, 0, Request.SYN, -1, 0, 0x4001, 1, 0xA1, 0x88_7766);
    same(
        """
        68 04        | 13 x 0x0800 + 0 x 0x80 + syn 0x04
        FF FF        | clear_psn_offset -1
        00 00 00 00  | psn 0
        40 01        | spdcid
        00 01        | pdc_info 0: general pool; psn_offset 1: the second packet
        A1           | ccc_id
        88 77 66     | credit_target
        """,
        request);
    assertThat(request.clearPsn()).isEqualTo(0xFFFF_FFFF).isNotEqualTo(1);
    assertThat(request.startPsn()).isEqualTo(0xFFFF_FFFF);
  }

  @Test
  @Requirement({"UET-3", "X6"})
  void rodCcReq() {
    same(
        """
        70 00        | 14 x 0x0800
        00 00        | clear_psn_offset
        00 01 00 02  | psn
        40 01        | spdcid
        40 11        | dpdcid
        FF           | ccc_id
        FF FF FF     | credit_target: full, so "at least"
        """,
        new Request(
            PacketType.ROD_CC_REQ, 0, 0, 0, 0x0001_0002, 0x4001, 0x4011, 0xFF, Octets.MAX_U24));
  }

  @Test
  @Requirement({"UET-3", "PDC-6", "D6"})
  void ack() {
    Ack ack = new Ack(0, Ack.M | Ack.RETX | Ack.REQ_CLOSE, -2, 1, 0x4011, 0x4001);
    same(
        """
        38 34        | 7 x 0x0800 + m 0x20 + retx 0x10 + req close 2 x 0x02
        FF FE        | ack_psn_offset -2
        00 00 00 01  | cack_psn 1
        40 11        | spdcid: the target's id, from now on the dpdcid of requests
        40 01        | dpdcid
        """,
        ack);
    assertThat(ack.ackPsn()).as("1 - 2 modulo 2^32").isEqualTo(-1);
  }

  @Test
  @Requirement({"PDC-9", "UET-3", "X8"})
  void ackCcWithCredit() {
    same(
        """
        40 00                    | 8 x 0x0800
        00 00                    | ack_psn_offset
        00 01 00 00              | cack_psn
        40 11                    | spdcid
        40 01                    | dpdcid
        10                       | cc_type 1 CC_CREDIT, cc_flags 0
        08                       | mpr 8: 1024 PSN
        00 01                    | sack_psn_offset +1
        00 00 00 00 00 00 00 06  | sack_bitmap: base + 1 and base + 2 have arrived
        12 34 56                 | credit
        00 00 00                 | reserved
        00 03                    | ooo_count
        """,
        new AckCc(
            new Ack(0, 0, 0, 0x0001_0000, 0x4011, 0x4001),
            CcType.CC_CREDIT,
            0,
            8,
            1,
            0b110,
            new CreditState(0x12_3456, 3).bits()));
  }

  @Test
  @Requirement("UET-3")
  void ackCcOfNscc() {
    NsccState state = new NsccState(0x0010, true, 1, Octets.MAX_U24, 0xFFFF);
    same(
        """
        40 28                    | 8 x 0x0800 + m 0x20 + p 0x08
        12 34                    | probe_opaque, which stands in place of ack_psn_offset
        00 00 00 07              | cack_psn
        00 02                    | spdcid
        00 03                    | dpdcid
        0A                       | cc_type 0 CC_NSCC, cc_flags 0xA
        FF                       | mpr 255: 32,640 PSN
        FF FF                    | sack_psn_offset -1
        80 00 00 00 00 00 00 00  | sack_bitmap: base + 63
        00 10                    | service_time 16 x 128 ns = 2.048 us
        81                       | rc 0x80, rcv_cwnd_pend 1
        FF FF FF                 | rcvd_bytes, about to wrap
        FF FF                    | ooo_count not computed
        """,
        new AckCc(
            new Ack(0, Ack.M | Ack.P, 0x1234, 7, 2, 3),
            CcType.CC_NSCC,
            0xA,
            255,
            -1,
            1L << 63,
            state.bits()));
    assertThat(NsccState.of(state.bits())).isEqualTo(state);
  }

  @Test
  @Requirement("UET-3")
  void ackCcx() {
    same(
        """
        48 00                    | 9 x 0x0800
        00 00                    | ack_psn_offset
        00 00 00 07              | cack_psn
        00 02                    | spdcid
        00 03                    | dpdcid
        E0                       | cc_type 14, proprietary
        00                       | mpr
        00 00                    | sack_psn_offset
        00 00 00 00 00 00 00 00  | sack_bitmap
        01 23 45 67 89 AB CD EF  | state
        FE DC BA 98 76 54 32 10  |
        """,
        new AckCcx(new Ack(0, 0, 0, 7, 2, 3), 14, 0, 0, 0, 0, BITS, 0xFEDC_BA98_7654_3210L),
        new Notice(Notice.Kind.CC_TYPE_PROPRIETARY, 12, 14));
  }

  @Test
  @Requirement({"UET-3", "X6", "X9"})
  void nack() {
    same(
        """
        50 30        | 10 x 0x0800 + m 0x20 + retx 0x10
        1A           | receiver infers loss
        7F           | vendor_code
        00 01 00 05  | nack_psn
        00 00        | spdcid: there is no PDC
        40 01        | dpdcid
        00 01 00 09  | payload: highest PSN received + 1
        """,
        new Nack(
            0,
            Nack.M | Nack.RETX,
            NackCode.RCVR_INFER_LOSS,
            0x7F,
            0x0001_0005,
            0,
            0x4001,
            0x0001_0009));
  }

  @Test
  @Requirement({"UET-3", "X6"})
  void nackCcx() {
    same(
        """
        60 00                    | 12 x 0x0800
        01 00                    | trimmed, vendor_code 0
        00 00 00 05              | nack_psn
        40 11                    | spdcid
        40 01                    | dpdcid
        00 00 00 00              | payload
        01 23 45 67 89 AB CD EF  | type 0, state
        01 23 45 67 89 AB CD EF  |
        """,
        new NackCcx(new Nack(0, 0, NackCode.TRIMMED, 0, 5, 0x4011, 0x4001, 0), BITS, BITS));
  }

  @Test
  @Requirement({"UET-3", "X16"})
  void creditPacket() {
    Control credit = new Control(ControlType.CREDIT, 0, 0, 0, 0x4011, 0x4001, 0x12_3456);
    same(
        """
        5B 80        | 11 x 0x0800 + Credit 7 x 0x80
        00 00        | reserved
        00 00 00 00  | psn
        40 11        | spdcid
        40 01        | dpdcid
        00 12 34 56  | payload: credit
        """,
        credit);
    assertThat(CreditPlacement.LAST.payload(0x12_3456)).isEqualTo(credit.payload());
    assertThat(CreditPlacement.LAST.credit(credit.payload())).isEqualTo(0x12_3456);
  }

  @Test
  @Requirement("X10")
  void negotiation() {
    same(
        """
        5C 88        | 11 x 0x0800 + Negotiation 9 x 0x80 + ar 0x08
        00 00        | reserved
        00 00 00 09  | psn
        40 11        | spdcid
        40 01        | dpdcid
        00 00 00 01  | payload: on
        """,
        new Control(ControlType.NEGOTIATION, Control.AR, 0, 9, 0x4011, 0x4001, 1));
    assertThat(ControlType.name(9)).isEqualTo("Negotiation");
  }

  @Test
  @Requirement({"UET-3", "X6"})
  void rudiAndUud() {
    same(
        """
        20 10        | 4 x 0x0800 + retx 0x10
        00 00        | reserved
        DE AD BE EF  | pkt_id
        """,
        new Rudi(PacketType.RUDI_REQ, 0, 0x10, 0, 0xDEAD_BEEF));
    same(
        """
        28 20        | 5 x 0x0800 + m 0x20
        00 00        | reserved
        DE AD BE EF  | pkt_id
        """,
        new Rudi(PacketType.RUDI_RESP, 0, 0x20, 0, 0xDEAD_BEEF));
    same(
        """
        30 00        | 6 x 0x0800
        00 00        | reserved
        """,
        new Uud(0, 0, 0));
  }

  @Test
  @Requirement({"UET-3", "X7"})
  void securityHeader() {
    Tss tss = Tss.of(true, 0xAB_CDEF, 0x0102_0000_0000_0007L);
    same(
        """
        09 AB CD EF              | type 1 x 2^27 + AN 2^24, SDI
        01 02 00 00 00 00 00 07  | TSC: epoch 0x0102, counter 7
        """,
        tss);
    same(
        """
        0D AB CD EF              | type 1 x 2^27 + SP 2^26 + AN 2^24, SDI
        00 00 00 2A              | SSI
        01 02 00 00 00 00 00 07  | TSC
        """,
        tss.withSsi(42));
    assertThat(tss.epoch()).isEqualTo(0x0102);
    assertThat(tss.counter()).isEqualTo(7);
    assertThat(tss.sdi()).isEqualTo(0xAB_CDEF);
  }

  @Test
  @Requirement("PDC-12")
  void standardRequestOfAWrite() {
    sameSes(
        """
        01                       | reserved 0, opcode UET_WRITE
        21                       | version 0, dc 0x20, som 0x01
        01 01                    | message id
        00                       | index generation
        00 0B 0B                 | job id
        00 03                    | reserved, PIDonFEP 3
        00 05                    | reserved, resource index 5
        00 00 00 01 00 00 00 00  | buffer offset 4 GiB
        00 00 00 2A              | initiator 42
        FE ED FA CE CA FE BE EF  | memory key
        00 00 00 00 00 00 00 00  | header data
        0F 42 40 00              | request length 256,000,000
        """,
        Sample.write(),
        4096);
  }

  @Test
  @Requirement({"PDC-12", "D4"})
  void standardRequestInTheMiddleOfAMessage() {
    StandardRequest middle =
        new StandardRequest(
            SesOpcode.WRITE, 0, 1, 2, 3, 4, 5, 6, 7, 8, StandardRequest.place(4096, 8192), 12_345);
    String octets =
        """
        01                       | opcode UET_WRITE
        00                       | neither start nor end of message
        00 01                    | message id
        02                       | index generation
        00 00 03                 | job id
        00 04                    | PIDonFEP
        00 05                    | resource index
        00 00 00 00 00 00 00 06  | buffer offset
        00 00 00 07              | initiator
        00 00 00 00 00 00 00 08  | memory key
        00 00 10 00              | reserved 18 bits, payload length 4096
        00 00 20 00              | message offset 8192
        00 00 30 39              | request length 12,345
        """;
    sameSes(octets, middle, 4096);
    byte[] wire = Hex.octets(octets);
    assertThat(StandardRequest.payloadLength(wire, 0)).isEqualTo(4096);
    assertThat(StandardRequest.messageOffset(wire, 0)).isEqualTo(8192);
    assertThat(StandardRequest.requestLength(wire, 0)).isEqualTo(12_345);
  }

  @Test
  @Requirement({"D13", "PDC-12"})
  void mediumRequestHasThirtyTwoOctetsAndNoGap() {
    sameSes(
        """
        01                       | opcode UET_WRITE
        03                       | eom, som
        10 00                    | reserved 2 bits, request length 4096
        07                       | index generation: right behind the length
        00 0B 0B                 | job id
        00 03                    | PIDonFEP
        00 05                    | resource index
        00 00 00 00 00 00 00 40  | buffer offset
        00 00 00 2A              | initiator
        01 23 45 67 89 AB CD EF  | memory key
        """,
        new MediumRequest(SesOpcode.WRITE, 3, 4096, 7, 0x0B0B, 3, 5, 0x40, 42, BITS),
        4096);
  }

  @Test
  @Requirement("PDC-12")
  void smallRequestAndResponses() {
    sameSes(
        """
        02                       | opcode UET_READ
        03                       | eom, som
        00 40                    | request length 64
        07                       | index generation
        00 0B 0B                 | job id
        00 03                    | PIDonFEP
        00 05                    | resource index
        00 00 00 00 00 00 00 40  | buffer offset
        """,
        new SmallRequest(SesOpcode.READ, 3, 64, 7, 0x0B0B, 3, 5, 0x40),
        0);
    sameSes(
        """
        41           | list 1, opcode response
        01           | version 0, return code 1: ok
        01 01        | message id
        07           | index generation
        00 0B 0B     | job id
        0F 42 40 00  | modified length
        """,
        new Response(1, SesOpcode.RESPONSE, SesOpcode.RC_OK, 0x0101, 7, 0x0B0B, 256_000_000),
        0);
    sameSes(
        """
        02           | list 0, opcode response with data
        01           | ok
        00 09        | response message id
        00           | reserved
        00 0B 0B     | job id
        01 01        | message id of the read
        10 00        | reserved 2 bits, payload length 4096
        00 00 20 00  | modified length 8192
        00 00 10 00  | message offset 4096
        """,
        new ResponseWithData(0, 2, SesOpcode.RC_OK, 9, 0x0B0B, 0x0101, 4096, 8192, 4096),
        4096);
    sameSes(
        """
        02     | list 0, opcode response with data
        01     | ok
        00 40  | reserved 2 bits, payload length 64
        """,
        new SmallResponseWithData(0, 2, SesOpcode.RC_OK, 64),
        64);
  }

  @Test
  @Requirement({"PDC-7", "PDC-8", "UET-3"})
  void theFirstPacketOfTheWriteFromIpToPayload() {
    Sample.Sent sent = Sample.data(4);
    assertThat(sent.headers())
        .isEqualTo(
            Hex.octets(
                """
                45           | IPv4, 5 words
                02           | DSCP 0: TC-Low; ECN 2: ECT(0)
                00 5C        | 20 + 8 + 16 + 44 + 4 = 92 octets
                00 00        | identification
                40 00        | do not fragment
                40           | 64 hops
                11           | UDP
                26 8D        | 4502+005C+4000+4011+0A00+0001+0A00+0002 = D972, complement 268D
                0A 00 00 01  | 10.0.0.1
                0A 00 00 02  | 10.0.0.2
                C0 01        | source port: entropy
                12 B9        | destination port 4793
                00 48        | 8 + 16 + 44 + 4 = 72 octets
                00 00        | no checksum while the payload is a reference
                69 8C        | 13 x 0x0800 + standard request 3 x 0x80 + ar 0x08 + syn 0x04
                00 00        | clear_psn_offset
                00 01 00 00  | psn = Start_PSN
                40 01        | spdcid
                00 00        | pdc_info 0, psn_offset 0
                A1           | ccc_id
                FF FF FF     | credit_target: min(255,987,500, 2^24 - 1)
                01 21 01 01  | UET_WRITE, dc and som, message id
                00 00 0B 0B  | index generation, job id
                00 03 00 05  | PIDonFEP, resource index
                00 00 00 01 00 00 00 00 | buffer offset
                00 00 00 2A  | initiator
                FE ED FA CE CA FE BE EF | memory key
                00 00 00 00 00 00 00 00 | header data
                0F 42 40 00  | request length 256,000,000
                """));
  }
}
