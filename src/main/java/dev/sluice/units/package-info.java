/**
 * Quantities and how they are counted, shared by every room and depending on none.
 *
 * <p>{@link dev.sluice.units.WrappingCounter} is a total that only grows, and what a field too
 * narrow for it shows of it on the wire. {@link dev.sluice.units.Bytes} counts windows in units of
 * 2⁻⁹ byte, and {@link dev.sluice.units.FixedPoint} multiplies and divides such amounts with one
 * rounding, toward zero, at the end.
 */
package dev.sluice.units;
