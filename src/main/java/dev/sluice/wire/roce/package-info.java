/**
 * The headers of RoCEv2: the base transport header and what an opcode puts behind it, the
 * congestion notification packet, and the check that covers them all.
 *
 * <p>A RoCEv2 packet is an IP header, a UDP header to port {@value
 * dev.sluice.wire.roce.WellKnown#PORT}, a {@link dev.sluice.wire.roce.Bth}, the extended headers
 * that its {@link dev.sluice.wire.roce.Opcode} announces, payload with up to three octets of
 * padding, and four octets of {@link dev.sluice.wire.roce.Icrc}. Records keep every bit that was on
 * the wire, reserved ones included, so that what is decoded and encoded again is the same octets;
 * what the bits mean is asked of them by methods.
 *
 * <p>Only what a reliable connection uses is here. Layouts and codes are public material on
 * InfiniBand and RoCEv2; the one source document that shows a packet, a CNP, shows it as a picture.
 *
 * <p>What a number means, in which unit and beyond which wrap, is the kernels' matter.
 */
package dev.sluice.wire.roce;
