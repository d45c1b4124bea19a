/**
 * Mutants of specifications: small edits of their text, of which each asks whether any check would
 * notice.
 *
 * <p>{@code Mutable} says what may be edited and what each model rests on, {@code Mutator} makes
 * the edits over TLC's own syntax tree, {@code Workshop} has TLC search one mutant after another in
 * a copy of the specifications, {@code Ledger} writes down what came of them, {@code Results} are
 * what a checkout keeps of that, and {@code Arguments} what people say of those that nothing
 * noticed.
 */
package dev.sluice.model.mutate;
