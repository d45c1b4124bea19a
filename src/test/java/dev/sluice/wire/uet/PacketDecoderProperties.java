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
import dev.sluice.wire.ip.Ipv6;
import dev.sluice.wire.ip.Udp;
import java.util.Arrays;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Whatever the octets are: a packet that is those octets, or a sentence. */
class PacketDecoderProperties {
  private static final WireChoices CHOICES = WireChoices.DEFAULT;

  /** Every header of every type keeps every bit: 40 free octets behind a given type. */
  @Property(seed = "11", edgeCases = EdgeCasesMode.NONE)
  @Requirement({"UET-3", "X6"})
  void everyPdsHeaderIsTheOctetsItWasReadFrom(
      @ForAll @IntRange(min = 1, max = 14) int type, @ForAll @Size(40) byte[] octets) {
    octets[0] = (byte) (type << 3 | octets[0] & 7);
    octets[0] &= (byte) 0xF8; // next_hdr below 2 …
    octets[1] &= 0x7F; // … and 0, except in a Control packet
    var good = (Good<PacketDecoder.Uet>) PacketDecoder.uet(octets, 0, 40, false, CHOICES);
    UetPacket packet = good.value().pds();
    assertThat(packet.type()).isEqualTo(type);
    assertThat(packet.size()).isEqualTo(good.value().payloadAt());
    byte[] again = new byte[48];
    assertThat(packet.put(again, 3)).isEqualTo(3 + packet.size());
    assertThat(Arrays.copyOfRange(again, 3, 3 + packet.size()))
        .isEqualTo(Arrays.copyOf(octets, packet.size()));
  }

  /** Hot code and cold code read the same: each static reader beside its record. */
  @Property(seed = "16", edgeCases = EdgeCasesMode.NONE)
  @Requirement({"UET-3", "PDC-7", "PDC-9", "X5", "X8"})
  void everyReaderSaysWhatTheRecordSays(@ForAll @Size(46) byte[] octets) {
    int at = 3;
    Prologue.put(octets, at, PacketType.RUD_CC_REQ, octets[0] & 0xF, octets[1] & 0x7F);
    Request request = Request.read(octets, at);
    assertThat(request.flags())
        .isEqualTo(
            request.flags() & Request.RESERVED_FLAGS
                | (Request.retx(octets, at) ? 0x10 : 0)
                | (Request.ar(octets, at) ? 0x08 : 0)
                | (Request.syn(octets, at) ? 0x04 : 0));
    assertThat(Request.syn(octets, at)).isEqualTo(request.syn());
    assertThat(Request.clearPsn(octets, at)).isEqualTo(request.clearPsn());
    assertThat(Request.startPsn(octets, at)).isEqualTo(request.startPsn());
    assertThat(Request.cccId(octets, at)).isEqualTo(request.cccId());
    assertThat(Request.creditTarget(octets, at)).isEqualTo(request.creditTarget());
    AckCc ack = AckCc.read(octets, at);
    assertThat(Ack.ackPsn(octets, at)).isEqualTo(ack.ack().ackPsn());
    assertThat(Ack.m(octets, at)).isEqualTo((ack.ack().flags() & Ack.M) != 0);
    assertThat(Ack.retx(octets, at)).isEqualTo((ack.ack().flags() & Ack.RETX) != 0);
    assertThat(Ack.p(octets, at)).isEqualTo((ack.ack().flags() & Ack.P) != 0);
    assertThat(Ack.req(octets, at)).isEqualTo(ack.ack().flags() & Ack.REQ_MASK);
    assertThat(AckCc.sackBase(octets, at)).isEqualTo(ack.sackBase());
    assertThat(CreditState.of(ack.ccState()))
        .isEqualTo(
            new CreditState(CreditState.credit(octets, at), CreditState.oooCount(octets, at)));
    assertThat(NsccState.of(ack.ccState()))
        .isEqualTo(
            new NsccState(
                NsccState.serviceTime(octets, at),
                NsccState.restoreCwnd(octets, at),
                NsccState.rcvCwndPend(octets, at),
                NsccState.rcvdBytes(octets, at),
                NsccState.oooCount(octets, at)));
    Nack nack = Nack.read(octets, at);
    assertThat(Nack.m(octets, at)).isEqualTo((nack.flags() & Nack.M) != 0);
    assertThat(Nack.retx(octets, at)).isEqualTo((nack.flags() & Nack.RETX) != 0);
    assertThat(Nack.nt(octets, at)).isEqualTo((nack.flags() & Nack.NT) != 0);
    Control control = Control.read(octets, at);
    assertThat(Control.controlType(octets, at)).isEqualTo(control.controlType());
    assertThat(Control.ar(octets, at)).isEqualTo((control.flags() & Control.AR) != 0);
    assertThat(Control.syn(octets, at)).isEqualTo((control.flags() & Control.SYN) != 0);
  }

