package dev.sluice.model.mutate;

/**
 * What a model comes to without a mutant, as far as no pin says it.
 *
 * @param generated states generated
 * @param distinct distinct states found; of a control, those before it is caught
 * @param sum a digest of its graph; {@code ""} where it is a control
 * @param length states of the counterexample; 0 where there is none
 */
record Baseline(long generated, long distinct, String sum, int length) {}
