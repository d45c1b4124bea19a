package dev.sluice.wire.ip;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.requirement.Requirement;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Rewriting in place is the same as writing anew. */
class IpProperties {

  @Property(seed = "21", edgeCases = EdgeCasesMode.NONE)
  @Requirement({"PDC-8", "UET-6"})
  void ipv4RewrittenInPlaceIsIpv4WrittenAnew(
      @ForAll @IntRange(max = 63) int dscp,
      @ForAll @IntRange(max = 3) int ecn,
      @ForAll @IntRange(min = 20, max = 65_535) int length,
      @ForAll @IntRange(max = 63) int newDscp,
      @ForAll @IntRange(min = 20, max = 65_535) int newLength,
      @ForAll int source,
      @ForAll int destination) {
    byte[] octets = new byte[22];
    Ipv4.put(octets, 1, dscp, ecn, length, 64, 17, source, destination);
    Ip.setDscp(octets, 1, newDscp);
    Ip.setPacketLength(octets, 1, newLength);
    boolean marked = Ip.markCe(octets, 1);
    assertThat(marked).isEqualTo(ecn != Ecn.NOT_ECT);
    byte[] anew = new byte[22];
    Ipv4.put(anew, 1, newDscp, marked ? 3 : 0, newLength, 64, 17, source, destination);
    assertThat(octets).isEqualTo(anew);
    assertThat(Ipv4.isIntact(octets, 1)).isTrue();
    assertThat(Ip.size(octets, 1)).isEqualTo(20);
    assertThat(Ip.packetLength(octets, 1)).isEqualTo(newLength);
  }

  @Property(seed = "22", edgeCases = EdgeCasesMode.NONE)
  @Requirement({"PDC-8", "UET-6"})
  void ipv6RewrittenInPlaceIsIpv6WrittenAnew(
      @ForAll @IntRange(max = 63) int dscp,
      @ForAll @IntRange(max = 3) int ecn,
      @ForAll @IntRange(max = 0xF_FFFF) int flowLabel,
      @ForAll @IntRange(max = 65_535) int length,
      @ForAll @IntRange(max = 63) int newDscp,
      @ForAll @IntRange(max = 65_535) int newLength,
      @ForAll long source,
      @ForAll long destination) {
    byte[] octets = new byte[40];
    Ipv6.put(octets, 0, dscp, ecn, flowLabel, length, 17, 64, source, ~source, destination, 0);
    Ip.setDscp(octets, 0, newDscp);
    Ip.setPacketLength(octets, 0, 40 + newLength);
    boolean marked = Ip.markCe(octets, 0);
    byte[] anew = new byte[40];
    Ipv6.put(
        anew,
        0,
        newDscp,
        marked ? 3 : 0,
        flowLabel,
        newLength,
        17,
        64,
        source,
        ~source,
        destination,
        0);
    assertThat(octets).isEqualTo(anew);
    assertThat(Ip.size(octets, 0)).isEqualTo(40);
    assertThat(Ip.packetLength(octets, 0)).isEqualTo(40 + newLength);
    assertThat(Ipv6.read(octets, 0).put(new byte[40], 0)).isEqualTo(40);
  }
}
