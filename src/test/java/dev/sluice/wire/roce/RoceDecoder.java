package dev.sluice.wire.roce;

import dev.sluice.wire.Decoded;
import dev.sluice.wire.Decoded.Bad;
import dev.sluice.wire.Decoded.Good;
import dev.sluice.wire.Notice;
import dev.sluice.wire.ip.Ethernet;
import dev.sluice.wire.ip.Ip;
import dev.sluice.wire.ip.IpHeader;
import dev.sluice.wire.ip.Ipv4;
import dev.sluice.wire.ip.Ipv6;
import dev.sluice.wire.ip.MacControl;
import dev.sluice.wire.ip.Udp;
import dev.sluice.wire.ip.Vlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Decodes RoCEv2 frames and pause frames of strangers.
 *
 * <p>Whatever the octets are, the answer is a frame or a sentence, never an exception; nothing
 * outside the range given is read. An exception says that the range is not one of the array.
 */
final class RoceDecoder {
  /** What may be in an Ethernet frame. */
  sealed interface Content permits Packet, Pause {}

  /**
   * A RoCEv2 packet.
   *
   * @param extended the headers between the base header and the payload, in their order
   * @param payloadAt index of the first octet behind all headers
   * @param payloadLength octets without padding
   */
  record Packet(
      Optional<Vlan> vlan,
      IpHeader ip,
      Udp udp,
      Bth bth,
      List<Record> extended,
      int payloadAt,
      int payloadLength)
      implements Content {}

  /**
   * A frame that holds the other end up.
   *
   * @param quanta by class; of a pause of all traffic one time
   */
  record Pause(int opcode, int classes, List<Integer> quanta) implements Content {}

  private static final class Stop extends Exception {
    private static final long serialVersionUID = 1;
    private final int at;

    Stop(int at, String because) {
      super(because, null, false, false);
      this.at = at;
    }
  }

  private final byte[] octets;
  private final List<Notice> notices = new ArrayList<>();

  private RoceDecoder(byte[] octets) {
    this.octets = octets;
  }

  /** Decodes an Ethernet frame without its check sequence. */
  static Decoded<Content> frame(byte[] octets, int from, int to) {
    Objects.checkFromToIndex(from, to, octets.length);
    RoceDecoder decoder = new RoceDecoder(octets);
    try {
      return new Good<>(decoder.ethernet(from, to), decoder.notices);
    } catch (Stop stop) {
      return new Bad<>(stop.at, stop.getMessage());
    }
  }

  /** Decodes an IP packet; octets behind its end are passed over. */
  static Decoded<Content> packet(byte[] octets, int from, int to) {
    Objects.checkFromToIndex(from, to, octets.length);
    RoceDecoder decoder = new RoceDecoder(octets);
    try {
      return new Good<>(decoder.ip(Optional.empty(), from, to), decoder.notices);
    } catch (Stop stop) {
      return new Bad<>(stop.at, stop.getMessage());
    }
  }

  private void need(int at, int octetsNeeded, int to, String what) throws Stop {
    if (to - at < octetsNeeded) {
      throw new Stop(to, "the packet ends in its " + what);
    }
  }

  private Content ethernet(int from, int to) throws Stop {
    need(from, Ethernet.SIZE, to, "Ethernet header");
    int type = Ethernet.type(octets, from);
    int at = from + Ethernet.SIZE;
    Optional<Vlan> vlan = Optional.empty();
    if (type == Vlan.TYPE) {
      need(at, Vlan.SIZE, to, "VLAN tag");
      vlan = Optional.of(Vlan.read(octets, from + 12));
      type = vlan.get().type();
      at += Vlan.SIZE;
    }
    if (type == MacControl.TYPE && vlan.isEmpty()) {
      return pause(from, to);
    }
    if (type != Ethernet.IPV4 && type != Ethernet.IPV6) {
      throw new Stop(at - 2, "the Ethernet type 0x%04x is not IP".formatted(type));
    }
    if (at < to && Ip.version(octets, at) != (type == Ethernet.IPV4 ? 4 : 6)) {
      throw new Stop(at, "the Ethernet type and the version of IP do not match");
    }
    return ip(vlan, at, to);
  }

