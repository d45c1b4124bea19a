package dev.sluice.wire.uet;

import dev.sluice.requirement.Requirement;
import dev.sluice.wire.Decoded;
import dev.sluice.wire.Decoded.Bad;
import dev.sluice.wire.Decoded.Good;
import dev.sluice.wire.Notice;
import dev.sluice.wire.Octets;
import dev.sluice.wire.ip.Ethernet;
import dev.sluice.wire.ip.Ip;
import dev.sluice.wire.ip.IpHeader;
import dev.sluice.wire.ip.Ipv4;
import dev.sluice.wire.ip.Ipv6;
import dev.sluice.wire.ip.Udp;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Decodes packets of strangers, from Ethernet or IP down to SES.
 *
 * <p>Whatever the octets are, the answer is a packet or a sentence, never an exception; nothing
 * outside the range given is read. An exception says that the range is not one of the array.
 */
@Requirement({"UET-3", "X1", "X2", "X3", "X4", "X6", "X7", "X9"})
public final class PacketDecoder {
  private final byte[] octets;
  private final WireChoices choices;
  private final List<Notice> notices = new ArrayList<>();

  private PacketDecoder(byte[] octets, WireChoices choices) {
    this.octets = octets;
    this.choices = choices;
  }

  /** Decodes an Ethernet frame without its check sequence. */
  public static Decoded<Packet> frame(byte[] octets, int from, int to, WireChoices choices) {
    Objects.checkFromToIndex(from, to, octets.length);
    if (to - from < Ethernet.SIZE) {
      return new Bad<>(to, "the frame ends in its Ethernet header");
    }
    int type = Ethernet.type(octets, from);
    if (type != Ethernet.IPV4 && type != Ethernet.IPV6) {
      return new Bad<>(from + 12, "the Ethernet type 0x%04x is not IP".formatted(type));
    }
    int ip = from + Ethernet.SIZE;
    if (ip < to && Ip.version(octets, ip) != (type == Ethernet.IPV4 ? 4 : 6)) {
      return new Bad<>(ip, "the Ethernet type and the version of IP do not match");
    }
    return packet(octets, ip, to, choices);
  }

  /**
   * Decodes an IP packet; octets behind its end, as short Ethernet frames have, are passed over.
   */
  public static Decoded<Packet> packet(byte[] octets, int from, int to, WireChoices choices) {
    Objects.checkFromToIndex(from, to, octets.length);
    try {
      return new PacketDecoder(octets, choices).ip(from, to);
    } catch (Stop stop) {
      return new Bad<>(stop.at, stop.getMessage());
    }
  }

  /**
   * Decodes what stands between IP and SES: a PDS header and what it announces.
   *
   * @param trimmed whether a SES header may be cut off
   */
  public static Decoded<Uet> uet(
      byte[] octets, int from, int to, boolean trimmed, WireChoices choices) {
    Objects.checkFromToIndex(from, to, octets.length);
    PacketDecoder decoder = new PacketDecoder(octets, choices);
    try {
      return new Good<>(decoder.uet(from, to, trimmed), decoder.notices);
    } catch (Stop stop) {
      return new Bad<>(stop.at, stop.getMessage());
    }
  }

  /**
   * A decoded UET packet without what carries it.
   *
   * @param pds the PDS header, or a security header
   * @param ses the SES header, if there is one and it is whole
   * @param payloadAt index of the first octet behind the headers
   * @param payloadLength octets behind the headers
   */
  public record Uet(UetPacket pds, Optional<Ses> ses, int payloadAt, int payloadLength) {}

  /** The way out of the middle of a packet; never leaves this class. */
  private static final class Stop extends Exception {
    private static final long serialVersionUID = 1;
    private final int at;

    Stop(int at, String because) {
      super(because, null, false, false);
      this.at = at;
    }
  }

  private void notice(Notice.Kind kind, int at, long value) {
    notices.add(new Notice(kind, at, value));
  }

  private void noticeIfSet(Notice.Kind kind, int at, long bits) {
    if (bits != 0) {
      notice(kind, at, bits);
    }
  }

  // ---------------------------------------------------------------- IP and UDP

