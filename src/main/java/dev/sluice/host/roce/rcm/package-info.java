/**
 * RoCEv2 congestion management at a host, with the kernels of {@code dev.sluice.cc.rcm}.
 *
 * <p>Each packet that comes to a queue pair passes {@link dev.sluice.host.roce.rcm.Notifying},
 * which is a {@link dev.sluice.cc.rcm.NotificationPoint} with its timer, and sends CNPs back:
 * beside all senders, with the DSCP of {@link dev.sluice.host.roce.rcm.Notices}. {@link
 * dev.sluice.host.roce.rcm.Reaction} spaces packets out as a {@link
 * dev.sluice.cc.rcm.ReactionPoint} says. {@code RcmLoopLog} tells of both.
 *
 * <p>{@link dev.sluice.host.roce.rcm.RcmNic} is what the NIC of one host has of it. Which frames
 * are CNPs, and whom they are for, is seen by the NIC itself.
 */
package dev.sluice.host.roce.rcm;
