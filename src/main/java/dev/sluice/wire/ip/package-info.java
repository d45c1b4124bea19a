/**
 * Ethernet, IPv4, IPv6 and UDP, as far as UET packets use them.
 *
 * <p>{@link dev.sluice.wire.ip.Ip} is what a switch needs of either version: length, DSCP and ECN,
 * read and rewritten in place, with the IPv4 checksum carried along instead of computed anew.
 */
package dev.sluice.wire.ip;
