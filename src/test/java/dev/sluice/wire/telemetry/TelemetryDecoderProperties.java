package dev.sluice.wire.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cc.hpcc.Stamp;
import dev.sluice.cc.hpcc.TelemetryProfile;
import dev.sluice.cc.hpcc.TelemetryUnits;
import dev.sluice.requirement.Requirement;
import dev.sluice.wire.Decoded;
import dev.sluice.wire.Decoded.Bad;
import dev.sluice.wire.Decoded.Good;
import dev.sluice.wire.ip.Ip;
import dev.sluice.wire.ip.Ipv4;
import dev.sluice.wire.ip.Ipv6;
import dev.sluice.wire.ip.TcpHeader;
import dev.sluice.wire.ip.Udp;
import dev.sluice.wire.roce.Bth;
import dev.sluice.wire.roce.Icrc;
import dev.sluice.wire.roce.WellKnown;
import dev.sluice.wire.telemetry.TelemetryDecoder.Analysed;
import dev.sluice.wire.telemetry.TelemetryDecoder.Answered;
import dev.sluice.wire.telemetry.TelemetryDecoder.Content;
import dev.sluice.wire.telemetry.TelemetryDecoder.Int;
import dev.sluice.wire.telemetry.TelemetryDecoder.Notified;
import dev.sluice.wire.telemetry.TelemetryDecoder.Probed;
import dev.sluice.wire.telemetry.TelemetryDecoder.Segment;
import dev.sluice.wire.telemetry.TelemetryDecoder.Stamped;
import dev.sluice.wire.telemetry.TelemetryDecoder.Traced;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** Whatever the octets are: a packet that is those octets, or a sentence. */
class TelemetryDecoderProperties {
  /** How many packets are drawn; all ten million with {@code -Dsluice.frames=10000000}. */
  private static final int FRAMES = Integer.getInteger("sluice.frames", 500_000);

  private static final TelemetryUnits UNITS = TelemetryProfile.EVERY_SPEED.units(400_000);
  private static final List<Long> SPEEDS = List.of(100_000L, 400_000L);

  private static TelemetryFormat format(int room, boolean preallocated, boolean lastWord) {
    return new TelemetryFormat(TelemetrySample.PORT, room, preallocated, lastWord);
  }

  private static Content good(Decoded<Content> decoded) {
    assertThat(decoded).isInstanceOf(Good.class);
    return ((Good<Content>) decoded).value();
  }

  /** Every header keeps every bit: what is read is written again as the same octets. */
  @Property(seed = "73", edgeCases = EdgeCasesMode.NONE)
  @Requirement("HPCC-7")
  void everyHeaderIsTheOctetsItWasReadFrom(
      @ForAll @IntRange(min = 1, max = 15) int room,
      @ForAll boolean preallocated,
      @ForAll boolean lastWord,
      @ForAll boolean v6,
      @ForAll @Size(136) byte[] bits) {
    TelemetryFormat format = format(room, preallocated, lastWord);
    int nHop = TelemetryHead.nHop(bits, 0);
    byte[] header = Arrays.copyOf(bits, format.size(nHop));
    if (preallocated && nHop < room) {
      int used = TelemetryHead.SIZE + nHop * HopRecord.SIZE;
      Arrays.fill(header, used, TelemetryHead.SIZE + room * HopRecord.SIZE, (byte) 0);
    }
    byte[] packet = TelemetrySample.udp(v6, format.udpPort(), header);
    Stamped read = (Stamped) good(TelemetryDecoder.packet(format, packet, 0, packet.length));
    assertThat(read.payloadAt()).isEqualTo(packet.length);
    assertThat(read.isCut()).isEqualTo(nHop > room);
    byte[] again = new byte[header.length];
    assertThat(read.block().put(format, again, 0)).isEqualTo(header.length);
    assertThat(again).isEqualTo(header);
  }

