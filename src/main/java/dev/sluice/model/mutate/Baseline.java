package dev.sluice.model.mutate;

/**
 * What a model comes to without a mutant, as far as no pin says it.
 *
 * @param generated states generated
 * @param length states of the counterexample; 0 where there is none
 */
record Baseline(long generated, int length) {}
