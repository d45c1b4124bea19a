package dev.sluice.wire.pcap;

import dev.sluice.wire.Payload;
import dev.sluice.wire.PayloadSource;
import dev.sluice.wire.ip.Ethernet;
import dev.sluice.wire.ip.Ip;
import dev.sluice.wire.ip.Udp;
import java.util.Arrays;

/**
 * Writes a packet out as the Ethernet frame that a tap on the wire would see.
 *
 * <p>Two things are made here that simulated packets do not carry: the Ethernet header, and the UDP
 * checksum, which covers the payload.
 */
public final class EthernetFrames {
  private EthernetFrames() {}

  /** Octets of the frame of an IP packet of this length. */
  public static int size(int packetLength) {
    return Math.max(Ethernet.SHORTEST, Ethernet.SIZE + packetLength);
  }

  /**
   * Writes a frame.
   *
   * @param octets holds the headers from IP on
   * @param from where the IP header begins
   * @param to behind the last header
   * @param payload what follows the headers; together they are as long as the IP header says
   * @param source knows the payload's octets
   * @param into takes the frame
   * @param at where it begins
   * @return octets of the frame
   */
  public static int write(
      byte[] octets, int from, int to, Payload payload, PayloadSource source, byte[] into, int at) {
    int size = write(octets, from, to, 0, payload, source, into, at);
    int ip = at + Ethernet.SIZE;
    if (Ip.protocol(into, ip) == Ip.UDP) {
      Udp.seal(into, ip);
    }
    return size;
  }

  /**
   * Writes a frame whose last few octets stand behind its payload, as 0; those, and a UDP checksum,
   * are for whoever knows what they are to be.
   *
   * @param trailer octets behind the payload, which count as headers before {@code to}
   */
  public static int write(
      byte[] octets,
      int from,
      int to,
      int trailer,
      Payload payload,
      PayloadSource source,
      byte[] into,
      int at) {
    int length = Ip.packetLength(octets, from);
    if (length != to - from + payload.length()) {
      throw new IllegalArgumentException(
          "%d octets of headers and %d of payload in a packet of %d"
              .formatted(to - from, payload.length(), length));
    }
    int ip = at + Ethernet.SIZE;
    int headers = to - from - trailer;
    System.arraycopy(octets, from, into, ip, headers);
    Ethernet.put(into, at);
    source.write(payload, into, ip + headers);
    int size = size(length);
    Arrays.fill(into, ip + length - trailer, at + size, (byte) 0);
    return size;
  }
}
