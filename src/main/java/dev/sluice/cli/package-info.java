/**
 * The command line.
 *
 * <p>{@link dev.sluice.cli.Sluice} is where a process starts; each command is a class that says
 * what was asked, hands it to the rooms that do it, and prints what came out. Running ({@code
 * Runner}, {@code Interrupts}, {@code Scratch}) and printing ({@code ModelTableText}, {@code
 * CounterexampleText}, {@code MismatchText}, {@code ResultJson}) are kept apart, so that what is
 * printed can be tested without running anything.
 *
 * <p>The result goes to standard output, the same bytes from run to run; progress and timings go to
 * standard error. This is the only room that knows the time of day, prints, and ends the process;
 * whoever needs times is handed a source of them.
 */
package dev.sluice.cli;
