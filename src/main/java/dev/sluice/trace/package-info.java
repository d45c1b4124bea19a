/**
 * Values, states and behaviours as data that leave and enter the program.
 *
 * <p>{@link dev.sluice.trace.Value} is a TLA+ value in the one form that Sluice compares by. {@link
 * dev.sluice.trace.TlaNotation} prints it as TLA+ and reads what TLC prints; {@link
 * dev.sluice.trace.ItfTrace} is one behaviour, which {@link dev.sluice.trace.ItfWriter} writes as
 * ITF JSON, always the same bytes, and {@link dev.sluice.trace.ItfReader} reads, refusing whatever
 * it would have to guess at.
 *
 * <p>An event log is what a full-size run leaves behind: NDJSON whose format is published in {@code
 * schema/}, written through {@link dev.sluice.trace.EventSink}, which whoever acts talks to, by
 * {@link dev.sluice.trace.EventLogWriter}, and read by {@link dev.sluice.trace.EventLogReader}. Its
 * numbers are wider than TLC's, and marked where they are.
 *
 * <p>{@link dev.sluice.trace.WholeFile} puts files in place whole or not at all.
 *
 * <p>What comes from a file may be damaged, old, or written by somebody unfriendly. Nothing here
 * truncates an integer, lets the second of two keys win, or descends as deep as the input says.
 */
package dev.sluice.trace;
