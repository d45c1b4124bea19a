package dev.sluice.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.requirement.Requirement;
import dev.sluice.wire.Decoded;
import dev.sluice.wire.ip.Ethernet;
import dev.sluice.wire.ip.Ip;
import dev.sluice.wire.ip.Udp;
import dev.sluice.wire.pcap.CaptureFile;
import dev.sluice.wire.pcap.PcapngReader;
import dev.sluice.wire.roce.Bth;
import dev.sluice.wire.roce.Icrc;
import dev.sluice.wire.roce.Opcode;
import dev.sluice.wire.roce.WellKnown;
import dev.sluice.wire.telemetry.AckTelemetry;
import dev.sluice.wire.telemetry.HopRecord;
import dev.sluice.wire.telemetry.RoceProbe;
import dev.sluice.wire.telemetry.RoceResponse;
import dev.sluice.wire.telemetry.RoceTelemetry;
import dev.sluice.wire.telemetry.TelemetryBlock;
import dev.sluice.wire.telemetry.TelemetryFormat;
import dev.sluice.wire.telemetry.TelemetryHead;
import dev.sluice.wire.telemetry.TelemetryReturn;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** HPCC++ on the wire: octets of whole runs, as hosts sent and got them. */
class HpccCaptureTest {
  private static final TelemetryFormat FORMAT = new TelemetryFormat(50_000, 5, true, false);
  private static final int IP = Ethernet.SIZE;

  /** Two hosts on one leaf, which both send to one on the other: over three switches. */
  private static final String ACROSS =
      """
      [topology]
      kind = "leaf-spine"
      leaves = 2
      spines = 1
      hosts-per-leaf = 2
      [roce]
      cc = "hpcc"
      mtu = 1024
      first-psn = 0
      [[flow]]
      transport = "roce"
      from = 0
      to = 2
      size = "100KiB"
      [[flow]]
      transport = "roce"
      from = 1
      to = 2
      size = "100KiB"
      """;

  private static List<byte[]> frames(String text, Map<String, String> changes)
      throws BadScenario, IOException {
    return packets(text, changes).stream().map(CaptureFile.Captured::octets).toList();
  }

  private static List<CaptureFile.Captured> packets(String text, Map<String, String> changes)
      throws BadScenario, IOException {
    ByteArrayOutputStream capture = new ByteArrayOutputStream();
    Scenario scenario = Scenario.read("c", "c", text, changes);
    Run.of(scenario, new Run.Recording(false, null, capture, null));
    return ((Decoded.Good<CaptureFile>) PcapngReader.read(capture.toByteArray())).value().packets();
  }

  private static int port(byte[] frame) {
    return Udp.destinationPort(frame, IP + Ip.size(frame, IP));
  }

  /**
   * Each data packet leaves with the header empty and comes with a record of each of three
   * switches, its ICRC right at both ends; and the acknowledgment of its PSN brings back the same.
   */
  @ParameterizedTest
  @ValueSource(strings = {"ipv4", "ipv6"})
  @Requirement({"HPCC-1", "HPCC-7", "HPCC-10", "HPCC-15"})
  void anAcknowledgmentBringsBackWhatItsPacketGathered(String ip) throws Exception {
    Map<String, TelemetryBlock> gathered = new HashMap<>();
    int left = 0;
    int brought = 0;
    for (byte[] frame : frames(ACROSS, Map.of("roce.ip", ip))) {
      if (port(frame) == FORMAT.udpPort()) {
        assertThat(RoceTelemetry.isIntact(FORMAT, frame, IP)).isTrue();
        int bth = RoceTelemetry.bth(FORMAT, frame, IP);
        TelemetryBlock block = TelemetryBlock.read(FORMAT, frame, IP + Ip.size(frame, IP) + 8);
        if (block.head().nHop() == 0) {
          left++;
        } else {
          assertThat(block.head().nHop()).isEqualTo(3);
          assertThat(block.records()).hasSize(3).allMatch(record -> record.speed() == 4);
          gathered.put(
              Udp.sourcePort(frame, IP + Ip.size(frame, IP)) + "/" + Bth.psn(frame, bth), block);
        }
      } else if (port(frame) == WellKnown.PORT) {
        assertThat(Icrc.isIntact(frame, IP)).isTrue();
        int bth = IP + Ip.size(frame, IP) + Udp.SIZE;
        assertThat(Bth.opcode(frame, bth)).as("no data without it").isEqualTo(Opcode.ACKNOWLEDGE);
        AckTelemetry back =
            AckTelemetry.read(
                frame, bth + Opcode.headerSize(Opcode.ACKNOWLEDGE), Icrc.at(frame, IP));
        assertThat(back.hasRecords()).isTrue();
        boolean isSame =
            gathered.entrySet().stream()
                .filter(each -> each.getKey().endsWith("/" + Bth.psn(frame, bth)))
                .anyMatch(each -> Arrays.equals(each.getValue().bits(), back.records()));
        assertThat(isSame).isTrue();
        brought++;
      }
    }
    assertThat(left).isEqualTo(200);
    assertThat(gathered).hasSize(200);
    assertThat(brought).as("each at both ends").isEqualTo(400);
  }

