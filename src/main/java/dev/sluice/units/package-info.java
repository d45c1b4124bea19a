/**
 * Quantities and how they are counted, shared by every room and depending on none.
 *
 * <p>So far there is {@link dev.sluice.units.WrappingCounter}: a total that only grows, and what a
 * field too narrow for it shows of it on the wire.
 */
package dev.sluice.units;
