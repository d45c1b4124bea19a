package dev.sluice.scenario;

import dev.sluice.trace.LogValue;
import dev.sluice.wire.Decoded;
import dev.sluice.wire.ip.Ethernet;
import dev.sluice.wire.ip.MacControl;
import dev.sluice.wire.pcap.CaptureFile;
import dev.sluice.wire.pcap.PcapngReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The pause frames in a capture of a run, and what they say of the class of data. */
final class PauseCapture {
  private static final int DATA = 2;

  /**
   * A pause frame at a host.
   *
   * @param quanta that it asks for in the class of data
   */
  record Told(long atPs, int host, int quanta) {}

  private PauseCapture() {}

  /** How many frames hold up all that a port sends. */
  static long ofWholeLinks(Scenario scenario) {
    return file(scenario).packets().stream()
        .map(CaptureFile.Captured::octets)
        .filter(octets -> Ethernet.type(octets, 0) == MacControl.TYPE)
        .filter(octets -> MacControl.opcode(octets, 0) == MacControl.PAUSE)
        .count();
  }

  static List<Told> of(Scenario scenario) {
    List<Told> told = new ArrayList<>();
    file(scenario)
        .packets()
        .forEach(
            packet -> {
              byte[] octets = packet.octets();
              if (Ethernet.type(octets, 0) == MacControl.TYPE
                  && MacControl.opcode(octets, 0) == MacControl.PFC
                  && (MacControl.classes(octets, 0) & 1 << DATA) != 0) {
                told.add(
                    new Told(
                        packet.timePs(), packet.interfaceId(), MacControl.quanta(octets, 0, DATA)));
              }
            });
    return told;
  }

  private static CaptureFile file(Scenario scenario) {
    ByteArrayOutputStream capture = new ByteArrayOutputStream();
    try {
      Run.of(scenario, new Run.Recording(false, null, capture, null));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return ((Decoded.Good<CaptureFile>) PcapngReader.read(capture.toByteArray())).value();
  }

  /**
   * Returns how long the host was paused that was so longest, if no pause ran out: from its log,
   * which has picoseconds where captures have nanoseconds.
   */
  static long longestPs(Seen seen) {
    Map<String, Long> since = new HashMap<>();
    Map<String, Long> sums = new HashMap<>();
    seen.events("PfcLossless", "ReceivePause")
        .forEach(
            event -> {
              boolean isPaused = !event.message().get("time").equals(LogValue.of(0));
              if (isPaused) {
                since.putIfAbsent(event.at(), event.atPs());
              } else if (since.containsKey(event.at())) {
                sums.merge(event.at(), event.atPs() - since.remove(event.at()), Long::sum);
              }
            });
    return sums.values().stream().mapToLong(Long::longValue).max().orElse(0);
  }
}
