package dev.sluice.host.roce;

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
import dev.sluice.wire.roce.Cnp;
import dev.sluice.wire.roce.Icrc;
import dev.sluice.wire.roce.LdcpHeader;
import dev.sluice.wire.roce.Opcode;
import dev.sluice.wire.roce.RttMessage;
import dev.sluice.wire.roce.Syndrome;
import dev.sluice.wire.roce.WellKnown;
import dev.sluice.wire.telemetry.AckTelemetry;
import dev.sluice.wire.telemetry.HopRecord;
import dev.sluice.wire.telemetry.RoceProbe;
import dev.sluice.wire.telemetry.RoceResponse;
import dev.sluice.wire.telemetry.RoceTelemetry;
import dev.sluice.wire.telemetry.TelemetryBlock;
import dev.sluice.wire.telemetry.TelemetryFormat;
import dev.sluice.wire.telemetry.TelemetryReturn;

/**
 * Writes the headers of one host's frames as octets. Padding and the invariant CRC, which stand
 * behind the payload on the wire, take their room behind the headers; the CRC is worked out where a
 * frame is captured.
 */
final class RoceFrames {
  /** The longest header of ours, with padding and CRC. */
  static final int HEADER_ROOM = 128;

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
  RoceFrames(Packets packets, int number, TelemetryFormat telemetry, int noticePort) {
    this.packets = packets;
    this.number = number;
    this.telemetry = telemetry;
    this.noticePort = noticePort;
  }

  /** Whether a UDP packet is of RoCEv2, with telemetry or without it. */
  boolean takes(byte[] octets, int ipAt) {
    int port = Udp.destinationPort(octets, ipAt + Ip.size(octets, ipAt));
    return port == WellKnown.PORT
        || telemetry != null && (port == telemetry.udpPort() || port == noticePort);
  }

