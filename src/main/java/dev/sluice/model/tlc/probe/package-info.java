/**
 * What runs inside TLC's own process.
 *
 * <p>{@link dev.sluice.model.tlc.probe.Probe} starts TLC exactly as its own main class would, with
 * one addition: a state writer that streams every state and transition, with the action and its
 * arguments, into segment files, one for each worker thread. {@code dev.sluice.model.graph} reads
 * them back.
 *
 * <p>{@link dev.sluice.model.tlc.probe.Judge} does the other work: with TLC's evaluator it decides,
 * event by event, whether a log is a behaviour of a specification, and {@link
 * dev.sluice.model.tlc.probe.Explainer} says why one is not. The driver speaks with it as {@link
 * dev.sluice.model.tlc.probe.JudgeWire} tells.
 *
 * <p>This is the only room that links against TLC's classes, and it must run on two kinds of jar:
 * the one Sluice is built with, and an upstream {@code tla2tools.jar} of the user's, whose state
 * writer has another signature. What differs between the two is met by reflection in {@link
 * dev.sluice.model.tlc.probe.StateWriterAdapter}, {@link dev.sluice.model.tlc.probe.Loaded} and
 * {@link dev.sluice.model.tlc.probe.Probe#forget}; whatever else is used of TLC must be there, and
 * public, in both, which a test holds against a list. The room prints nothing and depends on the
 * JDK alone, so that the child's class path is TLC and this.
 */
package dev.sluice.model.tlc.probe;
