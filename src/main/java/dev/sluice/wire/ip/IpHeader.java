package dev.sluice.wire.ip;

/** The IP header of a decoded packet, of either version. */
public sealed interface IpHeader permits Ipv4, Ipv6 {
  /** Octets that the header takes. */
  int size();

  /** Octets of the whole packet, this header included. */
  int packetLength();

  /** The traffic class of the packet, 6 bits. */
  int dscp();

  /** Its congestion notification, 2 bits; see {@link Ecn}. */
  int ecn();

  /** What follows: {@link Ip#UDP}, or the number in use for UET without UDP. */
  int protocol();

  /** Writes the header, and answers where the next one begins. */
  int put(byte[] octets, int at);
}
