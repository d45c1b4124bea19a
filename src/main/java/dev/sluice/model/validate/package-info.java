/**
 * Is what a system logged a behaviour of the specifications? TLC decides.
 *
 * <p>A {@link dev.sluice.model.validate.Projection} cuts a log into behaviours of one
 * specification, one for each context, and brings their events into the terms of a log module:
 * {@code spec/uet/log/FooLog.tla}, which says for each kind of event which action of the
 * specification it is and what it tells of the variables after it. {@link
 * dev.sluice.model.validate.Validation} has TLC take each behaviour through the module, event by
 * event.
 *
 * <p>The projections decide nothing. They rename what comes back under an old id, count serial
 * numbers from their start, and leave out what cannot be judged, which is counted; what an event
 * means is said in TLA+ alone.
 */
package dev.sluice.model.validate;
