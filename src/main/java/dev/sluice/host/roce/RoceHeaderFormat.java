package dev.sluice.host.roce;

import dev.sluice.fabric.HeaderFormat;
import dev.sluice.host.Addresses;
import dev.sluice.wire.ip.Ip;
import dev.sluice.wire.ip.Udp;

/**
 * What a switch reads in the headers of RoCEv2: IPv4 or IPv6, and UDP, whose source port spreads
 * queue pairs over paths. No switch trims these frames.
 */
public final class RoceHeaderFormat implements HeaderFormat {
  @Override
  public int destination(byte[] octets, int at) {
    return Addresses.destination(octets, at);
  }

  @Override
  public int dscp(byte[] octets, int at) {
    return Ip.dscp(octets, at);
  }

  @Override
  public int ecn(byte[] octets, int at) {
    return Ip.ecn(octets, at);
  }

  @Override
  public void markCe(byte[] octets, int at) {
    Ip.markCe(octets, at);
  }

  @Override
  public long flow(byte[] octets, int at) {
    return (long) Addresses.source(octets, at) << 32
        | Addresses.destination(octets, at) & 0xFFFF_FFFFL;
  }

  @Override
  public int entropy(byte[] octets, int at) {
    return Udp.sourcePort(octets, at + Ip.size(octets, at));
  }

  /**
   * @throws UnsupportedOperationException always: what is left of a RoCEv2 packet says nothing
   */
  @Override
  public int trim(byte[] octets, int at, int headerBytes, int dscp) {
    throw new UnsupportedOperationException("frames of RoCEv2 are not trimmed");
  }
}