  private Pause pause(int from, int to) throws Stop {
    need(from, 18, to, "pause");
    int opcode = MacControl.opcode(octets, from);
    if (opcode == MacControl.PAUSE) {
      return new Pause(opcode, 0xFF, List.of(MacControl.quanta(octets, from)));
    }
    if (opcode != MacControl.PFC) {
      throw new Stop(from + 14, "the MAC control opcode 0x%04x is unknown".formatted(opcode));
    }
    need(from, 34, to, "pause times");
    if (octets[from + 16] != 0) {
      notices.add(new Notice(Notice.Kind.RESERVED_FIELD, from + 16, octets[from + 16] & 0xFF));
    }
    List<Integer> quanta = new ArrayList<>();
    for (int i = 0; i < MacControl.CLASSES; i++) {
      quanta.add(MacControl.quanta(octets, from, i));
    }
    return new Pause(opcode, MacControl.classes(octets, from), quanta);
  }

  private Packet ip(Optional<Vlan> vlan, int from, int to) throws Stop {
    need(from, 1, to, "IP header");
    IpHeader ip =
        switch (Ip.version(octets, from)) {
          case 4 -> ipv4(from, to);
          case 6 -> ipv6(from, to);
          default -> throw new Stop(from, "this is neither IPv4 nor IPv6");
        };
    if (ip.protocol() != Ip.UDP) {
      throw new Stop(from, "the IP protocol " + ip.protocol() + " is not UDP");
    }
    int end = from + ip.packetLength();
    int at = from + ip.size();
    need(at, Udp.SIZE, end, "UDP header");
    Udp udp = Udp.read(octets, at);
    if (udp.length() != end - at) {
      throw new Stop(at + 4, "UDP says %d octets, and IP %d".formatted(udp.length(), end - at));
    }
    if (udp.destinationPort() != WellKnown.PORT) {
      throw new Stop(at + 2, "the UDP port " + udp.destinationPort() + " is not that of RoCEv2");
    }
    if (!Udp.isIntact(octets, from)) {
      throw new Stop(at + 6, "the UDP checksum is wrong");
    }
    int base = at + Udp.SIZE;
    need(base, Bth.SIZE + Icrc.SIZE, end, "base transport header, or its ICRC");
    int opcode = Bth.opcode(octets, base);
    if (!Opcode.isKnown(opcode)) {
      throw new Stop(base, Opcode.name(opcode) + " is not one of a reliable connection");
    }
    if (Bth.version(octets, base) != 0) {
      throw new Stop(base + 1, "transport version " + Bth.version(octets, base));
    }
    int check = end - Icrc.SIZE;
    int payload = base + Opcode.headerSize(opcode);
    need(base, payload - base, check, Opcode.name(opcode) + " headers");
    int padding = Bth.padCount(octets, base);
    int length = check - payload - padding;
    if (length < 0 || !Opcode.hasPayload(opcode) && check != payload) {
      throw new Stop(payload, "%d octets follow the headers".formatted(check - payload));
    }
    if ((check - payload) % 4 != 0) {
      throw new Stop(base + 1, "payload and padding are no multiple of four octets");
    }
    if (!Icrc.isIntact(octets, from)) {
      throw new Stop(check, "the ICRC is wrong");
    }
    Bth bth = Bth.read(octets, base);
    reserved(base + 4, bth.congestion() & 0x3F);
    reserved(base + 8, bth.request() & 0x7F);
    return new Packet(vlan, ip, udp, bth, extended(opcode, base), payload, length);
  }

  private void reserved(int at, int bits) {
    if (bits != 0) {
      notices.add(new Notice(Notice.Kind.RESERVED_FIELD, at, bits));
    }
  }

  private List<Record> extended(int opcode, int base) {
    List<Record> headers = new ArrayList<>();
    int at = base + Bth.SIZE;
    if (opcode == Opcode.CNP) {
      Cnp cnp = Cnp.read(octets, base);
      if ((cnp.reservedHigh() | cnp.reservedLow()) != 0) {
        notices.add(new Notice(Notice.Kind.RESERVED_FIELD, at, cnp.reservedHigh()));
      }
      return List.of(cnp);
    }
    if (Opcode.hasReth(opcode)) {
      headers.add(Reth.read(octets, at));
      at += Reth.SIZE;
    }
    if (Opcode.hasAeth(opcode)) {
      headers.add(Aeth.read(octets, at));
      at += Aeth.SIZE;
    }
    if (Opcode.hasAtomicEth(opcode)) {
      headers.add(AtomicEth.read(octets, at));
      at += AtomicEth.SIZE;
    }
    if (Opcode.hasAtomicAckEth(opcode)) {
      headers.add(AtomicAckEth.read(octets, at));
      at += AtomicAckEth.SIZE;
    }
    if (Opcode.hasImmediate(opcode)) {
      headers.add(Immediate.read(octets, at));
    }
    return headers;
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
