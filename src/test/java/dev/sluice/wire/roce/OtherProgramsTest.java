package dev.sluice.wire.roce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.wire.ip.Ecn;
import dev.sluice.wire.ip.MacControl;
import dev.sluice.wire.ip.Vlan;
import dev.sluice.wire.pcap.PcapngWriter;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What programs that know nothing of Sluice say of its packets: a small one with zlib's CRC, scapy,
 * and tshark. Each test is skipped, and says so, where the program is not there.
 */
class OtherProgramsTest {
  private static final Path ICRC = Path.of("src/test/python/icrc.py");

  /** Debian's own Python is the one that Debian's scapy belongs to. */
  private static final List<String> PYTHONS = List.of("/usr/bin/python3", "python3");

  private static final String SCAPY =
      """
      import sys
      from scapy.all import rdpcap, Ether
      from scapy.contrib.roce import BTH
      for p in rdpcap(sys.argv[1]):
          if BTH in p:
              q = p.copy()
              q[BTH].icrc = None
              print("OK" if Ether(bytes(q))[BTH].icrc == p[BTH].icrc else "BAD")
      """;

  @TempDir Path folder;

  private static boolean isThere(String program) {
    return program.startsWith("/")
        ? Files.isExecutable(Path.of(program))
        : Stream.of(System.getenv("PATH").split(File.pathSeparator))
            .anyMatch(each -> Files.isExecutable(Path.of(each, program)));
  }

  /** Runs a program to its end; its lines, or null if it fails. */
  private List<String> lines(String input, List<String> command)
      throws IOException, InterruptedException {
    Path in = Files.writeString(folder.resolve("in.txt"), input);
    Path out = folder.resolve("out.txt");
    Process process =
        new ProcessBuilder(command)
            .redirectInput(in.toFile())
            .redirectOutput(out.toFile())
            .redirectError(folder.resolve("err.txt").toFile())
            .start();
    int code = process.waitFor();
    return code == 0 ? Files.readAllLines(out, StandardCharsets.UTF_8) : null;
  }

  /** A packet of each opcode, over both versions of IP, with all paddings; and those of a run. */
  private static List<byte[]> packets() {
    List<byte[]> packets = new ArrayList<>();
    for (int version = 0; version < 2; version++) {
      for (int opcode = 0; opcode <= Opcode.FETCH_ADD; opcode++) {
        packets.add(RoceSample.ofOpcode(version == 1, opcode, RoceSample.payload(64 + opcode % 9)));
      }
      packets.add(RoceSample.cnp(version == 1, Ecn.ECT_1));
    }
    packets.addAll(RunFrames.packets()); // of hosts, and not of a test
    return packets;
  }

  private static byte[] spoilt(byte[] packet) {
    byte[] wrong = packet.clone();
    wrong[wrong.length - 1] ^= 1;
    return wrong;
  }

  @Test
  void zlibComputesTheSameIcrc() throws IOException, InterruptedException {
    List<String> pythons = PYTHONS.stream().filter(OtherProgramsTest::isThere).toList();
    assumeTrue(!pythons.isEmpty(), "there is no python3: no ICRC was computed with zlib");
    List<byte[]> packets = packets();
    packets.add(spoilt(packets.get(3)));
    StringBuilder input = new StringBuilder();
    packets.forEach(packet -> input.append(HexFormat.of().formatHex(packet)).append('\n'));
    List<String> said = lines(input.toString(), List.of(pythons.get(0), ICRC.toString()));
    assertThat(said).hasSize(packets.size());
    assertThat(said.subList(0, said.size() - 1)).containsOnly("OK");
    assertThat(said.get(said.size() - 1)).startsWith("BAD");
  }

  private Path capture(String name, List<byte[]> frames) throws IOException {
    Path file = folder.resolve(name);
    try (OutputStream out = Files.newOutputStream(file);
        PcapngWriter writer = new PcapngWriter(out, List.of("a"))) {
      for (byte[] frame : frames) {
        writer.packet(0, 0, frame, 0, frame.length, frame.length, "");
      }
    }
    return file;
  }

  private static List<byte[]> v4Frames() {
    return packets().stream()
        .filter(packet -> packet[0] >> 4 == 4)
        .map(packet -> RoceSample.frame(packet, null))
        .toList();
  }

  @Test
  void scapyComputesTheSameIcrcOverIpv4() throws IOException, InterruptedException {
    Path program = Files.writeString(folder.resolve("check.py"), SCAPY);
    List<byte[]> frames = new ArrayList<>(v4Frames());
    frames.add(spoilt(frames.get(3)));
    Path file = capture("roce.pcapng", frames);
    List<String> said = null;
    for (String python : PYTHONS) {
      if (said == null && isThere(python)) {
        said = lines("", List.of(python, program.toString(), file.toString()));
      }
    }
    assumeTrue(said != null, "scapy is not installed: no ICRC was computed with it");
    assertThat(said).hasSize(frames.size());
    assertThat(said.subList(0, said.size() - 1)).containsOnly("OK");
    assertThat(said.get(said.size() - 1)).isEqualTo("BAD");
  }

  @Test
  void tsharkOpensThemWithoutAWarning() throws IOException, InterruptedException {
    assumeTrue(isThere("tshark"), "tshark is not installed: captures were not opened with it");
    byte[] cnp = RoceSample.frame(RoceSample.cnp(false, Ecn.ECT_1), null);
    byte[] pfc = new byte[60];
    int[] quanta = new int[MacControl.CLASSES];
    Arrays.fill(quanta, MacControl.LONGEST);
    MacControl.putPfc(pfc, 0, 0x0200_0A00_0001L, 1 << 3, quanta);
    List<byte[]> frames = new ArrayList<>(List.of(cnp, pfc));
    frames.add(RoceSample.frame(RoceSample.cnp(true, Ecn.ECT_1), new Vlan(6, false, 1, 0x86DD)));
    frames.addAll(v4Frames());
    Path file = capture("all.pcapng", frames);
    List<String> command = new ArrayList<>(List.of("tshark", "-n", "-r", file.toString(), "-o"));
    command.add("ip.check_checksum:TRUE");
    List<String> fields = new ArrayList<>(command);
    fields.addAll(List.of("-T", "fields", "-E", "separator=,"));
    for (String field :
        List.of(
            "frame.number",
            "ip.dsfield.dscp",
            "ip.dsfield.ecn",
            "udp.dstport",
            "infiniband.bth.opcode",
            "infiniband.bth.p_key",
            "infiniband.bth.destqp",
            "infiniband.bth.psn",
            "macc.opcode",
            "macc.cbfc.enbv",
            "macc.cbfc.pause_time.c3")) {
      fields.addAll(List.of("-e", field));
    }
    List<String> shown = lines("", fields);
    assertThat(shown.get(0)).isEqualTo("1,48,1,4791,129,65535,0x0000d2,0,,,");
    assertThat(shown.get(1)).isEqualTo("2,,,,,,,,0x0101,0x0008,65535");
    for (String asked :
        List.of("_ws.expert.severity >= 0x600000", "_ws.malformed", "udp && !infiniband.bth")) {
      List<String> bad = new ArrayList<>(command);
      bad.addAll(List.of("-Y", asked));
      assertThat(lines("", bad)).as(asked).isEmpty();
    }
  }
}
