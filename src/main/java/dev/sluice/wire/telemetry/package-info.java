/**
 * Inband telemetry for HPCC++: the header of the draft's figure, and the other encapsulations that
 * it names.
 *
 * <p>{@link dev.sluice.wire.telemetry.TelemetryHead} and one {@link
 * dev.sluice.wire.telemetry.HopRecord} for each switch are the figure's header; {@link
 * dev.sluice.wire.telemetry.TelemetryFormat} says where it stands and how many records fit, and
 * {@link dev.sluice.wire.telemetry.TelemetryFrames} puts it into packets. What a field counts, and
 * which value a switch writes, is the kernels' matter ({@code dev.sluice.cc.hpcc}).
 */
package dev.sluice.wire.telemetry;
