package dev.sluice.wire.uet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.requirement.Requirement;
import dev.sluice.wire.Decoded;
import dev.sluice.wire.Decoded.Bad;
import dev.sluice.wire.Decoded.Good;
import dev.sluice.wire.Notice;
import dev.sluice.wire.ip.Ecn;
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
