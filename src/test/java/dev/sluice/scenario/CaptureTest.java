package dev.sluice.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.wire.Decoded;
import dev.sluice.wire.Octets;
import dev.sluice.wire.ip.Ip;
import dev.sluice.wire.ip.Ipv4;
import dev.sluice.wire.ip.Udp;
import dev.sluice.wire.ip.Vlan;
import dev.sluice.wire.pcap.CaptureFile;
import dev.sluice.wire.pcap.PcapngReader;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What a capture shows of tags, and of the traffic of others. */
class CaptureTest {
  private static final String TAGGED =
      """
      [queues]
      select-by = "pcp"
      [[queue]]
      name = "control"
      pcp = 5
      [[queue]]
      name = "rest"
      pcp = "others"
      [[flow]]
      from = 0
      to = 1
      size = "8192B"
      [[load]]
      from = 2
      to = 1
      rate = "40G"
      size = "1538B"
      dscp = 26
      protocol = "%s"
      for = "3us"
      """;

  private static List<CaptureFile.Captured> captured(String text) throws Exception {
    Scenario scenario = Scenario.read("tagged", "tagged", text, Map.of());
    ByteArrayOutputStream capture = new ByteArrayOutputStream();
    Figures figures = Run.of(scenario, new Run.Recording(false, null, capture, null));
    assertThat(figures.completed()).isEqualTo(1);
    List<CaptureFile.Captured> packets =
        ((Decoded.Good<CaptureFile>) PcapngReader.read(capture.toByteArray())).value().packets();
    assertThat(packets).hasSize((int) (2 * figures.frames().delivered()));
    return packets;
  }

  /** Data of DSCP 0 has priority 0, acknowledgments of 46 have 5, the load of 26 has 3. */
  @Test
  void eachFrameHasItsTagBehindTheAddresses() throws Exception {
    Map<Integer, Integer> dscpOf = new TreeMap<>();
    int loads = 0;
    for (CaptureFile.Captured one : captured(TAGGED.formatted("udp"))) {
      byte[] octets = one.octets();
      assertThat(Octets.u16(octets, 12)).isEqualTo(Vlan.TYPE);
      Vlan tag = Vlan.read(octets, 12);
      assertThat(tag).isEqualTo(new Vlan(tag.priority(), false, 0, 0x0800));
      int dscp = Ipv4.dscp(octets, 18);
      dscpOf.put(tag.priority(), dscp);
      assertThat(Ipv4.isIntact(octets, 18)).isTrue();
      assertThat(Udp.isIntact(octets, 18)).isTrue();
      if (dscp == 26) {
        loads++;
        // beside this, what is not captured: 8 of preamble, 4 of check sequence, 12 of gap
        assertThat(one.originalLength()).isEqualTo(1_538 - 8 - 4 - 12);
        assertThat(Ipv4.packetLength(octets, 18)).isEqualTo(1_496);
      }
    }
    assertThat(dscpOf).isEqualTo(Map.of(0, 0, 3, 26, 5, 46));
    // a frame in 307,600 ps of 3,000,000, at both ends
    assertThat(loads).isEqualTo(2 * 10);
  }

  @Test
  void aSegmentHasItsChecksum() throws Exception {
    int segments = 0;
    for (CaptureFile.Captured one : captured(TAGGED.formatted("tcp"))) {
      byte[] octets = one.octets();
      if (Ipv4.protocol(octets, 18) == Ip.UDP) {
        continue;
      }
      segments++;
      int length = Ipv4.packetLength(octets, 18) - Ipv4.SIZE;
      long sum = 6 + length;
      for (int i = 18 + 12; i < 18 + Ipv4.SIZE + length; i += 2) {
        sum += Octets.u16(octets, i);
      }
      assertThat(sum % 0xFFFF).as("with its own checksum").isZero();
    }
    assertThat(segments).isEqualTo(2 * 10);
  }
}
