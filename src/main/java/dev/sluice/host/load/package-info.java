/**
 * Traffic of others: frames that a host sends at a rate of its own, whatever becomes of them, and
 * what the host at the other end counts of them.
 *
 * <p>{@link dev.sluice.host.load.Load} says what is sent, {@link dev.sluice.host.load.Pace} when,
 * and {@link dev.sluice.host.load.OpenLoop} does it beside whatever else the hosts speak: it takes
 * out of what is delivered what is its own, and leaves the rest to them.
 */
package dev.sluice.host.load;
