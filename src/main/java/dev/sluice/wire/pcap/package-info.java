/**
 * Captures: packets written out in full, into files that network tools open.
 *
 * <p>{@link dev.sluice.wire.pcap.EthernetFrames} makes an Ethernet frame of a packet's headers and
 * its payload reference; {@link dev.sluice.wire.pcap.PcapngWriter} writes frames with the
 * nanosecond of their time. A reader of such files, ours and other people's, is among the tests.
 */
package dev.sluice.wire.pcap;
