package dev.sluice.wire.telemetry;

import dev.sluice.wire.Decoded;
import dev.sluice.wire.Decoded.Bad;
import dev.sluice.wire.Decoded.Good;
import dev.sluice.wire.Notice;
import dev.sluice.wire.ip.Ip;
import dev.sluice.wire.ip.IpHeader;
import dev.sluice.wire.ip.Ipv4;
import dev.sluice.wire.ip.Ipv6;
import dev.sluice.wire.ip.Udp;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Decodes packets with telemetry of strangers.
 *
 * <p>Whatever the octets are, the answer is a packet or a sentence, never an exception; nothing
 * outside the range given is read. An exception says that the range is not one of the array.
 */
final class TelemetryDecoder {
  /** What may be in an IP packet. */
  sealed interface Content permits Stamped {}

  /**
   * A UDP packet with the draft's header.
   *
   * @param isCut whether more switches were passed than there is room for
   * @param payloadAt index of the first octet behind the header
   * @param end index behind the packet's last octet
   */
  record Stamped(IpHeader ip, Udp udp, TelemetryBlock block, boolean isCut, int payloadAt, int end)
      implements Content {}

  private static final class Stop extends Exception {
    private static final long serialVersionUID = 1;
    private final int at;

    Stop(int at, String because) {
      super(because, null, false, false);
      this.at = at;
    }
  }

  private final TelemetryFormat format;
  private final byte[] octets;
  private final List<Notice> notices = new ArrayList<>();

  private TelemetryDecoder(TelemetryFormat format, byte[] octets) {
    this.format = format;
    this.octets = octets;
  }

  /** Decodes an IP packet; octets behind its end are passed over. */
  static Decoded<Content> packet(TelemetryFormat format, byte[] octets, int from, int to) {
    Objects.checkFromToIndex(from, to, octets.length);
    TelemetryDecoder decoder = new TelemetryDecoder(format, octets);
    try {
      return new Good<>(decoder.ip(from, to), decoder.notices);
    } catch (Stop stop) {
      return new Bad<>(stop.at, stop.getMessage());
    }
  }

  private void need(int at, int octetsNeeded, int to, String what) throws Stop {
    if (to - at < octetsNeeded) {
      throw new Stop(to, "the packet ends in its " + what);
    }
  }

  private void reserved(int at, long bits) {
    if (bits != 0) {
      notices.add(new Notice(Notice.Kind.RESERVED_FIELD, at, bits));
    }
  }

  private Content ip(int from, int to) throws Stop {
    need(from, 1, to, "IP header");
    IpHeader ip =
        switch (Ip.version(octets, from)) {
          case 4 -> ipv4(from, to);
          case 6 -> ipv6(from, to);
          default -> throw new Stop(from, "this is neither IPv4 nor IPv6");
        };
    int at = from + ip.size();
    int end = from + ip.packetLength();
    if (ip.protocol() == Ip.UDP) {
      return udp(ip, from, at, end);
    }
    throw new Stop(from, "the IP protocol " + ip.protocol() + " carries no telemetry");
  }

  private Content udp(IpHeader ip, int from, int at, int end) throws Stop {
    need(at, Udp.SIZE, end, "UDP header");
    Udp udp = Udp.read(octets, at);
    if (udp.length() != end - at) {
      throw new Stop(at + 4, "UDP says %d octets, and IP %d".formatted(udp.length(), end - at));
    }
    if (!Udp.isIntact(octets, from)) {
      throw new Stop(at + 6, "the UDP checksum is wrong");
    }
    if (udp.destinationPort() != format.udpPort()) {
      throw new Stop(at + 2, "on the UDP port " + udp.destinationPort() + " is no telemetry");
    }
    int head = at + Udp.SIZE;
    TelemetryBlock block = block(head, end);
    int nHop = block.head().nHop();
    return new Stamped(ip, udp, block, format.isCut(nHop), head + format.size(nHop), end);
  }

  private TelemetryBlock block(int at, int end) throws Stop {
    need(at, TelemetryHead.SIZE, end, "telemetry");
    int size = format.size(TelemetryHead.nHop(octets, at));
    need(at, size, end, "telemetry");
    TelemetryBlock block = TelemetryBlock.read(format, octets, at);
    reserved(at + 2, block.head().padding());
    block.lastWord().ifPresent(word -> reserved(at + size - 1, word.padding()));
    return block;
  }

  private Ipv4 ipv4(int from, int to) throws Stop {
    need(from, Ipv4.SIZE, to, "IPv4 header");
    if (Ipv4.size(octets, from) != Ipv4.SIZE) {
      throw new Stop(from, "an IPv4 header of other than 20 octets is not read");
    }
    int length = Ipv4.packetLength(octets, from);
    if (length < Ipv4.SIZE || length > to - from) {
      throw new Stop(from + 2, "IPv4 says %d octets".formatted(length));
    }
    if (!Ipv4.isIntact(octets, from)) {
      throw new Stop(from + 10, "the IPv4 checksum is wrong");
    }
    if (Ipv4.isFragment(octets, from)) {
      throw new Stop(from + 6, "a fragment is not read");
    }
    return Ipv4.read(octets, from);
  }

  private Ipv6 ipv6(int from, int to) throws Stop {
    need(from, Ipv6.SIZE, to, "IPv6 header");
    int length = Ipv6.payloadLength(octets, from);
    if (length > to - from - Ipv6.SIZE) {
      throw new Stop(from + 4, "IPv6 says %d octets".formatted(length));
    }
    return Ipv6.read(octets, from);
  }
}
