/**
 * What a kernel is, whatever it computes.
 *
 * <p>A kernel is one class that holds the state of one party of a protocol and works on it in
 * place. Each action of its specification is a method of the same name, which answers null, or why
 * it is refused; then nothing has changed. What the host is to do goes into a sink that is handed
 * in. A kernel has no clock, no chance, no input and no output.
 *
 * <p>Its {@link dev.sluice.kernel.Face} is the one table of what it holds and does: the variables
 * with their names in the specification, their units and how each is read and written, and the
 * actions with their arguments. Replay, copies, the event log and its page read that table, so that
 * a variable is named in one place. Its {@link dev.sluice.kernel.Listener} hears of each action
 * that is taken, from within the method that takes it: nobody can take a step and tell another.
 */
package dev.sluice.kernel;
