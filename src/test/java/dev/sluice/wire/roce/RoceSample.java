package dev.sluice.wire.roce;

import dev.sluice.wire.ip.Ethernet;
import dev.sluice.wire.ip.Ip;
import dev.sluice.wire.ip.Ipv4;
import dev.sluice.wire.ip.Ipv6;
import dev.sluice.wire.ip.Udp;
import dev.sluice.wire.ip.Vlan;
import java.util.Arrays;

/** Whole packets for tests, written the way a NIC writes them. */
final class RoceSample {
  static final int A = 0x0A00_0001;
  static final int B = 0x0A00_0002;
  static final long NET = 0xFD00L << 48;

  private RoceSample() {}

  /** An IP packet with the given transport headers and payload, sealed. */
  static byte[] packet(boolean v6, int dscp, int ecn, byte[] headers, byte[] payload) {
    int padding = Bth.padding(payload.length);
    int transport = Udp.SIZE + headers.length + payload.length + padding + Icrc.SIZE;
    byte[] octets = new byte[(v6 ? Ipv6.SIZE : Ipv4.SIZE) + transport];
    int at =
        v6
            ? Ipv6.put(octets, 0, dscp, ecn, 0x12345, transport, Ip.UDP, 64, NET, B, NET, A)
            : Ipv4.put(octets, 0, dscp, ecn, Ipv4.SIZE + transport, 64, Ip.UDP, B, A);
    at = Udp.put(octets, at, 0xC000, WellKnown.PORT, transport);
    System.arraycopy(headers, 0, octets, at, headers.length);
    octets[at + 1] |= (byte) Bth.padded(padding);
    System.arraycopy(payload, 0, octets, at + headers.length, payload.length);
    seal(octets);
    return octets;
  }

  /** Fills in the checks: over IPv6 a UDP checksum, which covers the ICRC, may not be missing. */
  static void seal(byte[] packet) {
    Icrc.put(packet, 0);
    if (Ip.version(packet, 0) == 6) {
      Udp.seal(packet, 0);
    }
  }

  /** The packet behind an Ethernet header, with a tag if there is one. */
  static byte[] frame(byte[] packet, Vlan vlan) {
    int tag = vlan == null ? 0 : Vlan.SIZE;
    byte[] octets = new byte[Ethernet.SIZE + tag + packet.length];
    System.arraycopy(packet, 0, octets, Ethernet.SIZE, packet.length);
    Ethernet.put(octets, 0);
    if (vlan != null) {
      vlan.put(octets, 12);
      System.arraycopy(packet, 0, octets, Ethernet.SIZE + tag, packet.length);
    }
    return octets;
  }

  /** The base header, and what an opcode puts behind it. */
  static byte[] headers(Bth bth, Object... extended) {
    byte[] octets = new byte[64];
    int at = bth.put(octets, 0);
    for (Object header : extended) {
      if (header instanceof Reth reth) {
        at = reth.put(octets, at);
      } else if (header instanceof Aeth aeth) {
        at = aeth.put(octets, at);
      } else if (header instanceof AtomicEth atomic) {
        at = atomic.put(octets, at);
      } else if (header instanceof AtomicAckEth answer) {
        at = answer.put(octets, at);
      } else if (header instanceof Immediate immediate) {
        at = immediate.put(octets, at);
      } else {
        throw new IllegalArgumentException("no header: " + header);
      }
    }
    return Arrays.copyOf(octets, at);
  }

  static Bth bth(int opcode, int psn) {
    return new Bth(opcode, 0, WellKnown.DEFAULT_P_KEY, 0, 0x0000D2, 0, psn);
  }

  /** A CNP as V2 of the fact sheet has it, from 10.0.0.2 to 10.0.0.1. */
  static byte[] cnp(boolean v6, int ecn) {
    byte[] headers = new byte[Cnp.SIZE];
    Cnp.put(headers, 0, WellKnown.DEFAULT_P_KEY, 0xD2);
    return packet(v6, 48, ecn, headers, new byte[0]);
  }

  /** Octets that are no zeros, which tshark would take for another protocol's. */
  static byte[] payload(int length) {
    byte[] octets = new byte[length];
    for (int i = 0; i < length; i++) {
      octets[i] = (byte) (i * 29 + 0xA5);
    }
    return octets;
  }

  /** A packet of each known opcode, with what belongs to it. */
  static byte[] ofOpcode(boolean v6, int opcode, byte[] payload) {
    if (opcode == Opcode.CNP) {
      return cnp(v6, 1);
    }
    byte[] headers = new byte[Opcode.headerSize(opcode)];
    bth(opcode, 0xABCDEF).put(headers, 0);
    for (int i = Bth.SIZE; i < headers.length; i++) {
      headers[i] = (byte) (i * 37);
    }
    return packet(v6, 26, 2, headers, Opcode.hasPayload(opcode) ? payload : new byte[0]);
  }
}
