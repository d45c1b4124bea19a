/**
 * The catalogue of requirements, and who stands for each of its rows.
 *
 * <p>{@code spec/requirements/} holds what the source documents ask for, one file a family, one row
 * a requirement; its {@code README.md} explains the fields. Everything else in the project points
 * at these rows by id: comments above TLA+ definitions, {@link
 * dev.sluice.requirement.Requirement @Requirement} on Java, {@code finding} in a row of a model or
 * control.
 *
 * <p>Three steps lead from the files to the matrix:
 *
 * <ol>
 *   <li>{@link dev.sluice.requirement.Catalogue} reads the rows, strictly: a misspelt field or a
 *       lost row is an error, never a gap;
 *   <li>{@link dev.sluice.requirement.Citations} reads the sources of the project and finds every
 *       place that names an id;
 *   <li>{@link dev.sluice.requirement.Coverage} puts the two side by side and says which rows are
 *       still open, and which have a check that a planted deviation ({@link
 *       dev.sluice.requirement.Planted}) has turned red.
 * </ol>
 *
 * <p>This room imports no other room, and works on text alone: it needs neither TLC nor compiled
 * classes.
 */
package dev.sluice.requirement;
