package dev.sluice.model.tlc;

/**
 * How often TLC evaluated an expression.
 *
 * @param module the module in which it stands
 * @param line the line at which it begins, from 1
 * @param count how often
 */
public record Evaluations(String module, int line, long count) {}
