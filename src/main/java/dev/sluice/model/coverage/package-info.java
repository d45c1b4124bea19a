/**
 * Counts of the models' transitions by kind, which the build keeps, and the quick lane that is
 * computed from them.
 */
package dev.sluice.model.coverage;
