/**
 * A model's state graph, whole: read from TLC's stream, kept in flat arrays, walked.
 *
 * <p>{@link dev.sluice.model.graph.GraphReader} joins the segments that TLC's workers wrote. {@link
 * dev.sluice.model.graph.StateGraph} answers what a replay asks: which action instances exist,
 * which of them leave a state and where to, and what the variables are there. Nothing here knows a
 * protocol.
 *
 * <p>{@link dev.sluice.model.graph.Behaviours} turns a graph into the behaviours that {@code
 * model-traces/} keeps, and {@link dev.sluice.model.graph.SpecDigest} says which specification they
 * were taken from.
 */
package dev.sluice.model.graph;
