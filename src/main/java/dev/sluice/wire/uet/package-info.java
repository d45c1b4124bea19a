/**
 * The headers of Ultra Ethernet Transport: delivery (PDS), congestion state, semantics (SES).
 *
 * <p>A UET packet is an IP header, a UDP header or the native {@link dev.sluice.wire.uet.Entropy}
 * header, one PDS header, perhaps a SES header, and payload. The PDS headers are the records behind
 * {@link dev.sluice.wire.uet.UetPacket}; each begins with the {@link dev.sluice.wire.uet.Prologue}
 * that says which one it is. They keep every bit that was on the wire, reserved ones included, so
 * that what is decoded and encoded again is the same octets; what the bits mean is asked of them by
 * methods.
 *
 * <p>Layouts, codes and sizes are those on which public dissectors and providers agree (UET-3).
 * Where they do not, the rows X1 to X10 of the catalogue say which reading is taken. What differs
 * between installations and versions is a {@link dev.sluice.wire.uet.WireChoices}.
 *
 * <p>What a number means, in which unit and beyond which wrap, is the kernels' matter. Here stand
 * only the rules of the fields themselves: {@link dev.sluice.wire.uet.Psn32} for the distances that
 * headers hold, {@link dev.sluice.wire.uet.Mpr} and {@link dev.sluice.wire.uet.NsccState} for their
 * units.
 */
package dev.sluice.wire.uet;