  /** Along any path, each switch's numbers come out as it wrote them, and all else as it was. */
  @Property(seed = "74", edgeCases = EdgeCasesMode.NONE)
  @Requirement({"HPCC-1", "HPCC-7"})
  void whatSwitchesWriteComesOutAndAllElseIsAsItWas(
      @ForAll @IntRange(min = 1, max = 15) int room,
      @ForAll boolean preallocated,
      @ForAll boolean lastWord,
      @ForAll boolean v6,
      @ForAll @Size(max = 40) byte[] payload,
      @ForAll @Size(max = 20) List<@IntRange(min = 1, max = 4095) Integer> ids) {
    TelemetryFormat format = format(room, preallocated, lastWord);
    byte[] first = TelemetrySample.fresh(format, v6, payload);
    if (room % 2 == 1) {
      Udp.seal(first, 0);
    }
    byte[] packet = first;
    List<Long> records = new ArrayList<>();
    int path = 0;
    for (int id : ids) {
      long mbps = SPEEDS.get(id % 2);
      packet =
          TelemetrySample.hop(
              format,
              packet,
              new Stamp(UNITS, id, SPEEDS),
              mbps,
              id * 1_000L,
              id * 9_999L,
              id * 77L);
      records.add(UNITS.record(UNITS.code(mbps), id * 1_000L, id * 9_999L, id * 77L));
      path ^= id;
    }
    Stamped read = (Stamped) good(TelemetryDecoder.packet(format, packet, 0, packet.length));
    assertThat(read.block().head()).isEqualTo(new TelemetryHead(Math.min(ids.size(), 15), path, 0));
    assertThat(read.block().bits())
        .containsExactly(
            records.subList(0, Math.min(room, ids.size())).stream()
                .mapToLong(Long::longValue)
                .toArray());
    assertThat(Arrays.copyOfRange(packet, read.payloadAt(), read.end())).isEqualTo(payload);
    int checksum = Udp.checksum(packet, Ip.size(packet, 0));
    assertThat(checksum != 0).as("a checksum is carried along").isEqualTo(room % 2 == 1);
    int same = v6 ? 4 : 2;
    assertThat(Arrays.copyOf(packet, same)).isEqualTo(Arrays.copyOf(first, same));
    assertThat(packet.length - first.length)
        .isEqualTo(preallocated ? 0 : HopRecord.SIZE * Math.min(room, ids.size()));
  }

  /**
   * Random packets, and good ones in which a few octets were changed or cut off: each is answered,
   * and nothing is written.
   */
  @Test
  @Requirement({"HPCC-7", "HPCC-12", "HPCC-16", "HPCC-18"})
  void anyPacketIsAnswered() {
    SplittableRandom chance = new SplittableRandom(75);
    long good = 0;
    for (int i = 0; i < FRAMES; i++) {
      TelemetryFormat format =
          format(1 + chance.nextInt(15), chance.nextBoolean(), chance.nextBoolean());
      byte[] packet = drawn(chance, format);
      int to = chance.nextInt(4) == 0 ? chance.nextInt(packet.length + 1) : packet.length;
      byte[] before = i % 64 == 0 ? packet.clone() : null;
      good += answered(TelemetryDecoder.packet(format, packet, 0, to), to) ? 1 : 0;
      if (before != null) {
        assertThat(packet).as("decoding writes nothing").isEqualTo(before);
      }
    }
    System.out.println("Telemetry decoder: " + FRAMES + " packets, " + good + " of them readable");
    assertThat(good).isBetween(FRAMES / 10L, FRAMES * 2L / 3);
  }

  private static byte[] drawn(SplittableRandom chance, TelemetryFormat format) {
    if (chance.nextInt(8) == 0) {
      byte[] noise = new byte[chance.nextInt(160)];
      chance.nextBytes(noise);
      return noise;
    }
    byte[] packet = whole(chance, format);
    int changes = chance.nextInt(4);
    for (int i = 0; i < changes; i++) {
      packet[chance.nextInt(packet.length)] = (byte) chance.nextInt(256);
    }
    if (chance.nextBoolean()) {
      seal(packet); // so that what lies behind the checks is met
    }
    return packet;
  }

  private static byte[] whole(SplittableRandom chance, TelemetryFormat format) {
    boolean v6 = chance.nextBoolean();
    int room = 1 + chance.nextInt(15);
    int hops = chance.nextInt(room + 1);
    RoceProbe probe =
        new RoceProbe(new Bth(RoceProbe.OPCODE, 0, 1, 0, 2, 0, 3), FormSample.block(hops));
    TcpTelemetry segment = TcpTelemetry.probe(1, 2, 3, 4, room);
    return switch (chance.nextInt(9)) {
      case 0 -> FormSample.probe(v6, room);
      case 1 -> FormSample.response(v6, RoceResponse.of(probe, 4, hops - 1));
      case 2 -> FormSample.segment(v6, chance.nextBoolean() ? segment : segment.response());
      case 3 ->
          FormSample.notification(v6, TelemetryReturn.of(1, 2, 3, room, FormSample.block(hops)));
      case 4 -> {
        IfaMetadata metadata = new IfaMetadata(1, 2, 9, List.of());
        for (int i = 0; i < hops % 4; i++) {
          metadata = metadata.with(FormSample.ifaHop(i));
        }
        yield FormSample.ifa(v6, metadata);
      }
      case 5 -> FormSample.ioam(IoamTrace.HPCC_TYPE, 1 + room % 4, new int[] {1, 2, 3});
      case 6 -> FormSample.intMd(v6, FormSample.intMd(hops % 4));
      default -> {
        byte[] behind = new byte[chance.nextInt(160)];
        chance.nextBytes(behind);
        yield TelemetrySample.udp(v6, format.udpPort(), behind);
      }
    };
  }

