/**
 * RoCEv2 congestion management: the loop from the mark of a switch to the rate of a queue pair.
 *
 * <p>{@link dev.sluice.cc.rcm.CongestionPoint} marks packets in a queue that grows long, {@link
 * dev.sluice.cc.rcm.NotificationPoint} has those who receive them tell their senders by a packet of
 * its own, the CNP, and {@link dev.sluice.cc.rcm.ReactionPoint} lowers the rate of the queue pair
 * that a CNP names, and raises it when CNPs stay away. All follow {@code spec/rcm/RcmLoop.tla}
 * action by action.
 *
 * <p>The rules leave to configuration by how much a rate falls and rises. {@link
 * dev.sluice.cc.rcm.ReactionParams} has the form that they ask for, a cut by a part and a rise by a
 * step, and that of DCQCN; {@link dev.sluice.cc.rcm.RcmProfile} names the values that public
 * material gives for it, which differ by up to fifty times.
 *
 * <p>Rates are whole numbers of Mb/s, alpha counts parts of a scale, and times are picoseconds. A
 * cut rounds toward zero, and so does alpha, of which one part stays; a rise rounds up.
 */
package dev.sluice.cc.rcm;
