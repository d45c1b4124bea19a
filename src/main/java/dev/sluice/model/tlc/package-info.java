/**
 * TLC, driven from outside: in forked processes, and a verdict made of what it said.
 *
 * <p>{@link dev.sluice.model.tlc.Tlc} starts the process ({@code probe} is what runs inside it),
 * {@link dev.sluice.model.tlc.TlcOutput} reads its framed messages, and {@link
 * dev.sluice.model.tlc.Verdict} says what became of the run: it holds, it is violated, the input
 * cannot be checked, or nothing was decided. A run that was cut short is never taken for one that
 * found nothing.
 *
 * <p>Static state inside TLC survives a run and spoils the next, so a process is never used twice.
 */
package dev.sluice.model.tlc;
