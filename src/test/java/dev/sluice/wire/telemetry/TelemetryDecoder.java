package dev.sluice.wire.telemetry;

import dev.sluice.wire.Decoded;
import dev.sluice.wire.Decoded.Bad;
import dev.sluice.wire.Decoded.Good;
import dev.sluice.wire.Notice;
import dev.sluice.wire.Octets;
import dev.sluice.wire.ip.Ip;
import dev.sluice.wire.ip.IpHeader;
import dev.sluice.wire.ip.Ipv4;
import dev.sluice.wire.ip.Ipv6;
import dev.sluice.wire.ip.TcpHeader;
import dev.sluice.wire.ip.Udp;
import dev.sluice.wire.roce.Bth;
import dev.sluice.wire.roce.Icrc;
import dev.sluice.wire.roce.WellKnown;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Decodes packets with telemetry of strangers, in all forms that this room has.
 *
 * <p>Whatever the octets are, the answer is a packet or a sentence, never an exception; nothing
 * outside the range given is read. An exception says that the range is not one of the array.
 */
final class TelemetryDecoder {
  /** The forms of a test's fabric, beside the format of the draft's header. */
  static final int RETURN_PORT = 50_002;

  static final int INT_PORT = 50_003;
  static final int DSCP = 44;

  /** What may be in an IP packet. */
  sealed interface Content
      permits Stamped, Probed, Answered, Segment, Notified, Analysed, Traced, Int {}

  /**
   * A UDP packet with the draft's header.
   *
   * @param isCut whether more switches were passed than there is room for
   * @param payloadAt index of the first octet behind the header
   * @param end index behind the packet's last octet
   */
  record Stamped(IpHeader ip, Udp udp, TelemetryBlock block, boolean isCut, int payloadAt, int end)
      implements Content {}

  /** A probe of the RoCEv2 form. */
  record Probed(IpHeader ip, Udp udp, RoceProbe probe, int room) implements Content {}

  /** A response of the RoCEv2 form. */
  record Answered(IpHeader ip, Udp udp, RoceResponse response) implements Content {}

  /** Probe or response of the TCP form. */
  record Segment(IpHeader ip, TcpTelemetry segment) implements Content {}

  /** A notification packet. */
  record Notified(IpHeader ip, Udp udp, TelemetryReturn notification) implements Content {}

  /** IFA 2.0. */
  record Analysed(IpHeader ip, IfaHeader header, Udp udp, IfaMetadata metadata)
      implements Content {}

  /**
   * IOAM.
   *
   * @param traceAt index of the trace's own header
   * @param words of room that it has
   */
  record Traced(IpHeader ip, int nextHeader, IoamTrace trace, int traceAt, int words)
      implements Content {}

