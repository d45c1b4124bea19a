/**
 * Priority flow control (PFC): a port whose buffer fills pauses the port that sends to it, class by
 * class, so that nothing is lost.
 *
 * <p>{@link dev.sluice.cc.pfc.PauseSender} stands at the buffer: it counts what one ingress port
 * holds of one class, and says when a pause frame is to leave and what it tells. {@link
 * dev.sluice.cc.pfc.PauseReceiver} stands at the other end of the cable, and says whether a frame
 * may begin. Both follow {@code spec/rcm/PfcLossless.tla} action by action. The form of a pause
 * frame on the wire is that of {@code dev.sluice.wire.ip.MacControl}; how long cables and responses
 * take is the host's.
 *
 * <p>{@link dev.sluice.cc.pfc.PauseWatchdog} finds a class that pause frames hold up for too long,
 * and follows {@code spec/rcm/PauseWatchdog.tla}; its host lets the class go on in spite of them.
 *
 * <p>Time is a whole number of any unit, the same one in both: picoseconds in a fabric, units of
 * the model in a replay. So is room: bytes, or units.
 *
 * <p>{@link dev.sluice.cc.pfc.PauseThreshold} is where the pause begins: at a number of bytes, or
 * at a share of what is free in a buffer that lanes share. {@link dev.sluice.cc.pfc.Headroom} is
 * what must be kept free beyond.
 */
package dev.sluice.cc.pfc;
