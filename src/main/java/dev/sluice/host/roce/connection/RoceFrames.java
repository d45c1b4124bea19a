package dev.sluice.host.roce.connection;

import dev.sluice.fabric.Packets;
import dev.sluice.host.Addresses;
import dev.sluice.requirement.Requirement;
import dev.sluice.roce.Op;
import dev.sluice.roce.RequestPacket;
import dev.sluice.roce.ResponseKind;
import dev.sluice.wire.ip.Ip;
import dev.sluice.wire.ip.Ipv4;
import dev.sluice.wire.ip.Ipv6;
import dev.sluice.wire.ip.Udp;
import dev.sluice.wire.roce.Aeth;
import dev.sluice.wire.roce.Bth;
import dev.sluice.wire.roce.Icrc;
import dev.sluice.wire.roce.Opcode;
import dev.sluice.wire.roce.Syndrome;
import dev.sluice.wire.roce.WellKnown;
import dev.sluice.wire.telemetry.RoceTelemetry;
import dev.sluice.wire.telemetry.TelemetryBlock;
import dev.sluice.wire.telemetry.TelemetryFormat;
import dev.sluice.wire.telemetry.TelemetryReturn;

/**
 * Writes the headers of one host's frames as octets. Padding and the invariant CRC, which stand
 * behind the payload on the wire, take their room behind the headers; the CRC is worked out where a
 * frame is captured.
 */
public final class RoceFrames {
  /** The longest header of ours, with padding and CRC. */
  public static final int HEADER_ROOM = 128;

  private static final int HOPS = 64;

  private final Packets packets;
  private final int number;

  /** Of packets with telemetry behind UDP; null where there are none. */
  private final TelemetryFormat telemetry;

  /** The UDP port of notifications; 0 where there are none. */
  private final int noticePort;

  /**
   * Those of a host.
   *
   * @param telemetry of packets that have it behind UDP; null where there are none
   * @param noticePort the UDP port of notifications; 0 where there are none
   */
  public RoceFrames(Packets packets, int number, TelemetryFormat telemetry, int noticePort) {
    this.packets = packets;
    this.number = number;
    this.telemetry = telemetry;
    this.noticePort = noticePort;
  }

  /** Whether a UDP packet is of RoCEv2, with telemetry or without it. */
  public boolean takes(byte[] octets, int ipAt) {
    int port = Udp.destinationPort(octets, ipAt + Ip.size(octets, ipAt));
    return port == WellKnown.PORT
        || telemetry != null && (port == telemetry.udpPort() || port == noticePort);
  }

  /** Where the notification of a frame begins; −1: it is none. */
  public int notification(byte[] octets, int ipAt) {
    int udp = ipAt + Ip.size(octets, ipAt);
    return noticePort > 0
            && Udp.destinationPort(octets, udp) == noticePort
            && TelemetryReturn.isOne(octets, udp + Udp.SIZE, ipAt + Ip.packetLength(octets, ipAt))
        ? udp + Udp.SIZE
        : -1;
  }

  /**
   * The request that a packet is of.
   *
   * @param reads how many packets of data it asks for, if it is a READ
   */
  @Requirement("RC-15")
  public static RequestPacket request(byte[] octets, int at, long reads) {
    int opcode = Bth.opcode(octets, at);
    Op op =
        switch (opcode) {
          case Opcode.READ_REQUEST -> Op.READ;
          case Opcode.COMPARE_SWAP, Opcode.FETCH_ADD -> Op.ATOMIC;
          case Opcode.WRITE_LAST_WITH_IMMEDIATE, Opcode.WRITE_ONLY_WITH_IMMEDIATE -> Op.WRITE_IMM;
          case Opcode.WRITE_FIRST, Opcode.WRITE_MIDDLE, Opcode.WRITE_LAST, Opcode.WRITE_ONLY ->
              Op.WRITE;
          default -> Op.SEND;
        };
    boolean first =
        switch (opcode) {
          case Opcode.SEND_MIDDLE,
              Opcode.SEND_LAST,
              Opcode.SEND_LAST_WITH_IMMEDIATE,
              Opcode.WRITE_MIDDLE,
              Opcode.WRITE_LAST,
              Opcode.WRITE_LAST_WITH_IMMEDIATE ->
              false;
          default -> true;
        };
    boolean last =
        switch (opcode) {
          case Opcode.SEND_FIRST, Opcode.SEND_MIDDLE, Opcode.WRITE_FIRST, Opcode.WRITE_MIDDLE ->
              false;
          default -> true;
        };
    long span = op == Op.READ ? reads : 1;
    return new RequestPacket(
        op, Bth.psn(octets, at), span, first, last, Bth.ackRequest(octets, at));
  }

  /** What a response is: by its opcode, and of an acknowledgment by its AETH syndrome. */
  public static ResponseKind kind(int opcode, int syndrome) {
    if (opcode == Opcode.ATOMIC_ACKNOWLEDGE) {
      return ResponseKind.ATOMIC;
    } else if (opcode != Opcode.ACKNOWLEDGE) {
      return ResponseKind.DATA;
    }
    return switch (Syndrome.kind(syndrome)) {
      case Syndrome.ACK -> ResponseKind.ACK;
      case Syndrome.RNR_NAK -> ResponseKind.RNR;
      default ->
          Syndrome.value(syndrome) == Syndrome.SEQUENCE_ERROR
              ? ResponseKind.NAK
              : ResponseKind.REFUSED;
    };
  }

