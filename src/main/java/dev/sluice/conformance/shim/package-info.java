/**
 * SSP/1, the dialogue with a shim: the small program between Sluice and an implementation. {@code
 * docs/conformance.md} has the protocol.
 *
 * <p>{@link dev.sluice.conformance.shim.ShimProcess} is the program with all that it starts, {@link
 * dev.sluice.conformance.shim.Dialogue} the requests and their replies. Nothing here knows a role
 * or a rule of a source document.
 */
package dev.sluice.conformance.shim;
