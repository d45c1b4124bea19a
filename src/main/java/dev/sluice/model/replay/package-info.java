/**
 * Holds a model's whole state graph against the Java kernels, transition by transition.
 *
 * <p>{@link dev.sluice.model.replay.Replay} starts a {@link dev.sluice.model.replay.Twin} in its
 * initial state and steps it along every edge of the graph: what the model enables, the kernels
 * must take, to exactly the model's successor; what the model disables, they must refuse unchanged.
 * Nothing is sampled. A disagreement becomes a {@link dev.sluice.model.replay.Mismatch}, with the
 * shortest way to it and the requirements at stake; what was compared is counted in a {@link
 * dev.sluice.model.replay.ReplayReport}, so that nothing can pass for having been empty.
 *
 * <p>One twin for each specification stands beside them; {@link dev.sluice.model.Systems} knows
 * them by name.
 */
package dev.sluice.model.replay;
