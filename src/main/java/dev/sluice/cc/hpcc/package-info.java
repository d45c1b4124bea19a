/**
 * HPCC++: congestion control by what switches tell of their ports; a window computed from that,
 * against a reference that moves once a round.
 *
 * <p>{@link dev.sluice.cc.hpcc.Stamp} is the switch's part, {@link
 * dev.sluice.cc.hpcc.TelemetryUnits} what its numbers mean, and {@link
 * dev.sluice.cc.hpcc.LinkChoice} a receiver's choice of one link: none of them keeps anything from
 * packet to packet. {@link dev.sluice.cc.hpcc.FlowCount} is how many flows a receiver's link has.
 * Where the numbers stand on the wire, {@code dev.sluice.wire.telemetry} says.
 *
 * <p>{@link dev.sluice.cc.hpcc.HpccWindow} is the algorithm, {@link dev.sluice.cc.hpcc.HpccSender}
 * the sender that keeps to its window and pace, and {@link dev.sluice.cc.hpcc.HpccReceiver} the
 * receiver that brings the measurements back, or runs the algorithm itself. These follow {@code
 * spec/hpcc/HpccWindow.tla} action by action. {@link dev.sluice.cc.hpcc.LinkRecords} is what either
 * keeps of the links between two packets, and {@code spec/hpcc/TelemetryRecords.tla} what is made
 * of it.
 *
 * <p>The utilisation U is counted in parts, windows and sizes in 2⁻⁹ byte, times in picoseconds.
 * Each quotient is rounded toward zero, once.
 */
package dev.sluice.cc.hpcc;