  /** Of four packets one carries the header, and acknowledgments of the others bring nothing. */
  @Test
  @Requirement({"HPCC-9", "HPCC-10"})
  void someMayCarryIt() throws Exception {
    int with = 0;
    int without = 0;
    int empty = 0;
    for (byte[] frame : frames(ACROSS, Map.of("hpcc.header-every", "4"))) {
      int bth = IP + Ip.size(frame, IP) + Udp.SIZE;
      if (port(frame) == FORMAT.udpPort()) {
        with++;
      } else if (Bth.opcode(frame, bth) != Opcode.ACKNOWLEDGE) {
        without++;
      } else if (!AckTelemetry.read(
              frame, bth + Opcode.headerSize(Opcode.ACKNOWLEDGE), Icrc.at(frame, IP))
          .hasRecords()) {
        empty++;
      }
    }
    assertThat(with).isEqualTo(2 * 50);
    assertThat(without).isEqualTo(2 * 150);
    assertThat(empty).isEqualTo(2 * 150);
  }

  /**
   * A probe leaves with the first packet and then once in T, 5 us but for a frame before it, with
   * the addresses, ports and DSCP of the data; it comes with the records of three switches, and
   * they come back in a packet of their own. After the last acknowledgment none leaves.
   */
  @Test
  @Requirement({"HPCC-9", "HPCC-10", "HPCC-12"})
  void probesLeaveOnceInTWhileDataAreInFlight() throws Exception {
    String one = ACROSS.substring(0, ACROSS.lastIndexOf("[[flow]]")).replace("100KiB", "1MiB");
    List<CaptureFile.Captured> packets =
        packets(one, Map.of("hpcc.carried", "probe", "hpcc.base-rtt", "5us"));
    List<Long> leftPs = new ArrayList<>();
    long lastAckPs = 0;
    int back = 0;
    for (CaptureFile.Captured packet : packets) {
      byte[] frame = packet.octets();
      assertThat(port(frame)).isEqualTo(WellKnown.PORT);
      int udp = IP + Ip.size(frame, IP);
      int bth = udp + Udp.SIZE;
      int opcode = Bth.opcode(frame, bth);
      if (opcode == RoceProbe.OPCODE) {
        assertThat(RoceProbe.isIntact(frame, IP)).isTrue();
        assertThat(Ip.dscp(frame, IP)).isEqualTo(26);
        assertThat(Udp.sourcePort(frame, udp))
            .isEqualTo(Udp.sourcePort(packets.get(0).octets(), udp));
        if (TelemetryHead.nHop(frame, bth + Bth.SIZE) == 0) {
          leftPs.add(packet.timePs());
        }
      } else if (opcode == AckTelemetry.NOTICE_OPCODE) {
        assertThat(Icrc.isIntact(frame, IP)).isTrue();
        AckTelemetry brought = AckTelemetry.read(frame, bth + Bth.SIZE, Icrc.at(frame, IP));
        assertThat(brought.records()).hasSize(3);
        back++;
      } else if (opcode == Opcode.ACKNOWLEDGE) {
        lastAckPs = Math.max(lastAckPs, packet.timePs());
      }
    }
    assertThat(leftPs).hasSizeGreaterThan(10);
    assertThat(back).as("each at both ends").isEqualTo(2 * leftPs.size());
    for (int i = 1; i < leftPs.size(); i++) {
      assertThat(leftPs.get(i) - leftPs.get(i - 1)).isBetween(4_900_000L, 5_100_000L);
    }
    assertThat(leftPs.get(leftPs.size() - 1)).isLessThanOrEqualTo(lastAckPs);
  }