  /** The writers of hot code write what the record of the same values is. */
  @Property(seed = "17", edgeCases = EdgeCasesMode.NONE)
  @Requirement({"UET-3", "PDC-9"})
  void everyWriterWritesWhatTheRecordIs(
      @ForAll @IntRange(max = 0xFFFF) int ooo,
      @ForAll @IntRange(max = 0xFF_FFFF) int u24,
      @ForAll @IntRange(max = 127) int pend,
      @ForAll boolean restore,
      @ForAll short distance,
      @ForAll int psn,
      @ForAll long bitmap) {
    byte[] octets = new byte[AckCc.SIZE];
    Arrays.fill(octets, (byte) 0xFF);
    Ack.put(octets, 0, PacketType.ACK_CC, 0, Ack.M, psn + distance, psn, ooo, 1);
    AckCc.putSack(octets, 0, CcType.CC_CREDIT, pend, psn - distance / 2, bitmap);
    CreditState.put(octets, 0, u24, ooo);
    Ack ack = new Ack(0, Ack.M, distance, psn, ooo, 1);
    int sack = -(distance / 2);
    assertThat(AckCc.read(octets, 0))
        .isEqualTo(new AckCc(ack, 1, 0, pend, sack, bitmap, new CreditState(u24, ooo).bits()));
    NsccState.put(octets, 0, ooo, restore, pend, u24, 5);
    NsccState state = new NsccState(ooo, restore, pend, u24, 5);
    assertThat(NsccState.of(AckCc.read(octets, 0).ccState())).isEqualTo(state);
    assertThat(AckCc.read(octets, 0).ccState()).isEqualTo(state.bits());
    Ack.setProbe(octets, 0, ooo);
    assertThat(Ack.p(octets, 0)).isTrue();
    assertThat(Ack.probeOpaque(octets, 0)).isEqualTo(ooo);
  }

  @Property(seed = "12", edgeCases = EdgeCasesMode.NONE)
  @Requirement({"PDC-12", "D13"})
  void everySesHeaderIsTheOctetsItWasReadFromReservedBitsAside(
      @ForAll @IntRange(min = 1, max = 6) int next,
      @ForAll @Size(48) byte[] octets,
      @ForAll boolean tidy) {
    new Uud(next, 0, 0).put(octets, 0);
    if (tidy) {
      tidy(next, octets);
    }
    var good = (Good<PacketDecoder.Uet>) PacketDecoder.uet(octets, 0, 48, false, CHOICES);
    Ses ses = good.value().ses().orElseThrow();
    assertThat(ses.nextHdr()).isEqualTo(next);
    byte[] again = octets.clone();
    Arrays.fill(again, 4, 48, (byte) 0xFF);
    int end = ses.put(again, 4);
    assertThat(end).isEqualTo(good.value().payloadAt());
    boolean reserved =
        good.notices().stream().anyMatch(n -> n.kind() == Notice.Kind.RESERVED_FIELD);
    assertThat(Arrays.equals(again, 0, end, octets, 0, end)).isEqualTo(!reserved);
    assertThat(tidy && reserved).isFalse();
    var second = (Good<PacketDecoder.Uet>) PacketDecoder.uet(again, 0, 48, false, CHOICES);
    assertThat(second.value().ses()).contains(ses);
  }

  /** Clears the reserved bits of a SES header at octet 4, by the tables. */
  private static void tidy(int next, byte[] octets) {
    if (next <= NextHdr.STANDARD_REQUEST) {
      octets[4] &= 0x3F;
      octets[12] &= 0x0F;
      octets[14] &= 0x0F;
    }
    if (next == NextHdr.SMALL_REQUEST) {
      octets[5] &= (byte) ~0x04;
    }
    if (next == NextHdr.SMALL_REQUEST || next == NextHdr.MEDIUM_REQUEST) {
      octets[6] &= 0x3F;
    }
    if (next == NextHdr.STANDARD_REQUEST && (octets[5] & 1) == 0) {
      octets[36] = 0;
      octets[37] = 0;
      octets[38] &= 0x3F;
    }
    if (next == NextHdr.RESPONSE_WITH_DATA) {
      octets[8] = 0;
      octets[14] &= 0x3F;
    }
    if (next == NextHdr.SMALL_RESPONSE_WITH_DATA) {
      octets[6] &= 0x3F;
    }
  }