  /** INT-MD. */
  record Int(IpHeader ip, Udp udp, IntMd metadata) implements Content {}

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
    return switch (ip.protocol()) {
      case Ip.UDP -> udp(ip, from, at, end);
      case TcpHeader.PROTOCOL -> tcp(ip, from, at, end);
      case IfaHeader.PROTOCOL -> ifa(ip, at, end);
      default -> {
        if (ip instanceof Ipv6 && ip.protocol() == IoamTrace.HOP_BY_HOP) {
          yield ioam(ip, at, end);
        }
        throw new Stop(from, "the IP protocol " + ip.protocol() + " carries no telemetry");
      }
    };
  }

  private Udp udpHeader(int at, int end) throws Stop {
    need(at, Udp.SIZE, end, "UDP header");
    Udp udp = Udp.read(octets, at);
    if (udp.length() != end - at) {
      throw new Stop(at + 4, "UDP says %d octets, and IP %d".formatted(udp.length(), end - at));
    }
    return udp;
  }

  private Content udp(IpHeader ip, int from, int at, int end) throws Stop {
    Udp udp = udpHeader(at, end);
    if (!Udp.isIntact(octets, from)) {
      throw new Stop(at + 6, "the UDP checksum is wrong");
    }
    int head = at + Udp.SIZE;
    if (udp.destinationPort() == format.udpPort()) {
      TelemetryBlock block = block(format, head, end);
      int nHop = block.head().nHop();
      return new Stamped(ip, udp, block, format.isCut(nHop), head + format.size(nHop), end);
    }
    return switch (udp.destinationPort()) {
      case WellKnown.PORT -> roce(ip, udp, from, head, end);
      case RETURN_PORT -> notified(ip, udp, head, end);
      case INT_PORT -> embedded(ip, udp, head, end);
      default ->
          throw new Stop(at + 2, "on the UDP port " + udp.destinationPort() + " is no telemetry");
    };
  }

  private TelemetryBlock block(TelemetryFormat form, int at, int end) throws Stop {
    need(at, TelemetryHead.SIZE, end, "telemetry");
    int size = form.size(TelemetryHead.nHop(octets, at));
    need(at, size, end, "telemetry");
    TelemetryBlock block = TelemetryBlock.read(form, octets, at);
    reserved(at + 2, block.head().padding());
    block.lastWord().ifPresent(word -> reserved(at + size - 1, word.padding()));
    return block;
  }

  private Content roce(IpHeader ip, Udp udp, int from, int at, int end) throws Stop {
    need(at, Bth.SIZE + Icrc.SIZE, end, "base transport header, or its ICRC");
    int opcode = Bth.opcode(octets, at);
    boolean isProbe = opcode == RoceProbe.OPCODE;
    if (!isProbe && opcode != RoceResponse.OPCODE) {
      throw new Stop(at, "opcode 0x%02x is none of telemetry".formatted(opcode));
    }
    int room = isProbe ? RoceProbe.room(octets, from) : 0;
    if (isProbe ? room < 1 : end - at != RoceResponse.SIZE) {
      throw new Stop(at, "%d octets are no length of telemetry".formatted(end - at));
    }
    if (isProbe ? !RoceProbe.isIntact(octets, from) : !Icrc.isIntact(octets, from)) {
      throw new Stop(end - Icrc.SIZE, "the ICRC is wrong");
    }
    if (isProbe) {
      RoceProbe probe = RoceProbe.read(octets, at, room);
      reserved(at + Bth.SIZE + 2, probe.block().head().padding());
      return new Probed(ip, udp, probe, room);
    }
    RoceResponse response = RoceResponse.read(octets, at);
    reserved(at + Bth.SIZE + 2, response.reserved());
    return new Answered(ip, udp, response);
  }

  private TelemetryKind kind(int at, int end) throws Stop {
    need(at, TelemetryKind.SIZE, end, "kind of telemetry");
    TelemetryKind kind = TelemetryKind.read(octets, at);
    if (kind.room() < 1 || kind.room() > TelemetryHead.MOST_HOPS) {
      throw new Stop(at + 1, "room for " + kind.room() + " records");
    }
    reserved(at + 2, kind.reserved());
    return kind;
  }

  private Content notified(IpHeader ip, Udp udp, int at, int end) throws Stop {
    if (udp.checksum() == 0) {
      throw new Stop(at - 2, "a notification without a checksum");
    }
    TelemetryKind kind = kind(at, end);
    if (kind.kind() != TelemetryKind.NOTIFICATION) {
      throw new Stop(at, "kind " + kind.kind() + " is no notification");
    }
    need(at, TelemetryReturn.size(kind.room()), end, "notification");
    return new Notified(ip, udp, TelemetryReturn.read(octets, at));
  }

  private Content tcp(IpHeader ip, int from, int at, int end) throws Stop {
    need(at, TcpHeader.SIZE, end, "TCP header");
    if (TcpHeader.size(octets, at) != TcpHeader.SIZE) {
      throw new Stop(at + 12, "a TCP header of other than 20 octets is not read");
    }
    if (!TcpHeader.isIntact(octets, from)) {
      throw new Stop(at + 16, "the TCP checksum is wrong");
    }
    if (ip.dscp() != DSCP) {
      throw new Stop(from, "DSCP " + ip.dscp() + " is that of data");
    }
    TelemetryKind kind = kind(at + TcpHeader.SIZE, end);
    if (kind.kind() != TelemetryKind.PROBE && kind.kind() != TelemetryKind.RESPONSE) {
      throw new Stop(at + TcpHeader.SIZE, "kind " + kind.kind() + " is no probe or response");
    }
    if (end - at != TcpTelemetry.size(kind.room())) {
      throw new Stop(end, "%d octets of TCP for %d records".formatted(end - at, kind.room()));
    }
    return new Segment(ip, TcpTelemetry.read(octets, at));
  }

  private Content ifa(IpHeader ip, int from, int end) throws Stop {
    need(from, IfaHeader.SIZE, end, "IFA header");
    IfaHeader header = IfaHeader.read(octets, from);
    if (header.version() != IfaHeader.VERSION || header.nextHeader() != Ip.UDP) {
      throw new Stop(
          from, "IFA version %d over %d".formatted(header.version(), header.nextHeader()));
    }
    Udp udp = udpHeader(from + IfaHeader.SIZE, end);
    int at = from + IfaHeader.SIZE + Udp.SIZE;
    need(at, IfaMetadata.SIZE, end, "IFA metadata");
    int words = IfaMetadata.words(octets, at);
    if (words % IfaHop.WORDS != 0) {
      throw new Stop(at + 3, words + " words are no whole records");
    }
    need(at, IfaMetadata.SIZE + 4 * words, end, "IFA records");
    return new Analysed(ip, header, udp, IfaMetadata.read(octets, at));
  }

  private Content embedded(IpHeader ip, Udp udp, int at, int end) throws Stop {
    need(at, IntMd.SIZE, end, "INT header");
    if (Octets.u8(octets, at) >> 4 != IntMd.EMBEDDED
        || IntMd.version(octets, at) != IntMd.VERSION) {
      throw new Stop(at, "this is no INT-MD of version 2");
    }
    int words = IntMd.words(IntMd.instructions(octets, at));
    int stack = IntMd.behind(octets, at) - IntMd.SIZE + 4;
    if (words != IntMd.hopWords(octets, at)) {
      throw new Stop(at + 6, "instructions for " + words + " words do not go with the header's");
    }
    if (stack < 0 || (words == 0 ? stack != 0 : stack % (4 * words) != 0)) {
      throw new Stop(at + 1, stack + " octets are no whole stack");
    }
    need(at, IntMd.SIZE + stack, end, "INT stack");
    reserved(at, IntMd.reserved(octets, at));
    return new Int(ip, udp, IntMd.read(octets, at));
  }

  private Content ioam(IpHeader ip, int from, int end) throws Stop {
    need(from, 8, end, "options header");
    int optionsEnd = from + 8 * (1 + Octets.u8(octets, from + 1));
    need(from, optionsEnd - from, end, "options header");
    Traced traced = null;
    int at = from + 2;
    while (at < optionsEnd) {
      int type = Octets.u8(octets, at);
      if (type == 0) {
        at++; // a single octet of padding has no length
        continue;
      }
      need(at, 2, optionsEnd, "option");
      int length = Octets.u8(octets, at + 1);
      need(at + 2, length, optionsEnd, "option");
      if (type == IoamTrace.OPTION) {
        if (traced != null) {
          throw new Stop(at, "a second trace");
        }
        traced = trace(ip, Octets.u8(octets, from), at, length);
      } else if (type >> 6 != 0) {
        throw new Stop(at, "option 0x%02x is not one to pass over".formatted(type));
      }
      at += 2 + length;
    }
    if (traced == null) {
      throw new Stop(from, "no option is a trace");
    }
    return traced;
  }

  private Traced trace(IpHeader ip, int nextHeader, int at, int length) throws Stop {
    int data = length - 2 - IoamTrace.SIZE;
    if (data < 0 || data % 4 != 0 || Octets.u8(octets, at + 3) != IoamTrace.PREALLOCATED) {
      throw new Stop(at + 1, "this is no pre-allocated trace");
    }
    int own = at + 4;
    IoamTrace trace = IoamTrace.read(octets, own);
    if (!IoamTrace.isFixed(trace.type()) || IoamTrace.words(trace.type()) != trace.nodeLen()) {
      throw new Stop(own + 4, "fields 0x%06x in %d words".formatted(trace.type(), trace.nodeLen()));
    }
    int used = data / 4 - trace.remainingLen();
    if (used < 0 || used % trace.nodeLen() != 0) {
      throw new Stop(own + 2, used + " words are no whole nodes");
    }
    reserved(own + 7, trace.reserved());
    return new Traced(ip, nextHeader, trace, own, data / 4);
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
