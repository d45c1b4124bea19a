package dev.sluice.wire.roce;

import dev.sluice.requirement.Requirement;
import dev.sluice.wire.Octets;
import dev.sluice.wire.ip.Ip;
import dev.sluice.wire.ip.Udp;
import java.util.Arrays;
import java.util.zip.CRC32;

/**
 * The invariant CRC at the end of every RoCEv2 packet.
 *
 * <p>It is the CRC-32 of Ethernet, least octet first, over the packet with ones in place of all
 * that a router may change: traffic class with ECN, hop limit, flow label, both checksums, and the
 * octet of the {@link Bth} that has FECN and BECN. Eight octets of ones go before it, where
 * InfiniBand has a header that RoCEv2 has not.
 *
 * <p>A router that marks a packet, moves it into another class or counts its hops leaves the ICRC
 * as it is. A BECN that was turned on the way is not noticed; all that it stands for, the queue
 * pair among it, is.
 */
public final class Icrc {
  /** Octets of the check. */
  public static final int SIZE = 4;

  private static final int NO_LINK_HEADER = 8;

  private Icrc() {}

  /**
   * The check that goes with a packet that stands there in full, in the order of a number.
   *
   * @param ipAt where its IP header begins, of either version; UDP follows, and behind it {@link
   *     Bth}
   */
  @Requirement("RC-15")
  public static int of(byte[] octets, int ipAt) {
    int ip = Ip.size(octets, ipAt);
    int headers = ip + Udp.SIZE + Bth.SIZE;
    byte[] masked = new byte[NO_LINK_HEADER + headers];
    Arrays.fill(masked, 0, NO_LINK_HEADER, (byte) 0xFF);
    System.arraycopy(octets, ipAt, masked, NO_LINK_HEADER, headers);
    if (Ip.version(octets, ipAt) == 4) {
      ones(masked, NO_LINK_HEADER + 1, 1); // traffic class
      ones(masked, NO_LINK_HEADER + 8, 1); // time to live
      ones(masked, NO_LINK_HEADER + 10, 2); // checksum
    } else {
      masked[NO_LINK_HEADER] |= 0x0F; // traffic class, behind the version
      ones(masked, NO_LINK_HEADER + 1, 3); // the rest of it, and the flow label
      ones(masked, NO_LINK_HEADER + 7, 1); // hop limit
    }
    ones(masked, NO_LINK_HEADER + ip + 6, 2); // checksum of UDP
    ones(masked, NO_LINK_HEADER + ip + Udp.SIZE + 4, 1); // FECN, BECN and what is beside them
    CRC32 crc = new CRC32();
    crc.update(masked);
    crc.update(octets, ipAt + headers, at(octets, ipAt) - ipAt - headers);
    return Integer.reverseBytes((int) crc.getValue());
  }

  /** Fills in the check of a packet that stands there in full. */
  public static void put(byte[] octets, int ipAt) {
    Octets.putBits32(octets, at(octets, ipAt), of(octets, ipAt));
  }

  /** Whether the check of a packet that stands there in full is right. */
  public static boolean isIntact(byte[] octets, int ipAt) {
    return Octets.bits32(octets, at(octets, ipAt)) == of(octets, ipAt);
  }

  /** Where the check of a packet stands, by the length that its IP header tells. */
  public static int at(byte[] octets, int ipAt) {
    return ipAt + Ip.packetLength(octets, ipAt) - SIZE;
  }

  private static void ones(byte[] masked, int at, int length) {
    Arrays.fill(masked, at, at + length, (byte) 0xFF);
  }
}
