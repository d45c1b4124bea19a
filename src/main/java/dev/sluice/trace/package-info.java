/**
 * Values, states and behaviours as data that leave and enter the program.
 *
 * <p>{@link dev.sluice.trace.Value} is a TLA+ value in the one form that Sluice compares by. {@link
 * dev.sluice.trace.TlaText} prints it as TLA+ and reads what TLC prints.
 *
 * <p>What comes from a file may be damaged, old, or written by somebody unfriendly. Nothing here
 * truncates an integer, lets the second of two keys win, or descends as deep as the input says.
 */
package dev.sluice.trace;
