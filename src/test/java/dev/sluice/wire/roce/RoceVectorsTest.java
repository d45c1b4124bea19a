package dev.sluice.wire.roce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.requirement.Requirement;
import dev.sluice.wire.Decoded.Bad;
import dev.sluice.wire.Decoded.Good;
import dev.sluice.wire.Hex;
import dev.sluice.wire.Notice;
import dev.sluice.wire.Octets;
import dev.sluice.wire.ip.Ethernet;
import dev.sluice.wire.ip.Ip;
import dev.sluice.wire.ip.Ipv4;
import dev.sluice.wire.ip.MacControl;
import dev.sluice.wire.ip.Vlan;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Octets written by hand from public tables, and a CNP whose ICRC another program has computed. */
class RoceVectorsTest {
  /** From 10.0.0.2 to 10.0.0.1, DSCP 48, ECN 01, to queue pair 0x0000d2. */
  private static final String CNP =
      """
      45 c1 00 3c 00 00 40 00 40 11 25 ee 0a 00 00 02 0a 00 00 01 | IPv4
      c0 00 12 b7 00 28 00 00                                     | UDP to 4791, 40 octets
      81 00 ff ff 40 00 00 d2 00 00 00 00                         | CNP, BECN, queue pair 0xd2
      00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00             | reserved
      ea 37 a3 22                                                 | ICRC
      """;

  private static final int UDP = Ipv4.SIZE;
  private static final int BTH = UDP + 8;

  private static int icrc(byte[] packet) {
    return Icrc.of(packet, 0);
  }

  @Test
  void aCnpIsTheseOctets() {
    byte[] vector = Hex.octets(CNP);
    assertThat(RoceSample.cnp(false, 1)).isEqualTo(vector);
    assertThat(vector).hasSize(60);
    assertThat(RoceSample.frame(vector, null)).hasSize(74);
    Cnp read = Cnp.read(vector, BTH);
    assertThat(read).isEqualTo(new Cnp(new Bth(0x81, 0, 0xFFFF, Bth.BECN, 0xD2, 0, 0), 0, 0));
    byte[] again = new byte[Cnp.SIZE];
    assertThat(read.put(again, 0)).isEqualTo(28);
    assertThat(again).isEqualTo(Arrays.copyOfRange(vector, BTH, BTH + 28));
  }

  /** The header of LDCP's own, whose layout is ours. */
  @Test
  @Requirement({"LDCP-12", "LDCP-19"})
  void theHeaderOfLdcpIsTheseOctets() {
    byte[] vector = Hex.octets("fe dc ba 98 80 00 00 00");
    byte[] written = new byte[LdcpHeader.SIZE];
    assertThat(LdcpHeader.put(written, 0, 0x1_FEDC_BA98L, true)).isEqualTo(8);
    assertThat(written).isEqualTo(vector);
    assertThat(LdcpHeader.read(vector, 0)).isEqualTo(new LdcpHeader(0xFEDC_BA98L, true));
    assertThat(new LdcpHeader(7, false).put(written, 0)).isEqualTo(8);
    assertThat(written).isEqualTo(Hex.octets("00 00 00 07 00 00 00 00"));
    assertThat(LdcpHeader.ece(Hex.octets("00 00 00 00 7f ff ff ff"), 0)).isFalse();
    assertThat(LdcpHeader.isAlone(vector, 0)).isFalse();
    assertThat(LdcpHeader.putAlone(written, 0, 0x1_FEDC_BA98L, true)).isEqualTo(8);
    assertThat(written).isEqualTo(Hex.octets("fe dc ba 98 c0 00 00 00"));
    assertThat(LdcpHeader.isAlone(written, 0)).isTrue();
    assertThatThrownBy(() -> new LdcpHeader(1L << 32, false)).hasMessageContaining("LSN");
  }

