package dev.sluice.wire.ip;

import dev.sluice.requirement.Requirement;
import dev.sluice.wire.Octets;

/**
 * What a switch reads and rewrites in an IP header of either version.
 *
 * <p>{@code at} is always where the IP header begins. The header is one of ours: version 4 or 6, no
 * options, no extension headers.
 */
public final class Ip {
  /** The protocol number of UDP. */
  public static final int UDP = 17;

  private Ip() {}

  /** 4 or 6; anything else is not IP. */
  public static int version(byte[] octets, int at) {
    return octets[at] >> 4 & 0xF;
  }

  /** Octets of the header. */
  public static int size(byte[] octets, int at) {
    return isV4(octets, at) ? Ipv4.SIZE : Ipv6.SIZE;
  }

  /** Octets of the packet, header included. */
  public static int packetLength(byte[] octets, int at) {
    return isV4(octets, at)
        ? Ipv4.packetLength(octets, at)
        : Ipv6.SIZE + Ipv6.payloadLength(octets, at);
  }

  /** The traffic class. */
  public static int dscp(byte[] octets, int at) {
    return isV4(octets, at) ? Ipv4.dscp(octets, at) : Ipv6.dscp(octets, at);
  }

  /** The congestion notification; see {@link Ecn}. */
  public static int ecn(byte[] octets, int at) {
    return isV4(octets, at) ? Ipv4.ecn(octets, at) : Ipv6.ecn(octets, at);
  }

  /** What follows the header. */
  public static int protocol(byte[] octets, int at) {
    return isV4(octets, at) ? Ipv4.protocol(octets, at) : Ipv6.protocol(octets, at);
  }

  /**
   * Marks the packet as having met congestion.
   *
   * @return false, and nothing changed, if the packet is not capable of it
   */
  @Requirement({"NSCC-9", "PDC-8"})
  public static boolean markCe(byte[] octets, int at) {
    int ecn = ecn(octets, at);
    if (ecn == Ecn.NOT_ECT) {
      return false;
    }
    if (ecn != Ecn.CE) {
      setDscpAndEcn(octets, at, dscp(octets, at), Ecn.CE);
    }
    return true;
  }

  /** Gives the packet another codepoint. */
  @Requirement("RCM-10")
  public static void setEcn(byte[] octets, int at, int ecn) {
    setDscpAndEcn(octets, at, dscp(octets, at), ecn);
  }

  /** Moves the packet into another traffic class, as trimming does. */
  @Requirement("UET-6")
  public static void setDscp(byte[] octets, int at, int dscp) {
    setDscpAndEcn(octets, at, dscp, ecn(octets, at));
  }

  /** Changes the packet's length, as trimming does. */
  @Requirement("UET-6")
  public static void setPacketLength(byte[] octets, int at, int packetLength) {
    if (isV4(octets, at)) {
      Ipv4.setPacketLength(octets, at, packetLength);
    } else {
      Octets.putU16(octets, at + 4, packetLength - Ipv6.SIZE);
    }
  }

  private static void setDscpAndEcn(byte[] octets, int at, int dscp, int ecn) {
    if (isV4(octets, at)) {
      Ipv4.setDscpAndEcn(octets, at, dscp, ecn);
    } else {
      Ipv6.setDscpAndEcn(octets, at, dscp, ecn);
    }
  }

  private static boolean isV4(byte[] octets, int at) {
    return version(octets, at) == 4;
  }
}