  private static void seal(byte[] packet) {
    boolean v4 = Ip.version(packet, 0) == 4;
    int transport = v4 ? Ipv4.SIZE : Ipv6.SIZE;
    if (!v4 && Ip.version(packet, 0) != 6
        || packet.length < transport + TcpHeader.SIZE
        || Ip.packetLength(packet, 0) != packet.length) {
      return;
    }
    if (Ip.protocol(packet, 0) == TcpHeader.PROTOCOL) {
      TcpHeader.seal(packet, 0);
    } else if (Ip.protocol(packet, 0) == Ip.UDP
        && Udp.length(packet, transport) == packet.length - transport) {
      if (Udp.destinationPort(packet, transport) == WellKnown.PORT
          && packet.length >= transport + Udp.SIZE + Bth.SIZE + Icrc.SIZE) {
        boolean isProbe = Bth.opcode(packet, transport + Udp.SIZE) == RoceProbe.OPCODE;
        if (isProbe && packet.length >= transport + Udp.SIZE + RoceProbe.size(1)) {
          RoceProbe.seal(packet, 0);
        } else {
          Icrc.put(packet, 0);
        }
      }
      Udp.seal(packet, 0);
    }
  }

  /** What is read of any form is written again as the same octets. */
  @Property(seed = "76", edgeCases = EdgeCasesMode.NONE)
  @Requirement({"HPCC-12", "HPCC-16", "HPCC-18"})
  void everyFormIsTheOctetsItWasReadFrom(@ForAll long seed) {
    SplittableRandom chance = new SplittableRandom(seed);
    TelemetryFormat format = format(15, true, true);
    byte[] packet = whole(chance, format);
    if (TelemetryDecoder.packet(format, packet, 0, packet.length) instanceof Bad) {
      return; // random octets need not be a header
    }
    byte[] again = packet.clone();
    int transport = Ip.size(packet, 0);
    int behind = transport + Udp.SIZE;
    Content content = good(TelemetryDecoder.packet(format, packet, 0, packet.length));
    if (content instanceof Probed probed) {
      Arrays.fill(again, behind, packet.length - Icrc.SIZE, (byte) 0);
      int block = probed.probe().base().put(again, behind);
      probed.probe().block().put(TelemetryFormat.embedded(probed.room()), again, block);
    } else if (content instanceof Answered answered) {
      Arrays.fill(again, behind, packet.length - Icrc.SIZE, (byte) 0);
      answered.response().put(again, behind);
    } else if (content instanceof Segment segment) {
      Arrays.fill(again, transport, packet.length, (byte) 0);
      segment.segment().put(again, transport);
    } else if (content instanceof Notified notified) {
      Arrays.fill(again, behind, packet.length, (byte) 0);
      notified.notification().put(again, behind);
    } else if (content instanceof Analysed analysed) {
      Arrays.fill(again, behind + IfaHeader.SIZE, packet.length, (byte) 0);
      analysed.header().put(again, transport);
      analysed.metadata().put(again, behind + IfaHeader.SIZE);
    } else if (content instanceof Traced traced) {
      Arrays.fill(again, traced.traceAt(), traced.traceAt() + IoamTrace.SIZE, (byte) 0);
      traced.trace().put(again, traced.traceAt());
    } else if (content instanceof Int embedded) {
      Arrays.fill(again, behind, packet.length, (byte) 0);
      embedded.metadata().put(again, behind);
    }
    assertThat(again).isEqualTo(packet);
  }

  private static boolean answered(Decoded<Content> decoded, int length) {
    if (decoded instanceof Bad<?> bad) {
      assertThat(bad.because()).isNotBlank();
      assertThat(bad.at()).isBetween(0, length);
      return false;
    }
    if (good(decoded) instanceof Stamped stamped) {
      assertThat(stamped.payloadAt()).isLessThanOrEqualTo(stamped.end());
      assertThat(stamped.end()).isLessThanOrEqualTo(length);
    }
    return true;
  }
}
