/**
 * What the parts of one end of a RoCEv2 connection have in common, whatever their algorithm.
 *
 * <p>{@link dev.sluice.host.roce.connection.QueuePair} says who is connected, with which {@link
 * dev.sluice.host.roce.connection.Service}. {@link dev.sluice.host.roce.connection.RoceFrames}
 * writes the headers of a host's frames, as octets, and finds its way in those that come. {@link
 * dev.sluice.host.roce.connection.ConnectionLog} is what the log of each specification extends.
 * {@link dev.sluice.host.roce.connection.Responses} are responses to READs under a window: {@link
 * dev.sluice.host.roce.connection.AskedReads} cuts them, and an algorithm counts them.
 *
 * <p>The rooms of algorithms stand on this one, and on no other of RoCE's; the end itself, one room
 * up, is made of all of them.
 */
package dev.sluice.host.roce.connection;
