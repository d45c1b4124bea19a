/**
 * The congestion control context (CCC): how it comes into being, bounds the data of its PDCs, and
 * goes.
 *
 * <p>Two paths, kept apart. The <em>control path</em> runs a few times in a transfer's life: {@link
 * dev.sluice.uet.ccc.PdsManager} finds or allocates a packet delivery context (PDC) for a request,
 * {@link dev.sluice.uet.ccc.CccManager} hands out the ids of contexts, and gives back what is no
 * longer used; both keep their tables in {@link dev.sluice.uet.IdPool}, a finite pool in which
 * exhaustion and reuse are ordinary events. The <em>data path</em> runs with every packet, on one
 * context's own state and in constant time: {@link dev.sluice.uet.ccc.Ccc} has the window and the
 * bytes in flight of all its PDCs, {@link dev.sluice.uet.ccc.Transfer} one PDC's share of them.
 *
 * <p>All of these mirror {@code spec/uet/CccLifecycle.tla}, action for method. A life is IDLE, then
 * READY: configured and bound, in whichever order, and only then may it act.
 *
 * <p>{@link dev.sluice.uet.ccc.CccScheduling} is another machine with some of the same words. It is
 * that of public UET 1.0 material and says whether a CCC has something to send <em>now</em>, and
 * may: IDLE, PENDING, ACTIVE, READY. It mirrors {@code spec/uet/CccScheduling.tla}.
 */
package dev.sluice.uet.ccc;