  /** Messages that measure a round trip, whose layout is ours. */
  @Test
  @Requirement("LDCP-13")
  void aRequestForARoundTripIsTheseOctets() {
    byte[] request = Hex.octets("cc 40 ff ff 00 12 34 56 00 00 00 00 00 ab cd ef");
    byte[] written = new byte[RttMessage.SIZE];
    assertThat(RttMessage.put(written, 0, RttMessage.REQUEST, 0xFFFF, 0x12_3456, 0x1AB_CDEF))
        .isEqualTo(16);
    assertThat(written).isEqualTo(request);
    RttMessage response =
        new RttMessage(new Bth(0xCD, Bth.MIGRATED, 0xFFFF, 0, 0x12_3456, 0, 0), 0xAB_CDEF);
    assertThat(response.put(written, 0)).isEqualTo(16);
    request[0] = (byte) 0xCD;
    assertThat(written).isEqualTo(request);
    assertThat(RttMessage.read(request, 0)).isEqualTo(response);
    assertThat(RttMessage.isOne(0xCB)).isFalse();
    assertThat(Opcode.isKnown(RttMessage.REQUEST) || Opcode.isKnown(RttMessage.RESPONSE)).isFalse();
    assertThatThrownBy(() -> new RttMessage(new Bth(0x11, 0, 0, 0, 0, 0, 0), 0))
        .hasMessageContaining("neither");
    assertThatThrownBy(() -> new RttMessage(response.base(), 1 << 24)).isNotNull();
  }

  /** The same of a READ that is repeated, and of a response, with the LSN of the other space. */
  @Test
  @Requirement({"LDCP-12", "LDCP-19"})
  void theHeaderOfReadsHasTwoLsns() {
    byte[] written = new byte[LdcpHeader.READ_SIZE];
    assertThat(LdcpHeader.putRead(written, 0, 0x1_FEDC_BA98L, false, true, 0x1_0123_4567L))
        .isEqualTo(12);
    assertThat(written).isEqualTo(Hex.octets("fe dc ba 98 40 00 00 00 01 23 45 67"));
    assertThat(LdcpHeader.lsn(written, 0)).isEqualTo(0xFEDC_BA98L);
    assertThat(LdcpHeader.other(written, 0)).isEqualTo(0x0123_4567L);
    assertThat(LdcpHeader.again(written, 0)).isTrue();
    assertThat(LdcpHeader.ece(written, 0)).isFalse();
    assertThat(LdcpHeader.putRead(written, 0, 7, true, false, 9)).isEqualTo(12);
    assertThat(written).isEqualTo(Hex.octets("00 00 00 07 80 00 00 00 00 00 00 09"));
    assertThat(LdcpHeader.again(written, 0)).isFalse();
    for (int opcode = 0; opcode <= Opcode.FETCH_ADD; opcode++) {
      boolean isOfRead = Opcode.name(opcode).startsWith("RDMA READ");
      assertThat(LdcpHeader.size(opcode)).isEqualTo(isOfRead ? 12 : 8);
    }
  }

  /** What a router may do to it on the way changes the checksum of IPv4, and not the ICRC. */
  @Test
  @Requirement("RC-15")
  void aRouterLeavesTheIcrcAsItIs() {
    int[][] ecnAndChecksum = {{0, 0x25EF}, {2, 0x25ED}, {3, 0x25EC}};
    for (int[] each : ecnAndChecksum) {
      byte[] packet = RoceSample.cnp(false, each[0]);
      assertThat(Ipv4.checksum(packet, 0)).isEqualTo(each[1]);
      assertThat(icrc(packet)).isEqualTo(0xEA37_A322);
    }
    byte[] marked = Hex.octets(CNP);
    assertThat(Ip.markCe(marked, 0)).isTrue();
    Ip.setDscp(marked, 0, 8);
    assertThat(Icrc.isIntact(marked, 0)).isTrue();
    byte[] hop = Hex.octets(CNP);
    hop[8] = 63;
    assertThat(icrc(hop)).isEqualTo(0xEA37_A322);
    Ipv4.put(hop, 0, 48, 1, hop.length, 63, Ip.UDP, RoceSample.B, RoceSample.A);
    assertThat(Ipv4.checksum(hop, 0)).isEqualTo(0x26EE);
    for (int notification : new int[] {0x00, 0x80, 0xC0}) {
      byte[] turned = Hex.octets(CNP);
      turned[BTH + 4] = (byte) notification;
      assertThat(icrc(turned)).as("FECN and BECN are not protected").isEqualTo(0xEA37_A322);
    }
  }