  private Decoded<Packet> ip(int from, int to) throws Stop {
    if (from == to) {
      throw new Stop(from, "there is no packet");
    }
    IpHeader ip =
        switch (Ip.version(octets, from)) {
          case 4 -> ipv4(from, to);
          case 6 -> ipv6(from, to);
          default -> throw new Stop(from, "this is neither IPv4 nor IPv6");
        };
    int end = from + ip.packetLength();
    int at = from + ip.size();
    Optional<Udp> udp = Optional.empty();
    Optional<Entropy> entropy = Optional.empty();
    int pds;
    if (ip.protocol() == Ip.UDP) {
      udp = Optional.of(udp(from, at, end));
      pds = at + Udp.SIZE;
    } else if (ip.protocol() == choices.nativeProtocol()) {
      if (end - at < Entropy.SIZE) {
        throw new Stop(end, "the packet ends in its entropy header");
      }
      Entropy header = Entropy.read(octets, at);
      noticeIfSet(Notice.Kind.RESERVED_FIELD, at + 2, header.reserved());
      entropy = Optional.of(header);
      pds = at + Entropy.SIZE;
    } else {
      throw new Stop(from, "the IP protocol " + ip.protocol() + " does not carry UET");
    }
    Uet uet = uet(pds, end, choices.codePoints().isTrimmed(ip.dscp()));
    return new Good<>(
        new Packet(ip, udp, entropy, uet.pds, uet.ses, uet.payloadAt, uet.payloadLength), notices);
  }

