package dev.sluice.wire.pcap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sluice.wire.Decoded.Bad;
import dev.sluice.wire.Decoded.Good;
import dev.sluice.wire.Hex;
import dev.sluice.wire.Payload;
import dev.sluice.wire.PayloadSource;
import dev.sluice.wire.uet.Packet;
import dev.sluice.wire.uet.PacketDecoder;
import dev.sluice.wire.uet.Sample;
import dev.sluice.wire.uet.WireChoices;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class PcapngTest {

  @Test
  void aFileStandsAsTheFormatSays() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (PcapngWriter writer = new PcapngWriter(out, List.of("nic a"))) {
      byte[] frame = {0x11, 0x22, 0x33, 0x44, 0x55};
      writer.packet(0, 5_574_560, frame, 1, 4, 5, "ok");
    }
    assertThat(out.toByteArray())
        .isEqualTo(
            Hex.octets(
                """
                0A 0D 0D 0A              | section header
                00 00 00 2C              | 44 octets
                1A 2B 3C 4D              | byte order: big-endian
                00 01 00 00              | version 1.0
                FF FF FF FF FF FF FF FF  | length of the section not told
                00 04 00 06              | option shb_userappl, 6 octets
                53 6C 75 69 63 65 00 00  | "Sluice"
                00 00 00 00              | end of options
                00 00 00 2C              | 44 octets
                00 00 00 01              | interface description
                00 00 00 2C              | 44 octets
                00 01 00 00              | Ethernet
                00 00 00 00              | packets of any length
                00 02 00 05              | option if_name, 5 octets
                6E 69 63 20 61 00 00 00  | "nic a"
                00 09 00 01              | option if_tsresol, 1 octet
                09 00 00 00              | 10^-9 s
                00 00 00 00              | end of options
                00 00 00 2C              | 44 octets
                00 00 00 06              | enhanced packet
                00 00 00 30              | 48 octets
                00 00 00 00              | interface 0
                00 00 00 00              | time, upper half
                00 00 15 C6              | time, lower half: 5,574 ns of 5,574,560 ps
                00 00 00 03              | 3 octets captured
                00 00 00 05              | of 5
                22 33 44 00              | the octets, filled up
                00 01 00 02              | option comment, 2 octets
                6F 6B 00 00              | "ok"
                00 00 00 00              | end of options
                00 00 00 30              | 48 octets
                """));
    var good = (Good<CaptureFile>) PcapngReader.read(out.toByteArray());
    byte[] captured = {0x22, 0x33, 0x44};
    assertThat(good.value())
        .isEqualTo(
            new CaptureFile(
                List.of(new CaptureFile.Interface("nic a", CaptureFile.ETHERNET)),
                List.of(new CaptureFile.Captured(0, 5_574_000, captured, 5, "ok"))));
  }

  /** A file of another writer: little-endian, microseconds, two sections, an unknown block. */
  @Test
  void filesOfOtherWritersAreRead() {
    String section =
        """
        0A 0D 0D 0A  1C 00 00 00  4D 3C 2B 1A  01 00 00 00  | section, little-endian
        FF FF FF FF  FF FF FF FF  1C 00 00 00
        01 00 00 00  14 00 00 00  01 00 00 00  00 00 04 00  | interface, no options
        14 00 00 00
        05 00 00 00  10 00 00 00  AA BB CC DD  10 00 00 00  | statistics, passed over
        06 00 00 00  24 00 00 00  00 00 00 00  01 00 00 00  | packet at 2^32 + 2 us
        02 00 00 00  01 00 00 00  01 00 00 00  7F 00 00 00
        24 00 00 00
        """;
    var good = (Good<CaptureFile>) PcapngReader.read(Hex.octets(section + section));
    assertThat(good.value().interfaces()).hasSize(2);
    long timePs = 4_294_967_298_000_000L;
    byte[] octet = {0x7F};
    assertThat(good.value().packets())
        .containsExactly(
            new CaptureFile.Captured(0, timePs, octet, 1, ""),
            new CaptureFile.Captured(1, timePs, octet, 1, ""));
  }

  @Test
  void brokenFilesAreSentences() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (PcapngWriter writer = new PcapngWriter(out, List.of("a"))) {
      writer.packet(0, 1, new byte[4], 0, 4, 4, "");
    }
    byte[] file = out.toByteArray();
    assertThat(because(new byte[0])).contains("does not begin with a section");
    assertThat(because(Arrays.copyOf(file, file.length - 4))).contains("cannot have a length");
    assertThat(because(Arrays.copyOf(file, file.length - 30))).contains("a block is cut off");
    byte[] order = file.clone();
    order[8] = 0;
    assertThat(because(order)).contains("no byte order");
    byte[] stranger = file.clone();
    stranger[file.length - 25] = 1;
    assertThat(because(stranger)).contains("an interface that is not described");
  }

  private static String because(byte[] file) {
    return ((Bad<CaptureFile>) PcapngReader.read(file)).because();
  }

  @Test
  void packetsReadBackAreThePacketsSent() throws IOException {
    List<Sample.Sent> sent = List.of(Sample.data(4096), Sample.acknowledgment());
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (PcapngWriter writer = new PcapngWriter(out, List.of("a"))) {
      for (Sample.Sent packet : sent) {
        byte[] frame = packet.frame();
        writer.packet(0, Long.MAX_VALUE / 4, frame, 0, frame.length, frame.length, "");
      }
    }
    var read = ((Good<CaptureFile>) PcapngReader.read(out.toByteArray())).value();
    assertThat(read.packets()).hasSize(2);
    for (int i = 0; i < 2; i++) {
      byte[] frame = read.packets().get(i).octets();
      assertThat(frame).isEqualTo(sent.get(i).frame());
      var good = (Good<Packet>) PacketDecoder.frame(frame, 0, frame.length, WireChoices.DEFAULT);
      assertThat(good.notices()).isEmpty();
      assertThat(good.value().udp().orElseThrow().checksum()).isNotZero();
    }
    assertThat(read.packets().get(0).timePs()).isEqualTo(Long.MAX_VALUE / 4_000 * 1_000);
    assertThat(read.packets().get(1).octets()).as("an ACK_CC: 14 + 20 + 8 + 32").hasSize(74);
  }

  @Test
  void thePayloadOfAFrameIsThatOfTheRegion() {
    Sample.Sent sent = Sample.data(100);
    byte[] frame = sent.frame();
    byte[] payload = new byte[100];
    PayloadSource.patterned().write(sent.payload(), payload, 0);
    assertThat(Arrays.copyOfRange(frame, frame.length - 100, frame.length)).isEqualTo(payload);
    byte[] part = new byte[13];
    PayloadSource.patterned().write(new Payload(7, 4096 + 41, 11), part, 1);
    for (int i = 0; i < 11; i++) {
      assertThat(payload[41 + i]).isEqualTo(PayloadSource.patternedOctet(7, 4096 + 41 + i));
      assertThat(part[1 + i]).isEqualTo(payload[41 + i]);
    }
    assertThat(part[0]).isZero();
    assertThat(part[12]).isZero();
    Payload tooLong = new Payload(7, 4096, 101);
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                EthernetFrames.write(
                    sent.headers(),
                    0,
                    sent.headers().length,
                    tooLong,
                    PayloadSource.patterned(),
                    new byte[4096],
                    0));
  }

  /** Neighbouring, distant and foreign octets of patterned memory differ about as dice do. */
  @Test
  void misplacedMemoryIsWrongMemory() {
    for (long shift : new long[] {1, 8, 4096, 1L << 32}) {
      int same = 0;
      for (int i = 0; i < 10_000; i++) {
        if (PayloadSource.patternedOctet(1, i) == PayloadSource.patternedOctet(1, i + shift)) {
          same++;
        }
      }
      assertThat(same).as("shifted by %d, of 10,000", shift).isLessThan(80);
    }
    int same = 0;
    for (int i = 0; i < 10_000; i++) {
      if (PayloadSource.patternedOctet(1, i) == PayloadSource.patternedOctet(2, i)) {
        same++;
      }
    }
    assertThat(same).as("another region, of 10,000").isLessThan(80);
  }
}
