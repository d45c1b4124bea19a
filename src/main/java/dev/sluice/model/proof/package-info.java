/**
 * Inductive steps, shown by a solver for integers of any size and any number of participants.
 *
 * <p>TLC goes through small worlds. Where a claim is about all of them, its inductive step stands
 * in SMT-LIB beside the specification, translated by hand and meant to be read: {@code
 * spec/uet/proof/RcccIncast.smt2}. {@link dev.sluice.model.proof.ProofFile} reads such a file,
 * {@link dev.sluice.model.proof.Solver} asks Z3 about each obligation in it.
 *
 * <p>Two things guard the translation: the same invariant is checked by TLC as TLA+, from every
 * state that it allows; and the file holds obligations that must have a counterexample, so that
 * nothing follows from a contradiction and each rule that is left out is missed.
 */
package dev.sluice.model.proof;
