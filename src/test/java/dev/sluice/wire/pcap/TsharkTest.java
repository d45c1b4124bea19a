package dev.sluice.wire.pcap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.requirement.Requirement;
import dev.sluice.wire.Payload;
import dev.sluice.wire.PayloadSource;
import dev.sluice.wire.ip.Ecn;
import dev.sluice.wire.uet.CodePoints;
import dev.sluice.wire.uet.Sample;
import dev.sluice.wire.uet.Trimming;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A capture opens in tshark: Ethernet, IP and UDP without a malformed frame. Skipped where tshark
 * is not installed; what it says of UET is not asked, since most versions do not know it.
 */
class TsharkTest {

  private static boolean isInstalled() {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, "tshark")));
  }

  private static List<String> tshark(Path folder, Path file, String... more)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("tshark", "-n", "-r", file.toString()));
    command.addAll(List.of("-o", "ip.check_checksum:TRUE", "-o", "udp.check_checksum:TRUE"));
    command.addAll(List.of(more));
    Path out = folder.resolve("out.txt");
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(out.toFile())
            .redirectError(folder.resolve("err.txt").toFile())
            .start();
    assertThat(process.waitFor()).as("exit code of %s", command).isZero();
    return Files.readAllLines(out, StandardCharsets.UTF_8);
  }

  private static byte[] trimmed() {
    byte[] headers = Sample.data(4096).headers();
    int length = Trimming.trim(headers, 0, Trimming.SMALLEST, CodePoints.DEFAULT.trimmed());
    byte[] frame = new byte[EthernetFrames.size(length)];
    EthernetFrames.write(headers, 0, length, Payload.NONE, PayloadSource.patterned(), frame, 0);
    return frame;
  }

  @Test
  @Requirement({"PDC-8", "PDC-9", "UET-3", "UET-6"})
  void ethernetIpAndUdpDissectWithoutAMalformedFrame(@TempDir Path folder)
      throws IOException, InterruptedException {
    assumeTrue(isInstalled(), "tshark is not installed: captures were not opened with it");
    byte[] uet = Sample.uet(Sample.request(), Sample.write());
    List<byte[]> frames =
        List.of(
            Sample.data(4096).frame(),
            Sample.acknowledgment().frame(),
            Sample.packet(true, true, 0, Ecn.CE, 0xC002, uet, 1025).frame(),
            trimmed());
    Path file = folder.resolve("capture.pcapng");
    try (OutputStream out = Files.newOutputStream(file);
        PcapngWriter writer = new PcapngWriter(out, List.of("a"))) {
      long timePs = 1_000_000_123_456L;
      for (byte[] frame : frames) {
        writer.packet(0, timePs, frame, 0, frame.length, frame.length, "");
        timePs += 1_000;
      }
    }
    List<String> fields =
        tshark(
            folder,
            file,
            Stream.of(
                    "frame.time_epoch",
                    "eth.src",
                    "ip.dsfield.dscp",
                    "ip.dsfield.ecn",
                    "ip.len",
                    "ip.checksum.status",
                    "ipv6.tclass",
                    "ipv6.plen",
                    "udp.srcport",
                    "udp.dstport",
                    "udp.length",
                    "udp.checksum.status")
                .flatMap(field -> Stream.of("-e", field))
                .collect(
                    () -> new ArrayList<>(List.of("-T", "fields", "-E", "separator=;")),
                    List::add,
                    List::addAll)
                .toArray(new String[0]));
    // time; from; DSCP; ECN; length; checksum good (1); then IPv6; ports; length; checksum good
    assertThat(fields)
        .containsExactly(
            "1.000000123;02:00:0a:00:00:01;0;2;4184;1;;;49153;4793;4164;1",
            "1.000000124;02:00:0a:00:00:01;46;0;60;1;;;49153;4793;40;1",
            "1.000000125;02:00:0a:00:00:01;;;;;0x00000003;1093;49154;4793;1093;1",
            "1.000000126;02:00:0a:00:00:01;18;2;44;1;;;49153;4793;24;1");
    assertThat(tshark(folder, file, "-Y", "_ws.malformed || _ws.expert.severity == error"))
        .as("malformed frames, and errors of its experts")
        .isEmpty();
    byte[] bad = frames.get(0).clone();
    bad[24] ^= 1; // the IPv4 checksum
    bad[60] ^= 1; // something that the UDP checksum covers
    Path other = folder.resolve("bad.pcapng");
    try (OutputStream out = Files.newOutputStream(other);
        PcapngWriter writer = new PcapngWriter(out, List.of("a"))) {
      writer.packet(0, 0, bad, 0, bad.length, bad.length, "");
    }
    assertThat(tshark(folder, other, "-Y", "_ws.malformed || _ws.expert.severity == error"))
        .as("the same question about a bad frame")
        .hasSize(1);
    assertThat(Arrays.equals(bad, frames.get(0))).isFalse();
  }
}