  @Test
  void anotherQueuePairOrAReservedOctetIsNoticed() {
    byte[] other = Hex.octets(CNP);
    other[BTH + 7] = (byte) 0xD3;
    assertThat(icrc(other)).isEqualTo(0x74B4_79BD);
    byte[] reserved = Hex.octets(CNP);
    reserved[BTH + Bth.SIZE + 3] = 1;
    assertThat(icrc(reserved)).isEqualTo(0x6FEE_35FF);
    assertThat(RoceDecoder.packet(other, 0, other.length))
        .isEqualTo(new Bad<>(56, "the ICRC is wrong"));
    for (int at : new int[] {BTH + 2, BTH + 5, BTH + 8, BTH + 9, BTH + 11, UDP, UDP + 1, 12, 19}) {
      byte[] flipped = Hex.octets(CNP);
      flipped[at] ^= 1;
      assertThat(Icrc.isIntact(flipped, 0)).as("octet %d", at).isFalse();
    }
  }

  @Test
  void reservedOctetsThatAreNotZeroAreToldOfAndNotRefused() {
    byte[] packet = Hex.octets(CNP);
    packet[BTH + Bth.SIZE + 3] = 1;
    Icrc.put(packet, 0);
    var good = (Good<RoceDecoder.Content>) RoceDecoder.packet(packet, 0, packet.length);
    assertThat(good.notices())
        .containsExactly(new Notice(Notice.Kind.RESERVED_FIELD, BTH + Bth.SIZE, 1L << 32));
  }

  /** 0x80 is native InfiniBand's: its top three bits are the same, and it is another thing. */
  @Test
  void congestionNotificationOfInfiniBandIsNoCnp() {
    byte[] packet = Hex.octets(CNP);
    packet[BTH] = (byte) Opcode.INFINIBAND_CN;
    Icrc.put(packet, 0);
    assertThat(RoceDecoder.packet(packet, 0, packet.length))
        .isEqualTo(new Bad<>(BTH, "opcode 0x80 is not one of a reliable connection"));
    assertThatThrownBy(() -> Cnp.read(packet, BTH)).hasMessage("opcode 0x80 is no CNP");
    assertThatThrownBy(() -> new Cnp(RoceSample.bth(Opcode.SEND_ONLY, 0), 0, 0))
        .hasMessage("SEND Only is no CNP");
  }

