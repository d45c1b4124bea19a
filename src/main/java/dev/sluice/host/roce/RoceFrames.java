package dev.sluice.host.roce;

import dev.sluice.fabric.Packets;
import dev.sluice.host.Addresses;
import dev.sluice.requirement.Requirement;
import dev.sluice.wire.ip.Ip;
import dev.sluice.wire.ip.Ipv4;
import dev.sluice.wire.ip.Udp;
import dev.sluice.wire.roce.Bth;
import dev.sluice.wire.roce.Icrc;
import dev.sluice.wire.roce.Opcode;
import dev.sluice.wire.roce.WellKnown;

/**
 * Writes the headers of one host's frames as octets. Padding and the invariant CRC, which stand
 * behind the payload on the wire, take their room behind the headers; the CRC is worked out where a
 * frame is captured.
 */
final class RoceFrames {
  /** Where the base transport header begins in every frame of ours. */
  static final int BTH = Ipv4.SIZE + Udp.SIZE;

  /** The longest header of ours, with padding and CRC. */
  static final int HEADER_ROOM = 128;

  private static final int HOPS = 64;

  private final Packets packets;
  private final int address;
  private final int dscp;

  RoceFrames(Packets packets, int address, int dscp) {
    this.packets = packets;
    this.address = address;
    this.dscp = dscp;
  }

  /**
   * A frame with its base header; what follows that is still to be written, from {@link #extended}
   * on.
   *
   * @param ack whether an acknowledgment is asked for
   */
  @Requirement("RC-15")
  int begin(
      int to,
      int sourcePort,
      int ecn,
      int opcode,
      int queuePair,
      long psn,
      boolean ack,
      int bytes) {
    int padding = Bth.padding(bytes);
    int header = BTH + Opcode.headerSize(opcode) + padding + Icrc.SIZE;
    int packet = packets.allocate(header);
    byte[] octets = packets.octets();
    int at = packets.at(packet);
    Ipv4.put(octets, at, dscp, ecn, header + bytes, HOPS, Ip.UDP, address, Addresses.of(to));
    Udp.put(octets, at + Ipv4.SIZE, sourcePort, WellKnown.PORT, header - Ipv4.SIZE + bytes);
    Bth.put(
        octets,
        at + BTH,
        opcode,
        Bth.MIGRATED | Bth.padded(padding),
        WellKnown.DEFAULT_P_KEY,
        queuePair,
        ack ? Bth.ACK_REQUEST : 0,
        (int) psn);
    return packet;
  }

  /** Where what follows the base header of a frame begins. */
  int extended(int packet) {
    return packets.at(packet) + BTH + Bth.SIZE;
  }
}