  /**
   * A response has the record of one hop, as its probe gathered it, and no other hop is used more:
   * by the two records of each, in floating point. The first probe's has none. Another flow comes
   * to the last link alone, so that it is that one.
   */
  @ParameterizedTest
  @ValueSource(strings = {"ipv4", "ipv6"})
  @Requirement({"HPCC-12", "HPCC-15"})
  void aResponseTellsOfTheFullestLink(String ip) throws Exception {
    Map<Integer, TelemetryBlock> gathered = new HashMap<>();
    int with = 0;
    int without = 0;
    TelemetryBlock before = null;
    TelemetryBlock now = null;
    String near = ACROSS.replace("from = 1", "from = 3").replace("100KiB", "1MiB");
    for (byte[] frame :
        frames(near, Map.of("roce.ip", ip, "hpcc.carried", "probe", "hpcc.returned", "link"))) {
      int bth = IP + Ip.size(frame, IP) + Udp.SIZE;
      int opcode = Bth.opcode(frame, bth);
      if (opcode == RoceProbe.OPCODE && TelemetryHead.nHop(frame, bth + Bth.SIZE) == 3) {
        before = now;
        now = RoceProbe.read(frame, bth, 5).block();
        gathered.put(Bth.psn(frame, bth), now);
      } else if (opcode == RoceResponse.OPCODE) {
        assertThat(Icrc.isIntact(frame, IP)).isTrue();
        RoceResponse response = RoceResponse.read(frame, bth);
        if (response.nHop() != 3) {
          continue; // the other flow's
        }
        TelemetryBlock of = gathered.get(response.base().psn());
        assertThat(response.pathId()).isEqualTo(of.head().pathId());
        if (response.hop() == RoceResponse.NONE) {
          without++;
          continue;
        }
        with++;
        assertThat(response.record()).isEqualTo(of.records().get(response.hop()));
        if (of == now) { // as it leaves its receiver
          double chosen = used(before, now, response.hop());
          for (int hop = 0; hop < 3; hop++) {
            assertThat(used(before, now, hop)).isLessThanOrEqualTo(chosen + 1e-9);
          }
        }
      }
    }
    assertThat(without).as("the first, at both ends").isEqualTo(2);
    assertThat(with).isGreaterThan(20);
  }

  /** Of T, 5 us, what a hop of 100 Gb/s was used: its shorter queue, and bytes over time. */
  private static double used(TelemetryBlock before, TelemetryBlock now, int hop) {
    HopRecord old = before.records().get(hop);
    HopRecord record = now.records().get(hop);
    double ticks = record.timestamp() - old.timestamp() & 0xFF_FFFF;
    double sent = (record.txBytes() - old.txBytes() & 0xF_FFFF) * 512.0;
    double waits = Math.min(record.queueLength(), old.queueLength()) * 320.0;
    return waits / 62_500 + sent / (ticks * 12.5);
  }