  @Test
  @Requirement("RC-15")
  void everyHeaderIsTheseOctets() {
    byte[] write =
        Hex.octets(
            """
            0b                       | RDMA WRITE Only with Immediate
            b0                       | solicited 0x80, pad count 3 x 0x10
            80 01                    | partition key
            c1                       | FECN, BECN, a reserved bit
            12 34 56                 | queue pair
            85                       | ack request, reserved bits
            ff ff fe                 | PSN
            01 23 45 67 89 ab cd ef  | virtual address
            de ad be ef              | key
            80 00 00 00              | 2^31 bytes
            ca fe f0 0d              | immediate data
            """);
    Bth bth = new Bth(0x0B, 0xB0, 0x8001, 0xC1, 0x123456, 0x85, 0xFFFFFE);
    Reth reth = new Reth(0x0123_4567_89AB_CDEFL, 0xDEAD_BEEF, 1L << 31);
    assertThat(RoceSample.headers(bth, reth, new Immediate(0xCAFE_F00D))).isEqualTo(write);
    assertThat(Opcode.headerSize(0x0B)).isEqualTo(write.length);
    assertThat(Bth.read(write, 0)).isEqualTo(bth);
    assertThat(Bth.padCount(write, 0)).isEqualTo(3);
    assertThat(Bth.ackRequest(write, 0)).isTrue();
    assertThat(Bth.version(write, 0)).isZero();
    assertThat(Reth.read(write, 12)).isEqualTo(reth);
    assertThat(Immediate.read(write, 28)).isEqualTo(new Immediate(0xCAFE_F00D));

    byte[] swap =
        Hex.octets(
            """
            13 00 ff ff 00 00 00 d2 80 00 00 07
            00 00 00 00 00 00 10 00  | virtual address 4096
            00 00 00 2a              | key
            ff ff ff ff ff ff ff ff  | to put there
            00 00 00 00 00 00 00 01  | if this is there
            """);
    AtomicEth atomic = new AtomicEth(4096, 42, -1, 1);
    Bth asks = new Bth(Opcode.COMPARE_SWAP, 0, 0xFFFF, 0, 0xD2, Bth.ACK_REQUEST, 7);
    assertThat(RoceSample.headers(asks, atomic)).isEqualTo(swap);
    assertThat(AtomicEth.read(swap, 12)).isEqualTo(atomic);

    byte[] answer =
        Hex.octets(
            """
            12 00 ff ff 00 00 00 d2 00 00 00 07
            1f 00 01 00              | ACK without credits, MSN 256
            00 00 00 00 00 00 00 05  | what was there
            """);
    Aeth aeth = new Aeth(Syndrome.of(Syndrome.ACK, Syndrome.NO_CREDITS), 256);
    assertThat(RoceSample.headers(RoceSample.bth(0x12, 7), aeth, new AtomicAckEth(5)))
        .isEqualTo(answer);
    assertThat(Aeth.read(answer, 12)).isEqualTo(aeth);
    assertThat(AtomicAckEth.read(answer, 16)).isEqualTo(new AtomicAckEth(5));
  }

  /** Opcode by opcode: what stands between the base header and the payload. */
  @Test
  @Requirement("RC-15")
  void everyOpcodeAnnouncesItsHeaders() {
    int[] sizes = {
      12, 12, 12, 16, 12, 16, 28, 12, 12, 16, 28, 32, 28, 16, 12, 16, 16, 16, 24, 40, 40
    };
    for (int opcode = 0; opcode < sizes.length; opcode++) {
      assertThat(Opcode.headerSize(opcode)).as(Opcode.name(opcode)).isEqualTo(sizes[opcode]);
      assertThat(Opcode.isKnown(opcode)).isTrue();
      assertThat(Opcode.name(opcode)).doesNotStartWith("opcode");
    }
    assertThat(Opcode.headerSize(Opcode.CNP)).isEqualTo(28);
    for (int opcode = sizes.length; opcode < 256; opcode++) {
      assertThat(Opcode.isKnown(opcode)).as("0x%02x", opcode).isEqualTo(opcode == 0x81);
    }
    assertThat(Opcode.name(0x0E)).isEqualTo("RDMA READ Response Middle");
    assertThat(Opcode.hasPayload(Opcode.READ_REQUEST)).isFalse();
    assertThat(Opcode.hasPayload(Opcode.ACKNOWLEDGE)).isFalse();
  }

  @Test
  void syndromesTellKindAndValue() {
    assertThat(Syndrome.of(Syndrome.NAK, Syndrome.SEQUENCE_ERROR)).isEqualTo(0x60);
    assertThat(Syndrome.of(Syndrome.NAK, Syndrome.REMOTE_OPERATIONAL_ERROR)).isEqualTo(0x63);
    assertThat(Syndrome.of(Syndrome.RNR_NAK, 14)).isEqualTo(0x2E);
    assertThat(Syndrome.of(Syndrome.ACK, Syndrome.NO_CREDITS)).isEqualTo(0x1F);
    assertThat(Syndrome.kind(0xE1)).as("the top bit is reserved").isEqualTo(Syndrome.NAK);
    assertThat(Syndrome.value(0xE1)).isEqualTo(1);
    assertThat(Syndrome.rnrTimerPs(0)).isEqualTo(655_360_000_000L);
    assertThat(Syndrome.rnrTimerPs(1)).isEqualTo(10_000_000L);
    assertThat(Syndrome.rnrTimerPs(14)).isEqualTo(1_280_000_000L);
    assertThat(Syndrome.rnrTimerPs(31)).isEqualTo(491_520_000_000L);
    for (int value = 2; value < 32; value++) {
      assertThat(Syndrome.rnrTimerPs(value)).isGreaterThan(Syndrome.rnrTimerPs(value - 1));
    }
  }

