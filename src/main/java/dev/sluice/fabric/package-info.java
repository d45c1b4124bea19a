/**
 * The network between the NICs: links, output queues, cut-through switches, paths and topologies.
 *
 * <p>A {@link dev.sluice.fabric.Topology} says what is connected with what; {@link
 * dev.sluice.fabric.Topologies} builds the usual ones. A {@link dev.sluice.fabric.Fabric} runs one
 * in an event loop. What a frame meets at a port, how long queues may be, who marks and who trims,
 * comes from {@link dev.sluice.fabric.PortRules}; the decision whether a frame is marked is a
 * kernel's, {@link dev.sluice.cc.PortRole}. The other end of a host's link is a {@link
 * dev.sluice.fabric.HostSide}, which the NIC implements. Frames are slots in {@link
 * dev.sluice.fabric.Packets}, with a header of real octets that switches read through {@link
 * dev.sluice.fabric.HeaderFormat} and never change except to mark or to trim. Whoever wants to see
 * what happens implements {@link dev.sluice.fabric.FabricObserver}.
 *
 * <h2>One event a hop</h2>
 *
 * <p>The usual simulation needs two events for each hop, one when a frame has arrived and one when
 * the port is free for the next. Here a port is settled instead: whenever anything is about to
 * happen to it, it first begins all the frames that must have begun by now, each at the instant at
 * which it did. That is exact, since what it begins with depends only on what was there, and all
 * that is there came through such a settling. The one event is the moment when the frame could
 * leave the next switch: it settles this port too, and so finds the frame behind. Consequently the
 * beginning of a frame may be told to an observer up to a link's delay late, though with its right
 * time; {@link dev.sluice.fabric.FabricConfig#punctual} has it told in time, at the price of the
 * second event and without changing anything else.
 *
 * <h2>When a frame can leave a switch</h2>
 *
 * <p>A cut-through switch can begin a frame its latency after the first bit has arrived and been
 * corrected, but towards a faster link only so late that the last bit leaves no earlier than it is
 * there: later by the difference of the two serializations. In an empty fabric a frame therefore
 * takes exactly what {@link dev.sluice.cc.BaseRtt} says.
 */
package dev.sluice.fabric;
