package dev.sluice.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.requirement.Requirement;
import dev.sluice.wire.ip.Ecn;
import dev.sluice.wire.ip.Ethernet;
import dev.sluice.wire.ip.Ip;
import dev.sluice.wire.ip.Udp;
import dev.sluice.wire.roce.Bth;
import dev.sluice.wire.roce.Icrc;
import dev.sluice.wire.roce.Opcode;
import java.io.File;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What captures of runs show of RoCEv2, to Sluice and to programs that know nothing of it. */
class RoceCaptureTest {
  /**
   * All verbs, over links that lose, with receives that are missing and sizes that need padding.
   */
  private static final String ALL =
      """
      [topology]
      kind = "star"
      hosts = 3
      [roce]
      mtu = 256
      ip = "%1$s"
      timeout = 3
      receives = 1
      repost = "20us"
      first-psn = 16777210
      [[fault]]
      link = "*"
      loss = "1%%"
      %2$s
      """;

  private static final String FLOW =
      """
      [[flow]]
      transport = "roce"
      operation = "%s"
      from = %d
      to = %d
      size = "%s"
      dscp = %d
      selected = %s
      """;

  /** Two senders, whose packets the switch marks. */
  private static final String MARKED =
      """
      [topology]
      kind = "star"
      [[queue]]
      name = "cnp"
      dscp = 48
      [[queue]]
      name = "rest"
      dscp = "others"
      rank = 1
      ecn-min = "5KB"
      ecn-max = "50KB"
      [roce]
      cc = "rcm"
      ip = "%s"
      [rcm]
      cnp-interval = "5us"
      [[workload]]
      kind = "incast"
      transport = "roce"
      senders = 2
      size = "500KB"
      """;

  private static final Path ICRC = Path.of("src/test/python/icrc.py");

  @TempDir Path folder;

  private static Scenario all(String ip, String more) throws BadScenario {
    StringBuilder flows = new StringBuilder(more);
    int number = 0;
    for (String word : List.of("write", "write-immediate", "send", "send-immediate", "read")) {
      for (String size : List.of("17B", "1021B", "5003B")) {
        flows.append(
            FLOW.formatted(
                word, number % 3, (number + 1) % 3, size, 26 + number % 2, number % 4 != 0));
        number++;
      }
    }
    flows.append(FLOW.formatted("atomic", 0, 1, "8B", 26, true));
    Scenario scenario = Scenario.read("all", "all", ALL.formatted(ip, flows), Map.of());
    assertThat(Run.of(scenario).completed()).isEqualTo(scenario.flows().size());
    return scenario;
  }

  private static boolean answers(RoceCapture.Frame frame) {
    return Set.of(Opcode.ACKNOWLEDGE, Opcode.ATOMIC_ACKNOWLEDGE).contains(frame.opcode());
  }

  @Test
  @Requirement({"RC-15", "RCM-1", "RCM-10"})
  void everyFrameHasItsChecksAndItsCodepoint() throws BadScenario {
    for (String ip : List.of("ipv4", "ipv6")) {
      List<RoceCapture.Frame> frames = RoceCapture.of(all(ip, ""));
      for (RoceCapture.Frame frame : frames) {
        assertThat(Ip.version(frame.octets(), Ethernet.SIZE)).isEqualTo(ip.charAt(3) - '0');
        assertThat(Icrc.isIntact(frame.octets(), Ethernet.SIZE)).isTrue();
        assertThat(Udp.isIntact(frame.octets(), Ethernet.SIZE)).isTrue();
        assertThat(frame.ecn())
            .isIn(answers(frame) ? Set.of(Ecn.NOT_ECT) : Set.of(Ecn.NOT_ECT, Ecn.ECT_0));
      }
      Set<String> opcodes =
          frames.stream().map(frame -> Opcode.name(frame.opcode())).collect(Collectors.toSet());
      assertThat(opcodes)
          .contains("SEND Last with Immediate", "SEND Only with Immediate", "SEND Middle")
          .contains("RDMA WRITE Only with Immediate", "RDMA WRITE Last with Immediate")
          .contains("RDMA READ Response Only", "RDMA READ Response Middle", "ATOMIC Acknowledge")
          .hasSize(21 - 1); // all but CompareSwap
      // flow 4 is not selected, and has DSCP 26; flows 1, 3 and so on are, and have 27
      for (RoceCapture.Frame frame : frames) {
        boolean isOdd = frame.dscp() == 27;
        if (!answers(frame) && isOdd) {
          assertThat(frame.ecn()).isEqualTo(Ecn.ECT_0);
        }
      }
      assertThat(frames).anyMatch(frame -> !answers(frame) && frame.ecn() == Ecn.NOT_ECT);
      assertThat(frames).anyMatch(frame -> Bth.padCount(frame.octets(), frame.bth()) == 3);
    }
  }

  /** CNPs are among the frames, and have all that a CNP has. */
  private static Scenario marked(String ip) throws BadScenario {
    Scenario scenario = Scenario.read("marked", "marked", MARKED.formatted(ip), Map.of());
    assertThat(Run.of(scenario).roce().cnpsSent()).isGreaterThan(3);
    return scenario;
  }

