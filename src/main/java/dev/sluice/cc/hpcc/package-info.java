/**
 * HPCC++: congestion control by what switches tell of their ports; a window computed from that,
 * against a reference that moves once a round.
 *
 * <p>{@link dev.sluice.cc.hpcc.Stamp} is the switch's part, {@link
 * dev.sluice.cc.hpcc.TelemetryUnits} what its numbers mean, and {@link
 * dev.sluice.cc.hpcc.LinkChoice} a receiver's choice of one link: none of them keeps anything from
 * packet to packet. {@link dev.sluice.cc.hpcc.FlowCount} is how many flows a receiver's link has.
 * Where the numbers stand on the wire, {@code dev.sluice.wire.telemetry} says.
 */
package dev.sluice.cc.hpcc;
