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
 * <p>Answers of a responder leave by {@code Answering} in the order in which they were given, in
 * the class of the requests: an acknowledgment that overtook the response to a READ would tell its
 * requester that the response is lost.
 *
 * <p>A flow has a {@link dev.sluice.host.roce.connection.Service}: its DSCP, its IP version, and
 * whether its application has selected it for congestion control. What is selected is ECT(0) and
 * has the algorithm of {@link dev.sluice.host.roce.RoceParams}; everything else is Not-ECT and goes
 * at the rate of the link.
 *
 * <p>What each algorithm does has a room of its own, with a class for what a NIC has of it:
 *
 * <table>
 * <caption>Source documents and rooms</caption>
 * <tr><th>document</th><th>room</th><th>what a NIC has</th></tr>
 * <tr><td>RoCEv2, reliable connections</td><td>this one</td><td>{@code RoceNic}</td></tr>
 * <tr><td>RoCEv2 congestion management</td><td>{@code rcm}</td><td>{@link
 *     dev.sluice.host.roce.rcm.RcmNic}</td></tr>
 * <tr><td>LDCP, by windows or by rates</td><td>{@code ldcp}</td><td>{@link
 *     dev.sluice.host.roce.ldcp.LdcpNic}</td></tr>
 * <tr><td>HPCC++</td><td>{@code hpcc}</td><td>{@link
 *     dev.sluice.host.roce.hpcc.HpccNic}</td></tr>
 * </table>
 *
 * <p>They stand on {@code connection}: who is connected, and frames. None of them knows another, or
 * this room, which is made of all: {@code RequestingQp} and {@code RespondingQp} are the two ends
 * of a connection, and hold the pieces of the algorithm that their flows are selected for. Other
 * packets that come to them pass {@link dev.sluice.host.roce.rcm.Notifying} first.
 *
 * <h2>What an algorithm hears</h2>
 *
 * <p>{@code onFrame} and {@code onSend} as a packet leaves, with what its frame takes on a link and
 * with its payload; {@code onAck} as bytes are acknowledged; {@code onNack} with the syndrome for a
 * NAK and an RNR NAK, and {@code onLoss} where a timer ran out or a later answer tells of a loss,
 * with the bytes that are to be sent again; {@code onNotification} as a CNP comes that names the
 * queue pair, at either end; {@code onTimer} when it has named a time. It is asked for {@code
 * cwnd}, {@code mayTransmit} and {@code notBeforePs} before each packet: a rate is a {@link
 * dev.sluice.cc.Pacer} there. Not asked is {@code requestsAck}, since the specification says which
 * packets ask for an acknowledgment; {@code isDroppable} means nothing here, and telemetry comes
 * with a fabric that writes it.
 *
 * <h2>Where more plugs in</h2>
 *
 * <ul>
 *   <li>Another algorithm is a {@code SenderRole} that {@code RoceParams.algorithm} makes, as
 *       {@link dev.sluice.host.roce.rcm.Reaction} is. What a receiver does with a packet before it
 *       is taken is {@code Notifying}'s place.
 *   <li>A pause of a class is the fabric's: frames are in the class of their {@code Service.dscp}
 *       there, and {@code Host.pull} passes over senders whose class is paused.
 * </ul>
 *
 * <p>{@link dev.sluice.host.roce.RcTransportLog} hears of each step from within the kernels, and
 * tells it as {@code docs/eventlog.md} has it. {@link dev.sluice.host.roce.RoceFaultPoints} are the
 * places at which tests plant faults.
 *
 * <p>Connections are there when they are needed: how they are set up (CM) is not modelled. One end
 * of each only asks, the other only answers; two hosts that write to each other have two.
 */
package dev.sluice.host.roce;
