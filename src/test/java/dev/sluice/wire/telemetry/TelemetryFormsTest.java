package dev.sluice.wire.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sluice.cc.hpcc.LinkChoice;
import dev.sluice.cc.hpcc.TelemetryUnits;
import dev.sluice.requirement.Requirement;
import dev.sluice.wire.Decoded;
import dev.sluice.wire.Decoded.Bad;
import dev.sluice.wire.Decoded.Good;
import dev.sluice.wire.Hex;
import dev.sluice.wire.ip.Ip;
import dev.sluice.wire.ip.Ipv6;
import dev.sluice.wire.ip.TcpHeader;
import dev.sluice.wire.ip.Udp;
import dev.sluice.wire.roce.Bth;
import dev.sluice.wire.roce.WellKnown;
import dev.sluice.wire.telemetry.TelemetryDecoder.Analysed;
import dev.sluice.wire.telemetry.TelemetryDecoder.Answered;
import dev.sluice.wire.telemetry.TelemetryDecoder.Content;
import dev.sluice.wire.telemetry.TelemetryDecoder.Int;
import dev.sluice.wire.telemetry.TelemetryDecoder.Notified;
import dev.sluice.wire.telemetry.TelemetryDecoder.Probed;
import dev.sluice.wire.telemetry.TelemetryDecoder.Segment;
import dev.sluice.wire.telemetry.TelemetryDecoder.Traced;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Octets of the other forms, written by hand from the tables of their documents. */
class TelemetryFormsTest {
  private static final TelemetryFormat FORMAT =
      new TelemetryFormat(TelemetrySample.PORT, 5, true, false);

  /** Nanoseconds, bytes and hundreds of them. */
  private static final TelemetryUnits UNITS =
      new TelemetryUnits(1_000, 1, 100, List.of(100_000L, 400_000L));

  private static Content good(byte[] packet) {
    Decoded<Content> decoded = TelemetryDecoder.packet(FORMAT, packet, 0, packet.length);
    assertThat(decoded).isInstanceOf(Good.class);
    assertThat(((Good<Content>) decoded).notices()).isEmpty();
    return ((Good<Content>) decoded).value();
  }

  private static String bad(byte[] packet) {
    return ((Bad<Content>) TelemetryDecoder.packet(FORMAT, packet, 0, packet.length)).because();
  }

  /** A probe through two switches, whose receiver chooses a link and answers. */
  @Test
  @Requirement("HPCC-12")
  void aProbeLooksLikeDataAndItsResponseTellsOfOneLink() {
    byte[] packet = FormSample.probe(false, 2);
    assertThat(packet).as("20 + 8 + 12 + 4 + 2 x 8 + 4").hasSize(64);
    assertThat(Udp.destinationPort(packet, 20)).isEqualTo(WellKnown.PORT);
    assertThat(Arrays.copyOfRange(packet, 28, 60))
        .isEqualTo(
            Hex.octets(
                """
                c8 00 ff ff 00 00 00 d2 00 ab cd ef  | base header, to the receiver's queue pair
                00 00 00 00                          | no switch yet
                00 00 00 00 00 00 00 00
                00 00 00 00 00 00 00 00              | room for two
                """));
    long[] before = {UNITS.record(1, 0, 0, 100_000), UNITS.record(0, 0, 0, 31_300)};
    long[] now = {
      UNITS.record(1, 5_000_000, 100_000, 100_000), UNITS.record(0, 5_000_000, 31_200, 31_300)
    };
    for (int hop = 0; hop < 2; hop++) {
      RoceProbe.hop(packet, 0, hop + 1, hop == 0 ? 0x123 : 0x123 ^ 0x456);
      RoceProbe.record(packet, 0, hop, now[hop]);
      assertThat(RoceProbe.isIntact(packet, 0)).as("at each switch").isTrue();
    }
    Probed probed = (Probed) good(packet);
    assertThat(probed.room()).isEqualTo(2);
    assertThat(probed.probe().block().bits()).containsExactly(now);

    int link = new LinkChoice(UNITS, 5_000_000).fullest(before, now);
    RoceResponse response = RoceResponse.of(probed.probe(), 0x77, link);
    byte[] answer = FormSample.response(false, response);
    assertThat(Arrays.copyOfRange(answer, 28, 52))
        .isEqualTo(
            Hex.octets(
                """
                c9 00 ff ff 00 00 00 77 00 ab cd ef  | to the sender's queue pair, the probe's PSN
                25 75                                | two switches; 0x123 ^ 0x456 = 0x575
                10 00                                | the second of them, from 0; reserved
                00 01 38 80 79 e0 01 39              | 100G; 5,000 ns; 31,200 B; 313 x 100 B
                """));
    assertThat(((Answered) good(answer)).response()).isEqualTo(response);
    RoceResponse none = RoceResponse.of(probed.probe(), 0x77, -1);
    assertThat(none.hop()).isEqualTo(RoceResponse.NONE);
    assertThat(none.record().bits()).isZero();
  }

