/**
 * Hosts that speak RoCEv2 over the simulated fabric: reliable connections between queue pairs, on
 * the generic {@link dev.sluice.host.Host}.
 *
 * <p>{@link dev.sluice.host.roce.RoceSystem} puts a NIC at every host and carries flows: a WRITE, a
 * SEND, a READ or an ATOMIC each. Which packet leaves, what is executed and what each response
 * means is decided by {@link dev.sluice.roce.Requester} and {@link dev.sluice.roce.Responder}
 * alone; what is here makes frames, keeps timers, and asks the congestion control of each queue
 * pair, a {@link dev.sluice.cc.SenderRole}, before each packet of data: requests at the requester,
 * and the responses to READs at the responder.
 *
 * <p>Answers of a responder leave in the order in which they were given, in the class of the
 * requests: an acknowledgment that overtook the response to a READ would tell its requester that
 * the response is lost.
 *
 * <p>Connections are there when they are needed: how they are set up (CM) is not modelled. One end
 * of each only asks, the other only answers; two hosts that write to each other have two.
 */
package dev.sluice.host.roce;
