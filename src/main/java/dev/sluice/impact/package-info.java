/**
 * Impact of an edit: which files differ from a commit, which classes must be compiled again, and
 * which tests reach a changed file.
 *
 * <p>{@link dev.sluice.impact.ChangedFiles} asks git; {@link dev.sluice.impact.Compilation} keeps
 * {@code target/classes} and {@code target/test-classes} up to date; {@link
 * dev.sluice.impact.ClassGraph} and {@link dev.sluice.impact.Impact} choose tests and give reasons.
 */
package dev.sluice.impact;
