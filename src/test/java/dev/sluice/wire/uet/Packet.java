package dev.sluice.wire.uet;

import dev.sluice.wire.ip.IpHeader;
import dev.sluice.wire.ip.Udp;
import java.util.Optional;

/**
 * A decoded packet: its headers from IP to SES, and where its payload stands.
 *
 * @param ip the IP header
 * @param udp the UDP header, if there is one
 * @param entropy the native header, if there is no UDP
 * @param pds the PDS header, or a security header
 * @param ses the SES header, if there is one and it is whole
 * @param payloadAt index of the first octet behind the headers
 * @param payloadLength octets behind the headers
 */
public record Packet(
    IpHeader ip,
    Optional<Udp> udp,
    Optional<Entropy> entropy,
    UetPacket pds,
    Optional<Ses> ses,
    int payloadAt,
    int payloadLength) {}
