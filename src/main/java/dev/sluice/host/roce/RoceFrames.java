package dev.sluice.host.roce;

import dev.sluice.fabric.Packets;
import dev.sluice.host.Addresses;
import dev.sluice.requirement.Requirement;
import dev.sluice.wire.ip.Ip;
import dev.sluice.wire.ip.Ipv4;
import dev.sluice.wire.ip.Ipv6;
import dev.sluice.wire.ip.Udp;
import dev.sluice.wire.roce.Bth;
import dev.sluice.wire.roce.Cnp;
import dev.sluice.wire.roce.Icrc;
import dev.sluice.wire.roce.Opcode;
import dev.sluice.wire.roce.WellKnown;

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

  RoceFrames(Packets packets, int number) {
    this.packets = packets;
    this.number = number;
  }

  /** Where the base transport header of a frame begins, whatever its IP version. */
  static int bth(byte[] octets, int ipAt) {
    return ipAt + Ip.size(octets, ipAt) + Udp.SIZE;
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
      int beside,
      int bytes) {
    int padding = Bth.padding(bytes);
    int header = headerBytes(service.isIpv6(), opcode) + beside + padding;
    int packet = addressed(to, service.dscp(), service.isIpv6(), sourcePort, ecn, header, bytes);
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
   * A notification of congestion.
   *
   * @param dscp of it, in place of its connection's
   * @param queuePair the one that is to slow down
   */
  @Requirement({"RCM-3", "RCM-4"})
  int cnp(int to, int dscp, boolean isIpv6, int sourcePort, int ecn, int queuePair) {
    int header = headerBytes(isIpv6, Opcode.CNP);
    int packet = addressed(to, dscp, isIpv6, sourcePort, ecn, header, 0);
    int at = extended(packet) - Bth.SIZE;
    Cnp.put(packets.octets(), at, WellKnown.DEFAULT_P_KEY, queuePair);
    return packet;
  }

  /** A frame with its headers up to UDP. */
  private int addressed(
      int to, int dscp, boolean isIpv6, int sourcePort, int ecn, int header, int bytes) {
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
    Udp.put(octets, behindIp, sourcePort, WellKnown.PORT, length);
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
