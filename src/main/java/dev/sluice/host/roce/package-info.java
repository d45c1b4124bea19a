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
 * <p>RoCEv2 congestion management is {@link dev.sluice.cc.rcm.NotificationPoint}, which each packet
 * passes that comes to a queue pair, and {@link dev.sluice.cc.rcm.ReactionPoint}, as the algorithm
 * {@link dev.sluice.host.roce.rcm.Reaction}. CNPs leave beside all senders, with the DSCP of {@link
 * dev.sluice.host.roce.rcm.Notices}.
 *
 * <p>LDCP is {@link dev.sluice.host.roce.ldcp.LdcpSender}, which hands the window from {@link
 * dev.sluice.cc.ldcp.FastStart} to {@link dev.sluice.cc.ldcp.PawaWindow}, and {@code LdcpReceiver}
 * with its {@link dev.sluice.cc.ldcp.AckPolicy}. Requests and {@code Responses} to READs go by two
 * byte sequences, each with a {@link dev.sluice.cc.ldcp.LsnWindow} and a {@link
 * dev.sluice.cc.ldcp.LsnReceiver}: {@code LdcpRequests} at the end that asks, which has {@code
 * LdcpReads} for what comes back, and {@code LdcpResponses} at the one that answers. They are
 * beneath the connection: it is handed requests in the order of their LSNs, each once, and what is
 * lost of them is sent again without its knowledge; a packet that it sends again itself is a new
 * one there. Windows count packets, so that these tell them directly; marks come back in {@link
 * dev.sluice.wire.roce.LdcpHeader}. Acknowledgments are ECN-capable there, or a switch would drop
 * them at K.
 *
 * <p>LDCP by rates is {@link dev.sluice.host.roce.ldcp.LdcpRate}, with {@link
 * dev.sluice.cc.ldcp.EventRate}: over RoCEv2 as it is, with a {@link
 * dev.sluice.wire.roce.RttMessage} now and then, and CNPs of the notification points. The queue
 * pair that takes the data answers requests and marks, in {@code Notifying}; {@code EventRateLog}
 * tells of both ends.
 *
 * <p>HPCC++ is {@link dev.sluice.host.roce.hpcc.HpccSending} and {@code HpccReceiving}, whose
 * kernels are {@link dev.sluice.cc.hpcc.HpccSender}, {@link dev.sluice.cc.hpcc.HpccReceiver} and
 * {@link dev.sluice.cc.hpcc.LinkRecords}; {@code HpccDataSender} and {@code HpccDataReceiver} are
 * what a queue pair does beside its packets, of requests and, by {@code HpccResponses}, of
 * responses to READs. Data packets carry {@link dev.sluice.wire.telemetry.RoceTelemetry}, or probes
 * do; what switches wrote comes back in {@link dev.sluice.wire.telemetry.AckTelemetry}.
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
