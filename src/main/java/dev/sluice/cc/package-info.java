/**
 * What every congestion-control algorithm has in common, seen from its host.
 *
 * <p>An algorithm is a kernel: a class of pure static methods that take its state, one signal and
 * its parameters, and answer with an {@link dev.sluice.cc.Outcome}. Accepted brings the next state
 * and the {@link dev.sluice.cc.Effect}s that the host must carry out; refused brings back the very
 * state that was given. Kernels know no clock, chance, I/O or floating point: what they need, they
 * are given. So the same class runs with a model's toy constants in the replay and at full size in
 * a simulated NIC.
 *
 * <p>Each algorithm has a room of its own below this one, and none knows another.
 *
 * <h2>The switch port</h2>
 *
 * <p>A port asks its {@link dev.sluice.cc.PortRole} about each frame that comes to a queue, and
 * gets a {@link dev.sluice.cc.PortVerdict}. A port with none passes everything, which is how
 * marking is off at the last hop (RCCC-11). The roles that exist are {@link
 * dev.sluice.cc.RedMarker} and {@link dev.sluice.cc.TrimBeyond}. Others come in without a change
 * here:
 *
 * <ul>
 *   <li>The congestion point of RoCEv2 congestion management is {@code RedMarker} with that
 *       profile's thresholds; its notification packets are made by the receiver, not by the port.
 *   <li>LDCP's switch marks by {@code RedMarker} too; what it drops early, because its sender calls
 *       it droppable, is a queue of its own whose role answers DROP by the same ramp, and the
 *       buffer's end is the host's limit.
 *   <li>HPCC's switch decides nothing: it writes what it sees into the frame. It does so when the
 *       frame starts to leave, where the host of this role knows the instant, what waits, what has
 *       been sent and the rate; that stamp is a second role at the dequeue, beside this one.
 * </ul>
 *
 * <h2>The empty fabric</h2>
 *
 * <p>{@link dev.sluice.cc.BaseRtt} is the round trip that all of them compare with.
 */
package dev.sluice.cc;
