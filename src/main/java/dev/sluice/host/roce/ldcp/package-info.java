/**
 * LDCP at a host, with the kernels of {@code dev.sluice.cc.ldcp}: by windows, with sequence numbers
 * and acknowledgments of its own, or by rates.
 *
 * <h2>By windows</h2>
 *
 * <p>Requests and responses to READs go by two byte sequences, whose LSNs stand in a {@link
 * dev.sluice.wire.roce.LdcpHeader}; {@code LdcpSpaces} says how many bytes a packet occupies there.
 *
 * <table>
 * <caption>Who sends and who takes what</caption>
 * <tr><th>queue pair</th><th>of requests</th><th>of responses</th></tr>
 * <tr><td>asks</td><td>{@link dev.sluice.host.roce.ldcp.LdcpRequests}: {@link
 *     dev.sluice.cc.ldcp.LsnWindow}</td><td>{@link dev.sluice.host.roce.ldcp.LdcpReads}: {@link
 *     dev.sluice.cc.ldcp.LsnReceiver}, {@link dev.sluice.cc.ldcp.ReadRepeat}</td></tr>
 * <tr><td>answers</td><td>{@link dev.sluice.host.roce.ldcp.LdcpArrivals}: {@link
 *     dev.sluice.cc.ldcp.LsnReceiver}</td><td>{@link dev.sluice.host.roce.ldcp.LdcpResponses}: {@link
 *     dev.sluice.cc.ldcp.LsnWindow}</td></tr>
 * </table>
 *
 * <p>Who sends has a {@link dev.sluice.host.roce.ldcp.LdcpSender}, the window in packets, which is
 * handed from {@link dev.sluice.cc.ldcp.FastStart} to {@link dev.sluice.cc.ldcp.PawaWindow}. Who
 * takes has a {@code LdcpReceiver}: {@link dev.sluice.cc.ldcp.AckPolicy} says there when an
 * acknowledgment leaves, and whether it echoes a mark. Both are beneath the connection: it is
 * handed requests in the order of their LSNs, each once, and what is lost of them is sent again
 * without its knowledge; a packet that it sends again itself is a new one there. Windows count
 * packets, so that these tell them directly. Acknowledgments are ECN-capable, or a switch would
 * drop them at K.
 *
 * <h2>By rates</h2>
 *
 * <p>{@link dev.sluice.host.roce.ldcp.LdcpRate} spaces packets out as {@link
 * dev.sluice.cc.ldcp.EventRate} says: over RoCEv2 as it is, with a {@link
 * dev.sluice.wire.roce.RttMessage} now and then, which the other end's answers, and CNPs of the
 * notification points of RoCEv2 congestion management.
 *
 * <p>{@link dev.sluice.host.roce.ldcp.LdcpNic} is what the NIC of one host has of all this, with a
 * log for each specification.
 */
package dev.sluice.host.roce.ldcp;
