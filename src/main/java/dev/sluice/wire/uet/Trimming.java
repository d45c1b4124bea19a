package dev.sluice.wire.uet;

import dev.sluice.requirement.Requirement;
import dev.sluice.wire.ip.Ip;
import dev.sluice.wire.ip.Udp;

/**
 * Cutting a packet down to its first octets, which tell the receiver what is missing.
 *
 * <p>Public text fixes the least that must stay and the code point; that the lengths in IP and UDP
 * follow, and that the UDP checksum goes, is this project's choice: so the rest is a packet like
 * any other.
 */
@Requirement("UET-6")
public final class Trimming {
  /** The least that stays behind the IP header: UDP, and a request with congestion state. */
  public static final int SMALLEST = Udp.SIZE + Request.SIZE_WITH_CC;

  private Trimming() {}

  /**
   * Trims a packet in place; one that is short enough already keeps its length.
   *
   * @param ipAt where the IP header begins
   * @param keep octets that stay behind the IP header, at least {@link #SMALLEST}
   * @param dscp the code point of trimmed packets
   * @return octets of the packet from now on, IP header included
   */
  public static int trim(byte[] octets, int ipAt, int keep, int dscp) {
    if (keep < SMALLEST) {
      throw new IllegalArgumentException("trimming to " + keep + " octets");
    }
    int header = Ip.size(octets, ipAt);
    int length = Math.min(Ip.packetLength(octets, ipAt), header + keep);
    Ip.setPacketLength(octets, ipAt, length);
    Ip.setDscp(octets, ipAt, dscp);
    if (Ip.protocol(octets, ipAt) == Ip.UDP) {
      Udp.setLength(octets, ipAt + header, length - header);
    }
    return length;
  }
}
