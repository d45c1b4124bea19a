/**
 * The packet delivery context (PDC) at both of its ends: opening, learning the peer, closing, and
 * the finite pools of ids behind it.
 *
 * <p>There is no handshake before the data. An initiator takes an id of its own (SPDCID) and sends
 * its first requests with SYN set and no target id; the target allocates a PDC when it sees a SYN
 * of a (fabric address, SPDCID) that it does not know, and its ACK_CC carries that PDC's id back.
 * From then on the initiator puts it into every request, and sets SYN no more. When all is
 * acknowledged the initiator closes, and both ids return to their pools.
 *
 * <p>The difficulty is what the network may still hold. A SYN that arrives after the target has
 * closed would make a second PDC that nobody closes (FIND-1), and an id that is used again too
 * early lets one PDC's messages be taken for the next one's. So an id has three states, free, in
 * use and resting, and three waits stand between them; which ones are needed, and how long, is
 * proved in {@code spec/uet/PdcHandshake.tla} and told in {@code spec/FINDINGS.md}.
 *
 * <p>Where to look:
 *
 * <ul>
 *   <li>{@link dev.sluice.uet.pdc.Initiator} and {@link dev.sluice.uet.pdc.Target}: one endpoint's
 *       PDCs and its pool. Their methods are the specification's actions. They find the PDC, and
 *       leave the rest to
 *   <li>{@link dev.sluice.uet.pdc.SourcePdc} and {@link dev.sluice.uet.pdc.TargetPdc}: one PDC,
 *       with constant time for each packet whatever the size of the pool.
 *   <li>{@link dev.sluice.uet.pdc.LossRecovery}: which packets a source gives up because too much
 *       has come after them; a part of its own, proved in {@code spec/uet/LossRecovery.tla}.
 *   <li>{@link dev.sluice.uet.pdc.Packet}: what travels, as far as the handshake looks at it.
 *   <li>{@link dev.sluice.uet.pdc.Initiator.Sink} and {@link dev.sluice.uet.pdc.Target.Sink}: what
 *       the host must do.
 * </ul>
 *
 * <p>Time comes in as an argument: how long ago the host's clock of a PDC was last restarted, in
 * whatever unit the safety times of the parameters have.
 */
package dev.sluice.uet.pdc;
