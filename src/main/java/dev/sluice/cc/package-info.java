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
 * <p>Each algorithm has a room of its own below this one, named after its source document, and none
 * knows another. So far there is {@code rccc}, receiver credits.
 */
package dev.sluice.cc;
