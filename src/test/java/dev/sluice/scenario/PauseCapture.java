package dev.sluice.scenario;

import dev.sluice.wire.Decoded;
import dev.sluice.wire.ip.Ethernet;
import dev.sluice.wire.ip.MacControl;
import dev.sluice.wire.pcap.CaptureFile;
import dev.sluice.wire.pcap.PcapngReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

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

  /** How long the host was paused that was so longest, if no pause ran out. */
  static long longestPs(List<Told> told, int hosts) {
    long longest = 0;
    for (int host = 0; host < hosts; host++) {
      long sum = 0;
      long since = -1;
      for (Told one : told) {
        if (one.host == host && one.quanta > 0 && since < 0) {
          since = one.atPs;
        } else if (one.host == host && one.quanta == 0 && since >= 0) {
          sum += one.atPs - since;
          since = -1;
        }
      }
      longest = Math.max(longest, sum);
    }
    return longest;
  }
}
