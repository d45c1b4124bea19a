/**
 * Vacuity of claims: the parts of invariants, properties and fairness conditions that no state or
 * step of a lane's models exercises, and the list of those that are known.
 *
 * <p>A part is exercised if the claim without it is violated in some model. {@code
 * model.tlc.probe.StrengthenedForms} derives the forms, {@code model.tlc.probe.PartWatch} evaluates
 * them while TLC searches; this package merges the results of several models.
 */
package dev.sluice.model.vacuity;
