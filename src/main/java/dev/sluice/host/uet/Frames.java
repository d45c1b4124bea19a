package dev.sluice.host.uet;

import dev.sluice.fabric.Packets;
import dev.sluice.host.Addresses;
import dev.sluice.requirement.Requirement;
import dev.sluice.wire.ip.Ecn;
import dev.sluice.wire.ip.Ip;
import dev.sluice.wire.ip.Ipv4;
import dev.sluice.wire.ip.Udp;
import dev.sluice.wire.uet.Ack;
import dev.sluice.wire.uet.AckCc;
import dev.sluice.wire.uet.Control;
import dev.sluice.wire.uet.Nack;
import dev.sluice.wire.uet.NextHdr;
import dev.sluice.wire.uet.PacketType;
import dev.sluice.wire.uet.Request;
import dev.sluice.wire.uet.ResponseWithData;
import dev.sluice.wire.uet.SesOpcode;
import dev.sluice.wire.uet.StandardRequest;
import dev.sluice.wire.uet.WireChoices;

/** Writes the headers of one host's frames as octets. */
final class Frames {
  /** Where the PDS header begins in every frame of ours. */
  static final int PDS = Ipv4.SIZE + Udp.SIZE;

  /** The longest header of ours. */
  static final int HEADER_ROOM = 128;

  /** What a packet of data counts for beyond its payload, where nominal sizes are counted. */
  static final int NOMINAL_EXTRA = Udp.SIZE + Request.SIZE_WITH_CC + StandardRequest.SIZE + 40;

  private static final int HOPS = 64;
  private static final int PORT = WireChoices.UDP_PORT;

  private final Packets packets;
  private final int address;
  private final int controlDscp;

  Frames(Packets packets, int address, int controlDscp) {
    this.packets = packets;
    this.address = address;
    this.controlDscp = controlDscp;
  }

  private int begin(int header, int payload, int dscp, int ecn, int to, int entropy) {
    int packet = packets.allocate(header);
    byte[] octets = packets.octets();
    int at = packets.at(packet);
    Ipv4.put(octets, at, dscp, ecn, header + payload, HOPS, Ip.UDP, address, Addresses.of(to));
    Udp.put(octets, at + Ipv4.SIZE, entropy, PORT, header - Ipv4.SIZE + payload);
    return packet;
  }

  /**
   * A packet of data, or a read request.
   *
   * @param clear from the packet's number to that of the last one that is acknowledged in order
   * @param cccId the CCC, or −1 in a request without congestion state
   * @param field the target's id, or with SYN the SYN field
   * @param place where in its message the payload begins
   */
  @Requirement({"PDC-2", "PDC-3", "PDC-7", "PDC-8", "PDC-12", "D5"})
  int data(
      int to,
      int dscp,
      int entropy,
      int flags,
      int clear,
      int psn,
      int spdcid,
      int field,
      int cccId,
      int creditTarget,
      Message message,
      long place,
      int bytes) {
    boolean credit = cccId >= 0;
    int pdsBytes = credit ? Request.SIZE_WITH_CC : Request.SIZE;
    int sesBytes = message.isAnswer() ? ResponseWithData.SIZE : StandardRequest.SIZE;
    int packet = begin(PDS + pdsBytes + sesBytes, bytes, dscp, Ecn.ECT_0, to, entropy);
    byte[] octets = packets.octets();
    int at = packets.at(packet) + PDS;
    Request.put(
        octets,
        at,
        credit ? PacketType.RUD_CC_REQ : PacketType.RUD_REQ,
        message.isAnswer() ? NextHdr.RESPONSE_WITH_DATA : NextHdr.STANDARD_REQUEST,
        flags,
        clear,
        psn,
        spdcid,
        field);
    if (credit) {
      Request.putCccState(octets, at, cccId, creditTarget);
    }
    if (message.isAnswer()) {
      ResponseWithData.put(
          octets,
          at + pdsBytes,
          0,
          SesOpcode.RESPONSE_WITH_DATA,
          SesOpcode.RC_OK,
          message.id,
          message.job,
          message.answers,
          bytes,
          (int) message.bytes,
          (int) place);
    } else {
      boolean first = place == 0;
      boolean last = message.isRead() || place + bytes == message.bytes;
      StandardRequest.put(
          octets,
          at + pdsBytes,
          message.opcode,
          (first ? SesOpcode.SOM : 0) | (last ? SesOpcode.EOM : 0),
          message.id,
          0,
          message.job,
          0,
          0,
          message.toOffset,
          address,
          message.toRegion,
          first ? 0 : StandardRequest.place(bytes, (int) place),
          (int) message.requested);
    }
    packets.payload(packet, message.fromRegion, message.fromOffset + place, bytes);
    return packet;
  }

  /**
   * An ACK_CC whose last eight octets are still to be written.
   *
   * @param sackBase the PSN of the bitmap's first bit
   */
  @Requirement({"PDC-6", "PDC-9"})
  int ackCc(
      int to,
      int entropy,
      int flags,
      int ackPsn,
      int cackPsn,
      int spdcid,
      int dpdcid,
      int ccType,
      int mpr,
      int sackBase,
      long sackBitmap) {
    int packet = begin(PDS + AckCc.SIZE, 0, controlDscp, Ecn.NOT_ECT, to, entropy);
    byte[] octets = packets.octets();
    int at = packets.at(packet) + PDS;
    Ack.put(octets, at, PacketType.ACK_CC, NextHdr.NONE, flags, ackPsn, cackPsn, spdcid, dpdcid);
    AckCc.putSack(octets, at, ccType, mpr, sackBase, sackBitmap);
    return packet;
  }

  /** A NACK. */
  int nack(int to, int entropy, int flags, int code, int psn, int spdcid, int dpdcid) {
    int packet = begin(PDS + Nack.SIZE, 0, controlDscp, Ecn.NOT_ECT, to, entropy);
    Nack.put(
        packets.octets(),
        packets.at(packet) + PDS,
        PacketType.NACK,
        flags,
        code,
        psn,
        spdcid,
        dpdcid,
        0);
    return packet;
  }

  /** A Control packet. */
  int control(
      int to, int entropy, int type, int flags, int psn, int spdcid, int dpdcid, int payload) {
    int packet = begin(PDS + Control.SIZE, 0, controlDscp, Ecn.NOT_ECT, to, entropy);
    Control.put(
        packets.octets(), packets.at(packet) + PDS, type, flags, psn, spdcid, dpdcid, payload);
    return packet;
  }
}