  @Test
  @Requirement("HPCC-12")
  void opcodesOfOthersAreNoTelemetry() {
    Bth data = new Bth(4, 0, 0xFFFF, 0, 1, 0, 0);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new RoceProbe(data, FormSample.block(1)))
        .withMessage("0x04 is no probe");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new RoceResponse(data, 0, 0, 0, 0, new HopRecord(0, 0, 0, 0)))
        .withMessage("0x04 is no response");
    byte[] packet = FormSample.probe(true, 3);
    packet[Ipv6.SIZE + Udp.SIZE] = 4;
    assertThat(bad(packet)).isEqualTo("opcode 0x04 is none of telemetry");
    byte[] odd = FormSample.probe(true, 3);
    Ip.setPacketLength(odd, 0, odd.length - 4);
    Udp.setLength(odd, Ipv6.SIZE, odd.length - 4 - Ipv6.SIZE);
    assertThat(bad(odd)).isEqualTo("40 octets are no length of telemetry");
  }

  /** One bit anywhere in a response, or in a probe outside its records, is noticed. */
  @Test
  @Requirement({"HPCC-12", "HPCC-15"})
  void feedbackThatWasAlteredIsNone() {
    byte[] packet = FormSample.probe(false, 2);
    byte[] answer =
        FormSample.response(
            false, RoceResponse.of(new RoceProbe(FormSample.PROBE, FormSample.block(2)), 0x77, 1));
    for (int bit = 0; bit < 8 * RoceResponse.SIZE; bit++) {
      int at = 28 + bit / 8;
      byte[] altered = answer.clone();
      altered[at] ^= (byte) (1 << bit % 8);
      if (at != 28 + 4) { // FECN, BECN and what is beside them are not covered
        assertThat(TelemetryDecoder.packet(FORMAT, altered, 0, altered.length))
            .as("octet %d", at)
            .isInstanceOf(Bad.class);
      }
    }
    for (int at = 28; at < packet.length; at++) {
      byte[] altered = packet.clone();
      altered[at] ^= 1;
      boolean isWritten = at >= 40 && at < 60 || at == 32;
      assertThat(RoceProbe.isIntact(altered, 0)).as("octet %d", at).isEqualTo(isWritten);
    }
  }

  @Test
  @Requirement("HPCC-18")
  void aTcpProbeHasTheFlowsTupleAndItsResponseTheReverse() {
    TcpTelemetry probe = TcpTelemetry.probe(0xC001, 443, 0x01020304, 0x0A0B0C0D, 2);
    byte[] packet = FormSample.segment(false, probe);
    assertThat(packet).as("20 + 20 + 4 + 4 + 2 x 8").hasSize(64);
    assertThat(Ip.dscp(packet, 0)).isEqualTo(TelemetryDecoder.DSCP);
    assertThat(Arrays.copyOfRange(packet, 20, 36))
        .isEqualTo(
            Hex.octets(
                """
                c0 01 01 bb  | the flow's ports
                01 02 03 04 0a 0b 0c 0d
                50 10 ff ff  | five words, ACK; all the window there is
                """));
    assertThat(Arrays.copyOfRange(packet, 38, 64))
        .isEqualTo(
            Hex.octets(
                """
                00 00        | not urgent
                01 02 00 00  | a probe with room for two
                00 00 00 00  00 00 00 00 00 00 00 00  00 00 00 00 00 00 00 00
                """));
    assertThat(TcpTelemetry.isProbe(packet, 0, packet.length, TelemetryDecoder.DSCP)).isTrue();
    assertThat(TcpTelemetry.isProbe(packet, 0, packet.length, 0)).as("another class").isFalse();
    assertThat(TcpTelemetry.isProbe(packet, 0, packet.length - 1, TelemetryDecoder.DSCP)).isFalse();
    assertThat(TcpTelemetry.isProbe(packet, 0, 0, TelemetryDecoder.DSCP)).isFalse();

    TcpTelemetry.hop(packet, 0, 1, 0xFFF);
    TcpTelemetry.record(packet, 0, 0, 0x2123_456A_BCDE_1234L);
    assertThat(TcpHeader.isIntact(packet, 0)).as("the checksum goes along").isTrue();
    TcpTelemetry read = ((Segment) good(packet)).segment();
    assertThat(read.block().bits()).containsExactly(0x2123_456A_BCDE_1234L);

    TcpTelemetry response = read.response();
    byte[] answer = FormSample.segment(true, response);
    assertThat(Arrays.copyOfRange(answer, 40, 52))
        .isEqualTo(Hex.octets("01 bb c0 01  0a 0b 0c 0d  01 02 03 04"));
    Segment back = (Segment) good(answer);
    assertThat(back.segment().kind()).isEqualTo(new TelemetryKind(TelemetryKind.RESPONSE, 2, 0));
    assertThat(back.segment().block()).isEqualTo(read.block());
    assertThat(TcpTelemetry.isProbe(answer, 0, answer.length, TelemetryDecoder.DSCP))
        .as("switches leave a response as it is")
        .isFalse();
  }

  @Test
  @Requirement("HPCC-18")
  void dataOfTheFlowAreNoTelemetry() {
    byte[] data = FormSample.segment(false, TcpTelemetry.probe(1, 2, 3, 4, 1));
    Ip.setDscp(data, 0, 0);
    assertThat(bad(data)).isEqualTo("DSCP 0 is that of data");
    byte[] wrong = FormSample.segment(false, TcpTelemetry.probe(1, 2, 3, 4, 1));
    wrong[50] ^= 1;
    assertThat(bad(wrong)).isEqualTo("the TCP checksum is wrong");
  }

  @Test
  @Requirement("HPCC-15")
  void aNotificationBringsBackWhatOnePacketHasGathered() {
    TelemetryReturn notification =
        TelemetryReturn.of(0xCAFE_F00D, 0x00AB_CDEF, 0x00AB_CDE0, 5, FormSample.block(1));
    byte[] packet = FormSample.notification(true, notification);
    assertThat(packet).as("40 + 8 + 4 + 12 + 44").hasSize(108);
    assertThat(Arrays.copyOfRange(packet, 48, 76))
        .isEqualTo(
            Hex.octets(
                """
                03 05 00 00              | a notification with room for five
                ca fe f0 0d 00 ab cd ef  | flow, sequence number
                00 ab cd e0              | the first that is missing
                15 a4 00 00              | one switch; 0x5A5 ^ 1
                00 00 00 70 00 00 ff 00  | 7 ticks, nothing sent, 0xFF00 wait
                """));
    assertThat(((Notified) good(packet)).notification()).isEqualTo(notification);
    byte[] altered = packet.clone();
    altered[74] ^= 1;
    assertThat(bad(altered)).isEqualTo("the UDP checksum is wrong");
    byte[] without = packet.clone();
    Udp.setLength(without, 40, 68);
    assertThat(bad(without)).isEqualTo("a notification without a checksum");
  }

  @Test
  @Requirement("HPCC-16")
  void ifaHasTheNewestHopFirst() {
    IfaMetadata metadata = new IfaMetadata(0xFF, 0x01, 9, List.of());
    for (int hop = 0; hop < 5; hop++) {
      metadata = metadata.with(FormSample.ifaHop(hop));
    }
    assertThat(IfaHeader.SIZE + metadata.size()).as("8 + 5 x 32, of the figure 44").isEqualTo(168);
    byte[] packet = FormSample.ifa(false, metadata);
    assertThat(Ip.protocol(packet, 0)).isEqualTo(253);
    assertThat(Arrays.copyOfRange(packet, 20, 24))
        .isEqualTo(Hex.octets("2f 11 00 ff | version 2, namespace by hop; UDP; no flags; 255"));
    assertThat(Arrays.copyOfRange(packet, 32, 68))
        .isEqualTo(
            Hex.octets(
                """
                ff 01 04 28  | asked for, to do; four more hops; 5 x 8 words
                1a bc 04 3b  | LNS 1; device 0xABC04; hop limit 59
                48 51 23 45  | 100G is 4; ECT(0) is 2, and queue 5: 0100 10 000101; 0x12345 s
                00 05 00 04  | egress, ingress
                3b 9a c9 ff  | 999,999,999 ns
                00 00 00 04  | residence
                ff ff ff fc  | sent by its queue
                00 00 00 4d  00 00 00 04
                """));
    assertThat(((Analysed) good(packet)).metadata()).isEqualTo(metadata);
    IfaMetadata full = new IfaMetadata(0, 0, 0, List.of());
    assertThat(full.with(FormSample.ifaHop(1))).as("no hops remain").isEqualTo(full);
  }

  @Test
  @Requirement("HPCC-16")
  void ioamIsFilledFromItsEnd() {
    byte[] packet =
        FormSample.ioam(
            IoamTrace.HPCC_TYPE,
            2,
            new int[] {63 << 24 | 1, 0x2123456A, 0xBCDE1234},
            new int[] {62 << 24 | 2, 0x30000000, 0});
    assertThat(packet).as("40 + 16 + 2 x 12, a multiple of 8, + 8 + 4").hasSize(92);
    assertThat(Arrays.copyOfRange(packet, 40, 80))
        .isEqualTo(
            Hex.octets(
                """
                11 04 01 00              | UDP follows; 5 x 8 octets; two of padding
                31 22 00 00              | 2 + 8 + 2 x 12 octets; pre-allocated
                00 ab 18 00              | namespace; 3 words a node, nothing set, nothing left
                80 20 00 00              | bits 0 and 10
                3e 00 00 02 30 00 00 00 00 00 00 00  | the second node
                3f 00 00 01 21 23 45 6a bc de 12 34  | the first one
                """));
    Traced traced = (Traced) good(packet);
    assertThat(traced.nextHeader()).isEqualTo(Ip.UDP);
    assertThat(IoamTrace.word(packet, traced.traceAt(), traced.words(), 0, 0))
        .isEqualTo(63 << 24 | 1);
    assertThat(IoamTrace.word(packet, traced.traceAt(), traced.words(), 1, 1))
        .isEqualTo(0x30000000);

    byte[] before = packet.clone();
    assertThat(IoamTrace.push(packet, traced.traceAt(), 1, 2, 3)).as("no room").isFalse();
    before[traced.traceAt() + 2] |= 4; // the highest of bits 10 to 7 of two octets
    assertThat(packet).as("and all else as it was").isEqualTo(before);
    assertThat(IoamTrace.read(packet, traced.traceAt()).flags()).isEqualTo(IoamTrace.OVERFLOW);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> IoamTrace.push(packet, traced.traceAt(), 1))
        .withMessage("1 words of a node, where each writes 3");
    assertThat(
            IoamTrace.words(
                IoamTrace.NODE | IoamTrace.SECONDS | IoamTrace.FRACTION | IoamTrace.QUEUE_DEPTH))
        .isEqualTo(4);
    assertThatIllegalArgumentException().isThrownBy(() -> IoamTrace.words(2));
  }

  /** One node of three words: 12 octets of data, so that four of padding end the header. */
  @Test
  @Requirement("HPCC-16")
  void anOddNumberOfWordsIsPadded() {
    byte[] packet = FormSample.ioam(IoamTrace.HPCC_TYPE, 1);
    assertThat(Arrays.copyOfRange(packet, 68, 72)).isEqualTo(Hex.octets("01 02 00 00"));
    assertThat(((Traced) good(packet)).words()).isEqualTo(3);
  }

  @Test
  @Requirement("HPCC-16")
  void intHasAStackOfWhatIsAskedFor() {
    IntMd metadata = FormSample.intMd(2);
    byte[] packet = FormSample.intMd(false, metadata);
    assertThat(packet).as("28 + 16 + 2 x 16").hasSize(76);
    assertThat(Arrays.copyOfRange(packet, 28, 60))
        .isEqualTo(
            Hex.octets(
                """
                14 0b c3 50  | INT-MD, a port follows; 3 + 8 words; 50,000
                20 00 04 06  | version 2; 4 words a node; six more hops
                94 00 00 00  | node, queue, time of leaving: bits 0, 3 and 5; no domain
                00 00 00 00
                00 00 00 02  05 00 00 02  00 00 00 00 00 00 07 d0  | the newest node
                """));
    assertThat(((Int) good(packet)).metadata()).isEqualTo(metadata);
    IntMd none = new IntMd(1, 1, 1, 0, 0, IntMd.NODE, 0, 0, 0, List.of());
    assertThat(none.with(List.of(1)).flags()).isEqualTo(IntMd.EXCEEDED);
    assertThat(none.with(List.of(1)).nodes()).isEmpty();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FormSample.intMd(1).with(List.of(1)))
        .withMessage("a node writes 4 words");
  }
}
