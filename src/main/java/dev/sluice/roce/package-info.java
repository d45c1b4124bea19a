/**
 * Reliable connections between queue pairs, as RoCEv2 carries them: SEND, WRITE, READ and ATOMIC in
 * packets with sequence numbers that wrap, executed once and in order over a network that loses,
 * repeats and reorders.
 *
 * <p>{@link dev.sluice.roce.Requester} decides what leaves and what each response means, {@link
 * dev.sluice.roce.Responder} what is executed and what is answered. Both follow {@code
 * spec/roce/RcTransport.tla} action by action. Bytes, addresses and keys are the host's, the form
 * on the wire that of {@code dev.sluice.wire.roce}; how fast packets leave is congestion control's.
 *
 * <p>How a connection is set up is not modelled: both ends are given the first PSN, the path MTU
 * and how many READs and ATOMICs may be out.
 */
package dev.sluice.roce;
