package dev.sluice.scenario;

import dev.sluice.wire.Decoded;
import dev.sluice.wire.ip.Ethernet;
import dev.sluice.wire.ip.Ip;
import dev.sluice.wire.ip.MacControl;
import dev.sluice.wire.ip.Udp;
import dev.sluice.wire.pcap.CaptureFile;
import dev.sluice.wire.pcap.PcapngReader;
import dev.sluice.wire.roce.Aeth;
import dev.sluice.wire.roce.Bth;
import dev.sluice.wire.roce.Opcode;
import dev.sluice.wire.roce.WellKnown;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/** The frames of RoCEv2 in a capture of a run, untagged, each as its host sent it or got it. */
final class RoceCapture {
  /**
   * A frame of a capture.
   *
   * @param octets from Ethernet on
   */
  record Frame(byte[] octets) {
    private int udp() {
      return Ethernet.SIZE + Ip.size(octets, Ethernet.SIZE);
    }

    boolean isRoce() {
      return Ethernet.type(octets, 0) != MacControl.TYPE
          && Ip.protocol(octets, Ethernet.SIZE) == Ip.UDP
          && Udp.destinationPort(octets, udp()) == WellKnown.PORT;
    }

    int bth() {
      return udp() + Udp.SIZE;
    }

    int opcode() {
      return Bth.opcode(octets, bth());
    }

    int psn() {
      return Bth.psn(octets, bth());
    }

    int dscp() {
      return Ip.dscp(octets, Ethernet.SIZE);
    }

    int ecn() {
      return Ip.ecn(octets, Ethernet.SIZE);
    }

    /** The syndrome of an acknowledgment; −1 of anything else. */
    int syndrome() {
      return opcode() == Opcode.ACKNOWLEDGE ? Aeth.syndrome(octets, bth() + Bth.SIZE) : -1;
    }
  }

  private RoceCapture() {}

  /** All frames of a run, each at both ends. */
  static List<Frame> of(Scenario scenario) {
    ByteArrayOutputStream capture = new ByteArrayOutputStream();
    try {
      Run.of(scenario, new Run.Recording(false, null, capture, null));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return ((Decoded.Good<CaptureFile>) PcapngReader.read(capture.toByteArray()))
        .value().packets().stream()
            .map(packet -> new Frame(packet.octets()))
            .filter(Frame::isRoce)
            .toList();
  }
}
