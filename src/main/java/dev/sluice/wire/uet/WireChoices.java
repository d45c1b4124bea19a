package dev.sluice.wire.uet;

import dev.sluice.requirement.Requirement;
import dev.sluice.wire.Octets;

/**
 * What differs between installations and versions, and what a decoder must be told.
 *
 * @param udpPort destination port of UET over UDP
 * @param nativeProtocol IP protocol number of UET without UDP; no number is assigned
 * @param credit where Control packets carry credit
 * @param version of the specification
 * @param codePoints the installation's DSCP values
 */
@Requirement({"X2", "X9"})
public record WireChoices(
    int udpPort,
    int nativeProtocol,
    CreditPlacement credit,
    SpecVersion version,
    CodePoints codePoints) {
  /** The port that tools other than the implementations' own follow. */
  public static final int UDP_PORT = 4793;

  /** The first of the numbers for experiments. */
  public static final int NATIVE_PROTOCOL = 253;

  /** Port 4793, protocol 253, credit in the last octets, version 1.0.3. */
  public static final WireChoices DEFAULT =
      new WireChoices(
          UDP_PORT, NATIVE_PROTOCOL, CreditPlacement.LAST, SpecVersion.V1_0_3, CodePoints.DEFAULT);

  public WireChoices {
    Octets.fitting(udpPort, 0xFFFF);
    Octets.fitting(nativeProtocol, 0xFF);
  }

  /** The same with another UDP port. */
  public WireChoices withUdpPort(int udpPort) {
    return new WireChoices(udpPort, nativeProtocol, credit, version, codePoints);
  }

  /** The same for another version. */
  public WireChoices withVersion(SpecVersion version) {
    return new WireChoices(udpPort, nativeProtocol, credit, version, codePoints);
  }
}
