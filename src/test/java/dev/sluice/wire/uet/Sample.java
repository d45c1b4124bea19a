package dev.sluice.wire.uet;

import dev.sluice.wire.Octets;
import dev.sluice.wire.Payload;
import dev.sluice.wire.PayloadSource;
import dev.sluice.wire.ip.Ecn;
import dev.sluice.wire.ip.Ip;
import dev.sluice.wire.ip.Ipv4;
import dev.sluice.wire.ip.Ipv6;
import dev.sluice.wire.ip.Udp;
import dev.sluice.wire.pcap.EthernetFrames;
import java.util.Arrays;

/** Whole packets for tests, written the way a NIC writes them. */
public final class Sample {
  /** Two hosts of the RCCC text. */
  public static final int A = 0x0A00_0001;

  public static final int B = 0x0A00_0002;

  private Sample() {}

  /** The headers of a packet, and what follows them. */
  public record Sent(byte[] headers, Payload payload) {
    /** The frame that a tap would see. */
    public byte[] frame() {
      byte[] into = new byte[EthernetFrames.size(headers.length + payload.length())];
      EthernetFrames.write(headers, 0, headers.length, payload, PayloadSource.patterned(), into, 0);
      return into;
    }
  }

  /** Puts IP and UDP, or the native header, before a PDS header and what follows it. */
  public static Sent packet(
      boolean v6, boolean udp, int dscp, int ecn, int entropy, byte[] uet, int payloadLength) {
    int carrier = udp ? Udp.SIZE : Entropy.SIZE;
    int transport = carrier + uet.length + payloadLength;
    int protocol = udp ? Ip.UDP : WireChoices.NATIVE_PROTOCOL;
    byte[] octets = new byte[(v6 ? Ipv6.SIZE : Ipv4.SIZE) + carrier + uet.length];
    int at =
        v6
            ? Ipv6.put(
                octets,
                0,
                dscp,
                ecn,
                0,
                transport,
                protocol,
                64,
                0xFD00L << 48,
                A,
                0xFD00L << 48,
                B)
            : Ipv4.put(octets, 0, dscp, ecn, Ipv4.SIZE + transport, 64, protocol, A, B);
    at =
        udp
            ? Udp.put(octets, at, entropy, WireChoices.UDP_PORT, transport)
            : Entropy.put(octets, at, entropy);
    System.arraycopy(uet, 0, octets, at, uet.length);
    return new Sent(octets, new Payload(7, 4096, payloadLength));
  }

  /** The octets of a PDS header and perhaps a SES header. */
  public static byte[] uet(UetPacket pds, Ses... ses) {
    byte[] octets = new byte[128];
    int end = pds.put(octets, 0);
    for (Ses header : ses) {
      end = header.put(octets, end);
    }
    return Arrays.copyOf(octets, end);
  }

  /** The request with which a write begins. */
  public static Request request() {
    return new Request(
        PacketType.RUD_CC_REQ,
        NextHdr.STANDARD_REQUEST,
        Request.SYN | Request.AR,
        0,
        0x0001_0000,
        0x4001,
        SynField.of(false, 0),
        0xA1,
        Octets.MAX_U24);
  }

  /** What that write asks for. */
  public static StandardRequest write() {
    return new StandardRequest(
        SesOpcode.WRITE,
        SesOpcode.SOM | SesOpcode.DC,
        0x0101,
        0,
        0x00_0B0B,
        3,
        5,
        0x1_0000_0000L,
        42,
        0xFEED_FACE_CAFE_BEEFL,
        0,
        256_000_000);
  }

  /** Its acknowledgment, with credit. */
  public static AckCc ackCc() {
    Ack ack = new Ack(NextHdr.NONE, 0, 0, 0x0001_0000, 0x4011, 0x4001);
    return new AckCc(ack, CcType.CC_CREDIT, 0, 8, 0, 0, new CreditState(25_000, 0).bits());
  }

  /** The first data packet of the RCCC text over IPv4 and UDP. */
  public static Sent data(int payloadLength) {
    return packet(false, true, 0, Ecn.ECT_0, 0xC001, uet(request(), write()), payloadLength);
  }

  /** Its acknowledgment on the wire. */
  public static Sent acknowledgment() {
    return packet(false, true, CodePoints.DEFAULT.control(), Ecn.NOT_ECT, 0xC001, uet(ackCc()), 0);
  }
}