  /**
   * A notification for each packet has what that gathered, and says that all up to it are there;
   * and acknowledgments, one for sixteen packets and one at the end of a message, bring nothing.
   */
  @ParameterizedTest
  @ValueSource(strings = {"ipv4", "ipv6"})
  @Requirement({"HPCC-10", "HPCC-15"})
  void aNotificationTellsOfEachPacket(String ip) throws Exception {
    Map<String, TelemetryBlock> gathered = new HashMap<>();
    int told = 0;
    int acknowledged = 0;
    for (byte[] frame : frames(ACROSS, Map.of("roce.ip", ip, "hpcc.returned", "notification"))) {
      int udp = IP + Ip.size(frame, IP);
      int behind = udp + Udp.SIZE;
      if (port(frame) == 50_001) {
        assertThat(Udp.isIntact(frame, IP)).isTrue();
        assertThat(Udp.checksum(frame, udp)).as("not absent").isNotZero();
        TelemetryReturn notification = TelemetryReturn.read(frame, behind);
        assertThat(notification.missing()).isEqualTo(notification.sequence() + 1);
        assertThat(notification.block().records()).hasSize(3);
        boolean isSame =
            gathered.entrySet().stream()
                .filter(each -> each.getKey().endsWith("/" + notification.sequence()))
                .anyMatch(each -> each.getValue().equals(notification.block()));
        assertThat(isSame).isTrue();
        told++;
      } else if (port(frame) == FORMAT.udpPort()) {
        TelemetryBlock block = TelemetryBlock.read(FORMAT, frame, behind);
        if (block.head().nHop() > 0) {
          int psn = Bth.psn(frame, RoceTelemetry.bth(FORMAT, frame, IP));
          gathered.put(Udp.sourcePort(frame, udp) + "/" + psn, block);
        }
      } else {
        assertThat(Bth.opcode(frame, behind)).isEqualTo(Opcode.ACKNOWLEDGE);
        int own = behind + Opcode.headerSize(Opcode.ACKNOWLEDGE);
        assertThat(AckTelemetry.read(frame, own, Icrc.at(frame, IP)).kind())
            .isEqualTo(AckTelemetry.NOTHING);
        acknowledged++;
      }
    }
    assertThat(told).as("of 200 packets, at both ends").isEqualTo(400);
    assertThat(acknowledged).as("2 x (100 / 16 + 1), at both ends").isEqualTo(28);
  }

  /** Whichever way telemetry comes back, tshark finds nothing to warn of. */
  @ParameterizedTest
  @CsvSource({"data, notification", "probe, link", "probe, notification", "probe, whole"})
  @Requirement({"HPCC-10", "HPCC-12"})
  void tsharkHasNoWarning(String carried, String returned, @TempDir Path folder) throws Exception {
    assumeTrue(
        Stream.of(System.getenv("PATH").split(File.pathSeparator))
            .anyMatch(each -> Files.isExecutable(Path.of(each, "tshark"))),
        "tshark is not installed: captures were not opened with it");
    ByteArrayOutputStream capture = new ByteArrayOutputStream();
    Map<String, String> ways = Map.of("hpcc.carried", carried, "hpcc.returned", returned);
    Run.of(Scenario.read("c", "c", ACROSS, ways), new Run.Recording(false, null, capture, null));
    Path file = Files.write(folder.resolve("c.pcapng"), capture.toByteArray());
    String bad = "_ws.malformed || _ws.expert.severity >= 0x600000 || udp.checksum.status == 0";
    Process process =
        new ProcessBuilder(
                "tshark",
                "-n",
                "-r",
                file.toString(),
                "-o",
                "ip.check_checksum:TRUE",
                "-o",
                "udp.check_checksum:TRUE",
                "-Y",
                bad)
            .redirectError(folder.resolve("err.txt").toFile())
            .start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isZero();
    assertThat(out).isEmpty();
  }

  /** A flow starts at line rate: the frames of its first window are 1,150 B apart (HPCC-19). */
  @Test
  @Requirement({"HPCC-5", "HPCC-19"})
  void theFirstWindowLeavesAtLineRate() throws Exception {
    String one = ACROSS.substring(0, ACROSS.lastIndexOf("[[flow]]"));
    Scenario scenario = Scenario.read("c", "c", one, Map.of());
    Figures figures = Run.of(scenario);
    // 100 frames of 1,150 B and 16 B more, at 80 ps a byte, and what the path takes; nothing waits
    long sending = (100 * 1_150 + 16) * 80L;
    assertThat(figures.fctPs(100)).isBetween(sending, sending * 100 / 93 + 5_000_000);
    assertThat(figures.peakQueueBytes()).isZero();
  }
}
