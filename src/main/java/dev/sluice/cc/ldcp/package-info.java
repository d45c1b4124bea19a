/**
 * PFC-free low delay control (LDCP): a window that moves with each acknowledgment.
 *
 * <p>{@link dev.sluice.cc.ldcp.PawaWindow} is the sender's window in the stable stage, {@link
 * dev.sluice.cc.ldcp.AckPolicy} says when the receiver acknowledges, and for how many packets. Both
 * follow {@code spec/ldcp/PawaWindow.tla} action by action. {@link dev.sluice.cc.ldcp.FastStart} is
 * the first round trip before it, after {@code spec/ldcp/FastStart.tla}. {@link
 * dev.sluice.cc.ldcp.EventRate} is the form for NICs that send at a rate, after {@code
 * spec/ldcp/EventRate.tla}, and {@link dev.sluice.cc.ldcp.RttResponder} answers its requests.
 * {@link dev.sluice.cc.ldcp.LsnWindow} and {@link dev.sluice.cc.ldcp.LsnReceiver} are the two ends
 * of a space of byte sequence numbers, which windows slide over, and {@link
 * dev.sluice.cc.ldcp.ReadRepeat} has a READ repeated, after {@code spec/ldcp/LsnSpace.tla}.
 *
 * <p>Windows are counted in parts of a packet, times are picoseconds. What an increase leaves over
 * is carried to the next one.
 */
package dev.sluice.cc.ldcp;