  @Test
  @Requirement({"RCM-3", "RCM-4"})
  void notificationsAreAsOnTheWire() throws BadScenario {
    for (String ip : List.of("ipv4", "ipv6")) {
      List<RoceCapture.Frame> cnps =
          RoceCapture.of(marked(ip)).stream()
              .filter(frame -> frame.opcode() == Opcode.CNP)
              .toList();
      assertThat(cnps).hasSizeGreaterThan(6);
      for (RoceCapture.Frame cnp : cnps) {
        byte[] octets = cnp.octets();
        assertThat(Icrc.isIntact(octets, Ethernet.SIZE)).isTrue();
        assertThat(cnp.dscp()).isEqualTo(48);
        assertThat(cnp.ecn()).isEqualTo(Ecn.ECT_1);
        // IP 20 or 40, UDP 8, BTH 12, reserved 16, ICRC 4
        assertThat(Ip.packetLength(octets, Ethernet.SIZE)).isEqualTo(ip.equals("ipv4") ? 60 : 80);
        assertThat(HexFormat.of().formatHex(octets, cnp.bth(), cnp.bth() + 5))
            .isEqualTo("8100ffff40");
        assertThat(HexFormat.of().formatHex(octets, cnp.bth() + 8, cnp.bth() + 28))
            .isEqualTo("00".repeat(20));
      }
      assertThat(cnps.stream().map(cnp -> Bth.destinationQp(cnp.octets(), cnp.bth())).distinct())
          .as("each sender has one queue pair")
          .containsExactly(2);
    }
  }

  private static boolean isThere(String program) {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator))
        .anyMatch(each -> Files.isExecutable(Path.of(each, program)));
  }

  private List<String> lines(String input, List<String> command) throws Exception {
    Path in = Files.writeString(folder.resolve("in.txt"), input);
    Path out = folder.resolve("out.txt");
    Process process =
        new ProcessBuilder(command)
            .redirectInput(in.toFile())
            .redirectOutput(out.toFile())
            .redirectError(folder.resolve("err.txt").toFile())
            .start();
    assertThat(process.waitFor()).isZero();
    return Files.readAllLines(out);
  }

  /** zlib's CRC over each frame of a run, and one frame of it that was spoilt afterwards. */
  @Test
  void zlibFindsEveryCheckRightAndOneThatWasSpoilt() throws Exception {
    assumeTrue(isThere("python3"), "there is no python3: no ICRC was computed with zlib");
    StringBuilder input = new StringBuilder();
    List<RoceCapture.Frame> frames = new ArrayList<>(RoceCapture.of(all("ipv4", "")));
    frames.addAll(RoceCapture.of(all("ipv6", "")));
    frames.addAll(RoceCapture.of(marked("ipv4")));
    frames.addAll(RoceCapture.of(marked("ipv6")));
    byte[] wrong = frames.get(7).octets().clone();
    wrong[frames.get(7).bth() + 9] ^= 1; // a bit of the PSN
    frames.add(new RoceCapture.Frame(wrong));
    for (RoceCapture.Frame frame : frames) {
      int length = Ip.packetLength(frame.octets(), Ethernet.SIZE);
      String hex = HexFormat.of().formatHex(frame.octets(), Ethernet.SIZE, Ethernet.SIZE + length);
      input.append(hex).append('\n');
    }
    List<String> said = lines(input.toString(), List.of("python3", ICRC.toString()));
    assertThat(said).hasSize(frames.size());
    assertThat(said.subList(0, said.size() - 1)).containsOnly("OK");
    assertThat(said.get(said.size() - 1)).startsWith("BAD");
  }

  /**
   * UET is in the capture, too; it has no dissector, and is plain UDP. A SEND of less than 16
   * octets tshark tries as RPC over RDMA, reads beyond its end, and calls malformed; so none here
   * is that short.
   */
  @Test
  void tsharkReadsThemWithoutAWarning() throws Exception {
    assumeTrue(isThere("tshark"), "tshark is not installed: no capture of a run was opened");
    String uet = "[[flow]]\nfrom = 0\nto = 1\nsize = \"64KB\"\n";
    for (String ip : List.of("ipv4", "ipv6")) {
      opens(all(ip, uet), "infiniband.bth.opcode == 20"); // FetchAdd, at both ends at least
      opens(marked(ip), "infiniband.bth.opcode == 129"); // CNPs
    }
  }

  /** Pause frames of both kinds. */
  @Test
  @Requirement("PFC-3")
  void tsharkReadsPauseFramesWithoutAWarning() throws Exception {
    assumeTrue(isThere("tshark"), "tshark is not installed: no capture of a run was opened");
    String pfc = "macc.opcode == 0x0101 && macc.cbfc.enbv == 4 && macc.cbfc.pause_time.c2 == ";
    opens(Scenario.read("pfc", "pfc", PauseKeyRows.PAUSED, Map.of()), pfc + 65_535);
    opens(Scenario.read("pfc", "pfc", PauseKeyRows.PAUSED, Map.of()), pfc + 0);
    Map<String, String> all = Map.of("pause.lossless", "all", "pause.frames", "802.3x");
    opens(Scenario.read("pause", "pause", PauseKeyRows.PAUSED, all), "macc.opcode == 0x0001");
  }

  private void opens(Scenario scenario, String there) throws Exception {
    Path file = folder.resolve("run.pcapng");
    try (OutputStream out = Files.newOutputStream(file)) {
      Run.of(scenario, new Run.Recording(false, null, out, null));
    }
    List<String> command =
        List.of("tshark", "-n", "-r", file.toString(), "-o", "ip.check_checksum:TRUE", "-Y");
    for (String asked :
        List.of(
            "_ws.expert.severity >= 0x600000",
            "_ws.malformed",
            "udp.dstport == 4791 && !infiniband.bth")) {
      List<String> bad = new ArrayList<>(command);
      bad.add(asked);
      assertThat(lines("", bad)).as(asked).isEmpty();
    }
    List<String> good = new ArrayList<>(command);
    good.add(there);
    assertThat(lines("", good)).hasSizeGreaterThanOrEqualTo(2);
  }
}
