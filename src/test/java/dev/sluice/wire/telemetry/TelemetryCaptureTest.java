package dev.sluice.wire.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.requirement.Requirement;
import dev.sluice.wire.ip.Ethernet;
import dev.sluice.wire.ip.Udp;
import dev.sluice.wire.pcap.PcapngWriter;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What tshark says of packets with telemetry: it knows IOAM field by field, takes the draft's own
 * header for the data of UDP, and finds none malformed. Skipped where it is not installed.
 */
class TelemetryCaptureTest {
  private static final TelemetryFormat FORMAT =
      new TelemetryFormat(TelemetrySample.PORT, 5, true, true);

  @TempDir Path folder;

  private static boolean isInstalled() {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator))
        .anyMatch(each -> Files.isExecutable(Path.of(each, "tshark")));
  }

  private List<String> tshark(Path file, String... more) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("tshark", "-n", "-r", file.toString()));
    command.addAll(List.of("-o", "ip.check_checksum:TRUE", "-o", "udp.check_checksum:TRUE"));
    command.addAll(List.of("-o", "tcp.check_checksum:TRUE"));
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

  private List<String> fields(Path file, String... fields)
      throws IOException, InterruptedException {
    return tshark(
        file,
        Stream.concat(
                Stream.of("-T", "fields", "-E", "separator=;"),
                Stream.of(fields).flatMap(field -> Stream.of("-e", field)))
            .toArray(String[]::new));
  }

  private Path capture(String name, byte[]... packets) throws IOException {
    Path file = folder.resolve(name);
    try (OutputStream out = Files.newOutputStream(file);
        PcapngWriter writer = new PcapngWriter(out, List.of("a"))) {
      for (byte[] packet : packets) {
        byte[] frame = new byte[Ethernet.SIZE + packet.length];
        System.arraycopy(packet, 0, frame, Ethernet.SIZE, packet.length);
        Ethernet.put(frame, 0);
        writer.packet(0, 0, frame, 0, frame.length, frame.length, "");
      }
    }
    return file;
  }

  private static byte[] sealedIoam(int type, int nodes, int[]... data) {
    byte[] packet = FormSample.ioam(type, nodes, data);
    int udp = 40 + IoamTrace.size(type, nodes);
    // no seal of ours reaches behind an options header: the sum of addresses, protocol and data
    long sum = 17 + Udp.length(packet, udp);
    for (int at = 8; at < 40; at += 2) {
      sum += (packet[at] & 0xFF) << 8 | packet[at + 1] & 0xFF;
    }
    for (int at = udp; at < packet.length; at += 2) {
      sum += (packet[at] & 0xFF) << 8 | packet[at + 1] & 0xFF;
    }
    int folded = (int) (sum % 0xFFFF);
    packet[udp + 6] = (byte) (~folded >> 8);
    packet[udp + 7] = (byte) ~folded;
    return packet;
  }

  @Test
  @Requirement("HPCC-16")
  void ioamIsReadFieldByField() throws IOException, InterruptedException {
    assumeTrue(isInstalled(), "tshark is not installed: captures were not opened with it");
    int standard = IoamTrace.NODE | IoamTrace.SECONDS | IoamTrace.FRACTION | IoamTrace.QUEUE_DEPTH;
    Path file =
        capture(
            "ioam.pcapng",
            sealedIoam(
                IoamTrace.HPCC_TYPE,
                2,
                new int[] {63 << 24 | 0x801, 0x2123456A, 0xBCDE1234},
                new int[] {62 << 24 | 0x123, 0x30000000, 7}),
            sealedIoam(standard, 3, new int[] {63 << 24 | 1, 5, 999_999_999, 0xFF00}));
    assertThat(
            fields(
                file,
                "ipv6.opt.type",
                "ipv6.opt.ioam.opt_type",
                "ipv6.opt.ioam.trace.ns",
                "ipv6.opt.ioam.trace.nodelen",
                "ipv6.opt.ioam.trace.remlen",
                "ipv6.opt.ioam.trace.type",
                "ipv6.opt.ioam.trace.node.id",
                "ipv6.opt.ioam.trace.node.hlim",
                "udp.dstport"))
        .as("the last node first")
        .containsExactly(
            "0x01,0x31;0;171;3;0;0x802000;0x000123,0x000801;62,63;50000",
            "0x01,0x31;0;171;4;8;0xb20000;0x000001;63;50000");
    assertThat(tshark(file, "-Y", "_ws.malformed || _ws.expert.severity >= 0x600000")).isEmpty();
  }

  /** The forms that stand behind UDP or TCP, and one of them spoilt. */
  @Test
  @Requirement({"HPCC-7", "HPCC-12", "HPCC-18"})
  void noFormIsMalformed() throws IOException, InterruptedException {
    assumeTrue(isInstalled(), "tshark is not installed: captures were not opened with it");
    byte[] segment = FormSample.segment(false, TcpTelemetry.probe(0xC001, 50_009, 1, 1, 5));
    byte[] stamped = TelemetrySample.fresh(FORMAT, true, FormSample.PAYLOAD);
    Udp.seal(stamped, 0);
    Path file =
        capture(
            "forms.pcapng",
            stamped,
            FormSample.probe(false, 5),
            FormSample.response(
                false,
                RoceResponse.of(
                    new RoceProbe(FormSample.PROBE, FormSample.block(2)), FormSample.QP, 1)),
            segment,
            FormSample.notification(true, TelemetryReturn.of(1, 2, 3, 5, FormSample.block(3))));
    assertThat(
            fields(
                file,
                "udp.dstport",
                "tcp.dstport",
                "infiniband.bth.opcode",
                "infiniband.bth.destqp"))
        .as("port of UDP, of TCP; opcode, queue pair")
        .containsExactly(
            "50000;;;", "4791;;200;0x0000d2", "4791;;201;0x0000d2", ";50009;;", "50002;;;");
    assertThat(tshark(file, "-Y", "_ws.malformed || _ws.expert.severity >= 0x600000"))
        .as("malformed frames, and warnings and errors of its experts")
        .isEmpty();
    byte[] spoilt = segment.clone();
    spoilt[50] ^= 1;
    assertThat(tshark(capture("bad.pcapng", spoilt), "-Y", "tcp.checksum.status == 0"))
        .as("a checksum that did not go along")
        .hasSize(1);
  }
}
