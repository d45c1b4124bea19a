/**
 * The formal side, driven from Java: which models there are, what each must show, and whether it
 * does.
 *
 * <p>{@link dev.sluice.model.ModelTable} has the rows of the tables of models, those of controls
 * with the configurations that are made of them. {@link dev.sluice.model.ModelCheck} takes one
 * model through its whole life: TLC searches it ({@code tlc}), its graph is streamed and read
 * ({@code graph}), every transition is replayed on the kernels ({@code replay}), and what came out
 * is held against what the table pins. The result is a {@link dev.sluice.model.ModelResult}: data,
 * which the command line and the reports print.
 *
 * <p>This room never imports the simulator: a fault there cannot hide here.
 */
package dev.sluice.model;
