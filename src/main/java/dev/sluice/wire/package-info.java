/**
 * Octets: everything that is on the wire, and nothing else.
 *
 * <p>Five inner rooms hold the formats: {@link dev.sluice.wire.ip} Ethernet, IP and UDP, {@link
 * dev.sluice.wire.uet} the headers of Ultra Ethernet Transport, {@link dev.sluice.wire.roce} those
 * of RoCEv2, {@link dev.sluice.wire.telemetry} what switches tell of themselves, {@link
 * dev.sluice.wire.pcap} capture files. All follow one pattern. A header is a record; beside the
 * record stand static methods of the same names that read one field straight from a byte array, and
 * a {@code put} that writes all of them:
 *
 * <pre>{@code
 * Request.put(octets, at, PacketType.RUD_CC_REQ, NextHdr.STANDARD, Request.SYN, ...);
 * int psn = Request.psn(octets, at);          // hot: one load, nothing allocated
 * Request header = Request.read(octets, at);  // cold: the whole header, to print and compare
 * }</pre>
 *
 * <p>A simulated NIC or switch trusts octets that the simulation has written itself, and uses the
 * static methods. Tests read whole packets and captures with a decoder of their own, which takes
 * octets of strangers as well and never throws.
 *
 * <p>Payload travels as a {@link dev.sluice.wire.Payload}, a reference into somebody's memory, and
 * is written out only into captures and by the checker of memory commits. Nothing in this room
 * keeps state, knows a clock or decides anything.
 */
package dev.sluice.wire;