  @Property(seed = "13", tries = 5000, edgeCases = EdgeCasesMode.NONE)
  @Requirement("UET-3")
  void anyOctetsAreAPacketOrASentence(
      @ForAll @Size(max = 160) byte[] octets, @ForAll boolean trimmed) {
    answered(PacketDecoder.uet(octets, 0, octets.length, trimmed, CHOICES), octets.length);
    answered(PacketDecoder.packet(octets, 0, octets.length, CHOICES), octets.length);
    answered(PacketDecoder.frame(octets, 0, octets.length, CHOICES), octets.length);
  }

  /** Mutants of good frames come deeper: a few octets changed, perhaps cut off. */
  @Property(seed = "14", tries = 5000, edgeCases = EdgeCasesMode.NONE)
  @Requirement("UET-3")
  void aDamagedFrameIsAPacketOrASentence(
      @ForAll boolean v6,
      @ForAll boolean udp,
      @ForAll @IntRange(max = 15) int type,
      @ForAll @IntRange(max = 7) int next,
      @ForAll @Size(60) byte[] body,
      @ForAll @Size(max = 3) int[] places,
      @ForAll byte with,
      @ForAll @IntRange(max = 200) int cut) {
    Prologue.put(body, 0, type, next, Prologue.flags(body, 0));
    byte[] frame = Sample.packet(v6, udp, 18, Ecn.CE, 9, body, 20).frame();
    for (int place : places) {
      frame[Math.floorMod(place, frame.length)] = with;
    }
    int to = Math.max(0, frame.length - Math.max(0, cut - 100));
    byte[] before = frame.clone();
    answered(PacketDecoder.frame(frame, 0, to, CHOICES), to);
    assertThat(frame).as("decoding writes nothing").isEqualTo(before);
  }

  /** Lengths that lie, under a checksum that is right. */
  @Property(seed = "18", tries = 3000, edgeCases = EdgeCasesMode.NONE)
  @Requirement("UET-3")
  void aLyingLengthIsAPacketOrASentence(
      @ForAll boolean v6,
      @ForAll boolean udp,
      @ForAll @IntRange(max = 200) int ipLength,
      @ForAll @IntRange(max = 200) int udpLength) {
    byte[] uet = Sample.uet(Sample.request(), Sample.write());
    byte[] frame = Sample.packet(v6, udp, 0, Ecn.ECT_0, 9, uet, 20).frame();
    Ip.setPacketLength(frame, Ethernet.SIZE, v6 ? Ipv6.SIZE + ipLength : ipLength);
    if (udp) {
      Udp.setLength(frame, Ethernet.SIZE + Ip.size(frame, Ethernet.SIZE), udpLength);
    }
    var decoded = PacketDecoder.frame(frame, 0, frame.length, CHOICES);
    answered(decoded, frame.length);
    if (decoded instanceof Good<Packet> good) {
      assertThat(good.value().payloadAt() + good.value().payloadLength())
          .isEqualTo(Ethernet.SIZE + Ip.packetLength(frame, Ethernet.SIZE));
      assertThat(udpLength)
          .isEqualTo(udp ? good.value().ip().packetLength() - (v6 ? 40 : 20) : udpLength);
    }
  }

  /** Octets outside the range given are not looked at. */
  @Property(seed = "15", edgeCases = EdgeCasesMode.NONE)
  @Requirement("UET-3")
  void onlyTheRangeGivenIsRead(@ForAll @Size(min = 20, max = 120) byte[] octets) {
    byte[] moved = new byte[octets.length + 14];
    Arrays.fill(moved, (byte) 0x5A);
    System.arraycopy(octets, 0, moved, 7, octets.length);
    var here = PacketDecoder.uet(octets, 0, octets.length, true, CHOICES);
    var there = PacketDecoder.uet(moved, 7, 7 + octets.length, true, CHOICES);
    if (here instanceof Good<PacketDecoder.Uet> good) {
      var same = ((Good<PacketDecoder.Uet>) there).value();
      assertThat(same.pds()).isEqualTo(good.value().pds());
      assertThat(same.ses()).isEqualTo(good.value().ses());
      assertThat(same.payloadLength()).isEqualTo(good.value().payloadLength());
    } else {
      assertThat(((Bad<?>) there).because()).isEqualTo(((Bad<?>) here).because());
    }
  }

  private static void answered(Decoded<?> decoded, int length) {
    if (decoded instanceof Bad<?> bad) {
      assertThat(bad.because()).isNotBlank();
      assertThat(bad.at()).isBetween(0, length);
    } else if (((Good<?>) decoded).value() instanceof Packet packet) {
      assertThat(packet.payloadLength()).isNotNegative();
      assertThat(packet.payloadAt() + packet.payloadLength()).isLessThanOrEqualTo(length);
    } else {
      var uet = (PacketDecoder.Uet) ((Good<?>) decoded).value();
      assertThat(uet.payloadLength()).isNotNegative();
      assertThat(uet.payloadAt() + uet.payloadLength()).isEqualTo(length);
    }
  }
}
