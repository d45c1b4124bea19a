/**
 * Whole NICs: the kernels of congestion control and transport put together at the hosts of a
 * simulated fabric, with real octets between them.
 *
 * <p>{@link dev.sluice.host.uet.NicSystem} is where to begin: it puts a NIC at every host, takes
 * writes as flows, and answers what has become of them. {@link dev.sluice.host.uet.NicParams} has
 * two named profiles and everything that can be set; {@link dev.sluice.host.uet.NicObserver} is
 * told what happens, and costs nothing where nobody asks. The fabric reads the headers through
 * {@link dev.sluice.host.uet.UetHeaderFormat}.
 *
 * <pre>{@code
 * EventLoop loop = new EventLoop();
 * RandomStreams streams = new RandomStreams(seed);
 * FabricConfig config = new FabricConfig(new UetHeaderFormat(), TrafficClasses.standard(), rules,
 *     NicSystem.FRAME_OVERHEAD_BYTES, punctual);
 * Fabric fabric = new Fabric(topology, config, NicSystem.packets(), loop, streams);
 * NicSystem nics = new NicSystem(fabric, loop, streams, NicParams.sourceDocuments());
 * nics.observe(observer);
 * int flow = nics.write(source, destination, job, trafficClass, bytes, startPs);
 * loop.run(untilPs, maxEvents);
 * }</pre>
 *
 * <h2>The way of a write</h2>
 *
 * <p>The request looks for a packet delivery context (PDC) by job, destination and traffic class.
 * If there is none, one is allocated, and the first towards a destination asks for a congestion
 * control context (CCC), which is created, configured, bound, and then READY. The host's link asks
 * for a frame whenever it is free; the CCCs that have something to send and may are asked in turn,
 * and within a CCC its PDCs. A frame carries IPv4, UDP, a RUD_CC_REQ (a RUD_REQ without receiver
 * credits) and a semantic header that names the target's memory; its payload is only referred to.
 *
 * <p>At the target a SYN that nobody knows opens a PDC, and a CCC if need be. Data goes to memory,
 * which takes its time, one packet behind the other. What is there is acknowledged: when enough has
 * come together, when the source asks for it, or when a packet was marked. A flow is complete when
 * its source has heard that its last byte is in memory. When a PDC has nothing more to do, and no
 * SYN of it can be under way, it closes, and the last one takes the CCC with it at both ends; its
 * id rests until nothing of it can be under way.
 *
 * <h2>What is whose</h2>
 *
 * <p>All rules are kernels', the same that are replayed against the specifications: {@link
 * dev.sluice.uet.ccc.PdsManager}, {@link dev.sluice.uet.ccc.CccManager}, {@link
 * dev.sluice.uet.ccc.Ccc}, {@link dev.sluice.uet.ccc.CccTeardown}, {@link
 * dev.sluice.uet.ccc.Transfer} and {@link dev.sluice.uet.ccc.CccScheduling}; {@link
 * dev.sluice.uet.pdc.Initiator} and {@link dev.sluice.uet.pdc.Target} with the single PDCs behind
 * them; {@link dev.sluice.uet.pdc.LossRecovery}; {@link dev.sluice.cc.nscc.NsccWindow} and {@link
 * dev.sluice.cc.nscc.EntropyValues}; {@link dev.sluice.cc.rccc.CreditSpender} and {@link
 * dev.sluice.cc.rccc.CreditGranter}. A call that a kernel refuses although this room thinks it may
 * make it is an exception, not a silence.
 *
 * <p>This room holds what they do not: time and timers, octets, memory, the order in which CCCs
 * send, and, where no credit says whose turn it is, that of the PDCs of a CCC. What is sent again
 * goes before what is new, and what was trimmed may have to wait; no specification has a rule for
 * these, and whatever is found so, the kernel of the CCC is asked about it, and lets out that
 * packet and no other one. How each packet stands, a kernel decides; that is noted here, with an
 * index of those that wait.
 *
 * <h2>Where the published rules stand still</h2>
 *
 * <p>Three rules are this room's own, because systems without them did not come to rest; each has a
 * test that shows it.
 *
 * <ul>
 *   <li>A PDC stays open while another one of its CCC is not known to the target yet. The target
 *       gives its CCC up with the last PDC that it knows of, and with it the count of the credit
 *       that it issued; the source's CCC lives on with the other PDC, whose credit is then ahead of
 *       all that a new entry will grant, and which has no PDC over which to ask.
 *   <li>For the same reason no PDC joins a CCC all of whose PDCs are closing; it waits for the
 *       next.
 *   <li>While the target has not answered at all, packets are sent again on the credit that they
 *       had, in {@code uet-1.0} too: if the initial credit is lost with the first packets, nobody
 *       is there to give any.
 * </ul>
 *
 * <h2>Choices that no document makes</h2>
 *
 * <ul>
 *   <li>In {@code source-documents} bytes are counted by payload, in {@code uet-1.0} by nominal
 *       packet sizes, in windows, credit and backlog alike.
 *   <li>With receiver credits alone the window stands at MaxWnd.
 *   <li>In {@code source-documents} a packet that is sent again spends the credit that it had; in
 *       {@code uet-1.0} its bytes join the backlog and credit is asked for them anew.
 *   <li>The source asks for an acknowledgment with the last packet that it may send for now, with
 *       the last of a message and with one that is sent again.
 *   <li>A request without data, by which a source that lacks credit asks for it, is a Credit
 *       request packet in both profiles. It goes out at once where what the source has said last is
 *       that it wants none, and otherwise on a timer.
 *   <li>Where the window has shrunk below what is in flight, and no packet has asked for an
 *       acknowledgment, an ACK request does.
 *   <li>A read travels like a write of its semantic header; what it asks for comes back on a PDC
 *       that the other host opens.
 *   <li>A host does not give a packet up for ever: after the last doubling of the timeout it keeps
 *       trying.
 * </ul>
 */
package dev.sluice.host.uet;
