package dev.sluice.wire.ip;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sluice.requirement.Requirement;
import dev.sluice.wire.Hex;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class IpTest {
  /** A header that textbooks sum up: 192.168.0.1 to 192.168.0.199, checksum B861. */
  private static byte[] textbook() {
    return Hex.octets("45 00 00 73 00 00 40 00 40 11 B8 61 C0 A8 00 01 C0 A8 00 C7");
  }

  @Test
  @Requirement("PDC-8")
  void theIpv4ChecksumIsThatOfTheTextbook() {
    byte[] octets = new byte[20];
    Ipv4.put(octets, 0, 0, 0, 115, 64, 17, 0xC0A8_0001, 0xC0A8_00C7);
    assertThat(octets).isEqualTo(textbook());
    assertThat(Ipv4.isIntact(octets, 0)).isTrue();
    octets[3]++;
    assertThat(Ipv4.isIntact(octets, 0)).isFalse();
  }

  @Test
  @Requirement({"PDC-8", "NSCC-9"})
  void markingRewritesTwoBitsAndCarriesTheChecksum() {
    byte[] octets = new byte[20];
    Ipv4.put(octets, 0, 46, Ecn.ECT_0, 115, 64, 17, 0xC0A8_0001, 0xC0A8_00C7);
    assertThat(Ip.markCe(octets, 0)).isTrue();
    byte[] anew = new byte[20];
    Ipv4.put(anew, 0, 46, Ecn.CE, 115, 64, 17, 0xC0A8_0001, 0xC0A8_00C7);
    assertThat(octets).isEqualTo(anew);
    assertThat(Ip.markCe(octets, 0)).as("again").isTrue();
    assertThat(octets).isEqualTo(anew);
  }

  @Test
  @Requirement("PDC-8")
  void whatIsNotCapableIsNotMarked() {
    byte[] octets = textbook();
    assertThat(Ip.markCe(octets, 0)).isFalse();
    assertThat(octets).isEqualTo(textbook());
  }

  @Test
  @Requirement("PDC-8")
  void anIpv6HeaderStandsAsInTheTable() {
    byte[] octets = new byte[40];
    Ipv6 header = new Ipv6(46, Ecn.ECT_0, 0xF_EDCB, 72, 17, 64, 0xFD00L << 48, 1, 0xFD00L << 48, 2);
    assertThat(header.put(octets, 0)).isEqualTo(40);
    assertThat(octets)
        .isEqualTo(
            Hex.octets(
                """
                6B AF ED CB  | version 6, traffic class 46 x 4 + 2 = BA, flow label
                00 48        | payload length 72
                11           | UDP
                40           | 64 hops
                FD 00 00 00 00 00 00 00 00 00 00 00 00 00 00 01  | fd00::1
                FD 00 00 00 00 00 00 00 00 00 00 00 00 00 00 02  | fd00::2
                """));
    assertThat(Ipv6.read(octets, 0)).isEqualTo(header);
    assertThat(Ip.markCe(octets, 0)).isTrue();
    assertThat(octets[1]).as("BA to BB").isEqualTo((byte) 0xBF);
    assertThat(Ipv6.flowLabel(octets, 0)).isEqualTo(0xF_EDCB);
    assertThat(Ipv6.dscp(octets, 0)).isEqualTo(46);
  }

  @Test
  @Requirement("UET-3")
  void theUdpChecksumCoversAddressesHeaderAndAnOddOctet() {
    byte[] octets = new byte[20 + 8 + 3];
    Ipv4.put(octets, 0, 0, 0, 31, 64, 17, 0x0A00_0001, 0x0A00_0002);
    Udp.put(octets, 20, 0x1234, 4793, 11);
    octets[28] = 0x01;
    octets[29] = 0x02;
    octets[30] = 0x03;
    Udp.seal(octets, 0);
    // 0A00+0001+0A00+0002 + 0011+000B + 1234+12B9+000B + 0102+0300 = 3D19; complement C2E6
    assertThat(Udp.checksum(octets, 20)).isEqualTo(0xC2E6);
    assertThat(Udp.isIntact(octets, 0)).isTrue();
    octets[30]++;
    assertThat(Udp.isIntact(octets, 0)).isFalse();
  }

  @Test
  @Requirement("UET-3")
  void aUdpChecksumOfZeroIsSentAsAllOnes() {
    byte[] octets = new byte[20 + 8 + 2];
    Ipv4.put(octets, 0, 0, 0, 30, 64, 17, 0, 0);
    Udp.put(octets, 20, 0, 0, 10);
    octets[28] = (byte) 0xFF;
    octets[29] = (byte) (0xFF - 0x11 - 10 - 10); // everything else adds up to 11 + A + A
    Udp.seal(octets, 0);
    assertThat(Udp.checksum(octets, 20)).isEqualTo(0xFFFF);
    assertThat(Udp.isIntact(octets, 0)).isTrue();
  }

  @Test
  void macAddressesShowTheHosts() {
    byte[] frame = new byte[34];
    Ipv4.put(frame, 14, 0, 0, 20, 64, 17, 0x0A00_0001, 0x0A00_0102);
    assertThat(Ethernet.put(frame, 0)).isEqualTo(14);
    assertThat(Arrays.copyOf(frame, 14))
        .isEqualTo(Hex.octets("02 00 0A 00 01 02  02 00 0A 00 00 01  08 00"));
  }

  @Test
  void whatDoesNotFitAFieldIsRefused() {
    byte[] octets = new byte[40];
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Ipv4.put(octets, 0, 64, 0, 20, 64, 17, 0, 0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Ipv4.put(octets, 0, 0, 4, 20, 64, 17, 0, 0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Ipv4.put(octets, 0, 0, 0, 65_536, 64, 17, 0, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> Udp.put(octets, 0, -1, 0, 8));
  }
}
