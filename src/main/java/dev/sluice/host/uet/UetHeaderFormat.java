package dev.sluice.host.uet;

import dev.sluice.fabric.HeaderFormat;
import dev.sluice.host.Addresses;
import dev.sluice.requirement.Requirement;
import dev.sluice.wire.ip.Ip;
import dev.sluice.wire.ip.Ipv4;
import dev.sluice.wire.uet.Entropy;
import dev.sluice.wire.uet.Trimming;

/** What a switch reads in the headers that NICs write: IPv4, UDP and behind it UET. */
@Requirement({"PDC-8", "UET-6"})
public final class UetHeaderFormat implements HeaderFormat {
  @Override
  public int destination(byte[] octets, int at) {
    return Addresses.host(Ipv4.destination(octets, at));
  }

  @Override
  public int dscp(byte[] octets, int at) {
    return Ipv4.dscp(octets, at);
  }

  @Override
  public int ecn(byte[] octets, int at) {
    return Ipv4.ecn(octets, at);
  }

  @Override
  public void markCe(byte[] octets, int at) {
    Ip.markCe(octets, at);
  }

  @Override
  public long flow(byte[] octets, int at) {
    return (long) Ipv4.source(octets, at) << 32 | Ipv4.destination(octets, at) & 0xFFFF_FFFFL;
  }

  @Override
  public int entropy(byte[] octets, int at) {
    return Entropy.of(octets, at);
  }

  @Override
  public int trim(byte[] octets, int at, int headerBytes, int dscp) {
    return Math.min(headerBytes, Trimming.trim(octets, at, Trimming.SMALLEST, dscp));
  }
}
