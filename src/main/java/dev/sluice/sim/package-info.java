/**
 * Simulated time and simulated chance, and nothing else: no packet, no link, no protocol.
 *
 * <p>{@link dev.sluice.sim.EventLoop} runs what is to happen in order of time, an integer number of
 * picoseconds. At the same time, what is appointed, such as a frame's arrival over a link, comes in
 * an order that follows from that time and its keys alone, and timers after that, in the order in
 * which they were set. {@link dev.sluice.sim.RandomStreams} gives each user of chance a stream of
 * its own, named, so that a new user moves nobody else's draws. A run is therefore a function of
 * what is in it and of one seed: there is no clock, no thread and no floating point in this room.
 *
 * <p>The loop is made for tens of millions of events: whoever wants to be woken registers once, as
 * a timer, and being woken allocates nothing. What flows through a network is best kept in queues
 * of its own with one timer for the head of each, so that the loop holds as many entries as there
 * are busy links and not as many as there are packets.
 *
 * <p>When many appointments are pending, what they work on does not fit into a processor's caches.
 * Then the loop tells those who want to know what is due next, some dozen events at a time, so that
 * they can look at it beforehand: {@link dev.sluice.sim.EventHandler#lookAt}. Nothing but the time
 * it takes depends on that.
 *
 * <p>A run always ends: {@link dev.sluice.sim.EventLoop#run} is given a last instant and a largest
 * number of events, and says which of its ends it came to.
 */
package dev.sluice.sim;
