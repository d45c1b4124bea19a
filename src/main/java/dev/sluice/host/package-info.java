/**
 * What end hosts of a simulated fabric have in common, whatever they speak; a transport has a room
 * of its own below this one.
 *
 * <p>{@link dev.sluice.host.Host} is one end of a link. Its {@link dev.sluice.host.Sender}s take
 * turns there: each is asked whether it may send, is held back until the time that its algorithm
 * names, and makes its frame. An algorithm is met as a {@link dev.sluice.cc.SenderRole}; the sender
 * tells it of signals, and rings it when the time that it has named has come. {@link
 * dev.sluice.host.Flight} keeps what was sent until it is acknowledged, {@link
 * dev.sluice.host.Memory} what has come until it is in memory, and {@link dev.sluice.host.Flows}
 * what the application asked for.
 *
 * <p>A {@link dev.sluice.host.Transport} says what a frame means, and decides nothing that a
 * specification states: that is its kernels'. What all of this needs is looked at before it
 * happens, without code of the transport's: a {@link dev.sluice.host.Connection} is what a frame,
 * or a timer, is for.
 *
 * <h2>Late, and yet at its time</h2>
 *
 * <p>The link asks for a frame when it is free, which the fabric may do late by up to the link's
 * delay. A frame begins at its right time nevertheless: so does one that its sender has spaced out.
 * A role's timer that is named as a packet leaves comes no earlier than the link's delay after
 * that, so that it does not depend on how late the link has asked.
 */
package dev.sluice.host;