  /** Where the notification of a frame begins; −1: it is none. */
  int notification(byte[] octets, int ipAt) {
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
  static RequestPacket request(byte[] octets, int at, long reads) {
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
  static ResponseKind kind(int opcode, int syndrome) {
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
  int queuePair(byte[] octets, int ipAt) {
    int notification = notification(octets, ipAt);
    return notification < 0
        ? Bth.destinationQp(octets, bth(octets, ipAt))
        : TelemetryReturn.flow(octets, notification);
  }

  /** Where the base transport header of a frame begins, whatever its IP version. */
  int bth(byte[] octets, int ipAt) {
    return head(octets, ipAt) < 0
        ? ipAt + Ip.size(octets, ipAt) + Udp.SIZE
        : RoceTelemetry.bth(telemetry, octets, ipAt);
  }

  /** Where the telemetry of a frame begins; −1: it has none. */
  int head(byte[] octets, int ipAt) {
    return telemetry != null && RoceTelemetry.isOne(telemetry, octets, ipAt)
        ? ipAt + Ip.size(octets, ipAt) + Udp.SIZE
        : -1;
  }

  /** What an IP packet with such a header has beside its payload and its padding. */
  static int headerBytes(boolean isIpv6, int opcode) {
    return (isIpv6 ? Ipv6.SIZE : Ipv4.SIZE) + Udp.SIZE + Opcode.headerSize(opcode) + Icrc.SIZE;
  }

  /**
   * A frame with its base header; what follows that is still to be written, from {@link #extended}
   * on.
   *
   * @param sourcePort of UDP, and the flow label over IPv6: both choose the path
   * @param ecn its codepoint
   * @param ack whether an acknowledgment is asked for
   * @param isStamped whether it has telemetry, for switches to write into
   * @param beside octets of headers that the opcode does not announce, a multiple of four
   */
  @Requirement({"RC-15", "RCM-10"})
  int begin(
      int to,
      Service service,
      int sourcePort,
      int ecn,
      int opcode,
      int queuePair,
      long psn,
      boolean ack,
      boolean isStamped,
      int beside,
      int bytes) {
    int padding = Bth.padding(bytes);
    int block = isStamped ? telemetry.size(0) : 0;
    int port = isStamped ? telemetry.udpPort() : WellKnown.PORT;
    int header = headerBytes(service.isIpv6(), opcode) + block + beside + padding;
    int packet =
        addressed(to, service.dscp(), service.isIpv6(), sourcePort, port, ecn, header, bytes);
    if (isStamped) {
      byte[] octets = packets.octets();
      int at = packets.at(packet);
      TelemetryBlock.fresh(telemetry).put(telemetry, octets, at + Ip.size(octets, at) + Udp.SIZE);
    }
    Bth.put(
        packets.octets(),
        extended(packet) - Bth.SIZE,
        opcode,
        Bth.MIGRATED | Bth.padded(padding),
        WellKnown.DEFAULT_P_KEY,
        queuePair,
        ack ? Bth.ACK_REQUEST : 0,
        (int) psn);
    return packet;
  }

  /**
   * An acknowledgment of LDCP's sequence numbers of requests alone, or a NAK.
   *
   * @param missing the PSN that the responder expects, which this acknowledges nothing by
   * @param lsn before which all has come
   * @param ece whether it echoes a mark
   */
  @Requirement({"LDCP-2", "LDCP-12", "LDCP-19"})
  int lsns(
      int to,
      Service service,
      int sourcePort,
      int queuePair,
      long missing,
      boolean nak,
      long lsn,
      boolean ece) {
    int syndrome =
        nak
            ? Syndrome.of(Syndrome.NAK, Syndrome.SEQUENCE_ERROR)
            : Syndrome.of(Syndrome.ACK, Syndrome.NO_CREDITS);
    int made = lsns(to, service, sourcePort, queuePair, missing, syndrome);
    LdcpHeader.putAlone(packets.octets(), behind(made, Opcode.ACKNOWLEDGE), lsn, ece);
    return made;
  }

  /** The same of responses to READs, of which there is no NAK. */
  @Requirement({"LDCP-2", "LDCP-12"})
  int lsnsOfResponses(
      int to, Service service, int sourcePort, int queuePair, long psn, long lsn, boolean ece) {
    int syndrome = Syndrome.of(Syndrome.ACK, Syndrome.NO_CREDITS);
    int made = lsns(to, service, sourcePort, queuePair, psn, syndrome);
    LdcpHeader.put(packets.octets(), behind(made, Opcode.ACKNOWLEDGE), lsn, ece);
    return made;
  }

  /**
   * An acknowledgment of responses to READs where HPCC++ is spoken.
   *
   * @param count how many have come, modulo 2²⁴
   * @param brings what it brings back
   */
  @Requirement({"HPCC-10", "HPCC-11"})
  int responses(
      int to,
      Service service,
      int sourcePort,
      int queuePair,
      long psn,
      int count,
      AckTelemetry brings) {
    int syndrome = Syndrome.of(Syndrome.ACK, Syndrome.NO_CREDITS);
    int made =
        acknowledgment(to, service, sourcePort, queuePair, psn, syndrome, count, brings.size());
    brings.put(packets.octets(), behind(made, Opcode.ACKNOWLEDGE));
    return made;
  }

  private int lsns(int to, Service service, int sourcePort, int queuePair, long psn, int syndrome) {
    return acknowledgment(to, service, sourcePort, queuePair, psn, syndrome, 0, LdcpHeader.SIZE);
  }

  private int acknowledgment(
      int to,
      Service service,
      int sourcePort,
      int queuePair,
      long psn,
      int syndrome,
      int msn,
      int beside) {
    int opcode = Opcode.ACKNOWLEDGE;
    int made =
        begin(
            to,
            service,
            sourcePort,
            service.ecn(),
            opcode,
            queuePair,
            psn,
            false,
            false,
            beside,
            0);
    Aeth.put(packets.octets(), extended(made), syndrome, msn);
    return made;
  }

  /**
   * A notification of congestion.
   *
   * @param dscp of it, in place of its connection's
   * @param queuePair the one that is to slow down
   */
  @Requirement({"RCM-3", "RCM-4"})
  int cnp(int to, int dscp, boolean isIpv6, int sourcePort, int ecn, int queuePair) {
    int header = headerBytes(isIpv6, Opcode.CNP);
    int packet = addressed(to, dscp, isIpv6, sourcePort, WellKnown.PORT, ecn, header, 0);
    int at = extended(packet) - Bth.SIZE;
    Cnp.put(packets.octets(), at, WellKnown.DEFAULT_P_KEY, queuePair);
    return packet;
  }

  /**
   * A request to measure a round trip, or the response to one, with the headers of the data up to
   * UDP, so that it takes their path and queue.
   *
   * @param opcode which of the two
   * @param number of the request
   */
  @Requirement("LDCP-13")
  int rtt(int to, Service service, int sourcePort, int opcode, int queuePair, long number) {
    int packet = bare(to, service, sourcePort, ipBytes(service) + RttMessage.SIZE + Icrc.SIZE);
    int at = extended(packet) - Bth.SIZE;
    RttMessage.put(packets.octets(), at, opcode, WellKnown.DEFAULT_P_KEY, queuePair, (int) number);
    return packet;
  }

  /** A probe, with the headers of the data up to UDP, so that it takes their path and queue. */
  @Requirement("HPCC-9")
  int probe(int to, Service service, int sourcePort, int queuePair, long psn, int room) {
    int packet = bare(to, service, sourcePort, ipBytes(service) + RoceProbe.size(room));
    int at = extended(packet) - Bth.SIZE;
    RoceProbe.put(packets.octets(), at, WellKnown.DEFAULT_P_KEY, queuePair, (int) psn, room);
    return packet;
  }

  /** What a probe has gathered, on its way back. */
  @Requirement("HPCC-10")
  int notice(
      int to, Service service, int sourcePort, int queuePair, long psn, AckTelemetry brings) {
    int header = headerBytes(service.isIpv6(), Opcode.WRITE_MIDDLE) + brings.size();
    int packet = bare(to, service, sourcePort, header);
    int at = extended(packet) - Bth.SIZE;
    int next =
        Bth.put(
            packets.octets(),
            at,
            AckTelemetry.NOTICE_OPCODE,
            Bth.MIGRATED,
            WellKnown.DEFAULT_P_KEY,
            queuePair,
            0,
            (int) psn);
    brings.put(packets.octets(), next);
    return packet;
  }

  /**
   * The response to a probe.
   *
   * @param hop of the one link that it tells of, from 0; below 0 of none
   */
  @Requirement("HPCC-12")
  int response(
      int to,
      Service service,
      int sourcePort,
      int queuePair,
      long psn,
      AckTelemetry gathered,
      int hop) {
    int header = ipBytes(service) + RoceResponse.SIZE;
    int packet = bare(to, service, sourcePort, header);
    new RoceResponse(
            new Bth(RoceResponse.OPCODE, 0, WellKnown.DEFAULT_P_KEY, 0, queuePair, 0, (int) psn),
            gathered.nHop(),
            gathered.pathId(),
            hop < 0 ? RoceResponse.NONE : hop,
            0,
            HopRecord.of(hop < 0 ? 0 : gathered.records()[hop]))
        .put(packets.octets(), extended(packet) - Bth.SIZE);
    return packet;
  }

  /**
   * A notification of what a packet has gathered.
   *
   * @param psn of that packet
   * @param missing the PSN of the first packet that is missing
   * @param head where what the packet has gathered begins
   */
  @Requirement("HPCC-10")
  int notification(
      int to, Service service, int sourcePort, int queuePair, long psn, long missing, int head) {
    TelemetryFormat format = TelemetryFormat.embedded(telemetry.room());
    TelemetryReturn notification =
        TelemetryReturn.of(
            queuePair,
            (int) psn,
            (int) missing,
            telemetry.room(),
            TelemetryBlock.read(format, packets.octets(), head));
    int header = ipBytes(service) + TelemetryReturn.size(telemetry.room());
    int packet =
        addressed(
            to, service.dscp(), service.isIpv6(), sourcePort, noticePort, service.ecn(), header, 0);
    int at = packets.at(packet);
    notification.put(packets.octets(), at + Ip.size(packets.octets(), at) + Udp.SIZE);
    return packet;
  }

  private static int ipBytes(Service service) {
    return (service.isIpv6() ? Ipv6.SIZE : Ipv4.SIZE) + Udp.SIZE;
  }

  /** A frame of a connection that carries no payload, with its headers up to UDP. */
  private int bare(int to, Service service, int sourcePort, int header) {
    return addressed(
        to, service.dscp(), service.isIpv6(), sourcePort, WellKnown.PORT, service.ecn(), header, 0);
  }

  /** A frame with its headers up to UDP. */
  private int addressed(
      int to, int dscp, boolean isIpv6, int sourcePort, int port, int ecn, int header, int bytes) {
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
          sourcePort,
          length,
          Ip.UDP,
          HOPS,
          Addresses.PREFIX,
          Addresses.low(number),
          Addresses.PREFIX,
          Addresses.low(to));
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
          Addresses.of(to));
    }
    Udp.put(octets, behindIp, sourcePort, port, length);
    return packet;
  }

  /** Where what follows all headers begins that the opcode of a frame announces. */
  int behind(int packet, int opcode) {
    return extended(packet) - Bth.SIZE + Opcode.headerSize(opcode);
  }

  /** Where what follows the base header of a frame begins. */
  int extended(int packet) {
    return bth(packets.octets(), packets.at(packet)) + Bth.SIZE;
  }
}