  /** Which queue pair a frame is for. */
  public int queuePair(byte[] octets, int ipAt) {
    int notification = notification(octets, ipAt);
    return notification < 0
        ? Bth.destinationQp(octets, bth(octets, ipAt))
        : TelemetryReturn.flow(octets, notification);
  }

  /** Where the base transport header of a frame begins, whatever its IP version. */
  public int bth(byte[] octets, int ipAt) {
    return head(octets, ipAt) < 0
        ? ipAt + Ip.size(octets, ipAt) + Udp.SIZE
        : RoceTelemetry.bth(telemetry, octets, ipAt);
  }

  /** Where the telemetry of a frame begins; −1: it has none. */
  public int head(byte[] octets, int ipAt) {
    return telemetry != null && RoceTelemetry.isOne(telemetry, octets, ipAt)
        ? ipAt + Ip.size(octets, ipAt) + Udp.SIZE
        : -1;
  }

  /** What an IP packet with such a header has beside its payload and its padding. */
  public static int headerBytes(boolean isIpv6, int opcode) {
    return (isIpv6 ? Ipv6.SIZE : Ipv4.SIZE) + Udp.SIZE + Opcode.headerSize(opcode) + Icrc.SIZE;
  }

  /**
   * A frame with its base header; what follows that is still to be written, from {@link #extended}
   * on.
   *
   * @param of whose frame it is
   * @param ecn its codepoint
   * @param ack whether an acknowledgment is asked for
   * @param isStamped whether it has telemetry, for switches to write into
   * @param beside octets of headers that the opcode does not announce, a multiple of four
   */
  @Requirement({"RC-15", "RCM-10"})
  public int begin(
      QueuePair of,
      int ecn,
      int opcode,
      long psn,
      boolean ack,
      boolean isStamped,
      int beside,
      int bytes) {
    int padding = Bth.padding(bytes);
    int block = isStamped ? telemetry.size(0) : 0;
    int port = isStamped ? telemetry.udpPort() : WellKnown.PORT;
    Service service = of.service();
    int header = headerBytes(service.isIpv6(), opcode) + block + beside + padding;
    int packet = addressed(of, service.dscp(), port, ecn, header, bytes);
    if (isStamped) {
      TelemetryBlock.fresh(telemetry).put(telemetry, packets.octets(), behindUdp(packet));
    }
    Bth.put(
        packets.octets(),
        extended(packet) - Bth.SIZE,
        opcode,
        Bth.MIGRATED | Bth.padded(padding),
        WellKnown.DEFAULT_P_KEY,
        of.peerQp(),
        ack ? Bth.ACK_REQUEST : 0,
        (int) psn);
    return packet;
  }

  /**
   * An acknowledgment; what stands beside its own header is still to be written, {@link #behind}
   * that.
   *
   * @param syndrome of its AETH
   * @param msn of its AETH, 24 bits
   * @param beside octets of headers that its opcode does not announce, a multiple of four
   */
  public int acknowledgment(QueuePair of, long psn, int syndrome, int msn, int beside) {
    int made = begin(of, of.service().ecn(), Opcode.ACKNOWLEDGE, psn, false, false, beside, 0);
    Aeth.put(packets.octets(), extended(made), syndrome, msn);
    return made;
  }

  /**
   * A frame of a connection that is none of its packets, with its headers up to UDP, so that it
   * takes the path and queue of the data.
   *
   * @param octets behind UDP, which are still to be written, {@link #behindUdp} on
   */
  public int bare(QueuePair of, int octets) {
    return bare(of, of.service().dscp(), WellKnown.PORT, of.service().ecn(), octets);
  }

  /** The same in another class, to another UDP port, or with another codepoint. */
  public int bare(QueuePair of, int dscp, int port, int ecn, int octets) {
    int ip = of.service().isIpv6() ? Ipv6.SIZE : Ipv4.SIZE;
    return addressed(of, dscp, port, ecn, ip + Udp.SIZE + octets, 0);
  }

  /** A frame with its headers up to UDP. */
  private int addressed(QueuePair of, int dscp, int port, int ecn, int header, int bytes) {
    boolean isIpv6 = of.service().isIpv6();
    int packet = packets.allocate(header);
    byte[] octets = packets.octets();
    int at = packets.at(packet);
    int behindIp = isIpv6 ? at + Ipv6.SIZE : at + Ipv4.SIZE;
    int length = header + bytes - (behindIp - at);
    if (isIpv6) {
      Ipv6.put(
          octets,
          at,
          dscp,
          ecn,
          of.sourcePort(),
          length,
          Ip.UDP,
          HOPS,
          Addresses.PREFIX,
          Addresses.low(number),
          Addresses.PREFIX,
          Addresses.low(of.peer()));
    } else {
      Ipv4.put(
          octets,
          at,
          dscp,
          ecn,
          header + bytes,
          HOPS,
          Ip.UDP,
          Addresses.of(number),
          Addresses.of(of.peer()));
    }
    Udp.put(octets, behindIp, of.sourcePort(), port, length);
    return packet;
  }

  /** Where what follows UDP begins in a frame. */
  public int behindUdp(int packet) {
    int at = packets.at(packet);
    return at + Ip.size(packets.octets(), at) + Udp.SIZE;
  }

  /** Where what follows all headers begins that the opcode of a frame announces. */
  public int behind(int packet, int opcode) {
    return extended(packet) - Bth.SIZE + Opcode.headerSize(opcode);
  }

  /** Where what follows the base header of a frame begins. */
  public int extended(int packet) {
    return bth(packets.octets(), packets.at(packet)) + Bth.SIZE;
  }
}