  @Test
  void aTagStandsBehindTheAddresses() {
    byte[] packet = RoceSample.cnp(false, 1);
    Vlan tag = new Vlan(6, true, 0x123, Ethernet.IPV4);
    byte[] frame = RoceSample.frame(packet, tag);
    assertThat(Arrays.copyOfRange(frame, 12, 18)).isEqualTo(Hex.octets("81 00 d1 23 08 00"));
    assertThat(Vlan.read(frame, 12)).isEqualTo(tag);
    var good = (Good<RoceDecoder.Content>) RoceDecoder.frame(frame, 0, frame.length);
    assertThat(((RoceDecoder.Packet) good.value()).vlan()).isEqualTo(Optional.of(tag));
  }

  @Test
  void pauseFramesAreTheseOctets() {
    byte[] frame = new byte[64];
    Arrays.fill(frame, (byte) 0x5A);
    int[] quanta = {1, 2, 3, 0xFFFF, 5, 6, 7, 8};
    assertThat(MacControl.putPfc(frame, 2, 0x0200_0A00_0001L, 0b1000_1000, quanta)).isEqualTo(62);
    assertThat(Arrays.copyOfRange(frame, 2, 62))
        .isEqualTo(
            Hex.octets(
                """
                01 80 c2 00 00 01  02 00 0a 00 00 01  88 08
                01 01                    | PFC
                00 88                    | classes 3 and 7
                00 00 00 00 00 00 ff ff  | class 3 as long as can be
                00 00 00 00 00 00 00 08
                00 00 00 00 00 00 00 00 00 00 00 00 00
                00 00 00 00 00 00 00 00 00 00 00 00 00
                """));
    assertThat(frame[1]).isEqualTo((byte) 0x5A);
    assertThat(frame[62]).isEqualTo((byte) 0x5A);
    assertThat(RoceDecoder.frame(frame, 2, 62))
        .isEqualTo(
            new Good<>(
                new RoceDecoder.Pause(0x0101, 0x88, List.of(0, 0, 0, 0xFFFF, 0, 0, 0, 8)),
                List.of()));
    MacControl.putPause(frame, 2, 0x0200_0A00_0001L, 7);
    assertThat(Octets.u16(frame, 2 + 14)).isEqualTo(1);
    assertThat(RoceDecoder.frame(frame, 2, 62))
        .isEqualTo(new Good<>(new RoceDecoder.Pause(1, 0xFF, List.of(7)), List.of()));
    frame[2 + 15] = 2;
    assertThat(((Bad<?>) RoceDecoder.frame(frame, 2, 62)).because())
        .isEqualTo("the MAC control opcode 0x0002 is unknown");
    assertThatThrownBy(() -> MacControl.putPfc(frame, 0, 0, 256, quanta))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void whatDoesNotFitIsRefused() {
    assertThatThrownBy(() -> RoceSample.bth(0, 1 << 24)).hasMessageContaining("16777216");
    assertThatThrownBy(() -> new Aeth(0x60, 1 << 24)).hasMessageContaining("16777216");
    assertThatThrownBy(() -> new Reth(0, 0, 1L << 32)).hasMessageContaining("32 bits");
    assertThatThrownBy(() -> new Vlan(8, false, 0, 0)).hasMessageContaining("8");
    assertThatThrownBy(() -> Bth.padded(4)).hasMessageContaining("4");
    assertThat(Bth.padding(5)).isEqualTo(3);
    assertThat(Bth.padding(8)).isZero();
  }
}
