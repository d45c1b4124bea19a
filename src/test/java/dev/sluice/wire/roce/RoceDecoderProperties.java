package dev.sluice.wire.roce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.wire.Decoded;
import dev.sluice.wire.Decoded.Bad;
import dev.sluice.wire.Decoded.Good;
import dev.sluice.wire.ip.Ethernet;
import dev.sluice.wire.ip.Ip;
import dev.sluice.wire.ip.Ipv4;
import dev.sluice.wire.ip.Ipv6;
import dev.sluice.wire.ip.Udp;
import dev.sluice.wire.ip.Vlan;
import java.util.Arrays;
import java.util.SplittableRandom;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** Whatever the octets are: a packet that is those octets, or a sentence. */
class RoceDecoderProperties {
  /** How many frames are drawn; all ten million with {@code -Dsluice.frames=10000000}. */
  private static final int FRAMES = Integer.getInteger("sluice.frames", 500_000);

  private static int opcode(int drawn) {
    return drawn > Opcode.FETCH_ADD ? Opcode.CNP : drawn;
  }

  /** Every header keeps every bit: what is read is written again as the same octets. */
  @Property(seed = "51", edgeCases = EdgeCasesMode.NONE)
  void everyPacketIsTheOctetsItWasReadFrom(
      @ForAll @IntRange(max = 21) int drawn,
      @ForAll boolean v6,
      @ForAll @Size(64) byte[] bits,
      @ForAll @Size(max = 9) byte[] payload) {
    int opcode = opcode(drawn);
    byte[] headers = Arrays.copyOf(bits, Opcode.headerSize(opcode));
    headers[0] = (byte) opcode;
    headers[1] &= (byte) 0xC0; // padding is the sample's, and the version is 0
    byte[] data = Opcode.hasPayload(opcode) ? payload : new byte[0];
    byte[] packet = RoceSample.packet(v6, 5, 1, headers, data);
    var good = (Good<RoceDecoder.Content>) RoceDecoder.packet(packet, 0, packet.length);
    RoceDecoder.Packet read = (RoceDecoder.Packet) good.value();
    assertThat(read.payloadLength()).isEqualTo(data.length);
    assertThat(read.bth().opcode()).isEqualTo(opcode);
    assertThat(Arrays.copyOfRange(packet, read.payloadAt(), read.payloadAt() + data.length))
        .isEqualTo(data);
    byte[] again =
        read.extended().size() == 1 && read.extended().get(0) instanceof Cnp cnp
            ? written(cnp)
            : RoceSample.headers(read.bth(), read.extended().toArray());
    int at = read.payloadAt() - again.length;
    assertThat(again).isEqualTo(Arrays.copyOfRange(packet, at, read.payloadAt()));
  }

  private static byte[] written(Cnp cnp) {
    byte[] octets = new byte[Cnp.SIZE];
    cnp.put(octets, 0);
    return octets;
  }

  /** One bit of what the ICRC covers, anywhere in the packet, is noticed. */
  @Property(seed = "52", edgeCases = EdgeCasesMode.NONE)
  void oneBitThatIsTurnedIsNoticed(
      @ForAll @IntRange(max = 21) int drawn,
      @ForAll boolean v6,
      @ForAll @Size(max = 9) byte[] payload,
      @ForAll @IntRange(max = 100_000) int place) {
    byte[] packet = RoceSample.ofOpcode(v6, opcode(drawn), payload);
    int ip = v6 ? 40 : 20;
    int bth = ip + 8;
    int at = bth + place / 8 % (packet.length - bth);
    packet[at] ^= (byte) (1 << place % 8);
    assertThat(Icrc.isIntact(packet, 0)).isEqualTo(at == bth + 4);
  }

  /** What may be rewritten on the way is not: class, mark, hops, flow label, checksums. */
  @Property(seed = "53", edgeCases = EdgeCasesMode.NONE)
  void routersMayDoTheirWork(
      @ForAll boolean v6,
      @ForAll @IntRange(max = 63) int dscp,
      @ForAll @IntRange(max = 255) int hops,
      @ForAll @IntRange(max = 0xFFFFF) int label) {
    byte[] packet = RoceSample.ofOpcode(v6, Opcode.SEND_ONLY, new byte[] {1, 2, 3});
    Ip.setDscp(packet, 0, dscp);
    Ip.markCe(packet, 0);
    packet[v6 ? 7 : 8] = (byte) hops;
    if (v6) {
      packet[1] = (byte) (packet[1] & 0xF0 | label >> 16);
      packet[2] = (byte) (label >> 8);
      packet[3] = (byte) label;
    }
    assertThat(Icrc.isIntact(packet, 0)).isTrue();
  }

  /**
   * Random frames, and good ones in which a few octets were changed, cut off or sealed anew: each
   * is answered, and nothing is written.
   */
  @Test
  void anyFrameIsAnswered() {
    SplittableRandom chance = new SplittableRandom(54);
    long good = 0;
    for (int i = 0; i < FRAMES; i++) {
      byte[] frame = drawn(chance);
      int to = chance.nextInt(4) == 0 ? chance.nextInt(frame.length + 1) : frame.length;
      byte[] before = i % 64 == 0 ? frame.clone() : null;
      good += answered(RoceDecoder.frame(frame, 0, to), to) ? 1 : 0;
      if (before != null) {
        assertThat(frame).as("decoding writes nothing").isEqualTo(before);
      }
    }
    System.out.println("RoCEv2 decoder: " + FRAMES + " frames, " + good + " of them readable");
    assertThat(good).isBetween(FRAMES / 50L, FRAMES / 2L);
  }

  private static byte[] drawn(SplittableRandom chance) {
    if (chance.nextInt(8) == 0) {
      byte[] noise = new byte[chance.nextInt(120)];
      chance.nextBytes(noise);
      return noise;
    }
    boolean v6 = chance.nextBoolean();
    byte[] payload = new byte[chance.nextInt(40)];
    byte[] packet = RoceSample.ofOpcode(v6, opcode(chance.nextInt(22)), payload);
    int changes = chance.nextInt(4);
    for (int i = 0; i < changes; i++) {
      packet[chance.nextInt(packet.length)] = (byte) chance.nextInt(256);
    }
    boolean isOurs = Ip.version(packet, 0) == (v6 ? 6 : 4);
    int udp = v6 ? Ipv6.SIZE : Ipv4.SIZE;
    boolean isWhole =
        isOurs
            && Ip.packetLength(packet, 0) == packet.length
            && Udp.length(packet, udp) == packet.length - udp;
    if (chance.nextBoolean() && isWhole) {
      RoceSample.seal(packet); // so that what lies behind the check is met
    }
    Vlan tag =
        chance.nextInt(4) == 0
            ? new Vlan(chance.nextInt(8), false, 0, v6 ? Ethernet.IPV6 : Ethernet.IPV4)
            : null;
    return isOurs ? RoceSample.frame(packet, tag) : packet;
  }

  private static boolean answered(Decoded<RoceDecoder.Content> decoded, int length) {
    if (decoded instanceof Bad<?> bad) {
      assertThat(bad.because()).isNotBlank();
      assertThat(bad.at()).isBetween(0, length);
      return false;
    }
    var content = ((Good<RoceDecoder.Content>) decoded).value();
    if (content instanceof RoceDecoder.Packet packet) {
      assertThat(packet.payloadLength()).isNotNegative();
      assertThat(packet.payloadAt() + packet.payloadLength() + Icrc.SIZE)
          .isLessThanOrEqualTo(length);
    }
    return true;
  }
}