  private Ipv4 ipv4(int from, int to) throws Stop {
    if (to - from < Ipv4.SIZE) {
      throw new Stop(to, "the packet ends in its IPv4 header");
    }
    if (Ipv4.size(octets, from) != Ipv4.SIZE) {
      throw new Stop(from, "an IPv4 header of other than 20 octets is not read");
    }
    int length = Ipv4.packetLength(octets, from);
    if (length < Ipv4.SIZE || length > to - from) {
      throw new Stop(
          from + 2, "IPv4 says %d octets, and there are %d".formatted(length, to - from));
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
    if (to - from < Ipv6.SIZE) {
      throw new Stop(to, "the packet ends in its IPv6 header");
    }
    int length = Ipv6.payloadLength(octets, from);
    if (length > to - from - Ipv6.SIZE) {
      throw new Stop(
          from + 4,
          "IPv6 says %d octets behind its header, and there are %d"
              .formatted(length, to - from - Ipv6.SIZE));
    }
    return Ipv6.read(octets, from);
  }

  private Udp udp(int ip, int at, int end) throws Stop {
    if (end - at < Udp.SIZE) {
      throw new Stop(end, "the packet ends in its UDP header");
    }
    Udp udp = Udp.read(octets, at);
    if (udp.length() != end - at) {
      throw new Stop(
          at + 4, "UDP says %d octets, and IP brings %d".formatted(udp.length(), end - at));
    }
    if (udp.destinationPort() != choices.udpPort()) {
      throw new Stop(
          at + 2,
          "the UDP port is %d, and UET is on %d"
              .formatted(udp.destinationPort(), choices.udpPort()));
    }
    if (!Udp.isIntact(octets, ip)) {
      throw new Stop(at + 6, "the UDP checksum is wrong");
    }
    if (udp.checksum() == 0 && Ip.version(octets, ip) == 6) {
      notice(Notice.Kind.UDP_CHECKSUM_MISSING, at + 6, 0);
    }
    return udp;
  }

  // ---------------------------------------------------------------- PDS

  private Uet uet(int from, int to, boolean trimmed) throws Stop {
    if (to - from < Prologue.SIZE) {
      throw new Stop(to, "a UET packet has at least 2 octets, and there are " + (to - from));
    }
    UetPacket pds = pds(from, to);
    int at = from + pds.size();
    if (pds instanceof Tss) {
      return new Uet(pds, Optional.empty(), at, to - at);
    }
    int next = pds instanceof Control ? NextHdr.NONE : Prologue.next(octets, from);
    if (next == NextHdr.NONE) {
      noticeIfSet(Notice.Kind.LONGER_THAN_HEADER, at, to - at);
      return new Uet(pds, Optional.empty(), at, to - at);
    }
    int size = NextHdr.headerSize(next);
    if (size < 0) {
      notice(Notice.Kind.NEXT_HDR_UNKNOWN, from, next);
      return new Uet(pds, Optional.empty(), at, to - at);
    }
    if (to - at < size) {
      if (trimmed) {
        notice(Notice.Kind.SES_CUT, at, to - at);
        return new Uet(pds, Optional.empty(), at, to - at);
      }
      throw new Stop(
          to, "a SES header of %d octets is announced, and there are %d".formatted(size, to - at));
    }
    Ses ses = ses(next, at);
    if (!trimmed) {
      payloadLength(ses, at, to - at - size);
    }
    return new Uet(pds, Optional.of(ses), at + size, to - at - size);
  }

  private UetPacket pds(int from, int to) throws Stop {
    int type = Prologue.type(octets, from);
    int size = PacketType.headerSize(type);
    if (size == 0) {
      throw new Stop(from, "the packet type " + type + " is reserved or not assigned");
    }
    if (type == PacketType.TSS && to - from >= Tss.SIZE) {
      size = Tss.size(Octets.bits32(octets, from));
    }
    if (to - from < size) {
      throw new Stop(
          to,
          "%s has a header of %d octets, and there are %d"
              .formatted(PacketType.name(type), size, to - from));
    }
    return switch (type) {
      case PacketType.TSS -> tss(from);
      case PacketType.RUDI_REQ, PacketType.RUDI_RESP -> rudi(from);
      case PacketType.UUD_REQ -> uud(from);
      case PacketType.ACK -> ack(from);
      case PacketType.ACK_CC -> ackCc(from);
      case PacketType.ACK_CCX -> ackCcx(from);
      case PacketType.NACK -> nack(from);
      case PacketType.NACK_CCX -> new NackCcx(nack(from), state(from), state(from + 8));
      case PacketType.CONTROL -> control(from);
      default -> request(from);
    };
  }

  private long state(int from) {
    return Octets.bits64(octets, from + Nack.SIZE);
  }

  private Tss tss(int from) {
    Tss tss = Tss.read(octets, from);
    noticeIfSet(Notice.Kind.RESERVED_FLAG, from, tss.head() & Tss.RESERVED);
    return tss;
  }

  private Request request(int from) {
    Request request = Request.read(octets, from);
    noticeIfSet(Notice.Kind.RESERVED_FLAG, from + 1, request.flags() & Request.RESERVED_FLAGS);
    pdcids(from, request.syn());
    return request;
  }

  private void pdcids(int from, boolean syn) {
    if (Request.spdcid(octets, from) == 0) {
      notice(Notice.Kind.PDCID_ZERO, from + 8, 0);
    }
    int field = Request.dpdcid(octets, from);
    if (!syn) {
      if (field == 0) {
        notice(Notice.Kind.PDCID_ZERO, from + 10, 0);
      }
      return;
    }
    switch (SynField.reading(field)) {
      case GENERAL_POOL -> {}
      case TOP_BIT -> notice(Notice.Kind.USE_RSV_PDC_TOP, from + 10, field);
      case BOTTOM_BIT -> notice(Notice.Kind.USE_RSV_PDC_BOTTOM, from + 10, field);
      case UNCLEAR -> notice(Notice.Kind.PDC_INFO_UNCLEAR, from + 10, field);
    }
  }

  private Ack ack(int from) {
    Ack ack = Ack.read(octets, from);
    noticeIfSet(Notice.Kind.ACK_FLAG_0X40, from + 1, ack.flags() & Ack.DISPUTED_FLAG);
    noticeIfSet(Notice.Kind.RESERVED_FLAG, from + 1, ack.flags() & Ack.RESERVED_FLAGS);
    if ((ack.flags() & Ack.REQ_MASK) == Ack.REQ_MASK) {
      notice(Notice.Kind.ACK_REQUEST_RESERVED, from + 1, Ack.REQ_MASK);
    }
    pdcids(from, false);
    return ack;
  }

  private AckCc ackCc(int from) {
    ack(from);
    AckCc ack = AckCc.read(octets, from);
    if (ack.ccType() == CcType.CC_CREDIT) {
      noticeIfSet(
          Notice.Kind.RESERVED_FIELD,
          from + AckCc.STATE + 3,
          (ack.ccState() & CreditState.RESERVED) >>> 16);
    }
    ccType(from, ack.ccType());
    return ack;
  }

  private AckCcx ackCcx(int from) {
    ack(from);
    AckCcx ack = AckCcx.read(octets, from);
    ccType(from, ack.ccType());
    return ack;
  }

  private void ccType(int from, int ccType) {
    if (ccType >= CcType.PROPRIETARY) {
      notice(Notice.Kind.CC_TYPE_PROPRIETARY, from + 12, ccType);
    } else if (ccType > CcType.CC_CREDIT) {
      notice(Notice.Kind.CC_TYPE_RESERVED, from + 12, ccType);
    }
  }

  private Nack nack(int from) {
    Nack nack = Nack.read(octets, from);
    noticeIfSet(Notice.Kind.RESERVED_FLAG, from + 1, nack.flags() & Nack.RESERVED_FLAGS);
    if (!NackCode.isKnown(nack.code(), choices.version())) {
      notice(Notice.Kind.NACK_CODE_UNKNOWN, from + 2, nack.code());
    }
    if ((nack.flags() & Nack.NT) != 0) {
      noticeIfSet(Notice.Kind.NACK_OF_RUDI_NAMES_PDC, from + 8, Octets.u32(octets, from + 8));
    }
    return nack;
  }

  private Control control(int from) {
    Control control = Control.read(octets, from);
    noticeIfSet(Notice.Kind.CONTROL_FLAG_0X20, from + 1, control.flags() & Control.ISROD);
    noticeIfSet(Notice.Kind.RESERVED_FLAG, from + 1, control.flags() & Control.RESERVED_FLAGS);
    if (control.controlType() > ControlType.NEGOTIATION) {
      notice(Notice.Kind.CONTROL_TYPE_UNKNOWN, from, control.controlType());
    } else if (control.controlType() != ControlType.PROBE) {
      noticeIfSet(Notice.Kind.RESERVED_FIELD, from + 2, control.probeOpaque());
    }
    pdcids(from, (control.flags() & Control.SYN) != 0);
    if (control.controlType() == ControlType.CREDIT
        || control.controlType() == ControlType.CREDIT_REQUEST) {
      noticeIfSet(
          Notice.Kind.CREDIT_LEFT_OVER,
          from + 12,
          Integer.toUnsignedLong(choices.credit().leftOver(control.payload())));
    }
    return control;
  }

  private Rudi rudi(int from) {
    Rudi rudi = Rudi.read(octets, from);
    noticeIfSet(Notice.Kind.RESERVED_FLAG, from + 1, rudi.flags() & rudi.reservedFlags());
    noticeIfSet(Notice.Kind.RESERVED_FIELD, from + 2, rudi.reserved());
    return rudi;
  }

  private Uud uud(int from) {
    Uud uud = Uud.read(octets, from);
    noticeIfSet(Notice.Kind.RESERVED_FLAG, from + 1, uud.flags());
    noticeIfSet(Notice.Kind.RESERVED_FIELD, from + 2, uud.reserved());
    return uud;
  }

  // ---------------------------------------------------------------- SES

  private Ses ses(int next, int at) {
    switch (next) {
      case NextHdr.STANDARD_REQUEST -> {
        requestVersion(at);
        reserved(at, StandardRequest.reservedBits(octets, at));
        return StandardRequest.read(octets, at);
      }
      case NextHdr.MEDIUM_REQUEST -> {
        requestVersion(at);
        reserved(at, MediumRequest.reservedBits(octets, at));
        whole(at);
        return MediumRequest.read(octets, at);
      }
      case NextHdr.SMALL_REQUEST -> {
        requestVersion(at);
        reserved(at, SmallRequest.reservedBits(octets, at));
        whole(at);
        return SmallRequest.read(octets, at);
      }
      case NextHdr.RESPONSE -> {
        response(at, false);
        return Response.read(octets, at);
      }
      case NextHdr.RESPONSE_WITH_DATA -> {
        response(at, true);
        reserved(at, ResponseWithData.reservedBits(octets, at));
        return ResponseWithData.read(octets, at);
      }
      default -> {
        response(at, true);
        reserved(at, SmallResponseWithData.reservedBits(octets, at));
        return SmallResponseWithData.read(octets, at);
      }
    }
  }

  /** Compares what a header says of its payload's length with what is there. */
  private void payloadLength(Ses ses, int at, int there) {
    int announced = there;
    if (ses instanceof StandardRequest request) {
      boolean told = request.opcode() == SesOpcode.WRITE && !StandardRequest.som(octets, at);
      announced = told ? StandardRequest.payloadLength(octets, at) : there;
    } else if (ses instanceof MediumRequest request && request.opcode() == SesOpcode.WRITE) {
      announced = request.requestLength();
    } else if (ses instanceof SmallRequest request && request.opcode() == SesOpcode.WRITE) {
      announced = request.requestLength();
    } else if (ses instanceof ResponseWithData response) {
      announced = response.payloadLength();
    } else if (ses instanceof SmallResponseWithData response) {
      announced = response.payloadLength();
      if (there == announced + SmallResponseWithData.MORE_IN_ANOTHER_READING) {
        notice(Notice.Kind.SMALL_RESPONSE_OF_12, at, there);
        return;
      }
    }
    if (announced != there) {
      notice(Notice.Kind.PAYLOAD_LENGTH, at, announced);
    }
  }

  private void reserved(int at, long bits) {
    noticeIfSet(Notice.Kind.RESERVED_FIELD, at, bits);
  }

  private void requestVersion(int at) {
    noticeIfSet(
        Notice.Kind.SES_VERSION, at + 1, StandardRequest.flags(octets, at) & SesOpcode.VERSION);
  }

  private void whole(int at) {
    if (!StandardRequest.som(octets, at) || !StandardRequest.eom(octets, at)) {
      notice(Notice.Kind.SES_NOT_WHOLE, at + 1, StandardRequest.flags(octets, at));
    }
  }

  private void response(int at, boolean data) {
    noticeIfSet(
        Notice.Kind.SES_VERSION, at + 1, Response.returnCode(octets, at) & SesOpcode.VERSION);
    int opcode = Response.opcode(octets, at);
    boolean fits =
        data
            ? opcode == SesOpcode.RESPONSE_WITH_DATA
            : opcode <= SesOpcode.NO_RESPONSE && opcode != SesOpcode.RESPONSE_WITH_DATA;
    if (!fits) {
      notice(Notice.Kind.SES_OPCODE, at, opcode);
    }
  }
}
